import Accounts
import Boards
import Foundation
import HTTPTypes
import Importers
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// A visit to a running service, as its guest sees it.
struct Visit {
    let fixture: ServiceFixture
    var secret: String
    let workspace: WorkspaceID
    let device: String
    let expires: String

    var path: String { "/v1/workspaces/" + workspace.text }

    static func begin(at fixture: ServiceFixture, headers: HTTPFields = [:]) async throws -> Visit {
        let answer = try await fixture.ask(.post, "/v1/guests", "{}", headers: headers)
        #expect(answer.status == 201, "\(answer.text)")
        let workspace = try #require(answer.json["workspace"].string.flatMap { WorkspaceID(text: $0) })
        return Visit(
            fixture: fixture, secret: try #require(answer.json["token"].string), workspace: workspace,
            device: try #require(answer.json["device"].string), expires: try #require(answer.json["expires"].string))
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> ServiceFixture.Answer {
        try await fixture.get(self.path + path, as: secret, headers: headers)
    }

    func give(_ commands: [WorkspaceCommand], from first: Int = 1) async throws -> ServiceFixture.Answer {
        try await fixture.ask(.post, path + "/commands", GivingCommands.batch(commands, from: first), as: secret)
    }

    /// Begins an upload.
    func begin(upload length: Int, child: ChildID? = nil) async throws -> ServiceFixture.Answer {
        var headers = UploadingOverHTTP.tus([(.uploadLength, String(length))])
        if let child { headers[.uploadMetadata] = "child " + Data(child.text.utf8).base64EncodedString() }
        return try await fixture.ask(.post, path + "/uploads", as: secret, headers: headers)
    }

    /// Uploads a file, and says its digest.
    func upload(_ bytes: [UInt8], child: ChildID? = nil) async throws -> Digest {
        let begun = try await begin(upload: bytes.count, child: child)
        #expect(begun.status == 201, "\(begun.text)")
        let sent = try await fixture.send(
            .patch, try #require(begun.headers[.location]), bytes: bytes, as: secret,
            headers: UploadingOverHTTP.patch(at: 0))
        #expect(sent.status == 204, "\(sent.text)")
        return try #require(sent.headers[.daybookDigest].flatMap { Digest(hex: $0) })
    }

    /// A note with a folder, a board with a card, a child with a picture: something of everything.
    func furnish(with picture: [UInt8]) async throws -> Furnished {
        let runtime = fixture.pool.runtime
        let (folder, note): (FolderID, NoteID) = (runtime.mint(), runtime.mint())
        let (board, card, child): (BoardID, CardID, ChildID) = (
            runtime.mint(), runtime.mint(), runtime.mint()
        )
        let columns: (ColumnID, ColumnID, ColumnID) = (runtime.mint(), runtime.mint(), runtime.mint())
        let day = try #require(CalendarDay(text: "2026-11-22"))
        let given = try await give([
            .notes(.createFolder(folder, name: Name(recorded: "Garden"), in: nil)),
            .notes(.createNote(note, title: Name(recorded: "Roses"), body: "Zinnobergold", in: folder)),
            .boards(.openBoard(board, title: Name(recorded: "House"), columns: DefaultColumns.named(columns))),
            .boards(.addCard(card, to: columns.0, title: Name(recorded: "Buy paint"), description: "", above: nil)),
            .studio(.addChild(child, name: Name(recorded: "Ada"), birth: nil, age: 5, avatar: .none, today: day)),
        ])
        #expect(given.status == 200, "\(given.text)")
        let digest = try await upload(picture, child: child)
        let image = try #require(ImageFacts(picture: picture, id: runtime.mint(), name: Name(recorded: "sun.png")))
        let drawn = try await give(
            [.studio(.uploadArtwork(runtime.mint(), of: child, NewArtwork(images: [image], uploaded: day)))],
            from: 6)
        #expect(drawn.status == 200, "\(drawn.text)")
        return Furnished(note: note, board: board, child: child, picture: digest)
    }

    struct Furnished {
        let note: NoteID
        let board: BoardID
        let child: ChildID
        let picture: Digest
    }
}

@Suite("Guests over HTTP")
struct GuestsOverHTTP {
    /// One pixel.
    static let picture: [UInt8] = Array(
        Data(
            base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
            ?? Data())

    /// Every file of the data directory with the digest of its bytes.
    private static func disk(of fixture: ServiceFixture) throws -> [String: Digest] {
        var files: [String: Digest] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: fixture.directory.path) {
            let path = fixture.directory.path + "/" + name
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            files[name] = type == .typeRegular ? Digest(of: Array(try Data(contentsOf: URL(filePath: path)))) : Digest(of: [])
        }
        return files
    }

    @Test(.shows("J-605", "J-618"))
    func `a guest has a workspace like any other, and nothing of it is ever on the disk`() async throws {
        try await ServiceFixture.open { fixture in
            let before = try Self.disk(of: fixture)
            let visit = try await Visit.begin(at: fixture)
            let home = try await visit.furnish(with: Self.picture)
            #expect(try await visit.get("/notes").json["count"].int == 1)
            #expect(try await visit.get("/notes/\(home.note.text)?at=1").status == 404)
            #expect(try await visit.get("/notes/\(home.note.text)?at=2").json["title"].string == "Roses")
            #expect(try await visit.get("/boards/\(home.board.text)").json["title"].string == "House")
            #expect(try await visit.get("/search?q=zinnobergold").json["hits"].list.count == 1)
            #expect(try await visit.get("/blobs/\(home.picture.text)").bytes == Self.picture)
            if FileManager.default.isExecutableFile(atPath: "/usr/bin/vipsthumbnail") {
                let thumbnail = try await visit.get("/blobs/\(home.picture.text)/thumbnail?size=160")
                #expect(thumbnail.status == 200, "\(thumbnail.text)")
            }
            let half = try await visit.begin(upload: 100_000)
            _ = try await fixture.send(
                .patch, try #require(half.headers[.location]), bytes: [UInt8](repeating: 7, count: 50_000),
                as: visit.secret, headers: UploadingOverHTTP.patch(at: 0))
            let undone = try await fixture.ask(.post, visit.path + "/undo", "{\"sequence\":7}", as: visit.secret)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(try await visit.get("/trash").status == 200)
            #expect(try await visit.get("/changes?after=0&seconds=60").json["areas"].list.count >= 3)
            #expect(try Self.disk(of: fixture) == before)

            #expect(try await fixture.ask(.delete, "/v1/guests/visit", as: visit.secret).status == 204)
            #expect(try Self.disk(of: fixture) == before)
            for path in ["/notes", "/blobs/\(home.picture.text)", "/search?q=zinnobergold"] {
                let gone = try await visit.get(path)
                #expect(gone.status == 401 && gone.problem == "notSignedIn")
            }
            #expect(await fixture.pool.openCount == 0)
            #expect(fixture.logged.allSatisfy { !$0.contains(visit.secret) && !$0.contains("Zinnobergold") })
        }
    }

    @Test(.shows("J-605"))
    func `the sixth upload is refused, and the refusal says how to go on`() async throws {
        try await ServiceFixture.open { fixture in
            let visit = try await Visit.begin(at: fixture)
            func left() async throws -> Int? {
                try await fixture.get("/v1/guests/visit", as: visit.secret).json["uploadsLeft"].int
            }
            #expect(try await left() == 5)
            for number in 1...4 as ClosedRange<UInt8> { _ = try await visit.upload([number]) }
            // What was dropped before it had arrived is not counted, nor what could not begin.
            let dropped = try await visit.begin(upload: 10)
            let place = try #require(dropped.headers[.location])
            #expect(try await left() == 0)
            let gone = try await fixture.ask(.delete, place, as: visit.secret, headers: UploadingOverHTTP.tus())
            #expect(gone.status == 204)
            let nobody = try await visit.begin(upload: 10, child: fixture.pool.runtime.mint())
            #expect(nobody.status == 404, "\(nobody.text)")
            let large = try await visit.begin(upload: GuestSandbox.uploadBytesMax + 1)
            #expect(large.status == 413 && large.problem == "uploadTooLarge")
            #expect(try await left() == 1)
            _ = try await visit.upload([5])
            let sixth = try await visit.begin(upload: 1)
            #expect(sixth.status == 403)
            #expect(sixth.problem == "guestLimit")
            #expect(sixth.json["detail"].string?.contains("/v1/guests/convert") == true)
            #expect(try await left() == 0)
            // Everything else goes on.
            let note: NoteID = fixture.pool.runtime.mint()
            let given = try await visit.give([.notes(.createNote(note, title: nil, body: "On.", in: nil))])
            #expect(given.status == 200)
        }
    }

    @Test func `a guest sees no other workspace, and nobody sees theirs`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (visit, other) = (try await Visit.begin(at: fixture), try await Visit.begin(at: fixture))
            let house = try await visit.furnish(with: Self.picture)
            for path in [home.path, other.path] {
                let answer = try await fixture.get(path + "/notes", as: visit.secret)
                #expect(answer.status == 403 && answer.problem == "notAMember")
            }
            for secret in [home.anna.secret, other.secret] {
                for path in ["/notes", "/notes/\(house.note.text)", "/blobs/\(house.picture.text)"] {
                    let answer = try await fixture.get(visit.path + path, as: secret)
                    #expect(answer.status == 403 && answer.problem == "notAMember")
                }
            }
            #expect(try await fixture.get(visit.path + "/notes").status == 401)
        }
    }

