import Foundation
import Glibc
import HTTPTypes
import Importers
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Telling the truth over HTTP")
struct TellingTheTruthOverHTTP {
    @Test func `totals count the whole list and not the page (W8)`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let whole = try await fixture.get(home.path + "/notes", as: home.anna.secret)
            let page = try await fixture.get(home.path + "/notes?limit=1", as: home.anna.secret)
            try #require(home.notes.count > 1)
            #expect(page.json["notes"].list.count == 1)
            #expect(page.json["count"] == whole.json["count"])
            let text: HTTPFields = [.accept: "text/plain"]
            for list in ["/notes", "/inbox", "/gallery", "/attachments"] {
                let (all, one) = (
                    try await fixture.get(home.path + list, as: home.anna.secret, headers: text),
                    try await fixture.get(home.path + list + "?limit=1", as: home.anna.secret, headers: text)
                )
                #expect(all.text.split(separator: "\n").first == one.text.split(separator: "\n").first, "\(list)")
            }
        }
    }

    @Test func `undo over HTTP says what it undid, and history marks it (W3)`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let pin = GivingCommands.batch([.notes(.pinNote(home.notes[0]))])
            #expect(try await fixture.ask(.post, home.path + "/commands", pin, as: home.anna.secret).status == 200)
            let undone = try await fixture.ask(.post, home.path + "/undo", "{\"sequence\":2}", as: home.anna.secret)
            #expect(undone.json["undone"]["kind"].string == "note pinned")
            #expect(undone.json["undone"]["summary"].string?.hasPrefix("pinned the note “") == true)
            let redone = try await fixture.ask(.post, home.path + "/redo", "{\"sequence\":3}", as: home.anna.secret)
            #expect(redone.json["undone"]["redone"] == .flag(true))
            let history = try await fixture.get(
                home.path + "/things/\(home.notes[0].text)/history", as: home.anna.secret)
            #expect(history.json.list.suffix(2).map { $0["cause"].string } == ["undo", "redo"])
        }
    }

    @Test func `a day of a query is the whole day in the zone of its caller (W4)`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func count(_ query: String) async throws -> Int {
                try await fixture.get(home.path + "/audit?limit=200&" + query, as: home.anna.secret).json.list.count
            }
            let all = try await count("from=1")
            #expect(try await count("from=today&to=today") == all)
            #expect(try await count("to=yesterday") == 0)
            let zone = try await fixture.ask(
                .patch, "/v1/account/preferences", "{\"zone\":\"Pacific/Kiritimati\"}", as: home.anna.secret)
            try #require(zone.status < 300, "\(zone.text)")
            #expect(try await count("from=today&to=today") == all)
            #expect(try await fixture.get(home.path + "/notes?at=today", as: home.anna.secret).status == 200)
            let bad = try await fixture.get(home.path + "/notes?at=someday", as: home.anna.secret)
            #expect(bad.status == 400 && bad.text.contains("yesterday"))
        }
    }

    @Test(.shows("J-709"), .enabled(if: PicturingFiles.isHere, PicturingFiles.absent))
    func `the day that a picture was taken is kept where the client leaves it out (W7)`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let picture = try #require(
                try PicturingFiles.pictures().first { $0.name.hasSuffix(".jpg") && PictureHead($0.bytes)?.taken != nil })
            let head = try #require(PictureHead(picture.bytes))
            let digest = try await fixture.pool.using(home.id) {
                try $0.blobs.keep(picture.bytes, for: .child(home.child))
            }
            let runtime = fixture.pool.runtime
            let file = FileFacts(
                name: Name(recorded: "sun.jpg"), mediaType: "image/jpeg", sizeBytes: picture.bytes.count,
                digest: digest.bytes)
            let image = ImageFacts(
                id: runtime.mint(), file: file, widthPixels: head.widthPixels, heightPixels: head.heightPixels)
            let id: ArtworkID = runtime.mint()
            let upload = NewArtwork(images: [image], uploaded: utcDay(runtime.now()))
            let body = GivingCommands.batch([.studio(.uploadArtwork(id, of: home.child, upload, ifKnown: .kept))])
            let answer = try await fixture.ask(.post, home.path + "/commands", body, as: home.anna.secret)
            try #require(answer.status == 200, "\(answer.text)")
            let shown = try await fixture.get(home.path + "/artworks/\(id.text)", as: home.anna.secret)
            #expect(shown.json["artwork"]["date"].string == head.taken?.text)
        }
    }
}

@Suite("Workspaces that no account sees (W6)", .serialized)
struct AdoptingWorkspaces {
    @Test func `serve names them, and hands one over to an account`() throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-adopt-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let line = CommandLine(data: root + "/data")
        try line.done("capture", "Call grandma")
        let open = ["--set", "limits.requestsPerMinute=1000000"]
        let first = try ServedProgram(data: root + "/data", open)
        #expect(first.greeting.contains("Seen by no account: home"), "\(first.greeting)")
        let credentials = "{\"email\":\"anna@example.org\",\"password\":\"a long enough phrase\"}"
        try RemoteClient(program: first).ask("POST", "/v1/sign-up", credentials, expecting: 202)
        first.signal(SIGTERM)
        #expect(try first.wait().status == 0)
        let second = try ServedProgram(data: root + "/data", open + ["--adopt", "home"])
        #expect(!second.greeting.contains("Seen by no account"), "\(second.greeting)")
        let anna = CommandLine(
            data: root + "/anna", environment: ["DAYBOOK_SERVER": "http://127.0.0.1:\(second.port)"])
        try anna.done("sign-in", "anna@example.org", input: "a long enough phrase\n")
        #expect(try anna.done("show", "inbox").contains("Call grandma"))
        second.signal(SIGTERM)
        #expect(try second.wait().status == 0)
        let begun = try line.run(["capture", "Another", "--workspace", "cellar"])
        #expect(begun.status == 0 && begun.err.contains("--adopt cellar"), "\(begun.err)")
    }
}
