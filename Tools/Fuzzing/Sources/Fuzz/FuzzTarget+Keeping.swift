@testable import JournalEngine
@testable import Runtime

/// The targets for data that was kept elsewhere and is brought back: backups, damaged journals, and the file that tells how
/// everything is unlocked.
extension FuzzTarget {
    static let keeping: [FuzzTarget] = [
        FuzzTarget("backup-list", "the list of what a backup holds, its sum made right", byteCountMax: 16 << 10) {
            raw in
            var bytes = Array(raw.dropFirst())
            if raw.first.map({ $0 & 1 == 0 }) ?? false { BackupResealing.resealList(&bytes) }
            guard let list = try? BackupManifest(bytes: bytes, path: "list") else { return }
            for file in list.files {
                let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
                require(!parts.contains("..") && !parts.contains(""), "no file of a list lies outside")
            }
            guard let again = try? BackupManifest(bytes: list.bytes, path: "list") else {
                return require(false, "a list that was read can be written and read")
            }
            require(again == list, "a list stays the same")
        },
        FuzzTarget("backup", "a backup in a tar: found out, checked, restored", byteCountMax: 32 << 10) { raw in
            var bytes = Array(raw.dropFirst())
            if raw.first.map({ $0 & 1 == 0 }) ?? false { BackupResealing.reseal(&bytes) }
            restore(bytes)
        },
        FuzzTarget("repair", "a damaged journal's directory of two segments, repaired", byteCountMax: 32 << 10) { raw in
            repair(journalFiles(raw))
        },
        FuzzTarget("keys", "how everything is unlocked, and encrypted files beside the journal") { raw in
            let bytes = Array(raw)
            if let record = MasterRecord(bytes: bytes) {
                require(MasterRecord(bytes: record.bytes) == record, "what unlocks stays the same")
                let text = record.lock.setting ?? ""
                require(!Passphrase.isAffordable(text) || text.utf8.count > 7, "what is affordable says its price")
            }
            require(SecretKey(wrapped: bytes, under: key) == nil, "nobody wraps under a key that he does not know")
            for kind in [EncryptedFile.Kind.blob, .snapshot, .derived] {
                _ = EncryptedFile.keyID(ofHead: bytes, kind)
                require(
                    EncryptedFile.open(bytes, kind, name: [1], key: key) == nil,
                    "nobody seals under a key that he does not know")
            }
            sealed(bytes)
        },
    ]

    private static let key = [UInt8](repeating: 7, count: SecretKey.byteCount).withUnsafeBytes { SecretKey($0) }

    /// Requires that sealed content opens unchanged, under its own name and as its own kind, and not with a bit of it changed.
    private static func sealed(_ content: [UInt8]) {
        guard
            var file = try? EncryptedFile.seal(content, .blob, name: [1, 2], key: key, id: ID16(hi: 1, lo: 2))
        else { return require(false, "any bytes can be sealed") }
        require(EncryptedFile.open(file, .blob, name: [1, 2], key: key) == content, "what was sealed opens")
        require(EncryptedFile.open(file, .blob, name: [1], key: key) == nil, "under its own name only")
        require(EncryptedFile.open(file, .derived, name: [1, 2], key: key) == nil, "as its own kind only")
        let at = content.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFF_FFFF } % file.count
        file[at] ^= 1 << (content.first.map { $0 & 7 } ?? 0)
        require(EncryptedFile.open(file, .blob, name: [1, 2], key: key) == nil, "no bit may change")
    }

    private static func restore(_ tar: [UInt8]) {
        let disk = MemoryDisk(["/b.tar": tar])
        guard let archive = try? BackupArchive.open("/b.tar", disk: disk) else { return }
        _ = archive.workspaceNames
        var runtime = RuntimeEnvironment(disk: disk)
        let hex = key.withUnsafeBytes { Hex.text(of: $0) }
        runtime.keyStore = KeyStore(
            of: DataDirectory(path: "/data", disk: disk),
            unlocking: Unlocking(environment: [Unlocking.keyVariable: hex], mode: { _ in nil }))
        let isSound = (try? archive.check(in: runtime)) != nil
        let report = try? archive.restore(to: "/data", in: runtime)
        require(report == nil || isSound, "nothing is restored from what is not sound")
        for (path, bytes) in disk.all {
            if path == "/b.tar" {
                require(bytes == tar, "a backup stays as it is")
            } else {
                require(path.hasPrefix("/data/") || path.hasPrefix("/data.restoring/"), "nothing is written elsewhere")
            }
        }
    }

    private static func repair(_ files: [String: [UInt8]]) {
        let disk = MemoryDisk(files)
        let outcome = blocking { () async throws -> RepairReport in
            var options = JournalOptions()
            options.repairLostRecordsMax = 20_000
            return try await JournalRepair.run(from: "j", to: "new", disk: disk, options: options)
        }
        let all = disk.all
        require(files.allSatisfy { all[$0] == $1 }, "a damaged journal stays as it is")
        switch outcome {
        case .failure(let error):
            guard let error = error as? JournalError else {
                return require(false, "a repair fails with its own errors")
            }
            require(!error.isDamage, "what can be read at all can be repaired")
        case .success(let report):
            guard let journal = try? Journal.open(at: "new", access: .reading, disk: disk) else {
                return require(false, "a repaired journal opens")
            }
            require(journal.recovery.isClean && journal.recovery.wasClosed, "a repaired journal is whole")
            require(journal.lastSequence == report.records, "a repair counts what it wrote")
            _ = report.text
            _ = report.json.text
        }
    }
}