    @Test(.shows("J-605"))
    func `what needs an account says so, and how to make one`() async throws {
        try await ServiceFixture.open { fixture in
            let visit = try await Visit.begin(at: fixture)
            let asked: [(HTTPRequest.Method, String, String?)] = [
                (.get, visit.path + "/export", nil), (.get, visit.path + "/records", nil),
                (.post, visit.path + "/imports?name=a.md", "x"), (.get, visit.path + "/members", nil),
                (.post, visit.path + "/invitations", "{}"), (.patch, visit.path, "{\"name\":\"x\"}"),
                (.post, "/v1/account/tokens", "{}"), (.get, "/v1/account", nil), (.get, "/v1/workspaces", nil),
                (.post, "/v1/workspaces", "{\"name\":\"x\"}"), (.post, "/v1/sign-out", nil),
            ]
            for (method, path, body) in asked {
                let answer = try await fixture.ask(method, path, body, as: visit.secret)
                #expect(answer.status == 403 && answer.problem == "notForGuests", "\(path): \(answer.text)")
                #expect(answer.json["detail"].string?.contains("/v1/guests/convert") == true, "\(path)")
            }
            let anna = try await fixture.visitor("anna")
            for (method, path) in [
                (.get, "/v1/guests/visit"), (.delete, "/v1/guests/visit"), (.post, "/v1/guests/convert"),
            ] as [(HTTPRequest.Method, String)] {
                let answer = try await fixture.ask(method, path, "{}", as: anna.secret)
                #expect(answer.status == 403 && answer.problem == "notAGuest", "\(answer.text)")
                let nobody = try await fixture.ask(method, path, "{}")
                #expect(nobody.status == 401 && nobody.problem == "noSuchGuest", "\(nobody.text)")
            }
        }
    }

