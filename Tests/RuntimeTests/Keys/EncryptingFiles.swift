import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Studio
import Testing

@testable import Runtime

@Suite("Encrypting attached files")
struct EncryptingFiles {
    private static let words = Array("what the child drew, in words that nobody else writes".utf8)

    private func place() throws -> KeysOnADisk {
        let place = KeysOnADisk()
        try place.keyStore.create(.file)
        return place
    }

    private let anna = ChildID(hi: 7, lo: 1)
    private let ben = ChildID(hi: 7, lo: 2)

    @Test(.shows("J-107")) func `a file is kept under a key of its own and a name that tells nothing`() throws {
        let place = try place()
        let blobs = try place.blobs(try place.keys())
        let digest = try blobs.keep(Self.words, for: .child(anna))
        #expect(try blobs.keep(Self.words, for: .child(anna)) == digest)
        #expect(try blobs.read(digest) == Self.words)
        #expect(try blobs.check(digest) == .sound)
        #expect(blobs.holds(digest))
        let files = place.files("/blobs/")
        #expect(files.count == 1)
        for (path, bytes) in files {
            #expect(!path.contains(digest.text.dropFirst(2)) && path == blobs.path(of: digest))
            #expect(bytes.count == Self.words.count + 68)
            #expect(!bytes.contains(Self.words.prefix(8)))
            #expect(!bytes.contains(digest.bytes.prefix(8)))
        }
        #expect(try blobs.read(try blobs.keep([], for: .workspace)) == [])
        #expect(try place.blobs(nil).check(digest) == .missing)
    }

    @Test(.shows("J-107")) func `whoever reads with the keys reads it, and without them nobody`() throws {
        let place = try place()
        let keys = try place.keys()
        let digest = try place.blobs(keys).keep(Self.words, for: .child(anna))
        #expect(try place.blobs(try place.keys(.reading)).read(digest) == Self.words)
        keys.close()
        // The same names, and other keys.
        let other = try self.place()
        var image = other.disk.live
        for (path, bytes) in place.files("/blobs/") { image.files[path] = bytes }
        image.directories.formUnion(place.disk.live.directories)
        let thief = KeysOnADisk(image)
        #expect(try thief.blobs(try thief.keys()).check(digest) == .missing)
    }

    @Test func `every bit that flips is noticed, and so is a file in the place of another`() throws {
        let place = try place()
        let keys = try place.keys()
        let blobs = try place.blobs(keys)
        let digest = try blobs.keep(Self.words, for: .workspace)
        let other = try blobs.keep(Array("another".utf8), for: .workspace)
        let path = blobs.path(of: digest)
        let sound = try #require(place.disk.live.files[path])
        for bit in 0..<(sound.count * 8) {
            var image = place.disk.live
            image.files[path]?[bit / 8] ^= 1 << (bit % 8)
            let store = BlobStore(path: try place.paths().blobs, disk: SimulatedDisk(image), keys: keys)
            #expect(try store.check(digest) == .altered, "bit \(bit)")
        }
        for bytes in [[], Array(sound.dropLast()), sound + [0], place.disk.live.files[blobs.path(of: other)] ?? []] {
            var image = place.disk.live
            image.files[path] = bytes
            let store = BlobStore(path: try place.paths().blobs, disk: SimulatedDisk(image), keys: keys)
            #expect(try store.check(digest) == .altered)
            // The right bytes are at hand.
            try store.keep(Self.words, for: .workspace)
            #expect(try store.read(digest) == Self.words)
        }
    }

