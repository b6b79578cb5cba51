import Accounts
import Glibc
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing

@testable import Runtime

/// L3 and M8: what is kept twice is two sound files, and what a lock guards is changed under it only.
@Suite("Keeping keys whole")
struct KeepingKeysWhole {
    private static let name = Array("abcdefghijklmnopqrstuvwxyz012345".utf8)

    private static func place() throws -> KeysOnADisk {
        let place = KeysOnADisk()
        try place.keyStore.create(.file)
        try place.keys().close()
        return place
    }

    private static func lock(_ place: KeysOnADisk) throws -> String { try #require(place.paths().keys) + "/LOCK" }

    @Test func `row 22: M8: a writer that lost the lock of the keys changes none`() throws {
        let place = try Self.place()
        let keys = try place.keys()
        _ = try keys.makeKey(of: Self.name, for: [.workspace])
        let lock = try Self.lock(place)
        try place.disk.remove(lock)
        let before = place.disk.live
        let lost = RuntimeFailure.journal(path: try #require(place.paths().keys), .lockLost(path: lock))
        #expect(throws: lost) { try keys.makeKey(of: Array(Self.name.reversed()), for: [.workspace]) }
        #expect(throws: lost) { try keys.destroyKeys(of: [Self.name]) }
        #expect(throws: lost) { try keys.destroy(.workspace) }
        #expect(throws: JournalError.lockLost(path: lock)) { try keys.journal.make() }
        #expect(place.disk.live == before)
        #expect(try keys.key(of: Self.name) != nil, "reading goes on")
        // Somebody else has the keys by now, and keeps what they write.
        let others = try place.keys()
        #expect(throws: lost) { try keys.makeSnapshotKey() }
        keys.close()
        _ = try others.makeSnapshotKey()
        others.close()
        FaultLedger.fired(row: 22, 5)
    }

    /// The words tell people what to do.
    @Test func `M8: that the lock is lost is one sentence that names it`() throws {
        let words = JournalError.lockLost(path: "/d/keys/a/LOCK").message
        #expect(words.contains("/d/keys/a/LOCK") && words.contains("Nothing was changed"))
        #expect(JournalError.displaced(path: "/d/1.segment").message.contains("/d/1.segment was removed or replaced"))
    }

    @Test(arguments: ["master.json", "master.json.copy"], [true, false])
    func `row 18: L3: a missing or damaged copy of the master key's record is written again by the next writer`(
        file: String, isGone: Bool
    ) throws {
        let sound = try Self.place()
        var image = sound.disk.live
        let path = sound.data.keysPath + "/" + file
        let bytes = try #require(image.files[path])
        image.files[path] = isGone ? nil : bytes.map { $0 ^ 1 }
        for isMade in [true, false] {
            let place = KeysOnADisk(image)
            #expect(try place.keyStore.unevenCopies(of: place.paths()) == [place.data.keysPath + "/master.json"])
            try #require(try place.keyStore.keys(of: place.paths(), access: .reading)).close()
            #expect(place.disk.live == image, "a reader changes nothing")
            let keys =
                try isMade
                ? place.keyStore.keys(madeFor: place.paths()) : place.keyStore.keys(of: place.paths(), access: .writing)
            try #require(keys).close()
            #expect(place.disk.live.files[path] == bytes)
            #expect(try place.keyStore.unevenCopies(of: place.paths()) == [])
        }
        FaultLedger.fired(row: 18, 2)
    }

    @Test func `L3: a record that cannot be written again keeps nobody out, and is still told`() throws {
        let sound = try Self.place()
        var image = sound.disk.live
        image.files[sound.data.keysPath + "/master.json.copy"] = nil
        let full = KeysOnADisk(image)
        full.disk.script([DiskFault(.error(ENOSPC), on: .pwrite, pathSuffix: "master.json.copy.tmp")])
        try #require(try full.keyStore.keys(of: full.paths(), access: .writing)).close()
        #expect(full.disk.firedFaults.count == 1)
        #expect(try full.keyStore.unevenCopies(of: full.paths()).count == 1)
        // Somebody changes the master key: it is theirs to write.
        let busy = KeysOnADisk(image)
        let held = try busy.keyStore.takeLock(busy.keyStore.path, of: busy.keyStore.path)
        try #require(try busy.keyStore.keys(of: busy.paths(), access: .writing)).close()
        #expect(busy.disk.live.files[sound.data.keysPath + "/master.json.copy"] == nil)
        held.release()
    }

    @Test func `row 5: L3: two copies that cannot be read are not alike, of the accounts' keys neither`() throws {
        let place = try Self.place()
        try #require(try place.keyStore.keys(madeFor: place.data.accounts)).close()
        let own = try #require(place.data.accounts.keys)
        #expect(try place.keyStore.unevenCopies(of: place.data.accounts) == [])
        for file in [own + ".keyring", own + "/files.keyring", place.data.keysPath + "/master.json"] {
            for isBoth in [true, false] {
                var image = place.disk.live
                image.files[file + ".copy"] = [1, 2, 3]
                if isBoth { image.files[file] = [1, 2, 3] }
                let found = try KeyCopies.uneven(in: place.data.keysPath, of: own, on: SimulatedDisk(image))
                #expect(found == [file], "both \(isBoth)")
            }
        }
        let unreadable = SimulatedDisk(place.disk.live)
        unreadable.script([
            DiskFault(.error(EIO), on: .pread, pathSuffix: ".keyring", count: 99),
            DiskFault(.error(EIO), on: .pread, pathSuffix: ".copy", count: 99),
        ])
        let found = try KeyCopies.uneven(in: place.data.keysPath, of: own, on: unreadable)
        #expect(found.count == 3, "\(found)")
        FaultLedger.fired(row: 5, 7)
    }

    @Test func `row 22: M8: an erasure meets the writer where LOCK was removed under it`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try POSIXDisk().remove(house.paths.journal + "/LOCK")
        #expect(throws: RuntimeFailure.journal(path: house.paths.root, .locked(holderPID: nil))) {
            try house.data.eraseWorkspace(named: "family", as: WorkspaceID(hi: 1, lo: 7))
        }
        try await workspace.close()
        _ = try house.data.eraseWorkspace(named: "family", as: WorkspaceID(hi: 1, lo: 7))
        FaultLedger.fired(row: 22, 1)
    }
}

