import Glibc
@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("The limits of a keyring")
struct KeyringLimits {
    private let path = "/disk/keys/home.keyring"
    private let master = SecretKey.test(0x11)

    @Test func `row 25: a file that is longer than any keyring is not read to its end`() throws {
        let directory = TemporaryDirectory()
        let real = directory.path + "/keys/home.keyring"
        let keyring = try Keyring.create(at: real, under: master)
        try keyring.add(.test(1), as: .test(1))
        // More than any machine has, most of it never written.
        let file = try POSIXDisk().open(real, .writing)
        try file.truncate(to: 1 << 43)
        file.close()
        #expect(try Keyring.open(at: real, under: master, access: .reading).ids == [.test(1)])
        FaultLedger.fired(row: 25, 1)
    }

    @Test func `row 25: a frame that is whole by its checksum and too short for a keyring is damage`() throws {
        var image = DiskImage(directories: ["", "/disk", "/disk/keys"])
        for byteCount in [1, 27, 28, 40, 87, 88, 115] {
            var frame = ByteBuffer()
            var message = ByteBuffer()
            // The version is right, where there is room for one.
            message.append(fixed: KeyringContents.version)
            message.appendZeros(byteCount)
            CheckedFrame.append(FrameMagic.keyring, message.bytes.slice(0..<byteCount), to: &frame)
            image.files[path] = Array(frame.bytes)
            image.files[path + ".copy"] = Array(frame.bytes)
            #expect(throws: JournalError.keyringDamaged(path: path), "\(byteCount) bytes") {
                try Keyring.open(at: path, disk: SimulatedDisk(image), under: master)
            }
        }
        FaultLedger.fired(row: 25, 7)
    }

    /// Bytes that only the holder of the keys could write, or a program with a mistake in it.
    @Test func `row 25: a list of keys that is cut short, out of order or of another kind is damage`() throws {
        let disk = SimulatedDisk()
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        let bytes = try #require(disk.live.files[path])
        let frame = try #require(KeyringContents.Frame(bytes))
        func opened(_ list: [UInt8]) throws(JournalError) -> Keyring {
            // Version, id, revision and the sealed root key stay; the list is sealed anew.
            let message = bytes.dropFirst(CheckedFrame.headByteCount)
            var forged = ByteBuffer()
            forged.append(Array(message.prefix(28 + KeyringContents.wrappedByteCount)))
            let context = Array(message.prefix(28))
            list.withUnsafeBytes { plain in
                context.withUnsafeBytes { context in
                    Cipher.seal(
                        plain, under: keyring.root, nonce: Cipher.Nonce(hi: 7, lo: 7), context: context, to: &forged)
                }
            }
            var file = ByteBuffer()
            CheckedFrame.append(FrameMagic.keyring, forged.bytes, to: &file)
            var image = disk.live
            image.files[path] = Array(file.bytes)
            image.files[path + ".copy"] = Array(file.bytes)
            return try Keyring.open(at: path, disk: SimulatedDisk(image), under: master)
        }
        func key(_ number: UInt64, kind: UInt8 = 0, byteCount: Int = 32) -> [UInt8] {
            var buffer = ByteBuffer()
            buffer.append(ID16.test(number))
            return Array(buffer.bytes) + [kind] + [UInt8](repeating: 5, count: byteCount)
        }
        #expect(frame.revision == 1)
        #expect(try opened(key(1) + key(2, kind: 1, byteCount: 60)).ids == [.test(1), .test(2)])
        for list in [
            key(1, byteCount: 31), key(1, byteCount: 0), key(1, kind: 1, byteCount: 59), key(1, kind: 2),
            key(1) + [0], key(2) + key(1), key(1) + key(1),
        ] {
            #expect(throws: JournalError.keyringDamaged(path: path)) { try opened(list) }
        }
        FaultLedger.fired(row: 25, 7)
    }

    @Test func `takes no more keys than can be read again`() throws {
        let disk = SimulatedDisk()
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        let before = disk.live
        let keys = (0...UInt64(JournalLimits.keysPerKeyringMax)).map { (key: SecretKey.test(1), id: ID16.test($0)) }
        #expect(throws: JournalError.keyringFull(path: path)) { try keyring.add(keys) }
        #expect(keyring.ids.isEmpty && disk.live == before)
    }

    @Test func `row 8: a key that was given up half added is gone once it is destroyed`() throws {
        let disk = SimulatedDisk()
        let keyring = try Keyring.create(at: path, disk: disk, under: master)
        disk.script([DiskFault(.error(ENOSPC), on: .pwrite, pathSuffix: ".copy.tmp")])
        #expect(throws: JournalError.self) { try keyring.add(.test(5), as: .test(5)) }
        #expect(disk.firedFaults.count == 1 && !keyring.holds(.test(5)))
        // One file has it.
        #expect(try Keyring.open(at: path, disk: SimulatedDisk(disk.live), under: master).holds(.test(5)))
        try keyring.destroy([.test(5)])
        #expect(try !Keyring.open(at: path, disk: SimulatedDisk(disk.live), under: master).holds(.test(5)))
        FaultLedger.fired(row: 8, 1)
    }
}
