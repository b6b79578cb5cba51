import Foundation
import Glibc
import KernelTesting
import Testing

@testable import Runtime
@testable import Service

/// The data on the disk of a service whose keys nobody configured.
@Suite("Serving in secret", .serialized)
struct ServingInSecret {
    /// One for each way that something comes to lie in a file; none is part of anything else.
    private enum Secret: String, CaseIterable {
        case email = "grossmutter@familie-hagedorn.example", workspace = "Hagedornhaus"
        case note = "Zwetschgenmus", body = "quince-and-thyme-preserve", card = "Regenrinnenhaken"
        case item = "Wackelpuddingrezept", child = "Annegret-Mathilde", caption = "Sonnenblumendrachen"
        case attachment = "bytes-of-an-attached-file", unfinished = "bytes-of-an-upload-that-stops"
        case webhook = "haken-der-familie-hagedorn"
    }

    /// The first bytes of every PNG, and of every WebP: a picture in clear, and its thumbnail.
    private static let marks = [Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]), Data("WEBPVP8".utf8)]

    private func inScratch(_ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-secret-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try body(root)
    }

    private func repeated(_ secret: Secret) -> [UInt8] {
        Array(String(repeating: secret.rawValue + "\n", count: 200).utf8)
    }

    private func id() -> String { UUID().uuidString.lowercased() }

    /// A receiver of webhooks needs no name and no certificate here; of keys nothing is said.
    private let flags = ["--set", "webhooks.private=yes", "--set", "webhooks.clear=yes"]

    /// A family uses the service, and in the middle of an upload it is killed.
    private func populate(_ program: ServedProgram) throws {
        let person = "{\"email\":\"\(Secret.email.rawValue)\",\"password\":\"a long enough phrase\"}"
        var anna = RemoteClient(program: program)
        try anna.ask("POST", "/v1/sign-up", person, expecting: 202)
        anna.secret = try anna.ask("POST", "/v1/sign-in", person)["token"].string
        let name = "{\"name\":\"\(Secret.workspace.rawValue)\"}"
        let home = try #require(try anna.ask("POST", "/v1/workspaces", name, expecting: 201)["id"].string)
        let path = "/v1/workspaces/" + home

        let attached = try #require(try anna.upload(repeated(.attachment), to: path + "/uploads"))
        let picture = try #require(try anna.upload(QuarteredPicture.bytes, to: path + "/uploads"))
        let (note, board, column, child, artwork) = (id(), id(), id(), id(), id())
        func facts(_ digest: String, _ count: Int, _ type: String) -> String {
            "{\"name\":\"file\",\"mediaType\":\"\(type)\",\"sizeBytes\":\(count),\"digest\":\"\(digest)\"}"
        }
        let today = Date.now.formatted(.iso8601.year().month().day())
        let commands = [
            "\"notes.createNote\",\"note\":\"\(note)\",\"title\":\"\(Secret.note.rawValue)\",\"body\":\"\(Secret.body.rawValue)\"",
            "\"notes.attachFile\",\"attachment\":\"\(id())\",\"holder\":{\"note\":\"\(note)\"},"
                + "\"file\":\(facts(attached, repeated(.attachment).count, "text/plain"))",
            "\"boards.openBoard\",\"board\":\"\(board)\",\"title\":\"House\","
                + "\"columns\":[{\"id\":\"\(column)\",\"name\":\"To do\"}]",
            "\"boards.addCard\",\"card\":\"\(id())\",\"column\":\"\(column)\",\"title\":\"\(Secret.card.rawValue)\"",
            "\"capture.captureItem\",\"item\":\"\(id())\",\"content\":\"\(Secret.item.rawValue)\","
                + "\"captured\":\"\(today)T00:00:00Z\"",
            "\"studio.addChild\",\"child\":\"\(child)\",\"name\":\"\(Secret.child.rawValue)\",\"age\":5,\"today\":\"\(today)\"",
            "\"studio.uploadArtwork\",\"artwork\":\"\(artwork)\",\"child\":\"\(child)\",\"upload\":{\"images\":[{\"id\":\"\(id())\","
                + "\"file\":\(facts(picture, QuarteredPicture.bytes.count, "image/png")),\"widthPixels\":16,\"heightPixels\":16,\"orientation\":1}],"
                + "\"uploaded\":\"\(today)\",\"caption\":\"\(Secret.caption.rawValue)\",\"notes\":\"\",\"tags\":[]}",
        ]
        let entries = commands.enumerated().map { "{\"sequence\":\($0 + 1),\"command\":{\"type\":\($1)}}" }
        let given = try anna.ask(
            "POST", path + "/commands", "{\"commands\":[\(entries.joined(separator: ","))]}")
        try #require(given["results"].list.allSatisfy { $0["outcome"].string == "done" }, "\(given)")

        // What is derived: words that are looked for, a thumbnail, a link, a webhook.
        #expect(try anna.ask("GET", path + "/search?q=" + Secret.body.rawValue)["hits"].list.count == 1)
        let thumbnail = try anna.ask("GET", path + "/blobs/\(picture)/thumbnail?size=160", [], type: "text/plain")
        #expect(thumbnail.status == 200, "\(thumbnail.text.prefix(300))")
        try anna.ask("POST", path + "/shares", "{\"thing\":\"\(artwork)\"}", expecting: 201)
        let hook = "{\"url\":\"http://127.0.0.1:9/\(Secret.webhook.rawValue)\"}"
        let webhook = try #require(try anna.ask("POST", path + "/webhooks", hook, expecting: 201)["id"].string)
        // Nobody listens there, which its log tells.
        try anna.ask("POST", path + "/webhooks/\(webhook)/ping", "{}")

        let unfinished = repeated(.unfinished)
        try anna.begin(unfinished, sending: unfinished.count - 10, to: path + "/uploads")
        program.signal(SIGKILL)
        #expect(try program.wait().status == 128 + SIGKILL)
    }

    /// The readable contents of all files below a directory: secrets, and the marks of pictures.
    private func readable(in root: String) throws -> (secrets: Set<Secret>, pictures: Int, names: [String]) {
        let names = try FileManager.default.subpathsOfDirectory(atPath: root)
        var (secrets, pictures): (Set<Secret>, Int) = ([], 0)
        for name in names {
            guard let bytes = FileManager.default.contents(atPath: root + "/" + name) else { continue }
            for secret in Secret.allCases where bytes.range(of: Data(secret.rawValue.utf8)) != nil {
                secrets.insert(secret)
            }
            pictures += Self.marks.count { bytes.range(of: $0) != nil }
        }
        return (secrets, pictures, names)
    }

    @Test(.shows("J-110"))
    func `as it is when nobody configures it, no file of it shows anything that a family wrote, kept or began to send`() throws
    {
        try inScratch { root in
            let program = try ServedProgram(data: root, flags)
            #expect(program.greeting.contains("keep a copy of \(root)/keys/master.key elsewhere"))
            try populate(program)
            let found = try readable(in: root)
            #expect(found.secrets == [] && found.pictures == 0, "\(found.secrets), \(found.pictures) pictures")
            for part in ["/journal/", "/blobs/", "/uploads/", "/thumbnails/", "keys/", "webhooks/"] {
                #expect(found.names.contains { $0.contains(part) }, "there was no \(part)")
            }
            // With the key it is all there, and without it one sentence says what is missing.
            let key = root + "/keys/master.key"
            let again = try ServedProgram(data: root)
            var anna = RemoteClient(program: again)
            let person = "{\"email\":\"\(Secret.email.rawValue)\",\"password\":\"a long enough phrase\"}"
            anna.secret = try anna.ask("POST", "/v1/sign-in", person)["token"].string
            #expect(try anna.ask("GET", "/v1/workspaces", [], type: "").text.contains(Secret.workspace.rawValue))
            again.signal(SIGTERM)
            #expect(try again.wait().status == 0)
            try FileManager.default.moveItem(atPath: key, toPath: root + "-key")
            defer { try? FileManager.default.removeItem(atPath: root + "-key") }
            do {
                _ = try ServedProgram(data: root)
                Issue.record("it serves without the key")
            } catch let ended as ServedProgram.Ended {
                #expect(ended.log.contains(key), "\(ended.log)")
            }
        }
    }

    @Test func `told to leave it in clear, the very same search finds every one of them`() throws {
        try inScratch { root in
            let program = try ServedProgram(data: root, flags + ["--set", "encryption.whenNew=no"])
            #expect(program.greeting.contains("off; daybook keys create encrypts what is there"))
            try populate(program)
            let found = try readable(in: root)
            #expect(Set(Secret.allCases).subtracting(found.secrets) == [])
            #expect(found.pictures == 2)
            // Asked later, it does not touch what is there.
            let again = try ServedProgram(data: root)
            #expect(again.greeting.contains("off; daybook keys create"))
            #expect(!FileManager.default.fileExists(atPath: root + "/keys/master.json"))
            again.signal(SIGTERM)
            #expect(try again.wait().status == 0)
        }
    }

    /// Ends a journal that was closed cleanly in a frame that was never finished: an earlier one, in place of the mark.
    private func tear(_ segment: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: segment))
        let mark = try #require(bytes.range(of: Data([0x52, 0x2A, 0x4D, 0x18]), options: .backwards)).lowerBound
        let frame = try #require(bytes.range(of: Data([0x04, 0x22, 0x4D, 0x18]))).lowerBound
        let tail = bytes[frame..<min(frame + 400, mark)]
        bytes.replaceSubrange(mark..<min(mark + tail.count, bytes.count), with: tail)
        try bytes.write(to: URL(filePath: segment))
    }

    @Test func `H6: used in clear, torn once and encrypted later, no byte of any file shows what was written or begun`() throws
    {
        try inScratch { root in
            let clear = flags + ["--set", "encryption.whenNew=no"]
            try populate(try ServedProgram(data: root, clear))
            let again = try ServedProgram(data: root, clear)
            again.signal(SIGTERM)
            #expect(try again.wait().status == 0)
            let home = try #require(try FileManager.default.contentsOfDirectory(atPath: root + "/workspaces").first)
            let daybook = CommandLine(data: root)
            // Bytes that are cut from the journal, a snapshot that is put aside, an index of words that an earlier version kept.
            try daybook.done("search", Secret.body.rawValue, "--workspace", home)
            try tear(root + "/workspaces/\(home)/journal/000000000001.segment")
            try daybook.done("add", "note", "After the cut", "--workspace", home)
            let snapshots = root + "/workspaces/\(home)/snapshots"
            try FileManager.default.createDirectory(atPath: snapshots, withIntermediateDirectories: true)
            for place in [
                snapshots + "/00000000000000009999.snapshot.ahead", root + "/workspaces/\(home)/journal/REACHED.ahead",
                root + "/workspaces/\(home)/search/index.sqlite",
            ] {
                try Data(repeated(.body)).write(to: URL(filePath: place))
            }
            let before = try readable(in: root)
            #expect(before.secrets == Set(Secret.allCases) && before.pictures == 2)
            for part in ["/search/index", ".broken", "/uploads/", "/thumbnails/", ".ahead"] {
                #expect(before.names.contains { $0.contains(part) }, "there was no \(part)")
            }
            try daybook.done("keys", "create")
            let after = try readable(in: root)
            #expect(after.secrets == [] && after.pictures == 0, "\(after.secrets), \(after.pictures) pictures")
            // What is on no list fails here.
            let strange = after.names.filter { name in
                var isDirectory: ObjCBool = false
                let isThere = FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isDirectory)
                return isThere && !isDirectory.boolValue && DataFileKind.kind(of: name) == nil
            }
            #expect(strange == [])
            try daybook.done("verify", "--workspace", home)
        }
    }
}
