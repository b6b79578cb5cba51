import Accounts
import Boards
import Capture
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import LZ4
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime

@Suite("Nothing lies in clear")
struct EncryptionAtRestTests {
    /// One for each kind of thing that people write, keep or are called; none is part of anything else.
    private enum Secret: String, CaseIterable {
        case folder = "Kellerfenster", note = "Zwetschgenmus", body = "quince-and-thyme-preserve", edit =
            "Lavendelkissen"
        case board = "Dachbodenausbau", card = "Regenrinnenhaken", description = "Kupferblechscheren"
        case item = "Wackelpuddingrezept", collection = "Feldsalatsaat", child = "Annegret-Mathilde"
        case caption = "Sonnenblumendrachen", artNotes = "Fingerfarbenkleckse", story = "Wolkenschaf"
        case file = "urlaubsfoto-bodensee", email = "grossmutter@familie-hagedorn.example"
        case attachment = "bytes-of-an-attached-file", picture = "bytes-of-a-drawing-by-the-child"
        case user = "Walburga Hagedorn"
    }

    /// A workspace of all domains with files and snapshots, and accounts: sealed, rolled and active segments.
    private func populate(_ house: WorkspaceFixture) async throws {
        let today = CalendarDay(daysSinceEpoch: 20_000)
        let workspace = try await house.create()
        let name = { (secret: Secret) in Name(good: secret.rawValue) }
        let (note, card, board, column): (NoteID, CardID, BoardID, ColumnID) =
            (house.id(), house.id(), house.id(), house.id())
        let (item, child, artwork): (ItemID, ChildID, ArtworkID) = (house.id(), house.id(), house.id())
        let attached = Array(String(repeating: Secret.attachment.rawValue + "\n", count: 20).utf8)
        let drawn = Array(String(repeating: Secret.picture.rawValue + "\n", count: 20).utf8)
        let facts = { (secret: Secret, bytes: [UInt8]) in
            FileFacts(
                name: name(secret), mediaType: "image/png", sizeBytes: bytes.count, digest: Digest(of: bytes).bytes)
        }
        try workspace.blobs.keep(attached, for: .workspace)
        try workspace.blobs.keep(drawn, for: .child(child))
        let picture = ImageFacts(id: house.id(), file: facts(.file, drawn), widthPixels: 3, heightPixels: 4)
        let edit = TextEdit(
            parents: [], runs: [TextRun(position: 0, deleteCount: 0, insertion: Secret.edit.rawValue + " ")])
        _ = try await workspace.perform(
            [
                .notes(.createFolder(house.id(), name: name(.folder), in: nil)),
                .notes(.createNote(note, title: name(.note), body: Secret.body.rawValue + "\n", in: nil)),
                .notes(.attachFile(house.id(), to: .note(note), facts(.file, attached))),
                .boards(
                    .openBoard(board, title: name(.board), columns: [NewColumn(id: column, name: Name(good: "Open"))])),
                .boards(
                    .addCard(
                        card, to: column, title: name(.card), description: Secret.description.rawValue, above: nil)),
                .capture(.captureItem(item, content: Secret.item.rawValue, captured: WorkspaceFixture.start)),
                .capture(.createCollection(house.id(), name: name(.collection), isStructured: false)),
                .studio(.addChild(child, name: name(.child), birth: nil, age: 5, avatar: .none, today: today)),
                .studio(
                    .uploadArtwork(
                        artwork, of: child,
                        NewArtwork(
                            images: [picture], uploaded: today, caption: name(.caption),
                            notes: Secret.artNotes.rawValue))),
                .studio(.createAlbum(house.id(), name: name(.story))),
            ], as: house.anna)
        let document = try #require(await workspace.view.notes.notes[note]?.body)
        _ = try await workspace.perform(
            [.notes(.editNote(note, TextEdit(parents: document.clock.frontier, runs: edit.runs)))], as: house.anna)
        var random = RandomCommands(Seed(40))
        for round in 0..<120 {
            do {
                _ = try await workspace.perform([random.next(await workspace.view)], as: house.ben)
            } catch is WorkspaceRefusal {}
            if round == 60 { try await workspace.journal.seal() }
        }
        try await workspace.snapshot()
        try await workspace.close()

        let book = try await AccountsStore.openOrCreate(in: house.data, runtime: house.runtime)
        let hash = try Passwords.hash("correct horse battery")
        _ = try await book.perform(
            [
                .registerUser(
                    house.id(), email: try Email(Secret.email.rawValue), password: hash, name: name(.user))
            ], by: .machine, as: house.anna)
        try await book.close()
    }

