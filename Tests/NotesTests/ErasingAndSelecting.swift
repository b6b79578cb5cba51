import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Erasing and selecting ink")
struct ErasingAndSelecting {
    private let drawn = Spec<NoteDecider>.given(
        .noteCreated(.bread, title: "Bread", body: "Flour water", folder: nil),
        .inkAdded(.bread, .sketch, .anchoring(.sketch, at: 5, on: 0)),
        .strokesAdded(.bread, .sketch, [.level(1), .level(2, at: 5_000)]))

    // MARK: - The eraser

    @Test(.shows("B-101")) func `the eraser touches what it comes close to, the width of the line included`() {
        let stroke = Stroke.level(1)  // From (0, 0) to (10000, 0), 200 wide.
        #expect(stroke.isTouched(by: [.init(x: 5_050, y: -900), .init(x: 5_050, y: 900)], radius: 0))
        #expect(stroke.isTouched(by: [.init(x: 5_050, y: 600)], radius: 500))
        #expect(!stroke.isTouched(by: [.init(x: 5_050, y: 601)], radius: 500))
        #expect(stroke.isTouched(by: [.init(x: 10_300, y: 400)], radius: 400))
        #expect(!stroke.isTouched(by: [.init(x: 10_301, y: 401)], radius: 400))
        #expect(!stroke.isTouched(by: [], radius: 500))
        // Far away nothing overflows.
        let rim = StrokePoints.coordinateMax
        #expect(!stroke.isTouched(by: [.init(x: rim, y: -rim), .init(x: rim, y: rim)], radius: 500))
        #expect(stroke.isTouched(by: [.init(x: .min, y: 0), .init(x: .max, y: 0)], radius: 0))
    }

    @Test(.shows("B-101")) func `a partial eraser leaves both ends, with pressure, tilt and time of every point`()
        throws
    {
        let stroke = Stroke.level(1, tool: .highlighter)
        var next: UInt64 = 10
        let pieces = try #require(
            stroke.pieces(erasedBy: [.init(x: 5_000, y: -1_000), .init(x: 5_000, y: 1_000)], radius: 150) {
                next += 1
                return .numbered(next)
            })
        #expect(pieces.map(\.id) == [.numbered(11), .numbered(12)])
        #expect(pieces.allSatisfy { $0.tool == .highlighter && $0.colour == stroke.colour && $0.width == stroke.width })
        let before = try #require(StrokePoints(packed: stroke.packed)).points
        let left = try pieces.map { try #require(StrokePoints(packed: $0.packed)).points }
        #expect(left[0] == Array(before.prefix { $0.x < 4_750 }))
        #expect(left[1] == Array(before.drop { $0.x <= 5_250 }))
    }

