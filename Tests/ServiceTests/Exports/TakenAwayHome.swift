import Foundation
import Importers
import Kernel
import Notes
import Publishing
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// A home with a story, analysed artworks, and a note with ink and a picture: everything that can be taken away.
struct TakenAwayHome: Sendable {
    let fixture: ServiceFixture
    let home: ReadingOverHTTP.Furnished
    let artworks: [ArtworkID]
    let story: StoryID
    let note: NoteID

    static let today = CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0)
    static let notSeen = "behind the map"

    static func furnish(_ fixture: ServiceFixture) async throws -> TakenAwayHome {
        let home = try await ReadingOverHTTP.furnish(fixture)
        let runtime = fixture.pool.runtime
        func name(_ text: String) -> Name { Name(recorded: text) }
        func perform(_ commands: [WorkspaceCommand]) async throws {
            _ = try await fixture.pool.using(home.id) { try await $0.perform(commands, as: home.author) }
        }
        let artworks = [runtime.mint(ArtworkID.self), runtime.mint(ArtworkID.self), runtime.mint(ArtworkID.self)]
        try await perform([.studio(.giveConsent(.stories, nil)), .studio(.giveConsent(.analysis, nil, notice: "2026-11"))])
        let method = AnalysisMethod(provider: name("daybook"), model: name("measures"), version: 1)
        for (index, (caption, day, level)) in [
            ("The sea", "2026-09-02", 300), ("Łódź & <Zoë>", "2026-10-03", 500), ("Red rocket", "2026-11-04", 800),
        ].enumerated() {
            let analysis: AnalysisID = runtime.mint()
            // Behind the end of a PNG stands what makes each of them another file.
            let picture = QuarteredPicture.bytes + [UInt8(index)]
            try await fixture.pool.using(home.id) { _ = try $0.blobs.keep(picture, for: .child(home.child)) }
            let image = try #require(
                ImageFacts(picture: picture, id: runtime.mint(), name: name("scan \(index).png")))
            let metric = SkillMetric(skill: .lineControl, thousandths: level, method: name("smoothness"), version: 1)
            let result = AnalysisResult(
                metrics: [metric],
                tips: (0..<3).map {
                    Tip(id: runtime.mint(), text: "Try \($0)", skill: .lineControl, stage: .early, resource: "", listVersion: 0)
                }, suggestedTags: [], description: index == 0 ? "Waves & a boat." : "")
            let new = NewArtwork(
                images: [image], date: CalendarDay(text: day), uploaded: today, caption: name(caption),
                notes: "told at bedtime")
            try await perform([
                .studio(.uploadArtwork(artworks[index], of: home.child, new)),
                .studio(.requestAnalysis(analysis, artworks[index], method, inputDigest: [UInt8](repeating: 1, count: 32))),
                .studio(.completeAnalysis(analysis, attempt: 1, result)),
            ])
            // Its upper half alone, turned: red and green are left of it.
            if index == 1 {
                try await perform([.studio(.editImage(artworks[1], image.id, EditRecipe(quarterTurns: 2, height: 5_000)))])
            }
        }
        let story: StoryID = runtime.mint()
        let request = StoryRequest(
            artworks: Array(artworks.prefix(2)), theme: name("Sea"), names: [name("Ada"), name("Tom")], note: notSeen)
        let told = StoryText(
            title: name("The whale & the Łódź"),
            passages: [
                .init("Ada and Tom sailed away."),
                .init("It was “The sea”.\nПривет, said the Ωmega whale.", artworks: [artworks[0]]),
                .init("Behind it lay Łódź.", artworks: [artworks[1]]), .init("Good night!"),
            ], method: method)
        try await perform([
            .studio(.requestStory(story, request)),
            .studio(.completeStory(story, version: 1, told, .passed, today: today)),
        ])
        return TakenAwayHome(
            fixture: fixture, home: home, artworks: artworks, story: story,
            note: try await furnishNote(home, fixture, perform))
    }

    private static func furnishNote(
        _ home: ReadingOverHTTP.Furnished, _ fixture: ServiceFixture, _ perform: ([WorkspaceCommand]) async throws -> Void
    ) async throws -> NoteID {
        let runtime = fixture.pool.runtime
        let (note, ink): (NoteID, InkID) = (runtime.mint(), runtime.mint())
        func stroke(_ tool: InkTool, _ colour: UInt64, _ x: Int) -> Stroke {
            Stroke(
                id: runtime.mint(), tool: tool, colour: colour, width: 200,
                packed: StrokePoints([
                    .init(x: x, y: 0, pressure: 30_000, time: 0), .init(x: x + 8_000, y: 4_000, pressure: 60_000, time: 9),
                    .init(x: x + 9_000, y: 0, pressure: 60_000, time: 20),
                ]).packed)
        }
        let body =
            "---\nlatitude: 52.5\n---\n# Plan\n\nSome **bold** and *slanted* words.\n\n- [x] dig\n- [ ] sow\n\n![map](map.png)\n\n"
        try await perform([
            .notes(.createNote(note, title: Name(recorded: "Garden plan"), body: body, in: home.folder))
        ])
        let digest = try #require(
            try await fixture.pool.using(home.id) { try $0.blobs.keep(QuarteredPicture.bytes, for: .workspace) } as Digest?)
        let file = FileFacts(
            name: Name(recorded: "map.png"), mediaType: "image/png", sizeBytes: QuarteredPicture.bytes.count,
            digest: digest.bytes)
        let revision = try #require(
            try await fixture.pool.using(home.id) { await $0.view.notes.note(note)?.parents }?.first)
        let edit = TextEdit(
            parents: [revision],
            runs: [TextRun(position: body.unicodeScalars.count, deleteCount: 0, insertion: Ink.anchor(ink) + "\n")])
        try await perform([
            .notes(.attachFile(runtime.mint(), to: .note(note), file)),
            .notes(
                .addInk(note, ink, edit: edit, strokes: [stroke(.pen, 0x1133_AAFF, 0), stroke(.highlighter, 0xFFEE_0080, 500)])),
        ])
        return note
    }

    var path: String { home.path + "/exports" }

    /// Orders a file, waits until it is over, and returns its progress then.
    func order(_ body: String, as secret: String? = nil) async throws -> JSONValue {
        let begun = try await fixture.ask(.post, path, body, as: secret ?? home.anna.secret)
        try #require(begun.status == 202, "\(begun.text)")
        let address = try #require(begun.headers[.location])
        #expect(address == path + "/" + (begun.json["export"].string ?? ""))
        return try await over(address, as: secret)
    }

    /// Asks once, when it is over: who asks again and again is told to wait.
    private func over(_ address: String, as secret: String? = nil) async throws -> JSONValue {
        let id = try #require(address.split(separator: "/").last.flatMap { EntityID(text: String($0)) })
        while let job = fixture.service.exports.job(id), !job.state.isOver { await Task.yield() }
        let answer = try await fixture.get(address, as: secret ?? home.anna.secret)
        try #require(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    /// The same, with the bytes of what must be ready.
    func file(_ body: String) async throws -> (facts: JSONValue, bytes: [UInt8]) {
        let facts = try await order(body)
        try #require(facts["state"].string == "ready", "\(facts)")
        let id = try #require(facts["export"].string)
        let answer = try await fixture.get(path + "/\(id)/file", as: home.anna.secret)
        try #require(answer.status == 200, "\(answer.text)")
        #expect(answer.headers[.contentType] == facts["mediaType"].string)
        #expect(facts["sizeBytes"].int == answer.bytes.count)
        return (facts, answer.bytes)
    }
}

/// The programs of others that say whether a file is what it says it is.
enum Validator {
    /// The standard output and standard error of a program that was given a file.
    static func words(_ program: String, _ arguments: [String] = [], on bytes: [UInt8], then more: [String] = []) throws
        -> String
    {
        let place = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: place) } }
        try Data(bytes).write(to: place)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/" + program)
        process.arguments = arguments + [place.path] + more
        process.environment = ["LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin:/bin"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program): \(text)")
        return text
    }

    static func isHere(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program) }

    /// The pages of a PDF as text, after `qpdf` and `pdffonts` found nothing wrong with it.
    static func text(ofPDF bytes: [UInt8]) throws -> String {
        #expect(try words("qpdf", ["--check"], on: bytes).contains("No syntax or stream encoding errors found"))
        let fonts = try words("pdffonts", on: bytes).split(separator: "\n").dropFirst(2)
        #expect(!fonts.isEmpty)
        for font in fonts {
            // Embedded, a subset, with a way back to letters.
            #expect(font.contains(#/ yes +yes +yes +\d+ +\d+$/#), "\(font)")
        }
        return try words("pdftotext", ["-layout"], on: bytes, then: ["-"])
    }
}
