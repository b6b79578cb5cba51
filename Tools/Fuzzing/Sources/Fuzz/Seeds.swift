import Accounts
import Boards
import Capture
@testable import Exporters
import Foundation
@testable import Importers
@testable import JournalEngine
import Kernel
import Notes
@testable import Runtime
import Studio
import Workspace

/// The first inputs of every target: from the repository's goldens, from the sample that is shipped, and from
/// `../shared/data` where it is.
struct Seeds {
    let root: String
    let directory: String
    private(set) var count = 0

    init(root: String, into directory: String) {
        self.root = root
        self.directory = directory
    }

    /// Writes all of them.
    ///
    /// - Returns: how many.
    mutating func write() throws -> Int {
        try journals()
        try keeping()
        try facts()
        try goldenEvents()
        try goldenCommands()
        try texts()
        try sample()
        let given = root + "/../shared/data"
        if FileManager.default.fileExists(atPath: given) {
            try GivenSeeds(given).write(&self)
        } else {
            print("seeds: ../shared/data is not here; taken from goldens and the shipped sample alone")
        }
        return count
    }

    mutating func add(_ target: String, _ bytes: [UInt8]) throws {
        guard let known = FuzzTarget.named(target) else { preconditionFailure("seeds for no target: \(target)") }
        guard !bytes.isEmpty, bytes.count <= known.byteCountMax else { return }
        let folder = directory + "/" + target
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let name = String(Digest(of: bytes).text.prefix(24))
        try Data(bytes).write(to: URL(filePath: folder + "/seed-" + name))
        count += 1
    }

    /// The same for a tree: each file is its name, a zero, its bytes and a zero.
    mutating func add(tree target: String, _ files: [(path: String, bytes: [UInt8])]) throws {
        var bytes: [UInt8] = []
        for file in files { bytes += Array(file.path.utf8) + [0] + file.bytes.filter { $0 != 0 } + [0] }
        try add(target, bytes)
    }

    // MARK: Journals

    private mutating func journals() throws {
        var segments: [(number: Int, bytes: [UInt8])] = []
        for journal in ["Journal/Golden/v1", "Tests/WebCoreTests/Golden/family/journal"] {
            for number in 1...2 {
                let file = root + "/" + journal + "/00000000000\(number).segment"
                if let bytes = FileManager.default.contents(atPath: file) {
                    segments.append((number, trimmed(Array(bytes))))
                }
            }
        }
        let made = try SmallJournal.make().filter { $0.key.hasSuffix(".segment") }
        segments += made.sorted { $0.key < $1.key }.map { (1, trimmed($0.value)) }
        for (number, bytes) in segments {
            if number == 1 { try add("segment", [0] + bytes) }
            if number == 1 { try add("journal", [0] + bytes) }
            try frames(of: bytes)
        }
        let pair = made.keys.sorted().filter { $0.hasSuffix(".segment") }.compactMap { made[$0] }
        if pair.count >= 2 {
            try add("journal", [0] + trimmed(pair[0]) + FuzzTarget.secondSegment + [0] + trimmed(pair[1]))
        }
        try add("parts", [1] + Array("daybook journal 1\n00000000000000000000000000000001\n".utf8))
        try add("parts", [1] + Array("000000000001.segment".utf8))
        let id = "00000000000000000000000000000001"
        let place = "00000000000000000007\n" + String(repeating: "ab", count: 32) + "\n"
        try add("parts", [1] + Array("daybook reached 1\n\(id)\n\(place)".utf8))
        try add("parts", [1] + Array("daybook reached 2\n\(id)\n\(place)00000000000000000001\n00000000000000000900\n".utf8))
        try secrets()
    }

