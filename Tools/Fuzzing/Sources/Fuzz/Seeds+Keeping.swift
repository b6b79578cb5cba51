@testable import JournalEngine
import Kernel
@testable import Runtime
import Workspace

/// Backups, damaged journals, records of keys, and what happens to the names of people and sources.
extension Seeds {
    mutating func keeping() throws {
        let files = try SmallJournal.make()
        try backups(of: files)
        try repairs(of: files)
        try keys()
        try registry()
    }

    private mutating func backups(of journal: [String: [UInt8]]) throws {
        let disk = MemoryDisk(journal)
        let reader = try Journal.open(at: "j", access: .reading, disk: disk)
        let head = try reader.chainHead()
        var list = BackupManifest(made: Instant(microseconds: 1_795_000_000_000_000))
        list.journals = [
            .init(
                path: "workspaces/home/journal", journal: reader.id, sequence: head.sequence,
                chain: head.hash.description)
        ]
        var contents: [(path: String, bytes: [UInt8])] = journal.sorted { $0.key < $1.key }
            .filter { !$0.key.hasSuffix("LOCK") }
            .map { ("workspaces/home/journal/" + $0.key.dropFirst(2), trimmed($0.value)) }
        contents.append(("workspaces/home/blobs/ab/cdef", [1, 2, 3]))
        list.files = contents.map { file in
            .init(
                path: file.path, byteCount: UInt64(file.bytes.count), digest: Digest(of: file.bytes),
                stamp: file.path.hasSuffix(".segment") ? "0123-abcd" : nil)
        }
        try add("backup-list", [0] + list.bytes)
        list.previous = list.sum
        try add("backup-list", [0] + list.bytes)
        try add("backup-list", [0] + BackupManifest(made: .epoch).bytes)
        try add("backup", [0] + tar(contents, list))
        // The smallest: a list of nothing; and one small file.
        try add("backup", [0] + tar([], BackupManifest(made: .epoch)))
        list.journals = []
        list.files = Array(list.files.suffix(1))
        try add("backup", [0] + tar(Array(contents.suffix(1)), list))
    }

    private func tar(_ files: [(path: String, bytes: [UInt8])], _ list: BackupManifest) throws -> [UInt8] {
        let disk = MemoryDisk([:])
        let file = try disk.open("/b.tar", .creating)
        let writer = try TarWriter(to: file, named: "/b.tar")
        for (path, bytes) in files + [(BackupManifest.name, list.bytes)] {
            try writer.begin(path, byteCount: UInt64(bytes.count), seconds: 0)
            try bytes.withUnsafeBytes { try writer.append($0) }
        }
        try writer.close()
        let bytes = disk.all["/b.tar"] ?? []
        // Without the rest of the last large block, which is zeros.
        let end = bytes.withUnsafeBytes { $0.byteCountWithoutTrailingZeros }
        return Array(bytes.prefix((end + 511) / 512 * 512 + 1024))
    }

    /// As `journal` has them, and with a bit and a piece of each missing.
    private mutating func repairs(of files: [String: [UInt8]]) throws {
        let segments = files.keys.sorted().filter { $0.hasSuffix(".segment") }.compactMap { files[$0] }
            .map { trimmed($0) }
        for (first, second) in zip(segments, segments.dropFirst()) {
            let rest = FuzzTarget.secondSegment + [0] + second
            try add("repair", [0] + first + rest)
            var flipped = first
            flipped[flipped.count / 2] ^= 4
            // With its checksums as they are: one bit explains the damage.
            try add("repair", [1] + flipped + rest)
            try add("repair", [0] + Array(first.prefix(first.count / 2)) + rest)
        }
        for segment in segments { try add("repair", [0] + segment) }
    }

    private mutating func keys() throws {
        guard
            let (old, new) = SecretKey(bytes: [UInt8](repeating: 8, count: 32)).flatMap({ old in
                SecretKey(bytes: [UInt8](repeating: 9, count: 32)).map { (old, $0) }
            })
        else { return }
        let file = MasterLock(kind: .file, setting: nil, check: old.check)
        let words = MasterLock(kind: .passphrase, setting: "$y$jBT$abcdefgh", check: new.check)
        for record in [
            MasterRecord(lock: file, next: nil), MasterRecord(lock: words, next: nil),
            MasterRecord(lock: file, changingTo: words, old: old, new: new),
        ] { try add("keys", record.bytes) }
        for kind in [EncryptedFile.Kind.blob, .snapshot, .derived] {
            try add(
                "keys", EncryptedFile.seal([1, 2, 3, 4], kind, name: [1], key: old, id: ID16(hi: 3, lo: 4)))
        }
        try add("keys", old.wrapped(under: new))
    }

    /// These events have no golden of bytes; one of each kind.
    private mutating func registry() throws {
        let thing = EntityID(hi: 0x0190_0000_0000_7000, lo: 0x8000_0000_0000_00f1)
        let name = try Name(verbatim: "Ada")
        for tag in RegistryEvent.Tag.allCases {
            let event: RegistryEvent =
                switch tag {
                case .actorNamed: .actorNamed(ActorID(hi: 1, lo: 2), name: name)
                case .actorUnnamed: .actorUnnamed(ActorID(hi: 1, lo: 2))
                case .deviceNamed: .deviceNamed(DeviceID(hi: 1, lo: 2), name: name)
                case .deviceUnnamed: .deviceUnnamed(DeviceID(hi: 1, lo: 2))
                case .sourceRecorded:
                    .sourceRecorded(
                        thing, source: "a/b.md", fingerprint: Bytes([UInt8](repeating: 5, count: 32)), textRevision: 3)
                case .sourceForgotten: .sourceForgotten(thing)
                case .erased:
                    .erased(thing, ErasureFacts(kind: .note, things: 2, records: 9, files: 1, reason: "asked for"))
                }
            let whole = WorkspaceEvent.registry(event)
            try add("event", kindBytes(whole.rawKind) + whole.encoded().payload)
        }
    }
}
