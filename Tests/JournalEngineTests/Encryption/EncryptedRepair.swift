import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("Repairing an encrypted journal")
struct EncryptedRepair {
    let home = EncryptedHome()

    private var repaired: String { home.directory.path + "/repaired" }

    /// Two sealed segments and an active one.
    private func create() async throws -> [SeenRecord] {
        let drafts = (1...18).map { CommitDraft.numbered($0, records: 2, payloadByteCount: 900) }
        let journal = try await home.create(Array(drafts[..<6]))
        try await journal.seal()
        for draft in drafts[6..<12] { _ = try await journal.append(draft) }
        try await journal.seal()
        for draft in drafts[12...] { _ = try await journal.append(draft) }
        try await journal.close()
        return expected(drafts)
    }

    private func newOptions() throws -> JournalOptions {
        var options = try home.options(.reading)
        options.keyring = try Keyring.create(at: home.directory.path + "/keys/new.keyring", under: home.master)
        return options
    }

    private func overwrite(_ segment: Int, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try fileBytes(home.segment(segment))
        change(&bytes)
        try writeFile(bytes, to: home.segment(segment))
    }

    @Test func `with its keys it is saved, and encrypted again under keys of its own`() async throws {
        let truth = try await create()
        // One bit in a sealed frame, and a frame of the active segment destroyed.
        try overwrite(1) { $0[400] ^= 0x20 }
        var hit: InspectedFrame?
        try Journal.inspect(at: home.journal, keyring: home.openKeyring(.reading)) { file in
            if file.segment == 3 { hit = file.frames.filter { $0.kind == .data }.dropFirst(2).first }
        }
        let victim = try #require(hit)
        try overwrite(3) { bytes in
            for index in 100..<200 { bytes[Int(victim.byteOffset) + index] = 0xAA }
        }
        let options = try newOptions()
        let report = try await JournalRepair.run(
            from: home.journal, home.openKeyring(.reading), to: repaired, options: options)
        #expect(report.recovered.map(\.flip.byteOffset) == [400] && report.recovered[0].chainAgrees == true)
        #expect(report.lost.map(\.sequences) == [victim.sequences])

        let journal = try Journal.open(at: repaired, access: .reading, options: options)
        #expect(try journal.verify().ok)
        let (saved, lost) = try journal.savedAndLost()
        #expect(saved == truth.filter { !lost.contains($0.header.sequence) })
        #expect(lost == Set(try #require(victim.sequences)))
        // Nothing of it can be read without the new keys.
        #expect(throws: JournalError.keyNeeded(path: repaired)) { try Journal.open(at: repaired, access: .reading) }
        for name in try POSIXDisk().names(inDirectory: repaired) {
            let bytes = try fileBytes(repaired + "/" + name)
            for record in truth.prefix(3) { #expect(bytes.firstRange(of: record.payload) == nil, "\(name)") }
        }
        // The old keys are all there still.
        #expect(try home.open(.reading).recovery.damage != nil)
    }

    @Test func `without a key it says so, and what is damaged is explained all the same`() async throws {
        _ = try await create()
        try overwrite(2) { $0[500] ^= 0x01 }
        await #expect(throws: JournalError.keyNeeded(path: home.journal)) {
            try await JournalRepair.run(from: home.journal, to: repaired)
        }
        var files: [InspectedFile] = []
        try Journal.inspect(at: home.journal) { files.append($0) }
        let damage = files[1].frames.filter { $0.kind == .damage }
        #expect(damage.count == 1 && damage[0].damage?.flip?.byteOffset == 500 && damage[0].damage?.flip?.bit == 0)
        #expect(files[0].frames.contains { $0.kind == .encrypted && $0.words.contains("key is not at hand") })
        #expect(files[0].frames[0].words.contains("encrypted under key"))
    }

    @Test func `a segment whose key was destroyed is lost, and the rest is saved`() async throws {
        let truth = try await create()
        var words = ""
        try Journal.inspect(at: home.journal) { file in
            if file.segment == 2 { words = file.frames[0].words }
        }
        let keyring = try home.openKeyring()
        let gone = try #require(keyring.ids.first { words.contains("under key \($0)") })
        try keyring.destroy([gone])
        let options = try newOptions()
        let report = try await JournalRepair.run(
            from: home.journal, home.openKeyring(.reading), to: repaired, options: options)
        #expect(report.lost.map(\.sequences) == [13...24])
        #expect(report.remarks.contains { $0.contains("000000000002.segment is encrypted under key \(gone)") })
        let journal = try Journal.open(at: repaired, access: .reading, options: options)
        #expect(try journal.verify().ok)
        #expect(try journal.savedAndLost().saved == truth.filter { !(13...24).contains($0.header.sequence) })
    }
}