    @Test(.shows("J-107")) func `a child's key destroyed takes what was the child's alone`() throws {
        let place = try place()
        let keys = try place.keys()
        let blobs = try place.blobs(keys)
        let annas = try blobs.keep(Array("anna's".utf8), for: .child(anna))
        let both = try blobs.keep(Array("anna's and ben's".utf8), for: .child(anna))
        try blobs.keep(Array("anna's and ben's".utf8), for: .child(ben))
        let passedOn = try blobs.keep(Array("anna's, later everybody's".utf8), for: .child(anna))
        let notes = try blobs.keep(Array("a note's".utf8), for: .workspace)
        let needed: [Digest: Set<BlobScope>] = [
            both: [.child(ben)], passedOn: [.workspace, .child(anna)], notes: [.workspace],
            Digest(of: [1]): [.workspace],
        ]
        try blobs.destroyScope(of: anna, keeping: needed)
        try blobs.destroyScope(of: anna, keeping: needed)
        keys.close()
        let again = try place.blobs(try place.keys())
        #expect(try again.check(annas) == .keyless)
        #expect(throws: RuntimeFailure.blobKeyMissing(digest: annas.text)) { try again.read(annas) }
        for digest in [both, passedOn, notes] { #expect(try again.check(digest) == .sound) }
        // Bytes that are kept again are readable again.
        try again.keep(Array("anna's".utf8), for: .child(ben))
        #expect(try again.check(annas) == .sound)
        try again.destroyScope(of: ben, keeping: [:])
        #expect(try again.check(both) == .keyless)
        #expect(try again.check(passedOn) == .sound)
    }

    @Test func `what is erased is gone with its key, whether it was encrypted or not`() throws {
        let place = try place()
        let plain = try place.blobs(nil).keep(Array("from before".utf8), for: .workspace)
        let keys = try place.keys()
        let blobs = try place.blobs(keys)
        let digest = try blobs.keep(Self.words, for: .child(anna))
        let stays = try blobs.keep(Array("stays".utf8), for: .child(anna))
        let before = place.disk.live
        #expect(try blobs.read(plain) == Array("from before".utf8))
        try blobs.erase([digest, plain, Digest(of: [9])])
        #expect(try [digest, plain, stays].map(blobs.check) == [.missing, .missing, .sound])
        keys.close()
        // The old files beside the keys of now: an old copy is of no use.
        var image = place.disk.live
        for (path, bytes) in before.files where path.contains("/blobs/") { image.files[path] = bytes }
        let copy = KeysOnADisk(image)
        #expect(try copy.blobs(try copy.keys()).check(digest) == .keyless)
        #expect(try copy.blobs(try copy.keys(.reading)).check(stays) == .sound)
    }

    @Test func `files from before are encrypted once, and what they were is overwritten`() throws {
        let place = try place()
        let plain = try place.blobs(nil)
        let digests = try (0..<5).map { try plain.keep(Self.words + [UInt8($0)], for: .workspace) }
        // One that looks like an encrypted file, one that is damaged, and one that is half-written.
        let lookalike = try plain.keep(EncryptedFile.magic + [1, 0, 0, 0, 1, 0, 0, 0] + Self.words, for: .workspace)
        let damaged = try plain.keep(Array("damaged".utf8), for: .workspace)
        try place.disk.writeFile(plain.path(of: damaged), Array("altered".utf8))
        try place.disk.writeFile(plain.path(of: digests[0]) + ".tmp", Self.words)
        let keys = try place.keys()
        let blobs = try place.blobs(keys)
        #expect(try blobs.inventory() == BlobStore.Inventory(encrypted: 0, plain: 7))
        #expect(try blobs.encryptAll([digests[1]: [.child(anna)]]) == 6)
        #expect(try blobs.encryptAll([:]) == 0)
        #expect(try blobs.inventory() == BlobStore.Inventory(encrypted: 6, plain: 1))
        for digest in digests + [lookalike] { #expect(try blobs.check(digest) == .sound) }
        #expect(try blobs.check(damaged) == .altered)
        for (path, bytes) in place.disk.live.files { #expect(!bytes.contains(Self.words.prefix(12)), "\(path)") }
        // What was overwritten is so on the disk, not only out of sight.
        let wiped = place.disk.trace.operations.contains { operation in
            if case .write(_, _, let bytes) = operation {
                bytes == [UInt8](repeating: 0, count: Self.words.count + 1)
            } else {
                false
            }
        }
        #expect(wiped)
        try blobs.destroyScope(of: anna, keeping: [:])
        #expect(try blobs.check(digests[1]) == .keyless)
        #expect(try blobs.check(digests[2]) == .sound)
    }

    @Test func `after a crash at any point of keeping, encrypting and erasing, done again it is done`() throws {
        let place = try place()
        let old = try place.blobs(nil).keep(Array("from before".utf8), for: .workspace)
        let keys = try place.keys()
        let blobs = try place.blobs(keys)
        let kept = try blobs.keep(Self.words, for: .child(anna))
        place.disk.note(moment: 1)
        _ = try blobs.encryptAll([:])
        place.disk.note(moment: 2)
        try blobs.erase([kept])
        place.disk.note(moment: 3)
        try blobs.destroyScope(of: anna, keeping: [:])
        place.disk.note(moment: 4)
        keys.close()

        var seen: Set<Int> = []
        for crash in place.disk.trace.crashes(.some(seed: 5, stride: 3))
        where seen.insert(crash.fingerprint).inserted {
            let after = KeysOnADisk(crash.image)
            guard crash.moment > 0 else { continue }
            let keys = try after.keys()
            let blobs = try after.blobs(keys)
            #expect(try blobs.read(old) == Array("from before".utf8), "\(crash.position)")
            let condition = try blobs.check(kept)
            if crash.moment == 1 { #expect(condition == .sound, "\(crash.position)") }
            if crash.moment >= 3 { #expect(condition == .missing, "\(crash.position)") }
            if crash.moment == 4 { #expect(!keys.holds(.child(anna))) }
            _ = try blobs.encryptAll([:])
            try blobs.erase([kept])
            #expect(try blobs.check(kept) == .missing)
            #expect(try blobs.inventory() == BlobStore.Inventory(encrypted: 1, plain: 0), "\(crash.position)")
            keys.close()
        }
        #expect(seen.count > 60)
    }
}
