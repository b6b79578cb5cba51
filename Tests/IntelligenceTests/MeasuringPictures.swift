import Kernel
import KernelTesting
import Studio
import Testing

@testable import Intelligence

/// A page that a test draws on: what is on it is known, so every measure has a truth.
struct DrawnPage {
    let width: Int
    let height: Int
    private var bytes: [UInt8]

    init(_ width: Int = 800, _ height: Int = 600, paper: (Int, Int, Int) = (250, 250, 248)) {
        self.width = width
        self.height = height
        bytes = []
        for _ in 0..<width * height { bytes += [UInt8(paper.0), UInt8(paper.1), UInt8(paper.2)] }
    }

    mutating func set(_ x: Int, _ y: Int, _ colour: (Int, Int, Int)) {
        guard x >= 0, y >= 0, x < width, y < height else { return }
        let index = 3 * (y * width + x)
        (bytes[index], bytes[index + 1], bytes[index + 2]) = (UInt8(colour.0), UInt8(colour.1), UInt8(colour.2))
    }

    mutating func fill(_ x: Range<Int>, _ y: Range<Int>, _ colour: (Int, Int, Int)) {
        for row in y { for column in x { set(column, row, colour) } }
    }

    /// The edge of a rectangle, three pixels wide.
    mutating func outline(_ x: Range<Int>, _ y: Range<Int>, _ colour: (Int, Int, Int) = (30, 30, 30)) {
        fill(x.lowerBound - 3..<x.upperBound + 3, y.lowerBound - 3..<y.lowerBound, colour)
        fill(x.lowerBound - 3..<x.upperBound + 3, y.upperBound..<y.upperBound + 3, colour)
        fill(x.lowerBound - 3..<x.lowerBound, y.lowerBound..<y.upperBound, colour)
        fill(x.upperBound..<x.upperBound + 3, y.lowerBound..<y.upperBound, colour)
    }

    /// A circle whose radius trembles.
    mutating func ring(_ x: Double, _ y: Double, radius: Double, trembling: (Double) -> Double) {
        for step in 0..<12_000 {
            let angle = Double(step) / 12_000 * 2 * .pi
            let reach = radius + trembling(angle)
            for thick in -2...2 {
                set(
                    Int((x + (reach + Double(thick)) * cosine(angle)).rounded()),
                    Int((y + (reach + Double(thick)) * cosine(angle - .pi / 2)).rounded()), (20, 20, 20))
            }
        }
    }

    /// The same in uneven light with noise, as a telephone would photograph it.
    ///
    /// - Parameter isFromLeft: the side that the light comes from.
    func photographed(seed: UInt64, isFromLeft: Bool = false) -> DrawnPage {
        var page = self
        var state = seed
        for y in 0..<height {
            for x in 0..<width {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let noise = Int(state >> 60) - 8
                let across = isFromLeft ? width - 1 - x : x
                let light = 60 + 35 * across / width + 5 * y / height
                for part in 0..<3 {
                    let index = 3 * (y * width + x) + part
                    page.bytes[index] = UInt8(max(0, min(255, Int(bytes[index]) * light / 100 + noise)))
                }
            }
        }
        return page
    }

    /// The same out of focus by a pixel.
    var blurred: DrawnPage {
        var page = self
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                for part in 0..<3 {
                    var sum = 0
                    for row in -1...1 {
                        for column in -1...1 { sum += Int(bytes[3 * ((y + row) * width + x + column) + part]) }
                    }
                    page.bytes[3 * (y * width + x) + part] = UInt8(sum / 9)
                }
            }
        }
        return page
    }

    /// Coloured boxes and a trembling ring somewhere on the page.
    static func any(_ chance: inout SplitMix64) -> DrawnPage {
        let colours = [(220, 40, 40), (40, 60, 210), (40, 160, 60), (240, 190, 30), (120, 60, 160)]
        var page = DrawnPage()
        for place in 0..<1 + chance.below(3) {
            let x = 40 + place * 250..<160 + place * 250 + chance.below(60)
            let y = 60 + chance.below(60)..<220 + chance.below(60)
            page.outline(x, y)
            page.fill(x, y.lowerBound..<y.lowerBound + y.count * (4 + chance.below(6)) / 10, colours[chance.below(5)])
        }
        let tremor = Double(chance.below(5))
        page.ring(250 + Double(chance.below(300)), 450, radius: 110) { tremor * cosine($0 * 60) }
        return page
    }

    var raster: Raster { Raster(width: width, height: height, bytes: bytes)! }
    var measures: PictureMeasures { PictureMeasures(of: raster) }
}

/// Taylor's series is enough for a drawing.
func cosine(_ angle: Double) -> Double {
    var x = angle.truncatingRemainder(dividingBy: 2 * .pi)
    if x > .pi { x -= 2 * .pi }
    if x < -.pi { x += 2 * .pi }
    var (term, sum) = (1.0, 1.0)
    for index in 1...12 {
        term *= -x * x / Double((2 * index - 1) * 2 * index)
        sum += term
    }
    return sum
}

