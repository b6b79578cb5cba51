import Boards
import Kernel

extension TrelloCardImport {
    var isArchived: Bool { card.closed == true || list.closed == true }

    /// All that an import takes from the card, part by part.
    func fingerprint(title: Name) -> Fingerprint {
        var print = Fingerprint()
        print.note("title", title.text)
        print.note("description", card.desc ?? "")
        print.note("place", "\(list.id) \(card.pos?.value ?? 0)")
        print.note("due", card.due ?? "")
        print.note("archived", isArchived ? "yes" : "no")
        for tag in tags { print.note(tag.part, "") }
        for (_, items) in parts.checklists(of: card) {
            for item in items {
                print.note("item:" + item.id, item.name)
                print.note("state:" + item.id, item.state ?? "")
            }
        }
        for comment in parts.comments(on: card) {
            if let id = comment.id { print.note("comment:" + id, comment.data?.text ?? "") }
        }
        return print
    }

    /// Each label once, as a tag, with the name of its part in the fingerprint.
    var tags: [(tag: CardTag, part: String)] {
        var seen: Set<String> = []
        return parts.labels(of: card).compactMap { label in
            let text = normalFormC(trimmed(label.name ?? ""))
            let tag = CardTag(colour: TrelloColour.named(label.color).colour, label: text)
            guard tag.colour != .none || !tag.label.isEmpty else { return nil }
            return seen.insert(Self.part(tag)).inserted ? (tag, Self.part(tag)) : nil
        }
    }

    static func part(_ tag: CardTag) -> String { "label:\(tag.colour.rawValue):\(tag.label)" }

    /// Trello stores moments in UTC; a due date here is a minute of a day.
    var due: Due? {
        guard let text = card.due, let instant = Instant(text: text) else { return nil }
        let minutes = Int((Double(instant.microseconds) / 60_000_000).rounded(.down))
        let day = Int((Double(minutes) / 1440).rounded(.down))
        return Due(day: CalendarDay(daysSinceEpoch: day), minuteOfDay: minutes - day * 1440, zone: "Z")
    }

    /// What the card holds that stays in Trello.
    func report(_ board: inout TrelloImport) {
        let counts: [(what: String, count: Int, why: String)] = [
            ("members", card.idMembers?.count ?? 0, "cards are not assigned to people here"),
            ("votes", card.idMembersVoted?.count ?? 0, "there is no voting here"),
            ("stickers", card.stickers?.count ?? 0, "there are no stickers here"),
            ("custom fields", card.customFieldItems?.count ?? 0, "cards have no fields of one's own here"),
            ("power-up data", card.pluginData?.count ?? 0, "it belongs to another program"),
            ("start date", card.start == nil ? 0 : 1, "cards have no start date here"),
            ("location", card.coordinates == nil ? 0 : 1, "cards have no place on a map here"),
            ("completed due date", card.dueComplete == true ? 1 : 0, "a due date is not ticked off here"),
            (
                "empty checklists", parts.checklists(of: card).count { $0.items.isEmpty },
                "a checklist is its items here"
            ),
        ]
        for (what, count, why) in counts where count > 0 {
            board.leave(what, card.name, count == 1 ? why : "\(count) of them; \(why)")
        }
        if let attachments = card.attachments, !attachments.isEmpty {
            let listed = attachments.prefix(5).map { $0.name ?? $0.url ?? "unnamed" }.joined(separator: ", ")
            board.leave(
                "attachments", card.name,
                "\(attachments.count); their bytes are not in Trello's file: \(listed.prefix(400))")
        }
        if let due = card.due, Instant(text: due) == nil {
            board.leave("due date", card.name, "“\(due.prefix(40))” is no date")
        }
        let blank = parts.labels(of: card).contains { label in
            trimmed(label.name ?? "").isEmpty && TrelloColour.named(label.color).colour == .none
        }
        if blank { board.leave("label", card.name, "it has neither a colour nor a name") }
        let said = parts.comments(on: card).count
        if let counted = card.badges?.comments, counted > said {
            board.leave(
                "comments", card.name,
                "\(counted - said) of \(counted) are not in the file: Trello exports only its latest 1,000 actions")
        }
    }
}
