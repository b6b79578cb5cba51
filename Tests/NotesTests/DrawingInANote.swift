import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Drawing in a note")
struct DrawingInANote {
    private let bread = Spec<NoteDecider>.given(.noteCreated(.bread, title: "Bread", body: "Flour water", folder: nil))
    private let anchor = TextEdit.anchoring(.sketch, at: 5, on: 0)

    private var drawn: Spec<NoteDecider> {
        bread.given(.inkAdded(.bread, .sketch, anchor), .strokesAdded(.bread, .sketch, [.line(1), .line(2)]))
    }

    @Test(.shows("T-101", "T-001")) func `a drawing stands in the text, between what is typed before and after`() {
        bread.when(.addInk(.bread, .sketch, edit: anchor, strokes: [.line(1), .line(2), .line(1)]))
            .then(.inkAdded(.bread, .sketch, anchor), .strokesAdded(.bread, .sketch, [.line(1), .line(2)]))
        bread.when(.addInk(.bread, .sketch, edit: anchor, strokes: [])).then(.inkAdded(.bread, .sketch, anchor))
        let note = view(of: drawn.history).note(.bread)
        #expect(note?.body == "Flour" + Ink.anchor(.sketch) + " water")
        #expect(note?.ink.map(\.strokes.count) == [2])
    }

    @Test func `is refused where its edit leaves out the anchor or cannot be made`() {
        bread.when(.addInk(.bread, .sketch, edit: .inserting("x", at: 0, on: 0), strokes: []))
            .thenRefused(.anchorMissing(.sketch))
        bread.when(.addInk(.bread, .sketch, edit: .anchoring(.other, at: 0, on: 0), strokes: []))
            .thenRefused(.anchorMissing(.sketch))
        bread.when(.addInk(.bread, .sketch, edit: .anchoring(.sketch, at: 99, on: 0), strokes: []))
            .thenRefused(.text(.outOfBounds(run: 0, length: 11)))
        bread.when(.addInk(.plan, .sketch, edit: anchor, strokes: [])).thenRefused(.noSuchNote(.plan))
    }

    @Test func `strokes are added, and never rewritten`() {
        drawn.when(.addStrokes(.bread, .sketch, [.line(3), .line(2)])).then(.strokesAdded(.bread, .sketch, [.line(3)]))
        drawn.when(.addStrokes(.bread, .sketch, [.line(1, tool: .pencil)])).thenNothing()
        drawn.given(.strokesErased(.bread, .sketch, [.numbered(1)])).when(.addStrokes(.bread, .sketch, [.line(1)]))
            .thenNothing()
        drawn.when(.addStrokes(.bread, .other, [.line(3)])).thenRefused(.noSuchInk(.other))
        drawn.when(.addStrokes(.plan, .sketch, [.line(3)])).thenRefused(.noSuchNote(.plan))
    }

    @Test func `strokes are erased, and come back by undoing`() {
        drawn.when(.eraseStrokes(.bread, .sketch, [.numbered(2), .numbered(9), .numbered(2)]))
            .then(.strokesErased(.bread, .sketch, [.numbered(2)]))
        let erased = drawn.given(.strokesErased(.bread, .sketch, [.numbered(2)]))
        erased.when(.eraseStrokes(.bread, .sketch, [.numbered(2)])).thenNothing()
        drawn.when(.eraseStrokes(.bread, .other, [.numbered(1)])).thenRefused(.noSuchInk(.other))
        drawn.when(.eraseStrokes(.plan, .sketch, [.numbered(1)])).thenRefused(.noSuchNote(.plan))
        #expect(view(of: erased.history).note(.bread)?.ink.first?.strokes == [.line(1)])
        let back = erased.given(.strokesUnerased(.bread, .sketch, [.numbered(2)]))
        #expect(view(of: back.history).note(.bread)?.ink.first?.strokes == [.line(1), .line(2)])
    }