@Suite struct MeasuringPictures {
    private static let red = (220, 40, 40)
    private static let blue = (40, 60, 210)

    @Test func `an empty page shows nothing, in any light`() {
        for measures in [DrawnPage().measures, DrawnPage().photographed(seed: 3).measures] {
            #expect(measures.covered < 10)
            #expect(measures.colours == 0 && measures.closedShapes == 0)
            #expect(measures.filled == nil && measures.outside == nil)
        }
    }

    @Test(.shows("J-301", "J-306"), arguments: [300, 500, 700, 900])
    func `the filled part of closed shapes is measured within five hundredths`(truth: Int) {
        var page = DrawnPage()
        for place in 0..<3 {
            let x = 60 + place * 240..<240 + place * 240
            page.outline(x, 150..<350)
            page.fill(x, 150..<150 + 200 * truth / 1000, place == 1 ? Self.blue : Self.red)
        }
        for measures in [page.measures, page.photographed(seed: UInt64(truth)).measures] {
            #expect(measures.closedShapes == 3)
            #expect(abs((measures.filled ?? -1) - truth) <= 50, "\(measures)")
            #expect((measures.outside ?? 1000) <= 50)
            #expect(measures.colours == 2)
        }
    }

    @Test(.shows("J-301", "J-306"), arguments: [0, 40, 80])
    func `the colour beyond the outlines is measured within five hundredths`(stripe: Int) {
        var page = DrawnPage()
        page.fill(200..<500, 200 - stripe / 4..<400, Self.red)
        page.fill(500..<500 + stripe / 3, 200..<400, Self.red)
        page.outline(200..<500, 200..<400)
        let beyond = Double(stripe / 4 * 300 + stripe / 3 * 200)
        let truth = Int(1000 * beyond / (beyond + 300 * 200))
        for measures in [page.measures, page.photographed(seed: UInt64(stripe)).measures] {
            #expect(abs((measures.outside ?? -1) - truth) <= 50, "\(truth): \(measures)")
        }
    }

    @Test(.shows("J-301")) func `edges that tremble more have more wobble`() {
        var last = 0
        for tremor in [0.0, 1.5, 3.0, 6.0] {
            var page = DrawnPage()
            page.ring(400, 300, radius: 200) { tremor * cosine($0 * 60) }
            let wobble = page.measures.wobble ?? -1
            #expect(wobble > last, "\(tremor): \(wobble) after \(last)")
            last = wobble
        }
    }

    /// Two photographs of one page, in light from either side and one of them out of focus: what differs then is noise.
    @Test(.shows("J-301"))
    func `levels of two photographs of one page lie no farther apart than the noise floor that is said with them`() throws {
        var chance = SplitMix64(seed: 11)
        var spreads: [Skill: [Int]] = [:]
        for seed in 0..<UInt64(12) {
            let page = DrawnPage.any(&chance)
            let photographs = [
                page.photographed(seed: seed), page.blurred.photographed(seed: seed + 100, isFromLeft: true),
            ]
            let levels = photographs.map { photograph in
                let question = PictureQuestion(raster: photograph.raster, category: .drawing, stage: .early)
                return MeasuredTips(photograph.measures, question).metrics
            }
            #expect(levels[0].map(\.skill) == levels[1].map(\.skill))
            for (one, other) in zip(levels[0], levels[1]) {
                #expect(one.noise == PictureMeasures.noise(of: one.skill) && one.noise > 0)
                spreads[one.skill, default: []].append(abs(one.thousandths - other.thousandths))
            }
        }
        for (skill, spread) in spreads {
            let worst = spread.max() ?? 0
            #expect(worst <= PictureMeasures.noise(of: skill), "\(skill): \(spread.sorted())")
        }
        #expect(spreads.keys.sorted() == [.lineControl, .colouring, .composition, .creativity])
    }

    @Test(.shows("J-207"))
    func `what a reader is sure of makes tags and a level of writing, and what it is not sure of makes none`() {
        var chance = SplitMix64(seed: 3)
        let page = DrawnPage.any(&chance)
        func found(_ lines: [PictureLine]) -> MeasuredTips {
            MeasuredTips(
                page.measures, PictureQuestion(raster: page.raster, category: .other, stage: .early, lines: lines))
        }
        let read = found([
            .init(text: "my rocket flies", confidence: 950), .init(text: "to the moon", confidence: 850),
            .init(text: "qxzv", confidence: 400),
        ])
        #expect(read.tags.map(\.tag.text).filter { ["space", "writing"].contains($0) } == ["space", "writing"])
        let writing = read.metrics.first { $0.skill == .writing }
        #expect(writing?.thousandths == (13 * 950 + 9 * 850 + 4 * 400) / 26 && (writing?.noise ?? 0) > 0)
        #expect(read.description.hasSuffix(" It says: \u{201C}my rocket flies / to the moon\u{201D}"), "\(read.description)")
        // A script that the reader does not know is not illegible.
        let unknown = found([.init(text: "mou poket remum", confidence: 500), .init(text: "ha", confidence: 900)])
        #expect(!unknown.metrics.contains { $0.skill == .writing } && !unknown.tags.contains { $0.tag.text == "writing" })
        #expect(!found([.init(text: "Mia", confidence: 990)]).metrics.contains { $0.skill == .writing })
    }