    private mutating func secrets() throws {
        let note = RedactionNote(
            ranges: [1...3, 9...9], commits: [.init(first: 1, hash: .start(of: ID16(hi: 1, lo: 1)))])
        for record in [EngineRecord.redaction(note), .lost] { try add("secrets", [1] + record.encoded) }
        var buffer = ByteBuffer()
        RedactionIntent(
            id: ID16(hi: 1, lo: 1), after: 7, salts: RemainsSalts(seed: [UInt8](repeating: 3, count: 32)),
            memo: [1, 2, 3]
        ).append(to: &buffer, under: nil, nonce: Cipher.Nonce(hi: 1, lo: 2))
        try add("secrets", [0] + Array(buffer.bytes))
        guard let key = SecretKey(bytes: [UInt8](repeating: 7, count: 32)) else { return }
        var salts = Salts(JournalOptions.systemEntropy)
        var keyring = KeyringContents(id: ID16(hi: 1, lo: 1), under: key, &salts, JournalOptions.systemEntropy)
        keyring.keys[ID16(hi: 2, lo: 2)] = .bare(key)
        try add("secrets", [0] + keyring.bytes(&salts))
        var place = ByteBuffer()
        FrameAddress(journal: ID16(hi: 1, lo: 1), segment: 1, generation: 0, first: 1, groupFirst: 1).append(to: &place)
        buffer.removeAll()
        let plain = [UInt8](repeating: 1, count: 50)
        plain.withUnsafeBytes {
            EncryptedFrame.append($0, place: place.bytes, under: key, nonce: salts.nextNonce(), to: &buffer)
        }
        try add("secrets", [0] + Array(buffer.bytes))
    }

    private mutating func frames(of bytes: [UInt8]) throws {
        var found: [(target: String, bytes: [UInt8])] = []
        bytes.withUnsafeBytes { raw in
            var buffer = ByteBuffer()
            buffer.append(raw)
            for frame in Inspection(name: "000000000001.segment", number: 1, keyring: nil).file(buffer).frames {
                let piece = Array(raw[Int(frame.byteOffset)..<Int(frame.byteOffset + frame.byteCount)])
                if frame.kind == .data {
                    found.append(("frame", piece))
                    var scratch = ByteBuffer()
                    if let data = try? DataFrame.read(raw.suffix(from: Int(frame.byteOffset)), scratch: &scratch) {
                        var place = ByteBuffer()
                        data.place.append(to: &place)
                        found.append(("entries", Array(place.bytes) + Array(data.entries)))
                    }
                } else {
                    found.append(("parts", piece))
                }
            }
        }
        for (target, piece) in found { try add(target, target == "entries" ? piece : [0] + piece) }
    }

    /// Without most of the room that was written ahead.
    func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let end = bytes.withUnsafeBytes { $0.byteCountWithoutTrailingZeros }
        guard bytes.count - end > 64 else { return bytes }
        // The padding's head ends in its size, which may end in zeros.
        let head = [0x5F, 0x2A, 0x4D, 0x18] as [UInt8]
        guard let start = (max(0, end - 8)...end).last(where: { bytes[$0...].starts(with: head) }) else { return bytes }
        return bytes[..<start] + head + [16, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
    }

    // MARK: Facts

    private mutating func facts() throws {
        for family in ["family", "family2"] {
            let path = root + "/Tests/WebCoreTests/Golden/\(family)/journal"
            let journal = try Journal.open(at: path, access: .reading)
            var facts: [EventEnvelope] = []
            try journal.forEachRecord { header, payload in
                facts.append(
                    EventEnvelope(
                        sequence: header.sequence, kind: EventKind(raw: header.kind), subject: EntityID(header.entity),
                        actor: ActorID(header.actor), device: DeviceID(header.device),
                        instant: Instant(microseconds: header.time), payload: payload.withUnsafeBytes { Array($0) }))
                return .next
            }
            try take(facts)
        }
    }

