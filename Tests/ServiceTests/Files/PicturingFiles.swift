import Foundation
import HTTPTypes
import Importers
import Kernel
import KernelTesting
import Testing

@testable import Runtime
@testable import Service

@Suite("Picturing files")
struct PicturingFiles {
    static let isHere = (try? ReadingFilesOverHTTP.shared("images/exif-orientation/Landscape_6.jpg")) != nil
    static let absent: Comment = "the given data is not beside the project (../shared/data)"

    /// Every file below `images` and `artwork`, those in archives too.
    static func pictures() throws -> [(name: String, bytes: [UInt8])] {
        var pictures: [(name: String, bytes: [UInt8])] = []
        let place = Repository.sharedData
        for folder in ["images", "artwork"] {
            let names = FileManager.default.enumerator(atPath: place.path + "/" + folder)?.allObjects as? [String] ?? []
            for name in names.sorted() {
                let url = place.appending(path: folder + "/" + name)
                guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
                guard name.hasSuffix(".zip") else {
                    pictures.append((name, Array(try Data(contentsOf: url))))
                    continue
                }
                var reader = try ArchiveReader(url)
                while let entry = try reader.next() {
                    if case .file(let bytes) = entry.kind { pictures.append((name + "/" + entry.path, bytes)) }
                }
            }
        }
        return pictures
    }

