import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

extension SecretKey {
    /// A key of which every byte is `byte`: easy to find where it must not be.
    static func test(_ byte: UInt8) -> SecretKey {
        guard let key = SecretKey(bytes: [UInt8](repeating: byte, count: byteCount)) else {
            preconditionFailure("32 bytes are a key")
        }
        return key
    }

    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

@Suite("The keyring")
struct KeyringTests {
    private let disk = SimulatedDisk()
    private let path = "/disk/keys/home.keyring"
    private let master = SecretKey.test(0x11)

    private func opened(_ image: DiskImage, _ access: JournalAccess = .writing) throws(JournalError) -> Keyring {
        try Keyring.open(at: path, disk: SimulatedDisk(image), under: master, access: access)
    }

    @Test func `gives back the keys it was given`() throws {
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        try keyring.add(.test(1), as: .test(1))
        let made = try keyring.make()
        for keyring in [keyring, try opened(disk.live), try opened(disk.live, .reading)] {
            #expect(try keyring.key(.test(1)) == .test(1))
            #expect(try keyring.key(made.id) == made.key)
            #expect(keyring.ids == [.test(1), made.id].sorted())
            #expect(keyring.holds(made.id) && !keyring.holds(.test(2)))
            #expect(throws: JournalError.keyMissing(id: .test(2), segment: nil)) { try keyring.key(.test(2)) }
        }
        #expect(try keyring.root == opened(disk.live).root)
    }

    @Test func `is created once`() throws {
        _ = try Keyring.create(at: path, disk: disk, under: master)
        #expect(throws: JournalError.keyringExists(path: path)) {
            try Keyring.create(at: path, disk: disk, under: master)
        }
    }

    @Test func `says so when it is not there`() throws {
        #expect(throws: JournalError.keyringMissing(path: path)) { try opened(disk.live) }
    }

    @Test func `changes nothing when opened for reading, and finds what another process added since`() throws {
        let writer = try Keyring.create(at: path, disk: disk, under: master)
        let reader = try Keyring.open(at: path, disk: disk, under: master, access: .reading)
        #expect(throws: JournalError.readOnly) { try reader.add(.test(1), as: .test(1)) }
        #expect(throws: JournalError.readOnly) { try reader.destroy([.test(1)]) }
        try writer.add(.test(2), as: .test(2))
        #expect(try reader.key(.test(2)) == .test(2))
    }

    @Test func `a key under another key needs both, and goes with it`() throws {
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        let scope = SecretKey.test(7)
        try keyring.add(.test(3), as: .test(3), wrappedBy: scope)
        let again = try opened(disk.live)
        #expect(try again.key(.test(3), wrappedBy: scope) == .test(3))
        #expect(throws: JournalError.wrongKey(path: path)) { try again.key(.test(3)) }
        #expect(throws: JournalError.wrongKey(path: path)) { try again.key(.test(3), wrappedBy: .test(8)) }
        try keyring.add(.test(4), as: .test(4))
        #expect(throws: JournalError.wrongKey(path: path)) { try keyring.key(.test(4), wrappedBy: scope) }
    }

    @Test func `a wrong parent key gives one clear sentence`() throws {
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        try keyring.add(.test(1), as: .test(1))
        let error = #expect(throws: JournalError.self) {
            try Keyring.open(at: path, disk: disk, under: .test(0x12))
        }
        #expect(error == .wrongKey(path: path))
        #expect(error?.message.split(separator: ". ").count == 1)
    }

    @Test func `another parent is a matter of the keyring alone`() throws {
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        try keyring.add(.test(1), as: .test(1))
        let root = keyring.root
        try keyring.rewrap(under: .test(0x22))
        #expect(throws: JournalError.wrongKey(path: path)) { try opened(disk.live) }
        let again = try Keyring.open(at: path, disk: disk, under: .test(0x22))
        #expect(try again.key(.test(1)) == .test(1))
        #expect(again.root == root)
    }

    @Test func `no key is ever spelled out`() throws {
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        let key = SecretKey.test(0x41)
        try keyring.add(key, as: .test(1))
        var dumped = ""
        dump(key, to: &dumped)
        dump(keyring, to: &dumped)
        for text in ["\(key)", String(reflecting: key), String(describing: Optional(key)), dumped] {
            #expect(!text.contains("AAAA") && !text.contains("4141") && !text.contains("65, 65"))
        }
        for (path, bytes) in disk.live.files {
            #expect(bytes.firstRange(of: key.bytes) == nil, "\(path)")
            #expect(bytes.firstRange(of: keyring.root.bytes) == nil, "\(path)")
        }
    }

    @Test func `a key is 32 bytes or 64 digits, and nothing else`() {
        #expect(SecretKey(bytes: [UInt8](repeating: 1, count: 31)) == nil)
        #expect(SecretKey(bytes: [UInt8](repeating: 1, count: 33)) == nil)
        #expect(SecretKey(hex: String(repeating: "11", count: 32)) == master)
        #expect(SecretKey(hex: String(repeating: "1", count: 63)) == nil)
        #expect(SecretKey(hex: String(repeating: "1x", count: 32)) == nil)
        #expect(SecretKey.random() != SecretKey.random())
    }

    @Test func `destroyed keys leave both files, and the bytes of the old ones are overwritten`() throws {
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        try keyring.add([(.test(1), .test(1)), (.test(2), .test(2))])
        let before = disk.live
        try keyring.destroy([.test(1), .test(99)])
        #expect(throws: JournalError.keyMissing(id: .test(1), segment: nil)) { try keyring.key(.test(1)) }
        for suffix in ["", ".copy"] {
            var image = disk.live
            image.files[path + (suffix.isEmpty ? ".copy" : "")] = nil
            #expect(try opened(image).ids == [.test(2)])
            let old = try #require(before.files[path + suffix])
            let wiped = disk.trace.operations.contains { operation in
                if case .write(_, 0, let bytes) = operation {
                    bytes.count == old.count && bytes.allSatisfy { $0 == 0 }
                } else {
                    false
                }
            }
            #expect(wiped)
        }
    }
}