    @Test(.shows("J-415"))
    func `a picture is described by what was measured in it`() async throws {
        var page = DrawnPage()
        page.outline(100..<400, 100..<400)
        page.fill(100..<400, 100..<400, Self.red)
        page.fill(450..<700, 100..<400, Self.blue)
        func described(_ page: DrawnPage, _ category: ArtworkCategory) async throws -> String {
            try await EmbeddedProvider(mint: Minting().next).analyse(
                PictureQuestion(raster: page.raster, category: category, stage: .early)
            ).description
        }
        #expect(try await described(page, .painting) == "Painting in red and blue on about 4 of 10 parts of the page.")
        #expect(try await described(DrawnPage(), .drawing) == "An empty page.")
        var plain = DrawnPage()
        plain.outline(10..<790, 10..<590)
        #expect(try await described(plain, .other) == "Picture without colours on all of the page.")
    }

    @Test func `the box around a drawing and the part it covers are what was drawn`() {
        var page = DrawnPage()
        page.fill(200..<600, 150..<450, Self.blue)
        let measures = page.measures
        #expect(abs(measures.covered - 250) <= 15)
        #expect(abs(measures.pageUsed - 250) <= 25)
        #expect(measures.parts == 1)
    }

    @Test(.shows("J-303", "J-304", "J-302", "J-807"))
    func `an analysis has tips that refer to a measure and to the curated list`()
        async throws
    {
        var page = DrawnPage()
        page.outline(100..<300, 100..<300)
        page.fill(100..<300, 100..<180, Self.red)
        let result = try await EmbeddedProvider(mint: Minting().next).analyse(
            PictureQuestion(raster: page.raster, category: .drawing, stage: .early, words: ["A rocket to the moon"]))
        #expect(result.metrics.map(\.skill).contains(.colouring))
        #expect(!result.metrics.map(\.skill).contains(.fineMotor), "no picture shows how a hand moves")
        #expect((1...2).contains(result.tips.count))
        for tip in result.tips {
            #expect(tip.text.lowercased().contains("this picture") || tip.text.contains("The drawing"))
            #expect(ResourceList.entry(named: tip.resource) != nil)
            #expect(tip.stage == .early)
        }
        #expect(Tips.filled(result.tips, at: .early, skills: []) { Minting().next().as(Tip.self) }.count == 3)
        #expect(result.suggestedTags.map(\.tag.text).contains("space"))
    }

    /// The date of a picture is taken from what its camera wrote into it: `TellingTheTruthOverHTTP`.
    @Test(.shows("J-709")) func `where lines are seen a tag says what kind of work it is, and on an empty page none does`()
        async throws
    {
        var page = DrawnPage()
        page.outline(100..<300, 100..<300)
        for (page, isDrawn) in [(page, true), (DrawnPage(), false)] {
            let result = try await EmbeddedProvider(mint: Minting().next).analyse(
                PictureQuestion(raster: page.raster, category: .drawing, stage: .early, words: []))
            let tag = result.suggestedTags.first { $0.tag.text == "drawing" }
            #expect((tag != nil) == isDrawn, "\(result.suggestedTags)")
            #expect(tag.map { (1..<1_000).contains($0.confidence) } ?? true, "it is a guess and says so")
        }
    }

    @Test func `a picture of one pixel and of one line can be measured`() {
        #expect(Raster(width: 1, height: 1, bytes: [0, 0, 0]).map { PictureMeasures(of: $0).parts } != nil)
        #expect(
            Raster(width: 1_024, height: 1, bytes: [UInt8](repeating: 9, count: 3_072)).map { PictureMeasures(of: $0).parts }
                != nil)
        #expect(Raster(width: 2, height: 1, bytes: [0, 0, 0]) == nil)
    }

    @Test func `a pixmap is read with its comment, and nothing else is`() {
        let head = Array("P6\n#made by hand\n2 1\n255\n".utf8)
        #expect(Raster(portablePixmap: head + [1, 2, 3, 4, 5, 6])?.bytes == [1, 2, 3, 4, 5, 6])
        #expect(Raster(portablePixmap: head + [1, 2, 3]) == nil)
        #expect(Raster(portablePixmap: Array("P5\n2 1\n255\n".utf8) + [1, 2])?.bytes == [1, 1, 1, 2, 2, 2])
        #expect(Raster(portablePixmap: Array("P6 1 1 65535\n".utf8) + [9, 0, 8, 0, 7, 0])?.bytes == [9, 8, 7])
        #expect(Raster(portablePixmap: Array("P4\n2 1\n255\n".utf8) + [1, 2]) == nil)
        #expect(Raster(portablePixmap: Array("P6\n99999999999999999999 1\n255\n".utf8)) == nil)
        #expect(Raster(portablePixmap: []) == nil)
    }
}
