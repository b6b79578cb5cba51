import Foundation
import Glibc
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing

@testable import Runtime

@Suite("Changing the master key")
struct ChangingTheMasterKey {
    private static let (old, new) = (KeysOnADisk.key(11), KeysOnADisk.key(12))
    private static let words = Array("a photo of the family".utf8)

    /// Two workspaces and the accounts, with a file in the first.
    private func populated(_ place: KeysOnADisk, _ source: MasterKeySource) throws -> Digest {
        try place.keyStore.create(source)
        for name in ["family", "club"] { try place.keys(.writing, name).close() }
        try #require(try place.keyStore.keys(madeFor: place.data.accounts)).close()
        let keys = try place.keys()
        defer { keys.close() }
        return try place.blobs(keys).keep(Self.words, for: .workspace)
    }

    /// Returns whether everything opens.
    private func opens(_ place: KeysOnADisk, _ digest: Digest) throws -> Bool {
        do {
            _ = try place.keys(.reading, "club")
            _ = try #require(try place.keyStore.keys(of: place.data.accounts, access: .reading))
            return try place.blobs(try place.keys(.reading)).read(digest) == Self.words
        } catch RuntimeFailure.keys {
            return false
        }
    }

    @Test(arguments: MasterKeySource.allCases, MasterKeySource.allCases)
    func `from any kind of key to any other, and the old one is of no use`(
        from: MasterKeySource, to: MasterKeySource
    ) throws {
        var place = KeysOnADisk(nil, [Unlocking.keyVariable: Self.old])
        place.unlocking.ask = { _ in "the old passphrase" }
        let digest = try populated(place, from)
        let before = place.disk.live
        place.unlocking.environment[Unlocking.newKeyVariable] = Self.new
        place.unlocking.ask = { $0 == .current ? "the old passphrase" : "the new passphrase" }
        let rotation = try place.keyStore.rotate(to: to)
        #expect(rotation == KeyStore.Rotation(kind: to, keyringCount: 6, wasInterrupted: false))
        #expect(try place.keyStore.source() == to)

        let old = place
        place.unlocking.environment = [Unlocking.keyVariable: Self.new]
        place.unlocking.ask = { _ in "the new passphrase" }
        #expect(try opens(place, digest))
        if to == .environment { #expect(try !opens(old, digest)) }
        if to == .passphrase {
            #expect(try !opens(old, digest))
        }
        // What the disk holds now has nothing of the old key, nor of the passage from one to the other.
        #expect(place.files("/keys/master.key").isEmpty == (to != .file))
        let json = String(decoding: place.disk.live.files[place.keyStore.path + "/master.json"] ?? [], as: UTF8.self)
        #expect(!json.contains("next") && !json.contains("Under"))
        if let key = before.files[place.keyStore.keyFilePath] {
            #expect(!place.disk.live.files.values.contains(key))
            // And its bytes were overwritten.
            let zeros = [UInt8](repeating: 0, count: key.count)
            #expect(
                place.disk.trace.operations.contains {
                    if case .write(_, 0, zeros) = $0 { true } else { false }
                })
        }
        // The keys of files and segments are what they were: the old keyrings under the new record do not open.
        var mixed = place.disk.live
        for (path, bytes) in before.files
        where path.hasSuffix("family.keyring") || path.hasSuffix("family.keyring.copy") {
            mixed.files[path] = bytes
        }
        var stale = KeysOnADisk(mixed)
        stale.unlocking = place.unlocking
        let keyring = place.keyStore.path + "/family.keyring"
        let root = try place.paths().root
        #expect(throws: RuntimeFailure.journal(path: root, .wrongKey(path: keyring))) { try stale.keys(.reading) }
    }

