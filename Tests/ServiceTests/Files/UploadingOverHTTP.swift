import Accounts
import Cryptography
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Uploading over HTTP")
struct UploadingOverHTTP {
    static let bytes: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }

    static func tus(_ fields: [(HTTPField.Name, String)] = []) -> HTTPFields {
        var headers: HTTPFields = [.tusResumable: "1.0.0"]
        for (name, value) in fields { headers[name] = value }
        return headers
    }

    static func patch(at offset: Int, checksum: String? = nil) -> HTTPFields {
        var headers = tus([(.contentType, "application/offset+octet-stream"), (.uploadOffset, String(offset))])
        if let checksum { headers[.uploadChecksum] = checksum }
        return headers
    }

    /// Begins an upload, and says where it is.
    static func begin(
        _ length: Int, in home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture, metadata: String? = nil,
        as secret: String? = nil
    ) async throws -> String {
        var headers = tus([(.uploadLength, String(length))])
        if let metadata { headers[.uploadMetadata] = metadata }
        let answer = try await fixture.ask(
            .post, home.path + "/uploads", as: secret ?? home.anna.secret, headers: headers)
        #expect(answer.status == 201, "\(answer.text)")
        let expires = Instant(microseconds: fixture.pool.runtime.now().microseconds + 86_400_000_000)
        #expect(answer.headers[.uploadExpires] == httpDate(expires))
        return try #require(answer.headers[.location])
    }

    /// The number of files that the workspace keeps, and the number of uploads.
    private static func kept(in home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture) throws -> (Int, Int) {
        let root = try fixture.directory.workspace(named: home.id.text)
        let files = FileManager.default
        func count(_ path: String) -> Int {
            (files.enumerator(atPath: path)?.allObjects as? [String] ?? [])
                .count { (try? files.attributesOfItem(atPath: path + "/" + $0))?[.type] as? FileAttributeType == .typeRegular }
        }
        return (count(root.blobs), count(root.uploads))
    }

    @Test(arguments: [false, true])
    func `a file in pieces is kept whole, once however often it is sent`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let digest = Digest(of: Self.bytes)
            for round in 0..<2 {
                let place = try await Self.begin(Self.bytes.count, in: home, at: fixture)
                var offset = 0
                for size in [1, 1_200_000, 0, Self.bytes.count - 1_200_001] {
                    let sent = try await fixture.send(
                        .patch, place, bytes: Self.bytes[offset..<(offset + size)], as: home.anna.secret,
                        headers: Self.patch(at: offset))
                    offset += size
                    #expect(sent.status == 204, "\(sent.text)")
                    #expect(sent.headers[.uploadOffset] == String(offset))
                    #expect(sent.headers[.tusResumable] == "1.0.0")
                    #expect((sent.headers[.daybookDigest] == digest.text) == (offset == Self.bytes.count))
                    let measured = try await fixture.ask(.head, place, as: home.anna.secret, headers: Self.tus())
                    #expect(measured.status == 200 && measured.headers[.uploadOffset] == String(offset))
                    #expect(measured.headers[.uploadLength] == String(Self.bytes.count))
                    #expect(measured.headers[.cacheControl] == "no-store")
                }
                let shown = try await fixture.get(place, as: home.anna.secret)
                #expect(shown.json["sha256"].string == digest.text)
                #expect(try Self.kept(in: home, at: fixture) == (1, round + 1))
            }
            let read = try await fixture.pool.using(home.id) { try $0.blobs.read(digest) }
            #expect(read == Self.bytes)
        }
    }

    @Test(.shows("J-713"), arguments: [false, true])
    func `an upload whose connection breaks goes on where it stopped`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(ServiceConfiguration(), in: nil, .live, isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let port = try #require(fixture.port)
            let text = String(repeating: "a picture in letters. ", count: 20)
            let bytes = Array(text.utf8)
            let place = try await Self.begin(bytes.count, in: home, at: fixture)
            var offset = 0
            for step in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
                let wire = try Wire(port: port)
                // More is announced than comes before the connection is gone.
                wire.send(
                    "PATCH \(place) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(home.anna.secret)\r\n"
                        + "Tus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\n"
                        + "Upload-Offset: \(offset)\r\nContent-Length: \(bytes.count - offset)\r\n\r\n"
                        + String(decoding: bytes[offset..<(offset + step)], as: UTF8.self))
                wire.close()
                // The server may not have read it yet, and asking interrupts it: then nothing of it arrived.
                let measured = try await fixture.ask(.head, place, as: home.anna.secret, headers: Self.tus())
                let arrived = try #require(measured.headers[.uploadOffset].flatMap { Int($0) })
                #expect(measured.status == 200 && arrived >= offset && arrived <= offset + step)
                offset = arrived
            }
            let sent = try await Self.finish(place, bytes, from: offset, in: home, at: fixture)
            #expect(sent.headers[.daybookDigest] == Digest(of: bytes).text)
            let read = try await fixture.pool.using(home.id) { try $0.blobs.read(Digest(of: bytes)) }
            #expect(read == bytes)
        }
    }

    /// Sends what is missing.
    private static func finish(
        _ place: String, _ bytes: [UInt8], from offset: Int, in home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture
    ) async throws -> ServiceFixture.Answer {
        var offset = offset
        while true {
            let sent = try await fixture.send(
                .patch, place, bytes: bytes[offset...], as: home.anna.secret, headers: patch(at: offset))
            // A request whose client is gone long since may be read only now, and come in between: then it is asked again.
            guard sent.status == 409 || sent.status == 423 else { return sent }
            let measured = try await fixture.ask(.head, place, as: home.anna.secret, headers: tus())
            offset = try #require(measured.headers[.uploadOffset].flatMap { Int($0) })
        }
    }

    @Test func `an upload may break off at any byte of its request: no more is kept than came, and it can be finished`()
        async throws
    {
        let limits = ServiceConfiguration().with(.requestsPerMinute, 1_000_000)
        try await ServiceFixture.open(limits, in: nil, .live) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let port = try #require(fixture.port)
            let bytes = Array("twenty-four small letters".utf8)
            var cut = 0
            while true {
                let place = try await Self.begin(bytes.count, in: home, at: fixture)
                let head = Array(
                    ("PATCH \(place) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(home.anna.secret)\r\n"
                        + "Tus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\n"
                        + "Upload-Offset: 0\r\nContent-Length: \(bytes.count)\r\n\r\n").utf8)
                guard cut < head.count + bytes.count else { break }
                let wire = try Wire(port: port)
                wire.send(String(decoding: (head + bytes).prefix(cut), as: UTF8.self))
                wire.close()
                let measured = try await fixture.ask(.head, place, as: home.anna.secret, headers: Self.tus())
                let arrived = try #require(measured.headers[.uploadOffset].flatMap { Int($0) })
                #expect(arrived >= 0 && arrived <= max(0, cut - head.count), "cut at \(cut)")
                let sent = try await Self.finish(place, bytes, from: arrived, in: home, at: fixture)
                #expect(sent.headers[.daybookDigest] == Digest(of: bytes).text, "cut at \(cut)")
                // There is room for so many uploads that are not over yet.
                let dropped = try await fixture.ask(.delete, place, as: home.anna.secret, headers: Self.tus())
                #expect(dropped.status == 204, "cut at \(cut)")
                cut += 1
            }
            #expect(cut > 200)
            #expect(try Self.kept(in: home, at: fixture).0 == 1)
        }
    }

    @Test func `a last byte that was kept and never answered is finished by whoever asks`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let place = try await Self.begin(3, in: home, at: fixture)
            let id = try #require(place.split(separator: "/").last.flatMap { UploadID(text: String($0)) })
            try await fixture.pool.using(home.id) { workspace in
                let state = try #require(try workspace.uploads.state(of: id))
                _ = try workspace.uploads.append([1, 2, 3], to: state)
            }
            let measured = try await fixture.ask(.head, place, as: home.anna.secret, headers: Self.tus())
            #expect(measured.headers[.daybookDigest] == Digest(of: [1, 2, 3]).text)
            let nothing = try await Self.begin(0, in: home, at: fixture)
            let empty = try await fixture.ask(.head, nothing, as: home.anna.secret, headers: Self.tus())
            #expect(empty.headers[.daybookDigest] == Digest(of: []).text)
        }
    }

    @Test func `bytes that do not match their checksum are not kept, and can be sent again`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let place = try await Self.begin(6, in: home, at: fixture)
            func send(_ text: String, at offset: Int, _ checksum: String) async throws -> ServiceFixture.Answer {
                try await fixture.send(
                    .patch, place, bytes: Array(text.utf8), as: home.anna.secret,
                    headers: Self.patch(at: offset, checksum: checksum))
            }
            func sha256(_ text: String) -> String {
                "sha256 " + Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
            }
            let wrong = try await send("abd", at: 0, sha256("abc"))
            #expect(wrong.status == 460 && wrong.problem == "checksumMismatch")
            #expect(wrong.headers[.tusResumable] == "1.0.0")
            #expect(try await send("abc", at: 0, "crc32 AAAA").problem == "badChecksum")
            #expect(try await send("abc", at: 0, "sha256").problem == "badChecksum")
            #expect(try await send("abc", at: 0, sha256("abc")).status == 204)
            let sha1 = "sha1 " + Data(Insecure.SHA1.hash(data: Array("def".utf8))).base64EncodedString()
            let last = try await send("def", at: 3, sha1)
            #expect(last.headers[.daybookDigest] == Digest(of: Array("abcdef".utf8)).text)
        }
    }

    @Test func `what is wrong with an upload is said by name, and nothing is taken`() async throws {
        let configuration = ServiceConfiguration().with(.uploadBytes, 1_000).with(.uploadsOpen, 2)
        try await ServiceFixture.open(configuration) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (path, secret) = (home.path + "/uploads", home.anna.secret)
            func begin(_ fields: [(HTTPField.Name, String)]) async throws -> String {
                let answer = try await fixture.ask(.post, path, as: secret, headers: Self.tus(fields))
                return "\(answer.status) \(answer.problem ?? "")"
            }
            let old = try await fixture.ask(
                .post, path, as: secret, headers: [.tusResumable: "0.2.2", .uploadLength: "1"])
            #expect(old.status == 412 && old.headers[.tusVersion] == "1.0.0")
            #expect(try await begin([]) == "400 badUploadLength")
            for length in ["-1", "+5", "5.0", "0x5", "99999999999999999999"] {
                #expect(try await begin([(.uploadLength, length)]) == "400 badUploadLength", "\(length)")
            }
            #expect(try await begin([(.uploadLength, "1001")]) == "413 uploadTooLarge")
            for metadata in ["filename %", "child MQ==", "a b c", "filename " + String(repeating: "A", count: 3_000)] {
                #expect(
                    try await begin([(.uploadLength, "1"), (.uploadMetadata, metadata)]) == "400 badUploadMetadata")
            }
            let nobodys = Data("0190163d-8694-739b-aea5-966c26f8ad90".utf8).base64EncodedString()
            #expect(
                try await begin([(.uploadLength, "1"), (.uploadMetadata, "child " + nobodys)])
                    == "404 studio.noSuchChild")
            let place = try await Self.begin(4, in: home, at: fixture, metadata: "filename c3VuLmpwZw==,type eA==")
            func send(_ text: String, _ headers: HTTPFields) async throws -> String {
                let answer = try await fixture.send(
                    .patch, place, bytes: Array(text.utf8), as: secret, headers: headers)
                return "\(answer.status) \(answer.problem ?? "")"
            }
            #expect(try await send("ab", Self.tus([(.uploadOffset, "0")])) == "415 notAnUpload")
            #expect(
                try await send("ab", Self.tus([(.contentType, "application/offset+octet-stream")]))
                    == "400 badUploadOffset")
            #expect(try await send("ab", Self.patch(at: 1)) == "409 offsetMoved")
            #expect(try await send("abcde", Self.patch(at: 0)) == "413 uploadTooLong")
            #expect(try await send("ab", Self.patch(at: 0)) == "204 ")
            #expect(try await send("ab", Self.patch(at: 0)) == "409 offsetMoved")
            #expect(try await send("cd", Self.patch(at: 2)) == "204 ")
            #expect(try await send("e", Self.patch(at: 4)) == "413 uploadTooLong")
            let shown = try await fixture.get(place, as: secret)
            #expect(shown.json["name"].string == "sun.jpg" && shown.json["lengthBytes"].int == 4)
            let unfinished = try await Self.begin(1, in: home, at: fixture)
            _ = try await Self.begin(1, in: home, at: fixture)
            #expect(try await begin([(.uploadLength, "1")]) == "429 tooManyUploads")
            #expect(try await fixture.ask(.delete, place, as: secret, headers: Self.tus()).status == 204)
            #expect(try await fixture.ask(.delete, place, as: secret, headers: Self.tus()).problem == "noSuchUpload")
            #expect(try await fixture.ask(.delete, unfinished, as: secret, headers: Self.tus()).status == 204)
            #expect(try Self.kept(in: home, at: fixture) == (1, 1))
            let told = try await fixture.ask(.options, path, as: secret)
            #expect(told.headers[.tusExtension] == "creation,termination,checksum,expiration")
            #expect(told.headers[.tusMaxSize] == "1000" && told.status == 204)
        }
    }

    @Test func `whoever speaks tus hears its version in every answer, whatever went wrong`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (path, headers) = (home.path + "/uploads", Self.tus([(.uploadLength, "1")]))
            let stranger = try await fixture.ask(.post, path, headers: headers)
            #expect(stranger.status == 401 && stranger.headers[.tusResumable] == "1.0.0")
            // There is a file where their folder would be.
            let folder = try fixture.directory.workspace(named: home.id.text).uploads
            try Data().write(to: URL(filePath: folder))
            let broken = try await fixture.ask(.post, path, as: home.anna.secret, headers: headers)
            #expect(broken.status == 503 && broken.headers[.tusResumable] == "1.0.0", "\(broken.text)")
            #expect(fixture.logged.contains { $0.contains("\"message\":\"failed\"") })
        }
    }

    @Test func `an upload is its sender's alone, and a child's picture needs that child`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func member(_ name: String, _ role: Role, _ reach: MemberReach) async throws -> Visitor {
                let visitor = try await fixture.visitor(name)
                try await fixture.keeps(.addMember(home.id, visitor.user, role: role, reach: reach), as: home.author)
                return visitor
            }
            let editor = try await member("ben", .editor, .everything)
            let nanny = try await member("cora", .editor, .children([home.child.entity]))
            let viewer = try await member("dora", .viewer, .everything)
            let place = try await Self.begin(1, in: home, at: fixture)
            for method in [HTTPRequest.Method.head, .delete] {
                let answer = try await fixture.ask(method, place, as: editor.secret, headers: Self.tus())
                #expect(answer.status == 404)
            }
            func begin(_ visitor: Visitor, _ metadata: String) async throws -> String {
                let headers = Self.tus([(.uploadLength, "1"), (.uploadMetadata, metadata)])
                let answer = try await fixture.ask(.post, home.path + "/uploads", as: visitor.secret, headers: headers)
                return "\(answer.status) \(answer.problem ?? "")"
            }
            let ada = "child " + Data(home.child.text.utf8).base64EncodedString()
            #expect(try await begin(viewer, "") == "403 roleTooLow")
            #expect(try await begin(nanny, "") == "403 outOfReach")
            #expect(try await begin(nanny, ada) == "201 ")
            #expect(try await begin(editor, "") == "201 ")
        }
    }

    @Test func `a plan that has no room for a file says so before its bytes are taken`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            try await fixture.limitStorage(of: home, leaving: 1_000)
            _ = try await Self.begin(600, in: home, at: fixture)
            func begin(_ length: Int) async throws -> String {
                let answer = try await fixture.ask(
                    .post, home.path + "/uploads", as: home.anna.secret,
                    headers: Self.tus([(.uploadLength, String(length))]))
                return "\(answer.status) \(answer.problem ?? "")"
            }
            #expect(try await begin(401) == "413 overQuota")
            #expect(try await begin(400) == "201 ")
        }
    }

    /// Each by a request of its own, all at once.
    @Test func `of uploads that begin together no more are taken than there is room for`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            // Counting them takes long enough for another one to begin.
            try await fixture.pool.using(home.id) { workspace in
                for number in 0..<300 { _ = try workspace.blobs.keep(Array("\(number)".utf8), for: .workspace) }
            }
            try await fixture.limitStorage(of: home, leaving: 1_000)
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<24 { group.addTask { try await beginning(300, in: home, at: fixture) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 == "201 " } == 3 && answers.count { $0 == "413 overQuota" } == 21, "\(answers)")
        }
    }

    @Test func `so many that are finished say so, and the oldest are forgotten`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.uploadsFinished, 3)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            var places: [String] = []
            for number in 0..<6 {
                places.append(try await upload([UInt8(number)], in: home, at: fixture))
                // Within a millisecond, which is the older one is anybody's guess.
                fixture.wait(seconds: 1)
            }
            var statuses: [Int] = []
            for place in places {
                statuses.append(try await fixture.ask(.head, place, as: home.anna.secret, headers: Self.tus()).status)
            }
            // They are counted when one begins, which is then not finished yet.
            #expect(statuses == [404, 404, 200, 200, 200, 200])
        }
    }

    /// Uploads a file whole.
    ///
    /// - Returns: where it is asked about.
    @discardableResult
    private func upload(
        _ bytes: [UInt8], in home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture
    ) async throws -> String {
        let place = try await Self.begin(bytes.count, in: home, at: fixture)
        let sent = try await fixture.send(
            .patch, place, bytes: bytes, as: home.anna.secret, headers: Self.patch(at: 0))
        #expect(sent.headers[.daybookDigest] == Digest(of: bytes).text, "\(sent.text)")
        return place
    }

    private func beginning(
        _ length: Int, in home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture
    ) async throws -> String {
        let answer = try await fixture.ask(
            .post, home.path + "/uploads", as: home.anna.secret, headers: Self.tus([(.uploadLength, String(length))]))
        return "\(answer.status) \(answer.problem ?? "")"
    }

    @Test(arguments: [false, true])
    func `what is finished is on its way no more, and what is not stays limited`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.uploadsOpen, 2), isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for number in 0..<5 { try await upload([UInt8(number)], in: home, at: fixture) }
            for _ in 0..<3 { #expect(try await beginning(0, in: home, at: fixture) == "201 ") }
            for _ in 0..<2 { #expect(try await beginning(1, in: home, at: fixture) == "201 ") }
            #expect(try await beginning(1, in: home, at: fixture) == "429 tooManyUploads")
        }
    }

    @Test func `the limit of storage counts each file once, named by a command or by none`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            try await fixture.limitStorage(of: home, leaving: 1_000)
            let bytes = [UInt8](repeating: 7, count: 500)
            try await upload(bytes, in: home, at: fixture)
            let attach = WorkspaceCommand.notes(
                .attachFile(
                    fixture.pool.runtime.mint(), to: .note(home.notes[0]),
                    FileFacts(
                        name: Name(recorded: "a.txt"), mediaType: "text/plain", sizeBytes: 500,
                        digest: Digest(of: bytes).bytes)))
            let given = try await fixture.ask(
                .post, home.path + "/commands", GivingCommands.batch([attach]), as: home.anna.secret)
            #expect(try GivingCommands.results(given).results.map(\.outcome) == [.done])
            // It is one file, however often it is sent.
            try await upload(bytes, in: home, at: fixture)
            #expect(try await beginning(501, in: home, at: fixture) == "413 overQuota")
            // What nobody named has its room also when its upload is over.
            try await upload([UInt8](repeating: 8, count: 300), in: home, at: fixture)
            fixture.wait(seconds: 86_400)
            try await fixture.service.uploads.sweep()
            #expect(try await beginning(201, in: home, at: fixture) == "413 overQuota")
            #expect(try await beginning(200, in: home, at: fixture) == "201 ")
        }
    }

    @Test func `uploads that are over are erased while it runs, and at the next start`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/files-uploads-\(UUID().uuidString)"
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: root) } }
        try await ServiceFixture.open(in: root) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let place = try await Self.begin(5, in: home, at: fixture)
            _ = try await Self.begin(5, in: home, at: fixture)
            #expect(try await fixture.service.uploads.sweep() == 0)
            fixture.wait(seconds: 86_400)
            #expect(try await fixture.ask(.head, place, as: home.anna.secret, headers: Self.tus()).status == 404)
            // What somebody is at this moment is left for the next time.
            let id = try #require(place.split(separator: "/").last.flatMap { UploadID(text: String($0)) })
            let seat = fixture.service.uploads.take(id)
            #expect(seat != nil)
            #expect(try await fixture.service.uploads.sweep() == 1)
            #expect(try Self.kept(in: home, at: fixture) == (0, 1))
            withExtendedLifetime(seat) {}
        }
        try await ServiceFixture.open(in: root) { fixture in
            fixture.wait(seconds: 86_400)
            let count = try await fixture.service.uploads.sweep()
            #expect(count == 1)
        }
    }
}