    @Test(.shows("J-605", "J-618"))
    func `a visit runs out of time, and all of it is forgotten`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.guestMinutes, 10)) { fixture in
            let visit = try await Visit.begin(at: fixture)
            #expect(visit.expires == "2026-11-22T08:10:00.000000Z")
            let home = try await visit.furnish(with: Self.picture)
            let begun = try await visit.begin(upload: 10)
            #expect(begun.headers[.uploadExpires] == "Sun, 22 Nov 2026 08:10:00 GMT")
            let house = fixture.pool.guests
            fixture.wait(seconds: 599)
            #expect(await fixture.pool.sweepGuests() == 0)
            #expect(try await visit.get("/blobs/\(home.picture.text)").status == 200)
            fixture.wait(seconds: 1)
            #expect(try await visit.get("/blobs/\(home.picture.text)").status == 401)
            #expect(await fixture.pool.sweepGuests() == 1)
            #expect(await house.count == 0)
            #expect(await fixture.pool.openCount == 0)
            // The last holder of the disk lets go of it on a thread of its own.
            while house.allowance.usedBytes > 0 { await Task.yield() }
        }
    }

    @Test func `who watches a visit that ends is told no more`() async throws {
        try await ServiceFixture.open(ServiceConfiguration(), .live) { fixture in
            let visit = try await Visit.begin(at: fixture)
            _ = try await visit.furnish(with: Self.picture)
            let last = try #require(try await visit.get("/changes?after=0&seconds=0").json["last"].int)
            async let polled = visit.get("/changes?after=\(last)&seconds=10")
            while await fixture.pool.openCount == 0 { await Task.yield() }
            #expect(try await fixture.ask(.delete, "/v1/guests/visit", as: visit.secret).status == 204)
            // Before it waited, or while it did: there is nothing to be told of.
            let answer = try await polled
            #expect(answer.status == 401 || answer.json["areas"].list.isEmpty, "\(answer.text)")
        }
    }

    @Test(.shows("J-605"))
    func `there are so many guests at once, and so many from one address`() async throws {
        let limits = ServiceConfiguration().with(.guests, 3).with(.guestsPerAddress, 2).with(.proxies, 1).with(
            .metricsToken, "count-me")
        try await ServiceFixture.open(limits) { fixture in
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            func begin(from address: String) async throws -> ServiceFixture.Answer {
                try await fixture.ask(.post, "/v1/guests", "{}", headers: [forwarded: address])
            }
            var first = ""
            for _ in 1...2 {
                let answer = try await begin(from: "192.0.2.1")
                #expect(answer.status == 201)
                first = try #require(answer.json["token"].string)
            }
            let here = try await begin(from: "192.0.2.1")
            #expect(here.status == 429 && here.problem == "tooManyGuestsHere")
            #expect(here.headers[.retryAfter] == "60")
            #expect(try await begin(from: "192.0.2.2").status == 201)
            let there = try await begin(from: "192.0.2.3")
            #expect(there.status == 429 && there.problem == "tooManyGuests")
            #expect(try await fixture.ask(.delete, "/v1/guests/visit", as: first).status == 204)
            #expect(try await begin(from: "192.0.2.3").status == 201)
            fixture.wait(seconds: 3_600)
            #expect(try await begin(from: "192.0.2.1").status == 201)
            #expect(await fixture.pool.guests.count == 1)
            let metrics = try await fixture.get("/metrics", as: "count-me")
            #expect(metrics.text.contains("daybook_guests 1\n"))
            #expect(metrics.text.contains("daybook_guest_bytes 0\n"))
            #expect(metrics.text.contains("daybook_guest_visits_total{outcome=\"begun\"} 5\n"))
            #expect(metrics.text.contains("daybook_guest_visits_total{outcome=\"refused\"} 2\n"))
            #expect(metrics.text.contains("daybook_guest_visits_total{outcome=\"ended\"} 1\n"))
        }
    }

    @Test(arguments: [ServiceConfiguration().with(.guests, 0), ServiceConfiguration().with(.signUp, "closed")])
    func `where nobody could register there are no guests`(configuration: ServiceConfiguration) async throws {
        try await ServiceFixture.open(configuration) { fixture in
            let answer = try await fixture.ask(.post, "/v1/guests", "{}")
            #expect(answer.status == 403 && answer.problem == "noGuests")
        }
    }

    @Test func `a guest keeps so much in memory, and is told when it is full`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.guestMegabytes, 8)) { fixture in
            let visit = try await Visit.begin(at: fixture)
            let large = try await visit.begin(upload: 3 << 20)
            #expect(large.status == 403 && large.problem == "guestFull", "\(large.text)")
            #expect(large.json["detail"].string?.contains("/v1/guests/convert") == true)
            for number in 1...5 as ClosedRange<UInt8> {
                let bytes = [UInt8](repeating: number, count: 900_000)
                let begun = try await visit.begin(upload: bytes.count)
                guard begun.status == 201 else {
                    #expect(begun.problem == "guestFull")
                    break
                }
                _ = try await fixture.send(
                    .patch, try #require(begun.headers[.location]), bytes: bytes, as: visit.secret,
                    headers: UploadingOverHTTP.patch(at: 0))
            }
            // Texts until there is no more room: the journal has a quarter of it.
            var chance = SplitMix64(seed: 605)
            var answer = try await visit.give([])
            var number = 0
            repeat {
                number += 1
                let note: NoteID = fixture.pool.runtime.mint()
                // Nothing that can be compressed.
                let text = (0..<25_000).map { _ in String(chance.next(), radix: 36) }.joined()
                answer = try await visit.give(
                    [.notes(.createNote(note, title: nil, body: text, in: nil))], from: number)
            } while answer.status == 200 && number < 40
            #expect(answer.status == 403 && answer.problem == "guestFull", "\(answer.text)")
            #expect(fixture.pool.guests.allowance.usedBytes <= 8 << 20)
            // What is there can be read, and taken along.
            #expect(try await visit.get("/notes").json["count"].int == number - 1)
        }
    }

    @Test func `a browser's visit is a cookie, and every change needs its word`() async throws {
        try await ServiceFixture.open { fixture in
            let begun = try await fixture.ask(.post, "/v1/guests", "{\"cookie\":true}")
            let cookie = try #require(begun.headers[.setCookie])
            #expect(cookie.hasPrefix("daybook=") && cookie.contains("Max-Age=3600"))
            #expect(begun.json["token"] == .null)
            let workspace = try #require(begun.json["workspace"].string)
            let shown = String(cookie.prefix { $0 != ";" })
            let seen = try await fixture.get("/v1/guests/visit", headers: [.cookie: shown])
            let word = try #require(seen.json["csrf"].string)
            #expect(word == begun.json["csrf"].string)
            let note: NoteID = fixture.pool.runtime.mint()
            let body = GivingCommands.batch([.notes(.createNote(note, title: nil, body: "", in: nil))])
            let path = "/v1/workspaces/\(workspace)/commands"
            let bare = try await fixture.ask(.post, path, body, headers: [.cookie: shown])
            #expect(bare.status == 403 && bare.problem == "csrf")
            let header = try #require(Credential.csrfHeader)
            let told = try await fixture.ask(.post, path, body, headers: [.cookie: shown, header: word])
            #expect(told.status == 200)
            let ended = try await fixture.ask(.delete, "/v1/guests/visit", headers: [.cookie: shown, header: word])
            #expect(ended.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
    }
}