    /// The contents of every file of a data directory, and their decompressed form where they decompress.
    private func contents(of house: WorkspaceFixture) throws -> [(path: String, bytes: [UInt8])] {
        let names = try #require(FileManager.default.enumerator(atPath: house.data.path))
        var found: [(String, [UInt8])] = []
        for case let name as String in names {
            guard let data = FileManager.default.contents(atPath: house.data.path + "/" + name) else { continue }
            found.append((name, Array(data)))
            for content in Self.decompressed(data) { found.append((name + ", decompressed", content)) }
        }
        return found
    }

    /// The content of every LZ4 frame that begins anywhere.
    private static func decompressed(_ data: Data) -> [[UInt8]] {
        var contents: [[UInt8]] = []
        var start = data.startIndex
        while let magic = data.range(of: Data([0x04, 0x22, 0x4D, 0x18]), in: start..<data.endIndex) {
            let frame = Array(data[magic.lowerBound...])
            if let content = content(ofFrame: frame) { contents.append(content) }
            start = magic.upperBound
        }
        return contents
    }

    private static func content(ofFrame bytes: [UInt8]) -> [UInt8]? {
        bytes.withUnsafeBytes { raw in
            guard let measured = try? FrameDecoder.measure(raw, contentByteCountMax: 64 << 20) else { return nil }
            let size = measured.shape.contentByteCount
            let target = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
            defer { target.deallocate() }
            let frame = UnsafeRawBufferPointer(rebasing: raw[..<measured.frameByteCount])
            return (try? FrameDecoder.decode(frame, measured, into: target)).map { Array($0) }
        }
    }

    /// The secrets that can be read in any file, with the file that shows each.
    private func readable(_ house: WorkspaceFixture) throws -> [Secret: String] {
        var shown: [Secret: String] = [:]
        for (path, bytes) in try contents(of: house) {
            let data = Data(bytes)
            for secret in Secret.allCases {
                let forms = [
                    Data(secret.rawValue.utf8), secret.rawValue.data(using: .utf16LittleEndian) ?? Data(),
                    secret.rawValue.data(using: .utf16BigEndian) ?? Data(),
                ]
                if forms.contains(where: { !$0.isEmpty && data.range(of: $0) != nil }) { shown[secret] = path }
            }
        }
        return shown
    }

    @Test(.shows("J-110")) func `every raw file of a data directory with keys shows nothing of what is in it`()
        async throws
    {
        let house = try WorkspaceFixture(seed: 41, isEncrypted: true)
        try await populate(house)
        #expect(try readable(house) == [:])
        let names = try contents(of: house).map(\.path)
        for part in ["workspaces/family/journal/", "blobs/", "snapshots/", "system/journal/", "keys/family/"] {
            #expect(names.contains { $0.contains(part) }, "no file of \(part) was read")
        }
        // It is there all the same.
        let workspace = try await house.open(.reading)
        #expect(workspace.opening.snapshotSequence > 0)
        let view = await workspace.view
        #expect(view.everything().contains(Secret.child.rawValue))
        #expect(try workspace.verify(view).isSound)
        #expect(view.attachedDigests.count { workspace.blobs.holds($0) } == 2)
        #expect(try workspace.survey().isWhole)
        try await workspace.close()
    }

    @Test func `without keys the very same search finds every one of them`() async throws {
        let house = try WorkspaceFixture(seed: 41)
        try await populate(house)
        #expect(Set(try readable(house).keys) == Set(Secret.allCases))
    }

    @Test func `keys made later encrypt what is there, and all reads as it did`() async throws {
        let house = try WorkspaceFixture(seed: 41)
        try await populate(house)
        let left = try await use(house)
        #expect(try Set(left).isSubset(of: house.everyFile().map(\.path)))
        let before = try await house.open(.reading)
        let reading = await before.reading()
        try await before.close()
        let keyStore = KeyStore(of: house.data)
        try keyStore.create(.file)
        var runtime = house.runtime
        runtime.keyStore = keyStore
        // Nothing is encrypted yet, and all of it can be used.
        let plain = try await WorkspaceActor.open(at: house.paths, access: .reading, in: runtime)
        expectEqual(await plain.reading(), reading)
        try await plain.close()

        let workspace = try await WorkspaceActor.openWithKeys(at: house.paths, in: runtime)
        // H6: what lies in clear is told before, and erased.
        #expect(
            try Set(workspace.survey().findings.inClear).isSuperset(
                of: left.map { $0.split(separator: "/").dropFirst(2).joined(separator: "/") }))
        let report = try await workspace.encryptAll()
        #expect(report.segments > 1 && report.files == 2 && report.snapshots)
        // Halves of files and all of snapshots went with these.
        #expect(report.leftovers == left.count { !$0.hasSuffix(".tmp") && !$0.contains("/snapshots/") })
        #expect(try await workspace.encryptAll().isNothing)
        expectEqual(await workspace.reading(), reading)
        try await workspace.close()
        let book = try await AccountsStore.openWithKeys(in: house.data, runtime: runtime)
        #expect(try await book.encryptAll().segments > 0)
        #expect(try await book.encryptAll().isNothing)
        try await book.close()
        #expect(try readable(house) == [:])
        #expect(try house.data.findings(hasKeys: true) == DataFindings())

