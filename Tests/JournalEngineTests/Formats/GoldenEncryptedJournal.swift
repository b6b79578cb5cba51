import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Synchronization
import Testing

/// An encrypted journal with its keyring and a master key for tests, written by the first release that could. It must
/// open for ever, so it is never rewritten.
@Suite("An old encrypted journal opens for ever")
struct GoldenEncryptedJournal {
    let directory = TemporaryDirectory()

    /// `Journal/Golden/v1-encrypted`: the folders `journal` and `keys`, and `HEAD.txt`.
    private static let home =
        Repository.root.appending(path: "Journal/Golden/v1-encrypted").path

    /// Sealed segments, one that was rolled and not sealed, and a closed active one.
    private static let drafts: [CommitDraft] =
        (1...40).map { CommitDraft.numbered($0, records: $0 % 4 + 1, payloadByteCount: $0 % 50) }
        + (41...61).map { .numbered($0, records: 2, payloadByteCount: 60) }

    /// The same bytes with every run.
    private static func entropy(seed: UInt64) -> @Sendable (UnsafeMutableRawBufferPointer) -> Void {
        let chance = Chance(SeededGenerator(seed: seed))
        return { buffer in buffer.copyBytes(from: chance.bytes(buffer.count)) }
    }

    private final class Chance: Sendable {
        private let generator: Mutex<SeededGenerator>
        init(_ generator: SeededGenerator) { self.generator = Mutex(generator) }
        func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0.bytes(count) } }
    }

    private static func master() throws -> SecretKey {
        let text = String(decoding: try fileBytes(home + "/keys/master.key"), as: UTF8.self)
        return try #require(SecretKey(hex: text.dropLast()))
    }

    private func options(_ keyring: Keyring) -> JournalOptions {
        var options = JournalOptions.repeatable
        options.entropy = Self.entropy(seed: 2)
        options.segmentByteCountTarget = 6_000
        options.keyring = keyring
        return options
    }

    private func write(to path: String, under master: SecretKey) async throws {
        try POSIXDisk().makeDirectory(path)
        let keyring = try Keyring.create(
            at: path + "/keys/journal.keyring", under: master, entropy: Self.entropy(seed: 1))
        let journal = try Journal.create(at: path + "/journal", options: options(keyring))
        for draft in Self.drafts[..<40] { _ = try await journal.append(draft) }
        try await journal.seal()
        for draft in Self.drafts[40...] { _ = try await journal.append(draft) }
        try await journal.close()
    }

    private func copy(_ source: String, to target: String) throws {
        for folder in ["", "/journal", "/keys"] {
            try POSIXDisk().makeDirectory(target + folder)
            for name in try POSIXDisk().names(inDirectory: source + folder)
            where name.contains(".") || name == "JOURNAL" {
                try writeFile(try fileBytes(source + folder + "/" + name), to: target + folder + "/" + name)
            }
        }
    }

    private func recordIfAsked() async throws {
        guard getenv("RECORD") != nil, access(Self.home, F_OK) != 0 else { return }
        let path = directory.path + "/recorded"
        try await write(to: path, under: .test(0x1D))
        try writeFile(Array((String(repeating: "1d", count: 32) + "\n").utf8), to: path + "/keys/master.key")
        let keyring = try Keyring.open(at: path + "/keys/journal.keyring", under: .test(0x1D), access: .reading)
        let head = try Journal.open(at: path + "/journal", access: .reading, options: options(keyring)).chainHead()
        try writeFile(Array("\(head.sequence) \(head.hash)\n".utf8), to: path + "/HEAD.txt")
        try copy(path, to: Self.home)
    }

    @Test func `row 28: an encrypted journal of version 1 holds what it held, and can be written on`() async throws {
        try await recordIfAsked()
        let head = String(decoding: try fileBytes(Self.home + "/HEAD.txt"), as: UTF8.self)
        let mine = directory.path + "/copy"
        try copy(Self.home, to: mine)
        let keyring = try Keyring.open(at: mine + "/keys/journal.keyring", under: try Self.master())
        var options = options(keyring)
        options.segmentByteCountTarget = JournalLimits.segmentByteCountTarget
        let journal = try Journal.open(at: mine + "/journal", options: options)
        #expect(journal.recovery.wasClosed && journal.recovery.isClean)
        #expect(journal.segments.map(\.isSealed) == [true, true, true, false, false])
        #expect("\(try journal.chainHead().sequence) \(try journal.chainHead().hash)\n" == head)
        let all = expected(Self.drafts)
        #expect(try journal.records() == all)
        #expect(try journal.recordsBackwards() == all.reversed())
        #expect(try journal.verify().ok)
        _ = try await journal.append(.numbered(62))
        try await journal.seal()
        #expect(try journal.records() == expected(Self.drafts + [.numbered(62)]))
        try await journal.close()
        let report = try Journal.verifyWithoutKeys(at: mine + "/journal")
        #expect(report.ok && report.records == UInt64(all.count) + 1)
        FaultLedger.fired(row: 28, 1)
    }

    /// Small commits are stored uncompressed, so their bytes depend on nothing but the format, the keys and the nonces.
    @Test func `the same commits, keys and nonces give the same bytes as in the first release`() async throws {
        let mine = directory.path + "/mine"
        try await write(to: mine, under: try Self.master())
        for file in [
            "/journal/000000000004.segment", "/journal/000000000005.segment", "/keys/journal.keyring",
            "/keys/journal.keyring.copy",
        ] {
            #expect(try fileBytes(mine + file) == fileBytes(Self.home + file), "\(file)")
        }
    }
}