    @Test(.shows("B-101")) func `between points far apart no more goes than was erased`() throws {
        let line = Stroke.through([(0, 0), (10_000, 0)], id: 1)
        let pieces = try #require(line.pieces(erasedBy: [.init(x: 5_000, y: 0)], radius: 100) { .numbered(9) })
        let left = try pieces.map { try #require(StrokePoints(packed: $0.packed)).points }
        #expect(left.count == 2)
        #expect(left[0].first?.x == 0 && left[1].last?.x == 10_000)
        let ends = try (#require(left[0].last), #require(left[1].first))
        #expect((4_600..<4_800).contains(ends.0.x) && (5_201...5_400).contains(ends.1.x))
        #expect(left.joined().allSatisfy { $0.y == 0 })
        #expect(ends.0.time < ends.1.time && ends.0.pressure < ends.1.pressure)
    }

    @Test(.shows("B-101")) func `what the eraser does not touch stays, and what it goes over wholly is gone`() {
        let stroke = Stroke.level(1)
        #expect(stroke.pieces(erasedBy: [.init(x: 0, y: 9_000)], radius: 100) { .numbered(9) } == nil)
        let all: [InkPlace] = [.init(x: -100, y: 0), .init(x: 10_100, y: 0)]
        #expect(stroke.pieces(erasedBy: all, radius: 100) { .numbered(9) } == [])
        var unreadable = stroke
        unreadable.packed = Bytes([7])
        #expect(unreadable.pieces(erasedBy: all, radius: 100) { .numbered(9) } == nil)
    }

    @Test(.shows("B-101"), arguments: Seed.hundred) func `whatever is erased, nothing left is within reach`(seed: Seed) {
        var chance = seed.chance
        func places(_ count: Int) -> [(Int, Int)] {
            (0..<count).map { _ in (chance.below(4_000) - 2_000, chance.below(4_000) - 2_000) }
        }
        let stroke = Stroke.through(places(1 + chance.below(30)), id: 1)
        let path = places(1 + chance.below(5)).map { InkPlace(x: $0.0, y: $0.1) }
        let radius = chance.below(400)
        let pieces = stroke.pieces(erasedBy: path, radius: radius) { .numbered(9) }
        #expect((pieces != nil) == stroke.isTouched(by: path, radius: radius), "\(seed.testDescription)")
        for piece in pieces ?? [] { #expect(!piece.isTouched(by: path, radius: radius), "\(seed.testDescription)") }
    }

    // MARK: - The lasso

    @Test(.shows("B-102")) func `the lasso selects what lies in it whole`() {
        let ring = Lasso([(-10, -10), (200, -10), (200, 200), (-10, 200)].map { InkPlace(x: $0, y: $1) })
        #expect(Stroke.through([(0, 0), (50, 80), (200, 200)], id: 1).isInside(ring))
        #expect(!Stroke.through([(0, 0), (201, 80)], id: 1).isInside(ring))
        #expect(!Stroke.through([(300, 300)], id: 1).isInside(ring))
        // A horseshoe: between its arms is outside.
        let shoe = Lasso(
            [(0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300)]
                .map { InkPlace(x: $0, y: $1) })
        #expect(Stroke.through([(50, 250), (50, 50), (250, 50), (250, 250)], id: 1).isInside(shoe))
        #expect(!Stroke.through([(150, 250)], id: 1).isInside(shoe))
        #expect(!Stroke.level(1).isInside(Lasso([])))
    }

    @Test(.shows("B-102", "B-103")) func `what is selected is moved, scaled and copied, all else kept`() throws {
        let stroke = Stroke.through([(100, 100), (200, 301)], id: 1, tool: .pencil)
        let before = try #require(StrokePoints(packed: stroke.packed)).points
        let moved = try #require(stroke.moved(byX: -150, y: 20, as: .numbered(2)))
        let scaled = try #require(stroke.scaled(by: 3, over: 2, about: .init(x: 100, y: 100), as: .numbered(3)))
        let copy = stroke.copied(as: .numbered(4))
        #expect(moved.points.map { [$0.x, $0.y] } == [[-50, 120], [50, 321]])
        #expect(scaled.points.map { [$0.x, $0.y] } == [[100, 100], [250, 402]])
        #expect(scaled.width == 300 && moved.width == 200)
        #expect(copy.packed == stroke.packed)
        for (number, other) in [(2, moved), (3, scaled), (4, copy)] as [(UInt64, Stroke)] {
            #expect(other.id == .numbered(number) && other.tool == .pencil && other.colour == stroke.colour)
            #expect(
                other.points.map { [$0.pressure, $0.tiltX, $0.tiltY, $0.time] }
                    == before.map { [$0.pressure, $0.tiltX, $0.tiltY, $0.time] })
        }
    }

    @Test func `nothing is moved or scaled to where nobody can draw`() {
        let stroke = Stroke.level(1)
        #expect(stroke.moved(byX: StrokePoints.coordinateMax, y: 0, as: .numbered(2)) == nil)
        #expect(stroke.moved(byX: 0, y: -StrokePoints.coordinateMax, as: .numbered(2)) != nil)
        let centre = InkPlace(x: 0, y: 0)
        #expect(stroke.scaled(by: Stroke.scaleMax, over: 1, about: centre, as: .numbered(2)) == nil)
        for (numerator, denominator) in [(0, 1), (1, 0), (-1, 1), (1, -1), (Stroke.scaleMax + 1, 1)] {
            #expect(stroke.scaled(by: numerator, over: denominator, about: centre, as: .numbered(2)) == nil)
        }
    }

    // MARK: - Redrawing

    @Test(.shows("B-101", "B-102")) func `new strokes take the place of others at once, and undoing brings those back`()
        throws
    {
        let moved = try #require(Stroke.level(1).moved(byX: 0, y: 700, as: .numbered(3)))
        drawn.when(.redrawStrokes(.bread, .sketch, erase: [.numbered(1)], add: [moved])).then(
            .strokesErased(.bread, .sketch, [.numbered(1)]), .strokesAdded(.bread, .sketch, [moved]))
        var random = RandomNotes(seed: Seed(1))
        random.happen(drawn.history)
        let before = random.view.contentText
        let start = random.history.count
        random.happen(
            try NoteDecider.decide(
                .redrawStrokes(.bread, .sketch, erase: [.numbered(1)], add: [moved]), given: random.state))
        #expect(random.view.note(.bread)?.ink.first?.strokes == [.level(2, at: 5_000), moved])
        random.happen(try random.undoing(start..<random.history.count))
        #expect(random.view.contentText == before)
    }

    @Test func `redrawing is decided once, and refused where it would rewrite a stroke or bring one back`() {
        let command = NoteCommand.redrawStrokes(.bread, .sketch, erase: [.numbered(1)], add: [.level(3)])
        drawn.given(.strokesErased(.bread, .sketch, [.numbered(1)]), .strokesAdded(.bread, .sketch, [.level(3)]))
            .when(command).thenNothing()
        drawn.given(.strokesErased(.bread, .sketch, [.numbered(1)])).when(command)
            .thenRefused(.strokeGone(.numbered(1)))
        drawn.when(.redrawStrokes(.bread, .sketch, erase: [.numbered(7)], add: [.level(3)]))
            .thenRefused(.strokeGone(.numbered(7)))
        drawn.when(.redrawStrokes(.bread, .sketch, erase: [.numbered(1)], add: [.level(1, at: 9)]))
            .thenRefused(.strokeRewritten(.numbered(1)))
        drawn.when(.redrawStrokes(.bread, .sketch, erase: [.numbered(1), .numbered(7)], add: []))
            .then(.strokesErased(.bread, .sketch, [.numbered(1)]))
        drawn.when(.redrawStrokes(.bread, .other, erase: [], add: [])).thenRefused(.noSuchInk(.other))
        drawn.when(.redrawStrokes(.plan, .sketch, erase: [], add: [])).thenRefused(.noSuchNote(.plan))
    }

    @Test(.shows("B-103"), arguments: [InkTool.pen, .pencil, .highlighter], [0x0000_00FF, 0xFFE0_0080] as [UInt64])
    func `every tool and colour is drawn as it was chosen`(tool: InkTool, colour: UInt64) throws {
        var stroke = Stroke.level(3, tool: tool)
        stroke.colour = colour
        stroke.width = 450
        let events = try NoteDecider.decide(.addStrokes(.bread, .sketch, [stroke]), given: drawn.state)
        let note = try #require(view(of: drawn.history + events).note(.bread))
        #expect(note.ink.first?.strokes.last == stroke)
        #expect(note.json.contains("\"tool\":\"\(tool.fieldName)\",\"colour\":\(colour),\"width\":450"))
    }
}

extension Stroke {
    /// A line from left to right, a point every hundred; pressed harder and harder, its tilt changing.
    fileprivate static func level(_ number: UInt64, at y: Int = 0, tool: InkTool = .pen) -> Stroke {
        through((0...100).map { ($0 * 100, y) }, id: number, tool: tool)
    }

    fileprivate static func through(_ places: [(Int, Int)], id: UInt64, tool: InkTool = .pen) -> Stroke {
        let points = places.enumerated().map { index, place in
            StrokePoints.Point(
                x: place.0, y: place.1, pressure: 1_000 + 600 * index, tiltX: index % 90, tiltY: -index % 90,
                time: 8 * index)
        }
        return Stroke(
            id: .numbered(id), tool: tool, colour: 0x2030_40FF, width: 200, packed: StrokePoints(points).packed)
    }

    fileprivate var points: [StrokePoints.Point] { StrokePoints(packed: packed)?.points ?? [] }
}