        let again = try await WorkspaceActor.open(at: house.paths, access: .reading, in: runtime)
        expectEqual(await again.reading(), reading)
        #expect(try again.verify(await again.view).isSound)
        #expect(again.opening.snapshotSequence > 0 && again.opening.discarded.isEmpty)
        try await again.close()
        // A reader without keys is told what is missing.
        let keyring = house.data.keysPath + "/family.keyring"
        await #expect(
            throws: RuntimeFailure.keys(.keyringMissing(path: keyring, of: house.paths.root))
        ) { try await house.open(.reading) }
    }

    /// Leaves behind what use in clear leaves: an index of words, thumbnails, uploads, halves of files, a torn end.
    ///
    /// - Returns: the paths below the data directory.
    private func use(_ house: WorkspaceFixture) async throws -> [String] {
        let workspace = try await house.open()
        let drawn = Array(String(repeating: Secret.picture.rawValue + "\n", count: 20).utf8)
        try workspace.blobs.keepDerived(drawn, "plain-160", of: Digest(of: drawn))
        let facts = UploadFacts(sender: house.anna.actor.entity, name: Secret.file.rawValue)
        var names: [String] = []
        for isFinished in [false, true] {
            let id: UploadID = house.id()
            var state = try workspace.uploads.create(
                id, lengthBytes: drawn.count, expires: WorkspaceFixture.start, facts)
            state = try workspace.uploads.append(drawn[...], to: state)
            if isFinished { _ = try workspace.uploads.finish(state, as: Digest(of: drawn)) }
            names.append("uploads/" + id.text)
        }
        try await workspace.close()
        let hex = Digest(of: drawn).text
        names.append("thumbnails/\(hex.prefix(2))/\(hex.dropFirst(2))-plain-160")
        for name in [
            "search/index.sqlite", "search/index.sqlite-wal", "journal/000000000001.segment.4096.broken",
            "blobs/\(hex.prefix(2))/\(hex.dropFirst(2)).tmp", "snapshots/00000000000000000007.snapshot.tmp",
            "snapshots/00000000000000009999.snapshot.ahead", "journal/000000000009.segment.ahead",
        ] {
            let path = house.paths.root + "/" + name
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try Data(Secret.body.rawValue.utf8).write(to: URL(filePath: path))
            names.append(name)
        }
        return names.map { "workspaces/family/" + $0 }
    }

    @Test func `opening for writing where there are keys erases what lies in clear, and leaves what is unknown (H6)`()
        async throws
    {
        let house = try WorkspaceFixture(seed: 43, isEncrypted: true)
        try await house.create().close()
        let search = house.paths.root + "/search"
        try FileManager.default.createDirectory(atPath: search, withIntermediateDirectories: true)
        try Data("words".utf8).write(to: URL(filePath: search + "/index.sqlite"))
        try Data("mine".utf8).write(to: URL(filePath: house.paths.root + "/groceries.txt"))
        let reading = try await house.open(.reading)
        #expect(try reading.survey().findings.inClear == ["search/index.sqlite"])
        #expect(try reading.verify(await reading.view).findings.unknown == ["groceries.txt"])
        try await reading.close()
        try await house.open().close()
        let found = try house.data.findings(hasKeys: true)
        #expect(found.inClear.isEmpty)
        #expect(found.unknown == ["workspaces/family/groceries.txt"])
    }

    @Test func `every file of a used directory is of one kind that the registry names (H6)`() async throws {
        let house = try WorkspaceFixture(seed: 44)
        try await populate(house)
        _ = try await use(house)
        let found = try house.data.findings(hasKeys: false)
        #expect(found == DataFindings())
        #expect(Set(DataFileKind.all.map(\.pattern)).count == DataFileKind.all.count)
        for (path, isKnown) in [
            ("workspaces/a/journal/000000000001.segment", true), ("workspaces/a/journal/segment", false),
            ("keys/a/00.keyring", true), ("keys", false), ("workspaces/a/b/journal/JOURNAL", false),
            ("workspaces/a/blobs/ab/cdef", true), ("workspaces/a/uploads/notes.txt", false),
        ] {
            #expect(DataFileKind.all.contains { $0.matches(path) } == isKnown, "\(path)")
        }
    }
}
