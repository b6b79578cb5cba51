import JournalTesting
import Kernel
import KernelTesting
import Testing

@testable import Runtime

@Suite("Keeping uploads")
struct KeepingUploads {
    private static let id = UploadID(hi: 1, lo: 2)
    private static let facts = UploadFacts(sender: EntityID(hi: 3, lo: 4), child: EntityID(hi: 5, lo: 6), name: "sun.jpg")
    private static let expires = Instant(microseconds: 7_000_000)
    private static let bytes = Array("what the child drew, in words that nobody else writes, and more of it".utf8)

    /// An upload of which three pieces are there, on a disk in memory.
    private struct House {
        let place: KeysOnADisk
        let keys: WorkspaceKeys?
        let path: String

        init(isEncrypted: Bool) throws {
            place = KeysOnADisk()
            if isEncrypted { try place.keyStore.create(.file) }
            keys = isEncrypted ? try place.keys() : nil
            path = try place.paths().uploads
        }

        /// The size of a frame of so many bytes.
        func frameBytes(_ count: Int) -> Int { count + (keys == nil ? 24 : 36) }

        func store(_ disk: SimulatedDisk? = nil) -> UploadStore {
            UploadStore(path: path, disk: disk ?? place.disk, keys: keys)
        }

        func fill() throws -> [UInt8] {
            let store = store()
            let bytes = KeepingUploads.bytes
            var state = try store.create(
                KeepingUploads.id, lengthBytes: bytes.count, expires: expires, KeepingUploads.facts)
            for piece in [bytes[..<20], bytes[20..<21], bytes[21...]] { state = try store.append(piece, to: state) }
            #expect(state.isComplete)
            return try #require(place.disk.live.files[path + "/" + KeepingUploads.id.text])
        }
    }

    @Test(.shows("J-713"), arguments: [false, true])
    func `cut off at any byte, it goes on with what is whole and comes to the same file`(isEncrypted: Bool) throws {
        let house = try House(isEncrypted: isEncrypted)
        let whole = try house.fill()
        var offsets: Set<Int> = []
        for count in 0..<whole.count {
            var image = house.place.disk.live
            image.files[house.path + "/" + Self.id.text] = Array(whole[..<count])
            let store = house.store(SimulatedDisk(image))
            // Creating is whole or not at all; what is cut there is no upload.
            guard let state = try store.state(of: Self.id) else {
                #expect(offsets.isEmpty, "lost at byte \(count)")
                continue
            }
            offsets.insert(state.offsetBytes)
            #expect(state.facts == Self.facts && state.expires == Self.expires)
            let after = try store.append(Self.bytes[state.offsetBytes...], to: state)
            #expect(try store.content(of: after) == Self.bytes)
            #expect(try store.state(of: Self.id) == after)
        }
        #expect(offsets == [0, 20, 21])
    }

    @Test(arguments: [false, true])
    func `a tail of zeros or of other bytes, as a power cut leaves it, is cut off`(isEncrypted: Bool) throws {
        let house = try House(isEncrypted: isEncrypted)
        let whole = try house.fill()
        let store = house.store()
        let state = try #require(try store.state(of: Self.id))
        let last = whole.count - house.frameBytes(Self.bytes.count - 21)
        for (filler, from) in [(UInt8(0), last), (0, last + 8), (0xFF, last), (0x5A, last + 9)] {
            var image = house.place.disk.live
            image.files[house.path + "/" + Self.id.text] =
                Array(whole[..<from]) + [UInt8](repeating: filler, count: whole.count - from)
            let torn = house.store(SimulatedDisk(image))
            let found = try #require(try torn.state(of: Self.id))
            #expect(found.offsetBytes == 21)
            let again = try torn.append(Self.bytes[21...], to: found)
            #expect(try torn.content(of: again) == Self.bytes)
            #expect(again == state)
        }
    }

    @Test(arguments: [false, true])
    func `every bit that flips is noticed before a file is made of it`(isEncrypted: Bool) throws {
        let house = try House(isEncrypted: isEncrypted)
        let whole = try house.fill()
        for bit in 0..<(whole.count * 8) {
            var image = house.place.disk.live
            image.files[house.path + "/" + Self.id.text]?[bit / 8] ^= 1 << (bit % 8)
            let store = house.store(SimulatedDisk(image))
            guard let state = try store.state(of: Self.id), state.isComplete else { continue }
            #expect(throws: RuntimeFailure.self, "bit \(bit)") { try store.content(of: state) }
        }
    }

    @Test func `with keys nothing of it lies in clear but its length and when it is over`() throws {
        let house = try House(isEncrypted: true)
        let whole = try house.fill()
        #expect(!whole.contains(Self.bytes.prefix(8)))
        #expect(!whole.contains("sun.jpg".utf8))
        #expect(!whole.contains(Self.facts.sender.utf8))
        let entry = try #require(try UploadStore(path: house.path, disk: house.place.disk, keys: nil).entries().first)
        #expect(entry.lengthBytes == Self.bytes.count && entry.expires == Self.expires && !entry.isClear)
        // Without the keys, or with others, it is not an upload.
        #expect(try UploadStore(path: house.path, disk: house.place.disk, keys: nil).state(of: Self.id) == nil)
    }

