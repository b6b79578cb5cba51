package import Kernel

/// The result of a search, the best first. Requirement N-301.4.
package struct SearchView: CanonicalView, Sendable, Equatable {
    /// All that was found when the first page was asked for; `hits` is one page of it.
    package var found: Int
    /// The number of hits after this page.
    package var left: Int
    package var hits: [Hit]
    /// Where to go on; nil when nothing is left.
    package var next: SearchCursor?

    /// Passages shown of one thing.
    package static let passagesMax = 3

    package struct Hit: Sendable, Equatable {
        package var thing: LinksView.Line
        package var title: String
        package var updated: Instant
        /// The ranges to highlight in the title, in Unicode scalars.
        package var titleMatches: [Range<Int>]
        package var passages: [Passage] = []
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if hits.isEmpty {
            lines.add(0, "Nothing was found.")
        }
        for hit in hits {
            lines.add(0, hit.thing.path, hit.thing.referent.kind.word, of: hit.thing.referent.entity)
            for passage in hit.passages { lines.add(1, passage.field.word + ": " + passage.marked) }
        }
        if left > 0 { lines.add(0, "and " + String(left) + " more") }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("found", found)
            if let next { json.field("next", next.text) }
            json.key("hits")
            json.array(hits) { json, hit in
                json.object { json in
                    hit.thing.write(to: &json)
                    json.field("title", hit.title)
                    json.field("updated", hit.updated.text)
                    json.key("titleMatches")
                    writeRanges(hit.titleMatches, to: &json)
                    json.key("passages")
                    json.array(hit.passages) { json, passage in
                        json.object { json in
                            json.field("in", passage.field.word)
                            json.field("start", passage.start)
                            json.field("text", passage.text)
                            json.key("matches")
                            writeRanges(passage.matches, to: &json)
                            passage.place?.write(to: &json)
                        }
                    }
                }
            }
        }
    }
}

/// A part of a text with what was sought in it.
package struct Passage: Sendable, Equatable {
    package var field: TextField
    /// Where it begins in the whole text, in Unicode scalars: where a link to the place leads.
    package var start: Int
    /// On one line: line ends are spaces.
    package var text: String
    /// The ranges to highlight in `text`, in Unicode scalars.
    package var matches: [Range<Int>]
    /// Of handwriting and of pictures, where it is to be seen; nil where the reader did not say. Requirement T-104.
    package var place: Place?

    /// A line in a drawing or a picture, and the box around it.
    package struct Place: Sendable, Equatable {
        package var on: Sheet
        package var left: Int
        package var top: Int
        package var width: Int
        package var height: Int

        /// The drawing or picture that a line stands on.
        package enum Sheet: Sendable, Equatable {
            /// The box is in hundredths of a point.
            case drawing(EntityID)
            /// The box is in pixels of a picture that was read at this size.
            case file(EntityID, width: Int, height: Int)
        }

        fileprivate func write(to json: inout JSONWriter) {
            switch on {
            case .drawing(let id): json.field("drawing", id.text)
            case .file(let id, let width, let height):
                json.field("file", id.text)
                json.key("size")
                json.array([width, height]) { $0.value($1) }
            }
            json.key("box")
            json.array([left, top, width, height]) { $0.value($1) }
        }
    }

    /// Scalars shown before the first match and in all.
    private static let before = 40
    private static let length = 160

    /// The part of a text around a match.
    static func cut(_ field: TextField, _ bytes: [UInt8], around first: Range<Int>, _ ranges: [Range<Int>]) -> Passage {
        let start = max(0, first.lowerBound - before)
        let end = max(start + length, first.upperBound)
        var scalars = String.UnicodeScalarView()
        var index = 0
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if index >= end { break }
            if index >= start { scalars.append(scalar.value < 0x20 ? " " : scalar) }
            index += 1
        }
        let shown = start..<index
        return Passage(
            field: field, start: start, text: String(scalars),
            matches: ranges.filter { shown.contains($0.lowerBound) && $0.upperBound <= index }
                .map { ($0.lowerBound - start)..<($0.upperBound - start) })
    }

    /// With the matches between `»` and `«`, for people.
    var marked: String {
        var marked = String.UnicodeScalarView()
        var index = 0
        for scalar in text.unicodeScalars {
            for match in matches where match.upperBound == index { marked.append("\u{AB}") }
            for match in matches where match.lowerBound == index { marked.append("\u{BB}") }
            marked.append(scalar)
            index += 1
        }
        for match in matches where match.upperBound == index { marked.append("\u{AB}") }
        return trimmed(String(marked))
    }
}

/// `[[start,end],…]`.
private func writeRanges(_ ranges: [Range<Int>], to json: inout JSONWriter) {
    json.array(ranges) { json, range in
        json.array { json in
            json.value(range.lowerBound)
            json.value(range.upperBound)
        }
    }
}
