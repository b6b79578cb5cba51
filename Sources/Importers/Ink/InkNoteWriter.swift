import Kernel
import Notes

/// Brings a note to what a document of ink says: its text, its drawings, their strokes, and its pictures.
struct InkNoteWriter {
    private let page: InkNote
    private let id: NoteID
    private let place: String
    private let time: Instant?
    /// What the source's text stands at, so that edits made here meanwhile are merged with it.
    private var parents: [Int]

    init(_ page: InkNote, _ id: NoteID, place: String, time: Instant?, parents: [Int]) {
        self.page = page
        self.id = id
        self.place = place
        self.time = time
        self.parents = parents
    }

    /// The revision that the source's text stands at.
    var revision: Int { parents.max() ?? 0 }

    /// - Parameter redrawing: whether strokes that were erased come back, as with a note whose import was undone.
    mutating func write(from before: String, redrawing: Bool, _ builder: inout PlanBuilder) {
        let inks = page.inks
        func isKnown(_ ink: InkID) -> Bool { builder.state.notes.notes[id]?.inks.has(ink) ?? false }
        let known = Set(inks.map(\.id).filter(isKnown))
        let runs = TextDiff.runs(from: before, to: page.text { known.contains($0) })
        if !runs.isEmpty { ask(.editNote(id, TextEdit(parents: parents, runs: runs)), "text", &builder) }
        for ink in inks {
            let strokes = strokes(of: ink.lines, ink.id, key: ink.key, redrawing: redrawing, builder)
            var batches = Self.batches(strokes)
            if !known.contains(ink.id) {
                // Those before it have their anchors already, so that its place is that of the whole text.
                let run = TextRun(position: ink.position, deleteCount: 0, insertion: ink.anchor)
                let first = batches.isEmpty ? [] : batches.removeFirst()
                let edit = TextEdit(parents: parents, runs: [run])
                guard ask(.addInk(id, ink.id, edit: edit, strokes: first), "drawing", &builder) else { continue }
            }
            for batch in batches {
                builder.offer(.notes(.addStrokes(id, ink.id, batch)), at: time, what: "strokes", in: place)
            }
            if known.contains(ink.id) { erase(notIn: ink.lines, ink.id, key: ink.key, &builder) }
        }
        for picture in page.pictures { attach(picture, again: redrawing, &builder) }
    }

    /// Asks for an edit of the text; the next is based on it.
    @discardableResult
    private mutating func ask(_ command: NoteCommand, _ what: String, _ builder: inout PlanBuilder) -> Bool {
        guard builder.offer(.notes(command), at: time, what: what, in: place) else { return false }
        parents = [builder.state.notes.notes[id]?.clock.revision ?? 0]
        return true
    }

    private func attach(_ picture: InkNote.Picture, again: Bool, _ builder: inout PlanBuilder) {
        // What was detached here stays so.
        guard again || builder.state.notes.attachments[picture.id] == nil else { return }
        let attaching = NoteCommand.attachFile(picture.id, to: .note(id), picture.facts)
        guard builder.offer(.notes(attaching), at: time, what: "picture", in: place) else { return }
        builder.keep(picture.toKeep)
    }

    // MARK: - Strokes

    private func strokes(
        of lines: [InkDocument.Line], _ ink: InkID, key: String, redrawing: Bool, _ builder: PlanBuilder
    ) -> [Stroke] {
        let drawn = builder.state.notes.notes[id]?.inks[ink]
        return named(lines, key: key).map { line, name in
            var number = 0
            var stroke: StrokeID = strokeID(name, number)
            while redrawing, let drawn, let slot = drawn.slot(of: stroke), drawn[slot] {
                number += 1
                stroke = strokeID(name, number)
            }
            return Stroke(
                id: stroke, tool: line.tool, colour: line.colour, width: line.width,
                packed: StrokePoints(line.points).packed)
        }
    }

    /// Erases what an earlier import drew and the source no longer has.
    private func erase(notIn lines: [InkDocument.Line], _ ink: InkID, key: String, _ builder: inout PlanBuilder) {
        guard let drawn = builder.state.notes.notes[id]?.inks[ink] else { return }
        var wanted: Set<StrokeID> = []
        for (_, name) in named(lines, key: key) {
            var number = 0
            while drawn.has(strokeID(name, number)) {
                wanted.insert(strokeID(name, number))
                number += 1
            }
        }
        let gone = drawn.ids.filter { stroke in
            guard let slot = drawn.slot(of: stroke), !drawn[slot] else { return false }
            return stroke.isDerived && !wanted.contains(stroke)
        }
        if !gone.isEmpty {
            builder.offer(.notes(.eraseStrokes(id, ink, Array(gone))), at: time, what: "erased strokes", in: place)
        }
    }

    private func strokeID(_ name: String, _ number: Int) -> StrokeID {
        page.ids.id("stroke", name + (number == 0 ? "" : ", drawn again \(number)"))
    }

    /// Each line with the name that it has wherever it stands: what it looks like, and its number among equal ones.
    private func named(_ lines: [InkDocument.Line], key: String) -> [(line: InkDocument.Line, name: String)] {
        var counts: [String: Int] = [:]
        return lines.flatMap(Self.pieces).map { line in
            let look = "\(line.tool.rawValue) \(line.colour) \(line.width) "
            let name = key + "/" + hex(sha256(Array(look.utf8) + StrokePoints(line.points).packed.bytes))
            counts[name, default: 0] += 1
            return (line, name + "#\(counts[name] ?? 1)")
        }
    }

    /// Points that one stroke holds, whatever they are: each takes at most 30 bytes.
    private static let pointsSure = StrokePoints.packedBytesMax / 30

    /// A line that is too long for one stroke as several, each of which begins where the one before ends.
    static func pieces(of line: InkDocument.Line) -> [InkDocument.Line] {
        let count = line.points.count
        guard count > pointsSure, StrokePoints(line.points).packed.bytes.count > StrokePoints.packedBytesMax else {
            return [line]
        }
        return stride(from: 0, to: count - 1, by: pointsSure - 1).map { start in
            var piece = line
            piece.points = Array(line.points[start..<min(start + pointsSure, count)])
            return piece
        }
    }

    /// As many strokes at once as make up half a mebibyte, so that no event grows without bound.
    private static func batches(_ strokes: [Stroke]) -> [[Stroke]] {
        var batches: [[Stroke]] = []
        var size = Int.max
        for stroke in strokes {
            let bytes = stroke.packed.bytes.count + 64
            if size > (512 << 10) - bytes {
                batches.append([])
                size = 0
            }
            batches[batches.count - 1].append(stroke)
            size += bytes
        }
        return batches
    }
}

extension Identifier {
    /// True if an import worked it out (`DerivedIdentifiers`), rather than a device minted it.
    var isDerived: Bool { hi >> 12 & 0xF == 8 }
}

extension InkNote.Picture {
    var toKeep: BlobToKeep { BlobToKeep(digest: facts.digest, sizeBytes: bytes.count, content: .bytes(bytes)) }
}