@Suite("A damaged keyring")
struct DamagedKeyring {
    private let path = "/disk/keys/home.keyring"
    private let master = SecretKey.test(0x11)

    /// Every bit in the long run; one of each byte otherwise.
    private func bits(of bytes: [UInt8]) -> [Int] {
        bytes.indices.flatMap { byte in
            CrashCampaign.isFull ? (0..<8).map { byte * 8 + $0 } : [byte * 8 + (byte * 5 + 3) % 8]
        }
    }

    private func sound() throws -> DiskImage {
        let disk = SimulatedDisk()
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        try keyring.add(.test(1), as: .test(1))
        try keyring.add(.test(2), as: .test(2), wrappedBy: .test(3))
        return disk.live
    }

    @Test(arguments: ["", ".copy"])
    func `row 5: every flipped bit, cut and addition in one file is made good from the other`(suffix: String) throws {
        let image = try sound()
        let bytes = try #require(image.files[path + suffix])
        var damages: [[UInt8]?] = [nil, [], bytes + [0], [UInt8](repeating: 0, count: bytes.count)]
        for cut in stride(from: 0, to: bytes.count, by: 7) { damages.append(Array(bytes[..<cut])) }
        for bit in bits(of: bytes) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            damages.append(damaged)
        }
        for damaged in damages {
            var broken = image
            broken.files[path + suffix] = damaged
            let disk = SimulatedDisk(broken)
            let reader = try Keyring.open(at: path, disk: disk, under: master, access: .reading)
            #expect(try reader.key(.test(1)) == .test(1))
            #expect(disk.live == broken, "reading changes nothing")
            let keyring = try Keyring.open(at: path, disk: disk, under: master)
            #expect(try keyring.key(.test(2), wrappedBy: .test(3)) == .test(2))
            #expect(disk.live == image, "the damaged file is as it was")
        }
        FaultLedger.fired(row: 5, damages.count)
    }

    @Test func `with both files damaged it is refused, and nothing is changed`() throws {
        var image = try sound()
        let bytes = try #require(image.files[path])
        for bit in bits(of: bytes) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            image.files[path] = damaged
            image.files[path + ".copy"] = damaged
            let disk = SimulatedDisk(image)
            #expect(throws: JournalError.keyringDamaged(path: path), "bit \(bit)") {
                try Keyring.open(at: path, disk: disk, under: master)
            }
            #expect(disk.live == image)
        }
    }

    @Test func `an older file never brings a destroyed key back`() throws {
        let old = try sound()
        let disk = SimulatedDisk(old)
        let keyring = try Keyring.open(at: path, disk: disk, under: master)
        try keyring.destroy([.test(1)])
        for suffix in ["", ".copy"] {
            var image = disk.live
            image.files[path + suffix] = old.files[path + suffix]
            let disk = SimulatedDisk(image)
            #expect(try Keyring.open(at: path, disk: disk, under: master, access: .reading).ids == [.test(2)])
            #expect(try Keyring.open(at: path, disk: disk, under: master).ids == [.test(2)])
            #expect(disk.live.files[path] == disk.live.files[path + ".copy"])
        }
    }

    @Test(arguments: ["", ".copy"])
    func `row 9: a file that cannot be read is made good from the other`(suffix: String) throws {
        let image = try sound()
        let disk = SimulatedDisk(image)
        disk.script([DiskFault(.error(EIO), on: .pread, pathSuffix: ".keyring" + suffix, count: .max)])
        let keyring = try Keyring.open(at: path, disk: disk, under: master)
        #expect(try keyring.key(.test(1)) == .test(1))
        #expect(disk.live == image)
        FaultLedger.fired(row: 9, disk.firedFaults.count)
        disk.script([DiskFault(.error(EIO), on: .pread, count: .max)])
        #expect(throws: JournalError.keyringDamaged(path: path)) {
            try Keyring.open(at: path, disk: disk, under: master)
        }
    }

    @Test func `a full disk keeps nobody from opening, and the next change heals`() throws {
        var image = try sound()
        image.files[path + ".copy"] = nil
        let disk = SimulatedDisk(image)
        disk.script([DiskFault(.error(ENOSPC), on: .pwrite, count: .max)])
        let keyring = try Keyring.open(at: path, disk: disk, under: master)
        #expect(try keyring.key(.test(1)) == .test(1))
        #expect(throws: JournalError.self) { try keyring.add(.test(5), as: .test(5)) }
        #expect(!keyring.holds(.test(5)))
        #expect(!disk.firedFaults.isEmpty)
        disk.script([])
        try keyring.destroy([.test(99)])
        #expect(disk.live.files[path] == disk.live.files[path + ".copy"])
    }
}