    @Test func `taking the anchor out of the text takes the drawing out of sight, and putting it back brings it back`() {
        let length = Ink.anchor(.sketch).unicodeScalars.count
        let gone = drawn.given(.noteEdited(.bread, .deleting(length, at: 5, on: 1)))
        #expect(view(of: gone.history).note(.bread)?.ink.isEmpty == true)
        #expect(view(of: gone.history).allNotes().notes.first?.hasInk == false)
        let back = gone.given(.noteEdited(.bread, .anchoring(.sketch, at: 0, on: 2)))
        #expect(view(of: back.history).note(.bread)?.ink.map(\.strokes.count) == [2])
    }

    @Test(.shows("T-208")) func `pressure and tilt of every point are kept`() throws {
        let points: [StrokePoints.Point] = [
            .init(x: 0, y: 0, pressure: 0, tiltX: -90, tiltY: 90, time: 0),
            .init(x: -120_000, y: 340_000, pressure: 65_535, tiltX: 90, tiltY: -90, time: 1),
            .init(x: 5, y: -5, pressure: 1, tiltX: 0, tiltY: 0, time: 3_600_000),
            .init(x: StrokePoints.coordinateMax, y: -StrokePoints.coordinateMax, pressure: 1, time: 3_600_001),
            .init(x: -StrokePoints.coordinateMax, y: StrokePoints.coordinateMax, pressure: 1, time: 3_600_002),
        ]
        #expect(StrokePoints(packed: StrokePoints(points).packed)?.points == points)
        let stroke = try #require(view(of: drawn.history).note(.bread)?.ink.first?.strokes.first)
        let read = try #require(StrokePoints(packed: stroke.packed))
        #expect(read.points.map(\.pressure) == [20_000, 32_768, 65_535])
        #expect(read.points.map(\.tiltY) == [-30, -31, -31])
    }

    @Test(.shows("T-208"), arguments: Seed.hundred) func `any stroke comes back as it was drawn`(seed: Seed) {
        var chance = seed.chance
        let points = (0...chance.below(200)).map { index in
            StrokePoints.Point(
                x: chance.below(1 << 20) - 1 << 19, y: chance.below(1 << 20), pressure: chance.below(65_536),
                tiltX: chance.below(181) - 90, tiltY: chance.below(181) - 90, time: index * chance.below(40))
        }
        #expect(StrokePoints(packed: StrokePoints(points).packed)?.points == points)
    }

    @Test func `points that cannot be read are refused`() {
        let whole = StrokePoints([.init(x: 300, y: 300, pressure: 9, time: 0)]).packed.bytes
        let bad: [[UInt8]] =
            [[], [1], [2] + whole.dropFirst(), whole + [0x80], [1] + [UInt8](repeating: 0xFF, count: 12)]
            + (1..<whole.count).map { Array(whole[..<$0]) }
            + [StrokePoints([.init(x: 0, y: 0, pressure: -1, time: 0)]).packed.bytes]
            + [StrokePoints([.init(x: 0, y: 0, pressure: 0, tiltX: 91, time: 0)]).packed.bytes]
            + [StrokePoints([.init(x: StrokePoints.coordinateMax + 1, y: 0, pressure: 0, time: 0)]).packed.bytes]
        for bytes in bad {
            var stroke = Stroke.line(3)
            stroke.packed = Bytes(bytes)
            drawn.when(.addStrokes(.bread, .sketch, [stroke])).thenRefused(.strokeMalformed(.numbered(3)))
        }
    }

    @Test func `a note has no more drawings and strokes than the limits`() throws {
        var state = drawn.state
        let bread = try #require(state.notes.slot(of: .bread))
        for number in 0..<UInt64(Note.inksMax - 1) {
            state.notes[bread].inks.add(.numbered(0x1_0000 + number), Table())
        }
        #expect(throws: NoteRefusal.tooManyInks(title: "Bread")) {
            try NoteDecider.decide(
                .addInk(.bread, .other, edit: .anchoring(.other, at: 0, on: 1), strokes: []), given: state)
        }
        let first = try #require(state.notes[bread].inks.all.first { _ in true }?.slot)
        for number in 0..<UInt64(Note.strokesMax - 2) {
            state.notes[bread].inks[first].add(.numbered(0x10_0000 + number), false)
        }
        #expect(throws: NoteRefusal.tooManyStrokes(title: "Bread")) {
            try NoteDecider.decide(.addStrokes(.bread, .sketch, [.line(3)]), given: state)
        }
    }
}
