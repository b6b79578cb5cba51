import Kernel

extension WorkspaceView {
    /// Everything to be seen in which all of the query's terms stand: in its title, its texts, its tags or the names of
    /// its files.
    ///
    /// Terms are found within words too, in any script, without regard to case, accents and composition. What has them
    /// in its title stands first, and of equals what was changed last. Requirements N-301.2, N-301.4.
    /// - Complexity: O(bytes of all texts × terms); no index is needed.
    package func search(
        _ query: SearchQuery, _ kinds: [EntityKind] = EntityKind.allCases, limit: Int = 50
    ) -> SearchReading {
        let folding = Folding()
        let matchers = query.terms.map { TextMatcher($0, folding) }.filter { !$0.isEmpty }
        let files = fileNames()
        var hits: [(thing: Thing, score: Int)] = []
        if !matchers.isEmpty {
            forEachThing(kinds) { thing in
                guard thing.presence == .present else { return }
                let score = score(of: thing, matchers, files)
                if score > 0 { hits.append((thing, score)) }
            }
        }
        hits.sort { a, b in
            if a.score != b.score { return a.score > b.score }
            if a.thing.updated != b.thing.updated { return a.thing.updated > b.thing.updated }
            return a.thing.referent.entity < b.thing.referent.entity
        }
        return SearchReading(
            found: hits.count, hits: hits.prefix(max(0, limit)).map { hit(of: $0.thing, matchers, files) })
    }

    /// 0 where a term is missing.
    private func score(of thing: Thing, _ matchers: [TextMatcher], _ files: [EntityID: [Name]]) -> Int {
        let title = Array(thing.title.text.utf8)
        var score = 0
        var missing: [TextMatcher] = []
        for matcher in matchers {
            guard let found = matcher.ranges(in: title, max: 1).first else {
                missing.append(matcher)
                continue
            }
            score += SearchScore.inTitle
            if found.lowerBound == 0 { score += SearchScore.atStart }
            if found.lowerBound == 0, found.count == thing.title.text.unicodeScalars.count {
                score += SearchScore.whole
            }
        }
        if missing.isEmpty { return score }
        var counts = [Int](repeating: 0, count: missing.count)
        forEachText(of: thing.referent, files: files) { field, bytes in
            for (index, matcher) in missing.enumerated() where counts[index] < SearchScore.countedMax {
                let max = SearchScore.countedMax - counts[index]
                counts[index] += matcher.ranges(in: bytes, max: max).count * (field == .tag ? SearchScore.tagWeight : 1)
            }
        }
        for count in counts {
            if count == 0 { return 0 }
            score += min(count, SearchScore.countedMax)
        }
        return score
    }

    /// What a reader is shown of a thing that was found.
    private func hit(
        of thing: Thing, _ matchers: [TextMatcher], _ files: [EntityID: [Name]]
    ) -> SearchReading.Hit {
        var hit = SearchReading.Hit(
            thing: line(of: thing.referent), title: thing.title.text, updated: thing.updated,
            titleMatches: Self.merged(matchers.flatMap { $0.ranges(in: Array(thing.title.text.utf8), max: 8) }))
        forEachText(of: thing.referent, files: files) { field, bytes in
            guard hit.passages.count < SearchReading.passagesMax else { return }
            let ranges = Self.merged(matchers.flatMap { $0.ranges(in: bytes, max: 8) })
            if let first = ranges.first { hit.passages.append(Passage.cut(field, bytes, around: first, ranges)) }
        }
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

/// What places and counts are worth: a term in the title is worth more than any number of them in a text.
private enum SearchScore {
    static let countedMax = 20
    static let tagWeight = 5
    static let inTitle = 100
    static let atStart = 50
    static let whole = 100
}
