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
    func photographed(seed: UInt64) -> DrawnPage {
        var page = self
        var state = seed
        for y in 0..<height {
            for x in 0..<width {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let noise = Int(state >> 60) - 8
                let light = 60 + 35 * x / width + 5 * y / height
                for part in 0..<3 {
                    let index = 3 * (y * width + x) + part
                    page.bytes[index] = UInt8(max(0, min(255, Int(bytes[index]) * light / 100 + noise)))
                }
            }
        }
        return page
    }

    var raster: Raster { Raster(width: width, height: height, bytes: bytes)! }
    var measures: PictureMeasures { PictureMeasures(of: raster) }
}

/// Taylor's series is enough for a drawing.
private func cosine(_ angle: Double) -> Double {
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