    @Test(.enabled(if: isHere, absent), arguments: [false, true])
    func `a thumbnail stands the right way up, is small, and goes with the file`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            for orientation in [1, 3, 6, 8] {
                let bytes = try ReadingFilesOverHTTP.shared("images/exif-orientation/Landscape_\(orientation).jpg")
                #expect(PictureHead(bytes)?.orientation == orientation)
                let digest = try await ReadingFilesOverHTTP.attach(
                    bytes, named: "a.jpg", to: home, at: fixture, asArtwork: true)
                let path = home.path + "/blobs/\(digest.text)/thumbnail?size=160"
                let thumbnail = try await fixture.get(path, as: home.anna.secret)
                #expect(thumbnail.status == 200, "\(thumbnail.text.prefix(200))")
                #expect(thumbnail.headers[.contentType] == "image/webp")
                let head = try #require(PictureHead(thumbnail.bytes))
                #expect(head.widthPixels == 160 && head.heightPixels < 160 && head.orientation == 1)
                let tag = try #require(thumbnail.headers[.eTag])
                let known = try await fixture.get(path, as: home.anna.secret, headers: [.ifNoneMatch: tag])
                #expect(known.status == 304)

                let root = try fixture.directory.workspace(named: home.id.text).root + "/thumbnails"
                func kept() -> [String] { FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? [] }
                let files = kept().filter { $0.hasSuffix("-160") }
                #expect(files.count == 1)
                let file = try #require(files.first)
                #expect(file.contains(String(digest.text.dropFirst(2))) != isEncrypted)
                let stored = Array(try Data(contentsOf: URL(filePath: root + "/" + file)))
                #expect(Data(stored).range(of: Data(thumbnail.bytes.prefix(64))) == nil || !isEncrypted)
                // A damaged one is made again.
                try Data(stored.dropLast()).write(to: URL(filePath: root + "/" + file))
                let again = try await fixture.get(path, as: home.anna.secret)
                #expect(again.bytes == thumbnail.bytes)
                try await fixture.pool.using(home.id) { try $0.blobs.erase([digest]) }
                #expect(kept().filter { $0.hasSuffix("-160") }.isEmpty)
                #expect(try await fixture.get(path, as: home.anna.secret).status == 404)
            }
            let other = try await fixture.get(
                home.path + "/blobs/\(Digest(of: []).text)/thumbnail?size=17", as: home.anna.secret)
            #expect(other.status == 400 && other.problem == "badParameter")
        }
    }

    @Test(.enabled(if: isHere, absent))
    func `a thumbnail says nothing of where, when and with what its picture was taken`() async throws {
        try await ServiceFixture.open { fixture in
            let all = try Self.pictures()
            for (name, bytes) in all.filter({ $0.name.contains("/gps/") }) {
                let made = try await fixture.service.pictures.make(.thumbnail(320), of: bytes)
                let head = try #require(PictureHead(made))
                #expect(head.mediaType == "image/webp" && head.taken == nil && max(head.widthPixels, head.heightPixels) == 320)
                for word in ["Exif", "EXIF", "XMP ", "GPS", "NIKON", "http://ns.adobe.com"] {
                    #expect(Data(made).range(of: Data(word.utf8)) == nil, "\(name) still says \(word)")
                }
            }
        }
    }

    @Test func `what is no whole WebP is none, and what a camera wrote goes out of one`() {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [UInt8(content.count), 0, 0, 0] + content + (content.count % 2 == 1 ? [0] : [])
        }
        func file(_ chunks: [UInt8]) -> [UInt8] {
            Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
        }
        let flags: [UInt8] = [0x3C, 0, 0, 0, 9, 0, 0, 9, 0, 0]
        let plainFlags: [UInt8] = [0x30] + flags.dropFirst()
        let whole = file(
            chunk("VP8X", flags) + chunk("ICCP", [1]) + chunk("VP8 ", [2, 3]) + chunk("EXIF", [4, 5, 6]) + chunk("XMP ", [7]))
        let plain = file(chunk("VP8X", plainFlags) + chunk("ICCP", [1]) + chunk("VP8 ", [2, 3]))
        #expect(PlainWebP.stripped(whole) == plain)
        #expect(PlainWebP.stripped(plain) == plain)
        for count in [0, 4, 11, 13, 20, whole.count - 1] { #expect(PlainWebP.stripped(Array(whole.prefix(count))) == nil) }
        #expect(PlainWebP.stripped(Array("RIFF0000WAVE".utf8)) == nil)
    }

    @Test(.enabled(if: isHere, absent))
    func `a stripped picture says nothing of where, when and with what it was taken`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let all = try Self.pictures()
            let taken = all.filter { $0.name.contains("/gps/") }
            #expect(taken.count > 3)
            for (name, bytes) in taken {
                let digest = try await ReadingFilesOverHTTP.attach(
                    bytes, named: "a.jpg", to: home, at: fixture, asArtwork: true)
                let path = home.path + "/blobs/\(digest.text)"
                #expect(PictureHead(bytes)?.taken != nil, "\(name)")
                let answer = try await fixture.get(path + "?stripped=true", as: home.anna.secret)
                #expect(answer.status == 200 && answer.headers[.contentType] == "image/jpeg", "\(name)")
                let head = try #require(PictureHead(answer.bytes))
                let before = try #require(PictureHead(bytes))
                #expect(head.taken == nil && head.orientation == 1)
                let isTurned = before.orientation > 4
                #expect(head.widthPixels == (isTurned ? before.heightPixels : before.widthPixels))
                for word in ["Exif", "GPS", "NIKON", "http://ns.adobe.com"] {
                    #expect(Data(answer.bytes).range(of: Data(word.utf8)) == nil, "\(name) still says \(word)")
                }
                #expect(try await fixture.get(path, as: home.anna.secret).bytes == bytes)
            }
            let text = try await ReadingFilesOverHTTP.attach(
                Array("words".utf8), named: "a.txt", to: home, at: fixture)
            let refused = try await fixture.get(
                home.path + "/blobs/\(text.text)?stripped=true", as: home.anna.secret)
            #expect(refused.status == 415 && refused.problem == "notAPicture")
        }
    }

    @Test(.enabled(if: isHere, absent), .timeLimit(.minutes(20)))
    func `no malformed picture crashes or stalls the service`() async throws {
        try await ServiceFixture.open { fixture in
            let all = try Self.pictures()
            #expect(all.count > 1_000)
            // All of them when there is time, and some of each kind always.
            let some = all.enumerated().filter { FaultLedger.isFull || $0.offset % 12 == 0 }.map(\.element)
            let desk = fixture.service.pictures
            var outcomes: [String: Int] = [:]
            for (name, bytes) in some {
                do {
                    let made = try await desk.make(.thumbnail(160), of: bytes)
                    let head = try #require(PictureHead(made))
                    #expect(head.widthPixels <= 160 && head.heightPixels <= 160, "\(name)")
                    outcomes["made", default: 0] += 1
                } catch let problem as ProblemDocument {
                    #expect([415, 422].contains(problem.status.code), "\(name): \(problem)")
                    outcomes[problem.name, default: 0] += 1
                }
            }
            print("pictures: \(outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
            #expect(outcomes["made", default: 0] > 0 && outcomes["badPicture", default: 0] > 0)
            #expect(try await fixture.get("/healthz").status == 200)
        }
    }

    @Test func `a picture that claims to be too large is refused by its head, and one that takes too long is given up`()
        async throws
    {
        // A PNG whose header claims 60,000 × 60,000 pixels.
        var bomb: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        bomb += Array("IHDR".utf8) + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0, 0, 0, 0, 0]
        let given = bomb
        try await ServiceFixture.open(ServiceConfiguration().with(.pictureMegabytes, 256)) { fixture in
            let desk = fixture.service.pictures
            do {
                _ = try await desk.make(.thumbnail(160), of: given)
                Issue.record("it was decoded")
            } catch let problem as ProblemDocument {
                #expect(problem.name == "pictureTooLarge")
            }
            // Within the pixels, and nothing behind the head.
            var small = given
            small.replaceSubrange(16..<24, with: [0, 0, 0x20, 0, 0, 0, 0x20, 0])
            do {
                _ = try await desk.make(.thumbnail(160), of: small)
                Issue.record("it was decoded")
            } catch let problem as ProblemDocument {
                #expect(problem.name == "badPicture")
            }
        }
    }

    /// The head of a PNG of one pixel.
    private static var head: [UInt8] {
        var head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        head += Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0, 0, 0, 0]
        return head
    }

    /// The refusal of a picture that cannot be decoded.
    private func refusal(_ configuration: ServiceConfiguration, by decoder: [String]) async throws -> ProblemDocument? {
        let desk = ThumbnailRenderer(configuration, decoder: decoder)
        var refusal: ProblemDocument?
        do {
            _ = try await desk.make(.thumbnail(160), of: Self.head)
            Issue.record("it was decoded")
        } catch let problem as ProblemDocument {
            refusal = problem
        }
        try await desk.stop()
        return refusal
    }

    /// F33: an import tries a picture, and says nothing where nobody knows.
    @Test func `whether a picture can be shown is known where there is a decoder`() {
        func trial(_ strict: String, _ lenient: String) -> PictureTrial? {
            PictureDecoder.usual.trial(Self.head, by: (["/bin/sh", "-c", strict], ["/bin/sh", "-c", lenient]))
        }
        #expect(trial("cat", "exit 1") == .sound)
        #expect(trial("exit 1", "cat") == .damaged)
        #expect(trial("exit 1", "exit 1") == .undecodable)
        #expect(trial("exit 0", "exit 0") == .undecodable)
        #expect(trial("exit 1", "exit 127") == nil)
        let absent = ["/usr/bin/no-such-decoder"]
        #expect(PictureDecoder.usual.trial(Self.head, by: (absent, absent)) == nil)
    }

    /// F33: damage inside, where the head is sound, by the decoder that is there.
    @Test(.enabled(if: isHere, absent), arguments: ["jpg", "png", "gif", "webp"])
    func `a picture that is damaged inside is no sound one`(kind: String) throws {
        let decoder = PictureDecoder.usual
        let photo = try ReadingFilesOverHTTP.shared("images/exif-orientation/Landscape_1.jpg")
        let sound = try decoder.run(
            over: photo, ["/usr/bin/vipsthumbnail", "stdin", "--size", "200x200>", "-o", "." + kind])
        #expect(decoder.trial(sound) == .sound)
        // To the end, which is left as it is; and cut off. A few changed bytes may make just another picture.
        var damaged = sound
        for at in sound.count / 4..<sound.count - 16 { damaged[at] = UInt8(truncatingIfNeeded: at &* 131 >> 3) }
        for bytes in [damaged, Array(sound.prefix(sound.count / 2))] {
            #expect(PictureHead(bytes) != nil)
            let trial = decoder.trial(bytes)
            #expect(trial == .damaged || trial == .undecodable, "\(kind): \(String(describing: trial))")
        }
    }

    /// F33: kinds that this decoder does not know, or only in part.
    @Test(.enabled(if: isHere, absent)) func `a picture of a kind that is not decoded here cannot be shown`() throws {
        let avif = try ReadingFilesOverHTTP.shared("images/avif/kimono.rotate90.avif")
        #expect(PictureDecoder.usual.trial(avif) == .undecodable)
        let bmp = Array("BM".utf8) + [UInt8](repeating: 0, count: 60)
        #expect(PictureDecoder.usual.trial(bmp) == .undecodable)
    }

    @Test func `a decoder that never ends is killed`() async throws {
        let configuration = ServiceConfiguration().with(.pictureSeconds, 1)
        let problem = try await refusal(configuration, by: ["/bin/sh", "-c", "exec sleep 3600"])
        // It did not compute, so nothing is said about the picture.
        #expect(problem?.name == "machine")
    }

    /// The number of files in memory with this name that the process has open.
    static func memoryFiles(named name: String) throws -> Int {
        let folder = "/proc/self/fd/"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count {
            // One that was closed meanwhile leads nowhere.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0))?.hasPrefix("/memfd:" + name) == true
        }
    }

    @Test func `nothing of a picture stays in memory once it was decoded, or could not be`() async throws {
        let before = try Self.memoryFiles(named: "daybook-picture")
        for decoder in [["/bin/sh", "-c", "cat"], ["/bin/sh", "-c", "exit 1"], ["/usr/bin/no-such-decoder"]] {
            let desk = ThumbnailRenderer(ServiceConfiguration(), decoder: decoder)
            for _ in 0..<20 {
                do {
                    #expect(try await desk.make(.stripped(isPNG: true), of: Self.head) == Self.head)
                    #expect(decoder.last == "cat")
                } catch let problem as ProblemDocument {
                    #expect(["badPicture", "noDecoder"].contains(problem.name) && decoder.last != "cat", "\(problem)")
                }
            }
            try await desk.stop()
        }
        // Others may be decoding at this moment, but not sixty.
        #expect(try Self.memoryFiles(named: "daybook-picture") < before + 60)
    }

    @Test func `where there is no decoder nothing is said about the picture`() async throws {
        // There is none, it may not be run, or it lacks a library.
        for decoder in [["/usr/bin/no-such-decoder"], ["/etc/passwd"], ["/bin/sh", "-c", "exit 127"]] {
            let problem = try await refusal(ServiceConfiguration(), by: decoder)
            #expect(problem?.name == "noDecoder" && problem?.status == .serviceUnavailable, "\(decoder)")
            #expect(problem?.cause?.hasPrefix(decoder[0]) == true)
        }
        let problem = try await refusal(ServiceConfiguration(), by: ["/bin/sh", "-c", "exit 1"])
        #expect(problem?.name == "badPicture")
    }
}