/// L3: half uploads were damaged, and nobody was told.
@Suite("Damaged uploads")
struct DamagedUploads {
    private static let id = UploadID(hi: 1, lo: 2)

    /// An upload of three pieces, with where each begins.
    private static func filled(isEncrypted: Bool) throws -> (KeysOnADisk, WorkspaceKeys?, String, ends: [Int]) {
        let place = KeysOnADisk()
        if isEncrypted { try place.keyStore.create(.file) }
        let keys = isEncrypted ? try place.keys() : nil
        let store = UploadStore(path: try place.paths().uploads, disk: place.disk, keys: keys)
        let bytes = Array("what the child drew, in words that nobody else writes".utf8)
        var state = try store.create(
            id, lengthBytes: 100, expires: Instant(microseconds: 7), UploadFacts(sender: EntityID(hi: 3, lo: 4)))
        var ends = [Int(state.endBytes)]
        for piece in [bytes[..<20], bytes[20..<21], bytes[21...]] {
            state = try store.append(piece, to: state)
            ends.append(Int(state.endBytes))
        }
        #expect(try store.damaged() == [])
        return (place, keys, store.path, ends)
    }

    @Test(arguments: [false, true])
    func `row 5: L3: an upload with any bit flipped or any byte missing is named`(isEncrypted: Bool) throws {
        let (place, keys, path, ends) = try Self.filled(isEncrypted: isEncrypted)
        let image = place.disk.live
        let file = path + "/" + Self.id.text
        let bytes = try #require(image.files[file])
        func damaged(_ bytes: [UInt8]) throws -> [DamagedUpload] {
            var image = image
            image.files[file] = bytes
            return try UploadStore(path: path, disk: SimulatedDisk(image), keys: keys).damaged()
        }
        for at in stride(from: 0, to: bytes.count, by: FaultLedger.isFull ? 1 : 3) {
            var flipped = bytes
            flipped[at] ^= 1 << UInt8(at % 8)
            // Another length of the whole, or another day: the seals cover them.
            #expect(try damaged(flipped).map(\.path) == [file], "bit of byte \(at)")
            #expect(try damaged(Array(bytes[..<at])).map(\.path) == (ends.contains(at) ? [] : [file]), "cut at \(at)")
        }
        #expect(try damaged(Array(bytes.dropLast())) == [DamagedUpload(path: file, cause: .end(goesOnAt: 21))])
        FaultLedger.fired(row: 5, bytes.count)
    }

    @Test func `L3: an upload from before there were keys, and half a file beside it, are not called damaged`() throws {
        let (place, _, path, _) = try Self.filled(isEncrypted: false)
        try place.keyStore.create(.file)
        var image = place.disk.live
        image.files[path + "/" + Self.id.text + ".tmp"] = [1, 2, 3]
        let disk = SimulatedDisk(image)
        #expect(try UploadStore(path: path, disk: disk, keys: try place.keys()).damaged() == [])
        #expect(try UploadStore(path: path, disk: disk, keys: nil).damaged() == [])
    }
}
