import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

/// A family that lives on a simulated disk, with files attached, and the backups of what it does.
struct BackupFixture {
    let disk: SimulatedDisk
    let data: DataDirectory
    let runtime: RuntimeEnvironment
    private var random: RandomCommands
    let anna = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))

    static let root = "/disk/data"
    static let backup = "/disk/backup"

    init(_ seed: Seed = Seed(7), on disk: SimulatedDisk = SimulatedDisk()) {
        self.disk = disk
        data = DataDirectory(path: Self.root, disk: disk)
        random = RandomCommands(seed)
        let clock = TestClock(start: WorkspaceFixture.start, chance: seed.chance)
        var journal = JournalOptions()
        journal.segmentByteCountTarget = 3_000
        journal.sealsInBackground = false
        runtime = RuntimeEnvironment(
            disk: disk, now: { clock.tick() }, chance: { clock.chance() }, journal: journal)
    }

    func paths(_ name: String = "family") throws -> WorkspacePaths { try data.workspace(named: name) }

    /// So many deeds, and a file attached to a note; returns the file's digest.
    @discardableResult
    mutating func live(_ count: Int, attaching text: String? = nil, seal: Bool = false, in name: String = "family")
        async throws -> Digest?
    {
        let workspace = try await WorkspaceActor.openOrCreate(at: paths(name), in: runtime)
        _ = try data.identity(orCreateFor: "anna", on: "desk", in: runtime)
        for _ in 0..<count {
            let view = await workspace.view
            do { _ = try await workspace.perform([random.next(view)], as: anna) } catch is WorkspaceRefusal {}
        }
        var digest: Digest?
        if let text {
            let kept = try workspace.blobs.keep(Array(text.utf8), for: .workspace)
            digest = kept
            let note: NoteID = random.id()
            let file = FileFacts(
                name: Name(good: "file"), mediaType: "text/plain", sizeBytes: text.utf8.count, digest: kept.bytes)
            _ = try await workspace.perform(
                [
                    .notes(.createNote(note, title: nil, body: "", in: nil)),
                    .notes(.attachFile(random.id(), to: .note(note), file)),
                ], as: anna)
        }
        if seal { try await workspace.journal.seal() }
        try await workspace.close()
        return digest
    }

    @discardableResult
    func backUp(to path: String = backup, _ order: BackupOrder = BackupOrder()) async throws -> BackupReport {
        try await data.backUp(to: path, order, in: runtime)
    }

    func archive(_ path: String = backup) throws -> BackupArchive { try BackupArchive.open(path, disk: disk) }

    /// Everything that can be read of a workspace: views, history, audit, and the chain.
    static func everything(
        in data: DataDirectory, _ runtime: RuntimeEnvironment, workspace name: String = "family"
    ) async throws -> String {
        let workspace = try await WorkspaceActor.open(
            at: data.workspace(named: name), access: .reading, in: runtime)
        let view = await workspace.view
        var text = view.everything()
        try workspace.audit(AuditFilter(), names: view) { row in
            text += "\n" + row.json
            return .next
        }
        let found = try workspace.verify(view)
        #expect(found.journal.ok)
        // The deeds attach files that nobody keeps: those are missing before and after.
        text += "\n" + found.blobs.map { "\($0.condition) \($0.digest.text)" }.joined(separator: "\n")
        text += "\n\(found.journal.chainHead.sequence):\(found.journal.chainHead.hash)"
        try await workspace.close()
        return text
    }

    func everything(workspace name: String = "family") async throws -> String {
        try await Self.everything(in: data, runtime, workspace: name)
    }

    func everything(in archive: BackupArchive) async throws -> String {
        try await Self.everything(in: archive.directory, archive.runtime(runtime))
    }
}
