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
    let premises: Premises
    var secret: String
    let workspace: WorkspaceID
    let device: String
    let expires: String

    var path: String { "/v1/workspaces/" + workspace.text }

    static func begin(at premises: Premises, headers: HTTPFields = [:]) async throws -> Visit {
        let answer = try await premises.ask(.post, "/v1/guests", "{}", headers: headers)
        #expect(answer.status == 201, "\(answer.text)")
        let workspace = try #require(answer.json["workspace"].string.flatMap { WorkspaceID(text: $0) })
        return Visit(
            premises: premises, secret: try #require(answer.json["token"].string), workspace: workspace,
            device: try #require(answer.json["device"].string), expires: try #require(answer.json["expires"].string))
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Premises.Answer {
        try await premises.get(self.path + path, as: secret, headers: headers)
    }

    func give(_ commands: [WorkspaceCommand], from first: Int = 1) async throws -> Premises.Answer {
        try await premises.ask(.post, path + "/commands", GivingCommands.batch(commands, from: first), as: secret)
    }

    /// Begins an upload.
    func begin(upload length: Int, child: ChildID? = nil) async throws -> Premises.Answer {
        var headers = UploadingOverHTTP.tus([(.uploadLength, String(length))])
        if let child { headers[.uploadMetadata] = "child " + Data(child.text.utf8).base64EncodedString() }
        return try await premises.ask(.post, path + "/uploads", as: secret, headers: headers)
    }

    /// Uploads a file, and says its digest.
    func upload(_ bytes: [UInt8], child: ChildID? = nil) async throws -> Digest {
        let begun = try await begin(upload: bytes.count, child: child)
        #expect(begun.status == 201, "\(begun.text)")
        let sent = try await premises.send(
            .patch, try #require(begun.headers[.location]), bytes: bytes, as: secret,
            headers: UploadingOverHTTP.patch(at: 0))
        #expect(sent.status == 204, "\(sent.text)")
        return try #require(sent.headers[.daybookDigest].flatMap { Digest(hex: $0) })
    }

    /// A note with a folder, a board with a card, a child with a picture: something of everything.
    func furnish(with picture: [UInt8]) async throws -> Furnished {
        let surroundings = premises.installation.surroundings
        let (folder, note): (FolderID, NoteID) = (surroundings.mint(), surroundings.mint())
        let (board, card, child): (BoardID, CardID, ChildID) = (
            surroundings.mint(), surroundings.mint(), surroundings.mint()
        )
        let columns: (ColumnID, ColumnID, ColumnID) = (surroundings.mint(), surroundings.mint(), surroundings.mint())
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
        let image = try #require(ImageFacts(picture: picture, id: surroundings.mint(), name: Name(recorded: "sun.png")))
        let drawn = try await give(
            [.studio(.uploadArtwork(surroundings.mint(), of: child, NewArtwork(images: [image], uploaded: day)))],
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
    private static func disk(of premises: Premises) throws -> [String: Digest] {
        var files: [String: Digest] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: premises.directory.path) {
            let path = premises.directory.path + "/" + name
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            files[name] = type == .typeRegular ? Digest(of: Array(try Data(contentsOf: URL(filePath: path)))) : Digest(of: [])
        }
        return files
    }

    @Test(.shows("J-605", "J-618"))
    func `a guest has a workspace like any other, and nothing of it is ever on the disk`() async throws {
        try await Premises.open { premises in
            let before = try Self.disk(of: premises)
            let visit = try await Visit.begin(at: premises)
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
            _ = try await premises.send(
                .patch, try #require(half.headers[.location]), bytes: [UInt8](repeating: 7, count: 50_000),
                as: visit.secret, headers: UploadingOverHTTP.patch(at: 0))
            let undone = try await premises.ask(.post, visit.path + "/undo", "{\"sequence\":7}", as: visit.secret)
            #expect(undone.status == 200, "\(undone.text)")
            #expect(try await visit.get("/trash").status == 200)
            #expect(try await visit.get("/changes?after=0&seconds=60").json["areas"].list.count >= 3)
            #expect(try Self.disk(of: premises) == before)

            #expect(try await premises.ask(.delete, "/v1/guests/visit", as: visit.secret).status == 204)
            #expect(try Self.disk(of: premises) == before)
            for path in ["/notes", "/blobs/\(home.picture.text)", "/search?q=zinnobergold"] {
                let gone = try await visit.get(path)
                #expect(gone.status == 401 && gone.problem == "notSignedIn")
            }
            #expect(await premises.installation.openCount == 0)
            #expect(premises.logged.allSatisfy { !$0.contains(visit.secret) && !$0.contains("Zinnobergold") })
        }
    }

    @Test(.shows("J-605"))
    func `the sixth upload is refused, and the refusal says how to go on`() async throws {
        try await Premises.open { premises in
            let visit = try await Visit.begin(at: premises)
            func left() async throws -> Int? {
                try await premises.get("/v1/guests/visit", as: visit.secret).json["uploadsLeft"].int
            }
            #expect(try await left() == 5)
            for number in 1...4 as ClosedRange<UInt8> { _ = try await visit.upload([number]) }
            // What was dropped before it had arrived is not counted, nor what could not begin.
            let dropped = try await visit.begin(upload: 10)
            let place = try #require(dropped.headers[.location])
            #expect(try await left() == 0)
            let gone = try await premises.ask(.delete, place, as: visit.secret, headers: UploadingOverHTTP.tus())
            #expect(gone.status == 204)
            let nobody = try await visit.begin(upload: 10, child: premises.installation.surroundings.mint())
            #expect(nobody.status == 404, "\(nobody.text)")
            let large = try await visit.begin(upload: GuestHouse.uploadBytesMax + 1)
            #expect(large.status == 413 && large.problem == "uploadTooLarge")
            #expect(try await left() == 1)
            _ = try await visit.upload([5])
            let sixth = try await visit.begin(upload: 1)
            #expect(sixth.status == 403)
            #expect(sixth.problem == "guestLimit")
            #expect(sixth.json["detail"].string?.contains("/v1/guests/convert") == true)
            #expect(try await left() == 0)
            // Everything else goes on.
            let note: NoteID = premises.installation.surroundings.mint()
            let given = try await visit.give([.notes(.createNote(note, title: nil, body: "On.", in: nil))])
            #expect(given.status == 200)
        }
    }

    @Test func `a guest sees no other workspace, and nobody sees theirs`() async throws {
        try await Premises.open { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let (visit, other) = (try await Visit.begin(at: premises), try await Visit.begin(at: premises))
            let house = try await visit.furnish(with: Self.picture)
            for path in [home.path, other.path] {
                let answer = try await premises.get(path + "/notes", as: visit.secret)
                #expect(answer.status == 403 && answer.problem == "notAMember")
            }
            for secret in [home.anna.secret, other.secret] {
                for path in ["/notes", "/notes/\(house.note.text)", "/blobs/\(house.picture.text)"] {
                    let answer = try await premises.get(visit.path + path, as: secret)
                    #expect(answer.status == 403 && answer.problem == "notAMember")
                }
            }
            #expect(try await premises.get(visit.path + "/notes").status == 401)
        }
    }

    @Test(.shows("J-605"))
    func `what needs an account says so, and how to make one`() async throws {
        try await Premises.open { premises in
            let visit = try await Visit.begin(at: premises)
            let asked: [(HTTPRequest.Method, String, String?)] = [
                (.get, visit.path + "/export", nil), (.get, visit.path + "/records", nil),
                (.post, visit.path + "/imports?name=a.md", "x"), (.get, visit.path + "/members", nil),
                (.post, visit.path + "/invitations", "{}"), (.patch, visit.path, "{\"name\":\"x\"}"),
                (.post, "/v1/account/tokens", "{}"), (.get, "/v1/account", nil), (.get, "/v1/workspaces", nil),
                (.post, "/v1/workspaces", "{\"name\":\"x\"}"), (.post, "/v1/sign-out", nil),
            ]
            for (method, path, body) in asked {
                let answer = try await premises.ask(method, path, body, as: visit.secret)
                #expect(answer.status == 403 && answer.problem == "notForGuests", "\(path): \(answer.text)")
                #expect(answer.json["detail"].string?.contains("/v1/guests/convert") == true, "\(path)")
            }
            let anna = try await premises.visitor("anna")
            for (method, path) in [
                (.get, "/v1/guests/visit"), (.delete, "/v1/guests/visit"), (.post, "/v1/guests/convert"),
            ] as [(HTTPRequest.Method, String)] {
                let answer = try await premises.ask(method, path, "{}", as: anna.secret)
                #expect(answer.status == 403 && answer.problem == "notAGuest", "\(answer.text)")
                let nobody = try await premises.ask(method, path, "{}")
                #expect(nobody.status == 401 && nobody.problem == "noSuchGuest", "\(nobody.text)")
            }
        }
    }

    @Test(.shows("J-605", "J-618"))
    func `a visit runs out of time, and all of it is forgotten`() async throws {
        try await Premises.open(ServiceConfiguration().with(.guestMinutes, 10)) { premises in
            let visit = try await Visit.begin(at: premises)
            #expect(visit.expires == "2026-11-22T08:10:00.000000Z")
            let home = try await visit.furnish(with: Self.picture)
            let begun = try await visit.begin(upload: 10)
            #expect(begun.headers[.uploadExpires] == "Sun, 22 Nov 2026 08:10:00 GMT")
            let house = premises.installation.guests
            premises.wait(seconds: 599)
            #expect(await premises.installation.sweepGuests() == 0)
            #expect(try await visit.get("/blobs/\(home.picture.text)").status == 200)
            premises.wait(seconds: 1)
            #expect(try await visit.get("/blobs/\(home.picture.text)").status == 401)
            #expect(await premises.installation.sweepGuests() == 1)
            #expect(await house.count == 0)
            #expect(await premises.installation.openCount == 0)
            // Whoever had the disk in hand last lets go of it on a thread of its own.
            while house.allowance.usedBytes > 0 { await Task.yield() }
        }
    }

    @Test func `who watches a visit that ends is told no more`() async throws {
        try await Premises.open(ServiceConfiguration(), .live) { premises in
            let visit = try await Visit.begin(at: premises)
            _ = try await visit.furnish(with: Self.picture)
            let last = try #require(try await visit.get("/changes?after=0&seconds=0").json["last"].int)
            async let polled = visit.get("/changes?after=\(last)&seconds=10")
            while await premises.installation.openCount == 0 { await Task.yield() }
            #expect(try await premises.ask(.delete, "/v1/guests/visit", as: visit.secret).status == 204)
            // Before it waited, or while it did: there is nothing to be told of.
            let answer = try await polled
            #expect(answer.status == 401 || answer.json["areas"].list.isEmpty, "\(answer.text)")
        }
    }

    @Test(.shows("J-605"))
    func `there are so many guests at once, and so many from one address`() async throws {
        let limits = ServiceConfiguration().with(.guests, 3).with(.guestsPerAddress, 2).with(.proxies, 1).with(
            .metricsToken, "count-me")
        try await Premises.open(limits) { premises in
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            func begin(from address: String) async throws -> Premises.Answer {
                try await premises.ask(.post, "/v1/guests", "{}", headers: [forwarded: address])
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
            #expect(try await premises.ask(.delete, "/v1/guests/visit", as: first).status == 204)
            #expect(try await begin(from: "192.0.2.3").status == 201)
            premises.wait(seconds: 3_600)
            #expect(try await begin(from: "192.0.2.1").status == 201)
            #expect(await premises.installation.guests.count == 1)
            let metrics = try await premises.get("/metrics", as: "count-me")
            #expect(metrics.text.contains("daybook_guests 1\n"))
            #expect(metrics.text.contains("daybook_guest_bytes 0\n"))
            #expect(metrics.text.contains("daybook_guest_visits_total{outcome=\"begun\"} 5\n"))
            #expect(metrics.text.contains("daybook_guest_visits_total{outcome=\"refused\"} 2\n"))
            #expect(metrics.text.contains("daybook_guest_visits_total{outcome=\"ended\"} 1\n"))
        }
    }

    @Test(arguments: [ServiceConfiguration().with(.guests, 0), ServiceConfiguration().with(.signUp, "closed")])
    func `where nobody could register there are no guests`(configuration: ServiceConfiguration) async throws {
        try await Premises.open(configuration) { premises in
            let answer = try await premises.ask(.post, "/v1/guests", "{}")
            #expect(answer.status == 403 && answer.problem == "noGuests")
        }
    }

    @Test func `a guest keeps so much in memory, and is told when it is full`() async throws {
        try await Premises.open(ServiceConfiguration().with(.guestMegabytes, 8)) { premises in
            let visit = try await Visit.begin(at: premises)
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
                _ = try await premises.send(
                    .patch, try #require(begun.headers[.location]), bytes: bytes, as: visit.secret,
                    headers: UploadingOverHTTP.patch(at: 0))
            }
            // Texts until there is no more room: the journal has a quarter of it.
            var chance = SplitMix64(seed: 605)
            var answer = try await visit.give([])
            var number = 0
            repeat {
                number += 1
                let note: NoteID = premises.installation.surroundings.mint()
                // Nothing that can be compressed.
                let text = (0..<25_000).map { _ in String(chance.next(), radix: 36) }.joined()
                answer = try await visit.give(
                    [.notes(.createNote(note, title: nil, body: text, in: nil))], from: number)
            } while answer.status == 200 && number < 40
            #expect(answer.status == 403 && answer.problem == "guestFull", "\(answer.text)")
            #expect(premises.installation.guests.allowance.usedBytes <= 8 << 20)
            // What is there can be read, and taken along.
            #expect(try await visit.get("/notes").json["count"].int == number - 1)
        }
    }

    @Test func `a browser's visit is a cookie, and every change needs its word`() async throws {
        try await Premises.open { premises in
            let begun = try await premises.ask(.post, "/v1/guests", "{\"cookie\":true}")
            let cookie = try #require(begun.headers[.setCookie])
            #expect(cookie.hasPrefix("daybook=") && cookie.contains("Max-Age=3600"))
            #expect(begun.json["token"] == .null)
            let workspace = try #require(begun.json["workspace"].string)
            let shown = String(cookie.prefix { $0 != ";" })
            let seen = try await premises.get("/v1/guests/visit", headers: [.cookie: shown])
            let word = try #require(seen.json["csrf"].string)
            #expect(word == begun.json["csrf"].string)
            let note: NoteID = premises.installation.surroundings.mint()
            let body = GivingCommands.batch([.notes(.createNote(note, title: nil, body: "", in: nil))])
            let path = "/v1/workspaces/\(workspace)/commands"
            let bare = try await premises.ask(.post, path, body, headers: [.cookie: shown])
            #expect(bare.status == 403 && bare.problem == "csrf")
            let header = try #require(Credential.csrfHeader)
            let told = try await premises.ask(.post, path, body, headers: [.cookie: shown, header: word])
            #expect(told.status == 200)
            let ended = try await premises.ask(.delete, "/v1/guests/visit", headers: [.cookie: shown, header: word])
            #expect(ended.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
    }
}
