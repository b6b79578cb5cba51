import Foundation
import Kernel
import KernelTesting
import Testing

@testable import Intelligence
@testable import Notes
@testable import Service

/// The models themselves, where they are installed: `DAYBOOK_MODELS` names their folder. `Tools/test --full` installs them.
@Suite("Reading with the models themselves", .serialized)
struct ReadingWithModels {
    private static let folder = ModelFolder(path: ProcessInfo.processInfo.environment[ModelFolder.variable] ?? "/nonexistent")

    private static func has(_ model: InstallableModel) -> Bool { folder.holds(model) }

    private static func reading<Result>(_ body: (ModelReader) async throws -> Result) async throws -> Result {
        let reader = ModelReader(ReaderProgram(folder))
        let result = try await body(reader)
        try await reader.stop()
        return result
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
    }

    /// Letters as straight strokes, in points of a letter 20 wide and 30 high.
    private static let letters: [Character: [[(Int, Int)]]] = [
        "H": [[(0, 0), (0, 30)], [(16, 0), (16, 30)], [(0, 15), (16, 15)]],
        "E": [[(14, 0), (0, 0), (0, 30), (14, 30)], [(0, 15), (11, 15)]], "L": [[(0, 0), (0, 30), (14, 30)]],
        "T": [[(0, 0), (18, 0)], [(9, 0), (9, 30)]], "A": [[(0, 30), (9, 0), (18, 30)], [(4, 19), (14, 19)]],
        "M": [[(0, 30), (2, 0), (10, 20), (18, 0), (20, 30)]], "I": [[(4, 0), (4, 30)]],
        "K": [[(0, 0), (0, 30)], [(14, 0), (0, 16), (15, 30)]],
    ]

    private static func drawing(_ lines: [String]) -> NoteView.Drawing {
        var strokes: [Stroke] = []
        for (row, line) in lines.enumerated() {
            for (column, letter) in line.enumerated() {
                for stroke in letters[letter] ?? [] {
                    let points = stroke.enumerated().map { time, place in
                        StrokePoints.Point(
                            x: (place.0 + column * 26 + 10) * 100, y: (place.1 + row * 70 + 10) * 100, pressure: 9, time: time)
                    }
                    strokes.append(
                        Stroke(
                            id: StrokeID(hi: 1, lo: UInt64(strokes.count)), tool: .pen, colour: 0xFF, width: 150,
                            packed: StrokePoints(points).packed))
                }
            }
        }
        return NoteView.Drawing(
            id: InkID(hi: 1, lo: 1), strokes: strokes, state: InkDigest(of: strokes.map(\.id)), recognition: nil)
    }

    @Test(.shows("T-104"), .enabled(if: has(.handwriting), "the model “handwriting” is not installed in $DAYBOOK_MODELS"))
    func `drawn words are read, line by line`() async throws {
        let read = try await Self.reading { try await $0.read(Self.drawing(["MILK", "HAT"]), in: "en") }
        #expect(read.textLines.map { $0.uppercased() } == ["MILK", "HAT"], "\(read)")
        #expect(read.lines.map(\.top) == [1_000, 8_000] && read.lines.allSatisfy { $0.confidence > 500 })
    }

    @Test(.shows("T-104"), .enabled(if: has(.pages), "the model “pages” is not installed in $DAYBOOK_MODELS"))
    func `a printed page is read from top to bottom`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-page-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: root) } }
        try Self.run("/usr/bin/vips", ["text", root + "/a.v", "Two loaves of bread\nand some salt", "--dpi", "220"])
        try Self.run("/usr/bin/vips", ["embed", root + "/a.v", root + "/b.v", "60", "60", "900", "400"])
        try Self.run("/usr/bin/vips", ["invert", root + "/b.v", root + "/page.png"])
        let bytes = Array(try Data(contentsOf: URL(filePath: root + "/page.png")))
        let page = try await Self.reading { try await $0.page(bytes) }
        #expect(page.text == "Two loaves of bread\nand some salt")
        #expect(page.lines.count == 2 && page.lines[0].box[1] < page.lines[1].box[1])
        // Out of focus it is read in more than one way: the surest is its text.
        try Self.run("/usr/bin/vips", ["gaussblur", root + "/page.png", root + "/blurred.png", "4.5"])
        let blurred = Array(try Data(contentsOf: URL(filePath: root + "/blurred.png")))
        let read = try await Self.reading { try await $0.page(blurred) }
        #expect(read.text == page.text)
        let others = read.lines.flatMap(\.others)
        #expect(!others.isEmpty && !others.contains("and some salt"), "\(read)")
    }

    @Test(.enabled(if: has(.similar), "the model “similar” is not installed in $DAYBOOK_MODELS"))
    func `texts that mean much the same point the same way, whatever their words are`() async throws {
        let texts = [
            "plumbing repairs", "Fix the dripping tap in the bathroom!", "a red rocket flying to the moon", "", "zażółć",
        ]
        let meanings = try await Self.reading { try await $0.meanings(of: texts, for: .service) }
        try #require(meanings.count == texts.count)
        #expect(meanings[0].likeness(to: meanings[1]) > 350)
        #expect(meanings[0].likeness(to: meanings[2]) < MeaningIndex.least)
        #expect(meanings[1].likeness(to: meanings[1]) == 1_000)
    }

    @Test(
        .shows("N-302.2", "O-108"),
        .enabled(if: has(.englishSpeech), "the model “speech-en” is not installed in $DAYBOOK_MODELS"),
        .enabled(if: access("/usr/bin/espeak-ng", X_OK) == 0, "espeak-ng is not installed"))
    func `what is said is written down`() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/daybook-said-\(UUID().uuidString).wav"
        try Self.run("/usr/bin/espeak-ng", ["-v", "en-us", "-s", "140", "-w", path, "Find the lecture about photosynthesis"])
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
        let question = SpeechQuestion(
            audio: Array(try Data(contentsOf: URL(filePath: path))), mediaType: "audio/wav", language: "en")
        let text = try await Self.reading { try await $0.transcribe(question) }
        #expect(text.lowercased().contains("lecture about"), "\(text)")
        // Silence says nothing.
        let silence = SpeechQuestion(
            audio: Array(question.audio.prefix(44)) + [UInt8](repeating: 0, count: 32_000), mediaType: "audio/wav",
            language: "en")
        #expect(try await Self.reading { try await $0.transcribe(silence) }.isEmpty)
    }
}
