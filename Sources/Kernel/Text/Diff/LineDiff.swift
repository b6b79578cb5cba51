/// Two texts side by side as a person reads them: which lines went, which came, and a little around them.
public enum LineDiff {
    public struct Line: Sendable, Equatable {
        public enum Kind: Sendable, Equatable { case kept, removed, added }
        public var kind: Kind
        /// Without its line feed.
        public var text: String
        /// False for a last line that ends without a line feed.
        public var isEnded: Bool

        public static func == (left: Line, right: Line) -> Bool {
            left.kind == right.kind && left.isEnded == right.isEnded && left.text.utf8.elementsEqual(right.text.utf8)
        }
    }

    /// Changes that stand close together, with the lines around them. Line numbers count from 1.
    public struct Hunk: Sendable, Equatable {
        public var oldStart: Int
        public var oldCount: Int
        public var newStart: Int
        public var newCount: Int
        public var lines: [Line]

        /// `@@ -12,7 +12,9 @@`, as every diff tool writes it.
        public var header: String { "@@ -\(Self.span(oldStart, oldCount)) +\(Self.span(newStart, newCount)) @@" }

        private static func span(_ start: Int, _ count: Int) -> String {
            count == 1 ? "\(start)" : "\(count == 0 ? start - 1 : start),\(count)"
        }
    }

    /// The differences as hunks; none when the texts are equal byte by byte.
    public static func hunks(from old: String, to new: String, context: Int = 3) -> [Hunk] {
        let texts = Texts(old, new)
        let changes = texts.changes
        var hunks: [Hunk] = []
        var start = 0
        while start < changes.count {
            var end = start + 1
            while end < changes.count,
                changes[end].old.lowerBound - changes[end - 1].old.upperBound <= 2 * context
            { end += 1 }
            hunks.append(texts.hunk(of: changes[start..<end], context: context))
            start = end
        }
        return hunks
    }

    /// The differences in the unified format, without file names; empty when the texts are equal.
    public static func unified(from old: String, to new: String, context: Int = 3) -> String {
        var text = ""
        for hunk in hunks(from: old, to: new, context: context) {
            text += hunk.header
            text += "\n"
            for line in hunk.lines {
                switch line.kind {
                case .kept: text += " "
                case .removed: text += "-"
                case .added: text += "+"
                }
                text += line.text
                text += line.isEnded ? "\n" : "\n\\ No newline at end of file\n"
            }
        }
        return text
    }

    /// Both texts by lines.
    private struct Texts {
        let old: [UInt8]
        let new: [UInt8]
        let oldLines: [Range<Int>]
        let newLines: [Range<Int>]
        var changes: [SequenceDiff.Change]

        init(_ oldText: String, _ newText: String) {
            old = [UInt8](oldText.utf8)
            new = [UInt8](newText.utf8)
            oldLines = TextPieces.lines(of: old, in: 0..<old.count)
            newLines = TextPieces.lines(of: new, in: 0..<new.count)
            let numbers = TextPieces(old: oldLines, of: old, new: newLines, of: new)
            changes = SequenceDiff(from: numbers.old, to: numbers.new).changes
            for index in changes.indices {
                let next = index + 1 < changes.count ? changes[index + 1].old.lowerBound : oldLines.count
                slide(&changes[index], upTo: next, numbers)
            }
        }

        /// An added or removed stretch often fits at several places ("}" or an empty line repeats). People read it as
        /// beginning where a paragraph begins: after an empty line if there is such a place, else as late as possible.
        private func slide(_ change: inout SequenceDiff.Change, upTo next: Int, _ numbers: TextPieces) {
            guard change.old.isEmpty != change.new.isEmpty else { return }
            let (side, range, otherStart) =
                change.old.isEmpty
                ? (numbers.new, change.new, change.old.lowerBound)
                : (numbers.old, change.old, change.new.lowerBound)
            let room = next - change.old.upperBound
            var latest = 0
            var best: Int?
            if endsParagraph(before: range.lowerBound, inNew: change.old.isEmpty) { best = 0 }
            while latest < room, side[range.lowerBound + latest] == side[range.upperBound + latest] {
                latest += 1
                if endsParagraph(before: range.lowerBound + latest, inNew: change.old.isEmpty) { best = latest }
            }
            let distance = best ?? latest
            let moved = range.lowerBound + distance..<range.upperBound + distance
            let other = otherStart + distance..<otherStart + distance
            change =
                change.old.isEmpty
                ? SequenceDiff.Change(old: other, new: moved) : SequenceDiff.Change(old: moved, new: other)
        }

        private func endsParagraph(before line: Int, inNew: Bool) -> Bool {
            guard line > 0 else { return true }
            return inNew ? newLines[line - 1].count == 1 : oldLines[line - 1].count == 1
        }

        func hunk(of changes: ArraySlice<SequenceDiff.Change>, context: Int) -> Hunk {
            var lines: [Line] = []
            var oldLine = changes.first.map { max(0, $0.old.lowerBound - context) } ?? 0
            let lead = changes.first.map { $0.old.lowerBound - oldLine } ?? 0
            let newStart = changes.first.map { $0.new.lowerBound - lead } ?? 0
            let oldStart = oldLine
            var newLine = newStart
            for change in changes {
                while oldLine < change.old.lowerBound {
                    lines.append(line(.kept, old, oldLines[oldLine]))
                    oldLine += 1
                    newLine += 1
                }
                for index in change.old { lines.append(line(.removed, old, oldLines[index])) }
                for index in change.new { lines.append(line(.added, new, newLines[index])) }
                oldLine = change.old.upperBound
                newLine = change.new.upperBound
            }
            let tail = min(oldLine + context, oldLines.count)
            while oldLine < tail {
                lines.append(line(.kept, old, oldLines[oldLine]))
                oldLine += 1
                newLine += 1
            }
            return Hunk(
                oldStart: oldStart + 1, oldCount: oldLine - oldStart, newStart: newStart + 1,
                newCount: newLine - newStart, lines: lines)
        }

        private func line(_ kind: Line.Kind, _ bytes: [UInt8], _ range: Range<Int>) -> Line {
            let isEnded = bytes[range.upperBound - 1] == 0x0A
            let content = range.lowerBound..<range.upperBound - (isEnded ? 1 : 0)
            return Line(kind: kind, text: String(decoding: bytes[content], as: UTF8.self), isEnded: isEnded)
        }
    }
}
