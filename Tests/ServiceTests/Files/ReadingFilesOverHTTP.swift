import Accounts
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

@Suite("Reading files over HTTP")
struct ReadingFilesOverHTTP {
    /// Keeps bytes and hangs them on a note; a picture is an artwork's too, of the child of the home.
    static func attach(
        _ bytes: [UInt8], named name: String, to home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture,
        asArtwork: Bool = false
    ) async throws -> Digest {
        let runtime = fixture.pool.runtime
        return try await fixture.pool.using(home.id) { workspace in
            let digest = try workspace.blobs.keep(bytes, for: asArtwork ? .child(home.child) : .workspace)
            let file = FileFacts(
                name: Name(recorded: name), mediaType: "text/html", sizeBytes: bytes.count, digest: digest.bytes)
            let command: WorkspaceCommand
            if asArtwork {
                let image = try #require(
                    ImageFacts(picture: bytes, id: runtime.mint(), name: Name(recorded: name)))
                let day = try #require(CalendarDay(text: "2026-11-22"))
                command = .studio(
                    .uploadArtwork(runtime.mint(), of: home.child, NewArtwork(images: [image], uploaded: day)))
            } else {
                command = .notes(.attachFile(runtime.mint(), to: .note(home.notes[0]), file))
            }
            _ = try await workspace.perform([command], as: home.author)
            return digest
        }
    }

    static func shared(_ path: String) throws -> [UInt8] {
        let root = Repository.sharedData
        return Array(try Data(contentsOf: root.appending(path: path)))
    }

    @Test(arguments: [false, true])
    func `a file comes as it was kept, whole or in part, and is known again`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let bytes = Array("<script>0123456789</script>".utf8)
            let digest = try await Self.attach(bytes, named: "notes — ü.html", to: home, at: fixture)
            let path = home.path + "/blobs/" + digest.text
            func get(_ headers: HTTPFields = [:]) async throws -> ServiceFixture.Answer {
                try await fixture.get(path, as: home.anna.secret, headers: headers)
            }
            let whole = try await get()
            #expect(whole.status == 200 && whole.bytes == bytes)
            // What somebody sent is never a page of ours.
            #expect(whole.headers[.contentType] == "application/octet-stream")
            #expect(whole.headers[.contentDisposition] == "attachment; filename*=UTF-8''notes%20%E2%80%94%20%C3%BC.html")
            #expect(whole.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            #expect(whole.headers[.xContentTypeOptions] == "nosniff")
            #expect(whole.headers[.cacheControl] == "private, max-age=31536000, immutable")
            let tag = try #require(whole.headers[.eTag])
            #expect(tag == "\"\(digest.text)\"")
            let known = try await get([.ifNoneMatch: tag])
            #expect(known.status == 304 && known.bytes.isEmpty && known.headers[.eTag] == tag)
            let head = try await fixture.ask(.head, path, as: home.anna.secret, headers: [.range: "bytes=0-1"])
            #expect(head.status == 200 && head.headers[.contentLength] == String(bytes.count))

            for (range, part) in [
                ("bytes=0-0", 0..<1), ("bytes=8-", 8..<27), ("bytes=-3", 24..<27), ("bytes=5-999", 5..<27),
                ("bytes=-999", 0..<27), (" bytes = 1-2", nil), ("bytes=1-2,4-5", nil), ("lines=1-2", nil),
                ("bytes=2-1", nil), ("bytes=-", nil), ("bytes=1", nil), ("bytes=99999999999999999999-", nil),
            ] as [(String, Range<Int>?)] {
                let answer = try await get([.range: range])
                #expect(answer.status == (part == nil ? 200 : 206), "\(range)")
                #expect(answer.bytes == Array(bytes[part ?? 0..<27]), "\(range)")
                let place = part.map { "bytes \($0.lowerBound)-\($0.upperBound - 1)/27" }
                #expect(answer.headers[.contentRange] == place, "\(range)")
            }
            for range in ["bytes=27-", "bytes=99-100", "bytes=-0"] {
                let answer = try await get([.range: range])
                #expect(answer.status == 416 && answer.problem == "rangeNotThere", "\(range)")
                #expect(answer.headers[.contentRange] == "bytes */27")
            }
            #expect(try await get([.range: "bytes=0-0", .ifRange: tag]).status == 206)
            #expect(try await get([.range: "bytes=0-0", .ifRange: "\"other\""]).status == 200)
            let facts = try await fixture.get(path + "/facts", as: home.anna.secret)
            #expect(facts.json["sizeBytes"].int == 27 && facts.json["picture"] == .null)
        }
    }

    @Test(arguments: [false, true])
    func `M6: a file of many pieces comes whole, and any range of it across their borders`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let piece = BlobPieces.pieceBytes
            let bytes = (0..<(2 * piece + 77)).map { UInt8(truncatingIfNeeded: ($0 &* 31) &+ ($0 >> 8)) }
            let digest = try await Self.attach(bytes, named: "large.bin", to: home, at: fixture)
            let path = home.path + "/blobs/" + digest.text
            let whole = try await fixture.get(path, as: home.anna.secret)
            #expect(whole.status == 200 && whole.bytes == bytes && whole.headers[.eTag] == "\"\(digest.text)\"")
            for range in [
                0..<1, (piece - 1)..<(piece + 1), 5..<(2 * piece + 5), (2 * piece)..<(2 * piece + 77), piece..<(2 * piece),
            ] {
                let answer = try await fixture.get(
                    path, as: home.anna.secret, headers: [.range: "bytes=\(range.lowerBound)-\(range.upperBound - 1)"])
                #expect(answer.status == 206 && answer.bytes == Array(bytes[range]), "\(range)")
            }
        }
    }

    @Test(.enabled(if: PicturingFiles.isHere, PicturingFiles.absent))
    func `a file is seen by whoever may see what it hangs on, and by nobody else`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let picture = try Self.shared("images/exif-orientation/Landscape_6.jpg")
            let drawing = try await Self.attach(picture, named: "sun.jpg", to: home, at: fixture, asArtwork: true)
            let text = try await Self.attach(Array("words".utf8), named: "a.txt", to: home, at: fixture)
            let stray = try await fixture.pool.using(home.id) { try $0.blobs.keep([1], for: .workspace) }
            func member(_ name: String, _ reach: MemberReach) async throws -> String {
                let visitor = try await fixture.visitor(name)
                try await fixture.keeps(.addMember(home.id, visitor.user, role: .viewer, reach: reach), as: home.author)
                return visitor.secret
            }
            let viewer = try await member("ben", .everything)
            let nanny = try await member("cora", .children([home.child.entity]))
            let other = try await member("dora", .children([EntityID(hi: 1, lo: 1)]))
            func statuses(_ secret: String) async throws -> [Int] {
                var statuses: [Int] = []
                for digest in [drawing, text, stray] {
                    for part in ["", "/facts", "/thumbnail"] {
                        let answer = try await fixture.get(home.path + "/blobs/\(digest.text)\(part)", as: secret)
                        if answer.status == 404 { #expect(answer.problem == "noSuchFile") }
                        statuses.append(answer.status)
                    }
                }
                return statuses
            }
            #expect(try await statuses(home.anna.secret) == [200, 200, 200, 200, 200, 415, 404, 404, 404])
            #expect(try await statuses(viewer) == [200, 200, 200, 200, 200, 415, 404, 404, 404])
            #expect(try await statuses(nanny) == [200, 200, 200, 404, 404, 404, 404, 404, 404])
            #expect(try await statuses(other) == [404, 404, 404, 404, 404, 404, 404, 404, 404])
            let bad = try await fixture.get(home.path + "/blobs/abc", as: home.anna.secret)
            #expect(bad.status == 400 && bad.problem == "badParameter")
            try await fixture.pool.using(home.id) { try $0.blobs.erase([text]) }
            let gone = try await fixture.get(home.path + "/blobs/\(text.text)", as: home.anna.secret)
            #expect(gone.status == 404 && gone.problem == "fileMissing")
        }
    }
}