    @Test(arguments: [false, true])
    func `which are finished can be seen without the keys`(isEncrypted: Bool) throws {
        let house = try House(isEncrypted: isEncrypted)
        let store = house.store()
        func isFinished() throws -> Bool? {
            try UploadStore(path: house.path, disk: house.place.disk, keys: nil).entries().first?.isFinished
        }
        #expect(try isFinished() == nil)
        let start = try store.create(Self.id, lengthBytes: Self.bytes.count, expires: Self.expires, Self.facts)
        #expect(try isFinished() == false)
        let all = try store.append(Self.bytes[...], to: start)
        #expect(try isFinished() == false, "all of it is there, and kept nowhere yet")
        _ = try store.finish(all, as: Digest(of: Self.bytes))
        #expect(try isFinished() == true)
        // A damaged end is none.
        let name = house.path + "/" + Self.id.text
        let whole = try #require(house.place.disk.live.files[name])
        for count in UploadFile.headByteCount..<whole.count {
            var image = house.place.disk.live
            image.files[name] = Array(whole[..<count])
            let entry = try #require(try house.store(SimulatedDisk(image)).entries().first)
            #expect(!entry.isFinished || count >= whole.count - house.frameBytes(Digest.byteCount) + 8, "at \(count)")
            #expect(!entry.isBroken)
        }
    }

    @Test(arguments: [false, true])
    func `whoever sent files is known by what is finished and not over`(isEncrypted: Bool) throws {
        let house = try House(isEncrypted: isEncrypted)
        let store = house.store()
        let (sender, other) = (EntityID(hi: 3, lo: 4), EntityID(hi: 3, lo: 5))
        let before = Instant(microseconds: Self.expires.microseconds - 1)
        #expect(try store.digests(sentBy: sender, at: before).isEmpty)
        var sent: Set<Digest> = []
        for (number, who) in [sender, sender, other].enumerated() {
            let bytes = Self.bytes + [UInt8(number)]
            let start = try store.create(
                UploadID(hi: 1, lo: UInt64(10 + number)), lengthBytes: bytes.count, expires: Self.expires,
                UploadFacts(sender: who))
            let all = try store.append(bytes[...], to: start)
            #expect(try store.digests(sentBy: who, at: before).count == (who == sender ? number : 0))
            let digest = Digest(of: bytes)
            _ = try store.finish(all, as: digest)
            if who == sender { sent.insert(digest) }
        }
        #expect(try store.digests(sentBy: sender, at: before) == sent)
        #expect(try store.digests(sentBy: other, at: before).count == 1)
        #expect(try store.digests(sentBy: sender, at: Self.expires).isEmpty)
    }

    @Test func `what a checksum does not prove is taken back, and what is finished leaves its digest`() throws {
        let house = try House(isEncrypted: true)
        let store = house.store()
        let start = try store.create(Self.id, lengthBytes: Self.bytes.count, expires: Self.expires, Self.facts)
        let first = try store.append(Self.bytes[..<9], to: start)
        _ = try store.append(Self.bytes[9..<30], to: first)
        try store.cut(to: first)
        #expect(try store.state(of: Self.id) == first)
        let all = try store.append(Self.bytes[9...], to: first)
        let digest = Digest(of: Self.bytes)
        let done = try store.finish(all, as: digest)
        #expect(done.digest == digest && done.isComplete)
        #expect(try store.state(of: Self.id) == done)
        try store.erase(Self.id)
        try store.erase(Self.id)
        #expect(try store.state(of: Self.id) == nil)
        #expect(house.place.files("/uploads/").isEmpty)
    }

    @Test(arguments: [false, true])
    func `a token may speak of what it sent itself, and of nothing that its person sent otherwise (L5)`(
        isEncrypted: Bool
    ) throws {
        let house = try House(isEncrypted: isEncrypted)
        let (sender, token) = (EntityID(hi: 3, lo: 4), EntityID(hi: 8, lo: 8))
        let store = house.store()
        var digests: [Digest] = []
        for (number, used) in [nil, token, EntityID(hi: 8, lo: 9)].enumerated() {
            let state = try store.create(
                UploadID(hi: 9, lo: UInt64(number)), lengthBytes: 0, expires: Self.expires,
                UploadFacts(sender: sender, token: used))
            digests.append(Digest(of: [UInt8(number)]))
            _ = try store.finish(state, as: digests[number])
        }
        #expect(try store.digests(sentBy: sender, at: .epoch) == Set(digests))
        #expect(try store.digests(sentBy: sender, with: token, at: .epoch) == [digests[1]])
    }
}