    @Test func `after a crash at any point either the old key or the new one opens everything`() throws {
        let first = KeysOnADisk(nil, [Unlocking.keyVariable: Self.old, Unlocking.newKeyVariable: Self.new])
        let digest = try populated(first, .environment)
        let place = KeysOnADisk(first.disk.live, first.unlocking.environment)
        place.disk.note(moment: 1)
        _ = try place.keyStore.rotate()
        place.disk.note(moment: 2)

        var (images, both, finished) = (Set<Int>(), 0, 0)
        for crash in place.disk.trace.crashes(.some(seed: 8, stride: 1))
        where images.insert(crash.fingerprint).inserted {
            let withOld = try opens(KeysOnADisk(crash.image, [Unlocking.keyVariable: Self.old]), digest)
            let withNew = try opens(KeysOnADisk(crash.image, [Unlocking.keyVariable: Self.new]), digest)
            #expect(withOld || withNew, "\(crash.position)")
            if crash.moment == 2 { #expect(withNew && !withOld) }
            if withOld && withNew { both += 1 }

            // The holder of the key that works finishes it.
            let mine = withOld ? Self.old : Self.new
            let after = KeysOnADisk(
                crash.image, [Unlocking.keyVariable: mine, Unlocking.newKeyVariable: Self.new])
            do throws(RuntimeFailure) {
                if try after.keyStore.rotate().wasInterrupted { finished += 1 }
            } catch {
                // It was done.
                #expect(error == .keys(.sameKey(Unlocking.newKeyVariable)) && !withOld)
            }
            let image = after.disk.live
            #expect(try opens(KeysOnADisk(image, [Unlocking.keyVariable: Self.new]), digest), "\(crash.position)")
            #expect(try !opens(KeysOnADisk(image, [Unlocking.keyVariable: Self.old]), digest), "\(crash.position)")
        }
        #expect(both > 10 && finished > 10)
    }

    @Test func `the key file is one of the two at every point, and opens everything`() throws {
        let first = KeysOnADisk()
        let digest = try populated(first, .file)
        let old = try #require(first.disk.live.files[first.keyStore.keyFilePath])
        let place = KeysOnADisk(first.disk.live)
        _ = try place.keyStore.rotate()
        let new = try #require(place.disk.live.files[place.keyStore.keyFilePath])
        #expect(old != new)
        var images: Set<Int> = []
        for crash in place.disk.trace.crashes(.some(seed: 9, stride: 1))
        where images.insert(crash.fingerprint).inserted {
            let key = crash.image.files[place.keyStore.keyFilePath]
            #expect(key == old || key == new, "\(crash.position)")
            let after = KeysOnADisk(crash.image)
            #expect(try opens(after, digest), "\(crash.position)")
            _ = try after.keyStore.rotate()
            #expect(try opens(KeysOnADisk(after.disk.live), digest), "\(crash.position)")
        }
        #expect(images.count > 30)
    }

    @Test func `whatever call fails, it is done by saying it again`() throws {
        let first = KeysOnADisk()
        let digest = try populated(first, .file)
        var fired = 0
        for occurrence in 1... {
            let place = KeysOnADisk(first.disk.live)
            place.disk.script([DiskFault(.error(EIO), occurrence: occurrence)])
            do throws(RuntimeFailure) { _ = try place.keyStore.rotate() } catch {
                #expect(!place.disk.firedFaults.isEmpty, "\(error)")
            }
            let hasFired = !place.disk.firedFaults.isEmpty
            place.disk.script([])
            place.disk.endProcess()
            #expect(try opens(place, digest), "call \(occurrence)")
            _ = try place.keyStore.rotate()
            #expect(try opens(place, digest), "call \(occurrence)")
            guard hasFired else { break }
            fired += 1
        }
        #expect(fired > 50)
    }

    @Test func `keys are made whole or not at all, wherever it is interrupted`() throws {
        let place = KeysOnADisk()
        try place.keyStore.create(.file)
        place.disk.note(moment: 1)
        try place.keys().close()
        place.disk.note(moment: 2)
        var images: Set<Int> = []
        for crash in place.disk.trace.crashes(.some(seed: 10, stride: 1))
        where images.insert(crash.fingerprint).inserted {
            let after = KeysOnADisk(crash.image)
            if crash.moment == 0, try after.keyStore.source() == nil { try after.keyStore.create(.file) }
            #expect(try after.keyStore.source() == .file, "\(crash.position)")
            let keys = try after.keys()
            let digest = try after.blobs(keys).keep(Self.words, for: .workspace)
            #expect(try after.blobs(try after.keys(.reading)).read(digest) == Self.words)
            keys.close()
        }
        #expect(images.count > 10)
    }
}
