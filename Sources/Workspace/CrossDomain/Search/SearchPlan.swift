import Boards
import Capture
package import Kernel
import Notes
package import Studio

/// A query made ready for one state of the views: whether a thing matches, its score, and how it is shown.
///
/// A search with an index asks only about its candidates; a search without one asks about everything.
package struct SearchPlan {
    package let view: WorkspaceView
    package let scope: SearchScope
    package let clauses: [Clause]
    package let seeksTrash: Bool
    let files: [EntityID: [HeldFile]]

    package struct Clause {
        package var isExcluding: Bool
        package var choices: [Condition]
    }

    package enum Condition {
        case text(SoughtText, letters: [UInt32], TextMatcher)
        case tag(Name)
        /// The containers of this name, and the artworks in those that are albums.
        case inside([EntityRef], Set<ArtworkID>)
        case kind(EntityKind)
        case state(SearchState)
        case has(SearchPart)
        case before(CalendarDay)
        case since(CalendarDay)
    }

    /// - Complexity: O(1); O(things) when containers are named.
    package init(_ query: SearchQuery, in texts: SearchTexts, scope: SearchScope = .everything) {
        view = texts.view
        self.scope = scope
        files = texts.files
        seeksTrash = query.seeksTrash
        let folding = Folding.standard
        var clauses: [Clause] = []
        for clause in query.clauses {
            var choices: [Condition] = []
            for choice in clause.choices {
                if let condition = Self.condition(choice, view, scope, folding) { choices.append(condition) }
            }
            // Of a text of accents alone nothing is left, and it asks for nothing.
            if !choices.isEmpty { clauses.append(Clause(isExcluding: clause.isExcluding, choices: choices)) }
        }
        self.clauses = clauses
    }

    private static func condition(
        _ condition: SearchQuery.Condition, _ view: WorkspaceView, _ scope: SearchScope, _ folding: Folding
    ) -> Condition? {
        switch condition {
        case .text(let sought):
            let matcher = TextMatcher(sought.text, folding)
            return matcher.isEmpty ? nil : .text(sought, letters: folding.letters(of: sought.text), matcher)
        case .filter(.tag(let tag)): return .tag(tag)
        case .filter(.inside(let name)):
            // What somebody may not see is not there either to say what is in it.
            let containers = view.containers(called: name, folding).filter { scope.admits($0, in: view) }
            return .inside(containers, view.artworks(in: containers))
        case .filter(.kind(let kind)): return .kind(kind)
        case .filter(.state(let state)): return .state(state)
        case .filter(.has(let part)): return .has(part)
        case .filter(.before(let day)): return .before(day)
        case .filter(.since(let day)): return .since(day)
        }
    }

    /// Returns whether a thing can be shown at all: it is there, where it is looked for, and the asker may see it.
    package func admits(_ thing: EntitySummary) -> Bool {
        !clauses.isEmpty && (seeksTrash || thing.presence == .present) && scope.admits(thing.referent, in: view)
    }

    /// Returns the score of the thing; nil when the query does not match it.
    ///
    /// - Parameter known: the index's answers to the text of one condition: by clause and choice. Nil has it
    ///   looked up in the thing's own text.
    package func score(
        of thing: EntitySummary, known: (_ clause: Int, _ choice: Int) -> Bool? = { _, _ in nil }
    ) -> Int? {
        guard admits(thing) else { return nil }
        var texts = ThingTexts(of: thing)
        var score = 0
        for (number, clause) in clauses.enumerated() {
            var isMet = false
            for (place, choice) in clause.choices.enumerated() {
                guard case .text(let sought, _, let matcher) = choice else {
                    if holds(choice, of: thing.referent, thing.presence, updated: thing.updated) { isMet = true }
                    continue
                }
                if let known = known(number, place) {
                    if known { isMet = true }
                    continue
                }
                let worth = self.worth(of: matcher, sought, in: &texts)
                if worth > 0 {
                    isMet = true
                    if !clause.isExcluding { score += worth }
                } else if !clause.isExcluding, isNear(choice, thing.referent) {
                    // Worth nothing: it stands behind everything that holds the word itself.
                    isMet = true
                }
            }
            if isMet == clause.isExcluding { return nil }
        }
        return score
    }

    /// 0 where the text is missing.
    private func worth(of matcher: TextMatcher, _ sought: SoughtText, in texts: inout ThingTexts) -> Int {
        if let found = ranges(matcher, sought, in: texts.title, max: 1).first {
            var worth = SearchScore.inTitle
            if found.lowerBound == 0 { worth += SearchScore.atStart }
            if found.lowerBound == 0, found.count == texts.thing.title.text.unicodeScalars.count {
                worth += SearchScore.whole
            }
            return worth
        }
        var count = 0
        for (field, bytes) in texts.all(in: view, files) where count < SearchScore.countedMax {
            let found = ranges(matcher, sought, in: bytes, max: SearchScore.countedMax - count).count
            count += found * (field == .tag ? SearchScore.tagWeight : 1)
        }
        return min(count, SearchScore.countedMax)
    }

    func ranges(_ matcher: TextMatcher, _ sought: SoughtText, in bytes: [UInt8], max: Int) -> [Range<Int>] {
        guard sought.startsWord else { return matcher.ranges(in: bytes, max: max) }
        let all = matcher.ranges(in: bytes, max: .max, mayOverlap: true)
        if all.isEmpty { return all }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        return Array(all.filter { WordStart.isOne(at: $0.lowerBound, in: scalars) }.prefix(max))
    }

    /// Returns the hit that a reader is shown for a found thing.
    package func hit(of thing: EntitySummary) -> SearchView.Hit {
        var sought: [(TextMatcher, SoughtText)] = []
        for clause in clauses where !clause.isExcluding {
            for choice in clause.choices {
                if case .text(let text, _, let matcher) = choice { sought.append((matcher, text)) }
            }
        }
        var texts = ThingTexts(of: thing)
        let found = { (bytes: [UInt8]) in
            Self.merged(sought.flatMap { ranges($0.0, $0.1, in: bytes, max: 8) })
        }
        var hit = SearchView.Hit(
            thing: view.line(of: thing.referent), title: thing.title.text, updated: thing.updated,
            titleMatches: found(texts.title))
        for (field, bytes) in texts.all(in: view, files)
        where !field.isRead && hit.passages.count < SearchView.passagesMax {
            let ranges = found(bytes)
            if let first = ranges.first { hit.passages.append(Passage.cut(field, bytes, around: first, ranges)) }
        }
        // What was read stands behind the text that it is anchored in.
        let written = handwritten(in: thing.referent, found) + pictured(in: thing.referent, found)
        let place = hit.passages.firstIndex { $0.field != .body } ?? hit.passages.count
        hit.passages.insert(contentsOf: written, at: place)
        hit.passages = Array(hit.passages.prefix(SearchView.passagesMax))
        return hit
    }

    /// In order, and what touches or overlaps as one.
    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}

/// The texts of one thing, put together once somebody asks for them.
private struct ThingTexts {
    let thing: EntitySummary
    let title: [UInt8]
    private var others: [(field: TextField, bytes: [UInt8])]?

    init(of thing: EntitySummary) {
        self.thing = thing
        title = Array(thing.title.text.utf8)
    }

    mutating func all(in view: WorkspaceView, _ files: [EntityID: [HeldFile]]) -> [(field: TextField, bytes: [UInt8])] {
        if let others { return others }
        var found: [(field: TextField, bytes: [UInt8])] = []
        view.forEachText(of: thing.referent, files: files) { field, bytes in found.append((field, bytes)) }
        others = found
        return found
    }
}

/// The scores of places and counts: a term in the title is worth more than any number of them in a text.
private enum SearchScore {
    static let countedMax = 20
    static let tagWeight = 5
    static let inTitle = 100
    static let atStart = 50
    static let whole = 100
}