    private mutating func take(_ facts: [EventEnvelope]) throws {
        for fact in facts { try add("event", kindBytes(fact.kind.raw) + fact.payload) }
        for length in [8, 40] {
            for start in stride(from: 0, to: facts.count, by: length) {
                try add("facts", EventBatch(facts: Array(facts[start..<min(facts.count, start + length)])).bytes)
            }
        }
        // What there is before one thing happens to it: everything about a few things.
        for (_, about) in Dictionary(grouping: facts, by: \.subject) where about.count > 1 {
            try add("facts", EventBatch(facts: about).bytes)
        }
        var fold = Fold()
        for (index, fact) in facts.enumerated() {
            WorkspaceProjection.project(try fact.recorded(), into: &fold.view)
            fold.sequence = fact.sequence
            fold.devices[fact.device] = DeviceMarks.Mark(
                command: fact.sequence, first: fact.sequence, last: fact.sequence)
            guard [3, 10, 30, 60, 100].contains(index) else { continue }
            let body = SnapshotBody(fold).bytes
            try add("body", body)
            let head = SnapshotFile.Head(
                schema: SnapshotSchema.digest, journal: ID16(hi: 1, lo: 1), sequence: fact.sequence,
                record: Digest(of: []))
            try add("snapshot", [0] + SnapshotFile.write(head, body))
            try export(fold.view)
        }
        try edits(in: facts)
    }

    /// An export of ours, without the files that only people read.
    private mutating func export(_ view: WorkspaceView) throws {
        let files = try ExportPlan(view).files.compactMap { file -> (path: String, bytes: [UInt8])? in
            guard case .text(let text) = file.content else { return nil }
            return (file.path, Array(text.utf8))
        }
        try add(tree: "export", files.filter { $0.path.hasSuffix(".json") })
        try add(tree: "export", files)
    }

    private mutating func edits(in facts: [EventEnvelope]) throws {
        var byThing: [EntityID: [TextEdit]] = [:]
        for fact in facts {
            switch try fact.recorded().event {
            case .notes(.noteEdited(_, let edit)), .boards(.cardDescribed(_, let edit)):
                byThing[fact.subject, default: []].append(edit)
            case .notes(.strokesAdded(_, _, let strokes)):
                for stroke in strokes { try add("ink", stroke.packed.bytes) }
            default: continue
            }
        }
        for edits in byThing.values { try add("text", EditList(edits: edits).bytes) }
    }

    func kindBytes(_ raw: UInt32) -> [UInt8] {
        [UInt8(truncatingIfNeeded: raw >> 8), UInt8(truncatingIfNeeded: raw)]
    }

    private mutating func goldenEvents() throws {
        try golden("Notes", EventKind.notes, NoteEvent.Tag.self)
        try golden("Boards", EventKind.boards, BoardEvent.Tag.self)
        try golden("Capture", EventKind.capture, CaptureEvent.Tag.self)
        try golden("Studio", EventKind.studio, StudioEvent.Tag.self)
        let accounts = try golden("Accounts", AccountEvent.domain, AccountEvent.Tag.self)
        for length in [2, 8, 64] {
            for start in stride(from: 0, to: accounts.count, by: length) {
                let some = Array(accounts[start..<min(accounts.count, start + length)])
                try add("accounts", EventBatch(facts: some).bytes)
            }
        }
    }

    /// A command a line.
    private mutating func goldenCommands() throws {
        let file = root + "/Tests/WorkspaceTests/Golden/commands.jsonl"
        guard let bytes = FileManager.default.contents(atPath: file) else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n")) { try add("command-json", Array(line)) }
    }

    /// The bytes of one event of each kind, as its golden has them.
    @discardableResult
    private mutating func golden<Tag: CaseIterable & RawRepresentable<UInt16>>(
        _ domain: String, _ number: UInt32, _: Tag.Type
    ) throws -> [EventEnvelope] {
        var facts: [EventEnvelope] = []
        for tag in Tag.allCases {
            let file = root + "/Tests/\(domain)Tests/Golden/bytes/\(tag).hex"
            guard let data = FileManager.default.contents(atPath: file) else { throw MissingGolden(path: file) }
            let digits = Array(data).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            let payload = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
            let kind = number << 8 | UInt32(tag.rawValue)
            try add("event", kindBytes(kind) + payload)
            facts.append(
                EventEnvelope(
                    sequence: UInt64(facts.count + 1), kind: EventKind(raw: kind),
                    subject: EntityID(hi: 0x0190_0000_0000_7000, lo: 0x8000_0000_0000_00f1), actor: .zero,
                    device: .zero,
                    instant: .epoch, payload: payload))
        }
        return facts
    }
}

/// No event is left out of the seeds without a word.
struct MissingGolden: Error { let path: String }
