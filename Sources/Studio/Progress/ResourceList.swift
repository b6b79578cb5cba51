import Kernel

/// One piece of advice that somebody has chosen, with a page to read on: what fills up an analysis that found too
/// little to say, and what every tip of one points to.
package struct CuratedResource: Sendable, Equatable {
    /// Never reused: tips that were given name it.
    package var number: Int
    package var skill: Skill
    /// One of `AgeStage.table`.
    package var stage: AgeStage
    /// One sentence to a parent: something to do together, never a judgement.
    package var advice: String
    /// The subject of the page.
    package var title: String
    /// Encrypted, without parameters, and readable as words.
    package var link: String

    package init(number: Int, skill: Skill, stage: AgeStage, advice: String, title: String, link: String) {
        self.number = number
        self.skill = skill
        self.stage = stage
        self.advice = advice
        self.title = title
        self.link = link
    }

    /// The name that a tip records for it: `line_control-12`.
    package var name: String { spelled(skill.fieldName) + "-" + String(number) }

    package static func == (a: CuratedResource, b: CuratedResource) -> Bool { a.number == b.number }
}

/// The curated list of resources. It grows and is never rewritten: an entry keeps its number and its words for ever,
/// and a list with new entries is a new version.
package enum ResourceList {
    /// The version whose entries stand in this program; a tip names it beside the number.
    package static let version = 1
    /// The fewest entries for every skill and stage of the table, so that the list alone can fill an analysis.
    package static let perSkillAndStageMin = 3

    package static var all: [CuratedResource] {
        var found: [CuratedResource] = []
        forEachEntry { found.append($0) }
        return found
    }

    /// The entries for a skill, a stage, or both; an unlisted stage is answered by the nearest one of the table.
    /// Requirement J-302.
    package static func entries(skill: Skill? = nil, stage: AgeStage? = nil) -> [CuratedResource] {
        var found: [CuratedResource] = []
        forEachEntry { entry in
            guard skill == nil || entry.skill == skill, stage == nil || entry.stage == stage?.listed else { return }
            found.append(entry)
        }
        return found
    }

    /// The entry that a tip names; nil for one of a later version of the list.
    package static func entry(named name: String) -> CuratedResource? {
        var found: CuratedResource?
        forEachEntry { if $0.name.utf8.elementsEqual(name.utf8) { found = $0 } }
        return found
    }

    /// `count` entries for a child at `stage`: one of each skill in turn, in the given order, those not yet `given`
    /// first.
    ///
    /// The same question has the same answer: chance is for the caller to bring, by the order of the skills.
    /// - Parameters:
    ///   - skills: what matters most first; the others follow in the order of the list.
    ///   - given: numbers that the family has had, which come again only when nothing else is left.
    ///   - besides: numbers that must not come at all.
    package static func picked(
        _ count: Int, at stage: AgeStage, skills: [Skill], given: [Int] = [], besides: [Int] = []
    ) -> [CuratedResource] {
        var order: [Skill] = []
        for skill in skills + Skill.allCases where !order.contains(skill) { order.append(skill) }
        var fresh: [[CuratedResource]] = []
        for skill in order {
            let open = entries(skill: skill, stage: stage).filter { !besides.contains($0.number) }
            fresh.append(open.filter { !given.contains($0.number) } + open.filter { given.contains($0.number) })
        }
        var picked: [CuratedResource] = []
        // Twice over the skills: what the family has had waits until every skill was asked for something new.
        for isRepeatAllowed in [false, true] {
            var row = 0
            while picked.count < count, fresh.contains(where: { row < $0.count }) {
                for column in fresh where row < column.count && picked.count < count {
                    let entry = column[row]
                    guard isRepeatAllowed || !given.contains(entry.number), !picked.contains(entry) else { continue }
                    picked.append(entry)
                }
                row += 1
            }
        }
        return picked
    }
}
