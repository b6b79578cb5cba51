package import Kernel

/// The milestones that were celebrated. Requirement J-005.
package struct MilestoneListView: CanonicalView, Sendable, Equatable {
    /// Newest first.
    package var milestones: [Line]

    package struct Line: Sendable, Equatable {
        package var id: MilestoneID
        package var words: String
        package var child: ChildID
        package var childName: String
        package var day: CalendarDay
        package var isHidden: Bool
    }

    package var text: String {
        var lines = Lines()
        for line in milestones {
            lines.add(0, line.day.text + "  " + line.words, line.childName, line.isHidden ? "hidden" : "")
        }
        if milestones.isEmpty { lines.add(0, "No milestones yet.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(milestones) { json, line in
            json.object { json in
                json.field("id", line.id.text)
                json.field("milestone", line.words)
                json.field("child", line.child.text)
                json.field("childName", line.childName)
                json.field("date", line.day.text)
                json.field("hidden", line.isHidden)
            }
        }
    }
}

/// The consents that were given and refused, by whom and when. Requirements J-305, J-310.
package struct ConsentView: CanonicalView, Sendable, Equatable {
    /// The family's answers first, then child by child.
    package var answers: [Line]

    package struct Line: Sendable, Equatable {
        /// Nil: all children.
        package var child: ChildID?
        package var whom: String
        package var purpose: ConsentPurpose
        package var answer: ConsentAnswer
        package var notice: String
        package var given: NamedAttribution?
    }

    package var text: String {
        var lines = Lines()
        for line in answers {
            lines.add(
                0, line.purpose.words, line.whom, spelled(line.answer.fieldName),
                line.notice.utf8.isEmpty ? "" : "notice " + line.notice, line.given?.text ?? "")
        }
        if answers.isEmpty { lines.add(0, "Nobody was asked yet, so nothing is agreed to.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(answers) { json, line in
            json.object { json in
                json.field("purpose", spelled(line.purpose.fieldName))
                json.field("child", line.child?.text)
                json.field("whom", line.whom)
                json.field("answer", spelled(line.answer.fieldName))
                json.field("notice", line.notice.utf8.isEmpty ? nil : line.notice)
                line.given?.write(to: &json, "answered")
            }
        }
    }
}

/// The state of the family's reminders. Requirement J-208.
package struct ReminderView: CanonicalView, Sendable, Equatable {
    package var areOff: Bool
    package var snoozedUntil: CalendarDay?
    package var lastSent: CalendarDay?
    package var lastUpload: CalendarDay?

    /// The text of a reminder: it says that time went by, and nothing that anyone ought to have done.
    package var words: String {
        guard let lastUpload, let lastSent else { return "" }
        let days = lastSent.daysSinceEpoch - lastUpload.daysSinceEpoch
        return "The last picture is from " + counted(days, "day")
            + " ago. Whenever you like, there is room for the next one."
    }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, areOff ? "Reminders are off" : "Reminders are on",
            snoozedUntil.map { "put off to " + $0.text } ?? "", lastSent.map { "last sent " + $0.text } ?? "")
        if !words.utf8.isEmpty { lines.add(1, words) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("on", !areOff)
            json.field("snoozedUntil", snoozedUntil?.text)
            json.field("lastSent", lastSent?.text)
            json.field("lastUpload", lastUpload?.text)
            json.field("words", words)
        }
    }
}

extension StudioView {
    /// - Parameters:
    ///   - hidden: those that were put out of sight as well.
    ///   - mayBeSeen: true for a child that the reader may see.
    package func milestones(
        of child: ChildID? = nil, hidden: Bool = false, mayBeSeen: (ChildID) -> Bool = { _ in true }
    ) -> MilestoneListView {
        var lines: [MilestoneListView.Line] = []
        for (id, slot) in model.milestones.all {
            let milestone = model.milestones[slot]
            guard !milestone.isWithdrawn, hidden || !milestone.isHidden, child == nil || milestone.child == child,
                mayBeSeen(milestone.child), let whose = model.children[milestone.child], whose.flags.isLive
            else { continue }
            lines.append(
                .init(
                    id: id, words: milestone.kind.words, child: milestone.child, childName: whose.name.text,
                    day: milestone.day, isHidden: milestone.isHidden))
        }
        return MilestoneListView(milestones: lines.sorted { $0.day != $1.day ? $0.day > $1.day : $0.id > $1.id })
    }

    /// The answers of the family for all children, and those for a child.
    ///
    /// - Parameters:
    ///   - asked: the only child that is asked about; nil for all.
    ///   - mayBeSeen: true for a child that the reader may see.
    package func consents(
        child asked: ChildID? = nil, times: Bool = true, mayBeSeen: (ChildID) -> Bool = { _ in true },
        name: (ActorID) -> String
    ) -> ConsentView {
        var lines: [ConsentView.Line] = []
        for (holder, slot) in model.consents.all {
            let child = holder == FamilyID.ours.entity ? nil : holder.as(Child.self)
            if let child, !mayBeSeen(child) || asked != nil && asked != child { continue }
            for (index, entry) in model.consents[slot].entries.enumerated() where entry.answer != .open {
                lines.append(
                    .init(
                        child: child, whom: child == nil ? "all children" : self.name(of: holder) ?? holder.text,
                        purpose: entry.purpose, answer: entry.answer, notice: entry.notice,
                        given: times ? NamedAttribution(stamps(of: slot)[index], name) : nil))
            }
        }
        lines.sort { a, b in
            if a.child != b.child {
                guard let first = a.child, let second = b.child else { return a.child == nil }
                return inOrder((a.whom, first), (b.whom, second))
            }
            return a.purpose.rawValue < b.purpose.rawValue
        }
        return ConsentView(answers: lines)
    }

    /// - Complexity: O(artworks).
    package func reminders() -> ReminderView {
        ReminderView(
            areOff: model.reminders.areOff, snoozedUntil: model.reminders.snoozedUntil,
            lastSent: model.reminders.lastSent, lastUpload: model.lastUpload)
    }
}
