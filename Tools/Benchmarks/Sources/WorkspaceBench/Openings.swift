import Foundation
import JournalEngine
import Runtime
import WorkspaceTesting

/// The time that opening a workspace from its snapshot takes; the workspace is kept from run to run.
struct Openings {
    /// Events of a workspace that is made now.
    let count: Int
    let path: String
    let rounds: Int

    func measure() async throws {
        let paths = WorkspacePaths(root: path)
        if !FileManager.default.fileExists(atPath: paths.journal) {
            _ = try await write(count, to: paths, notesMax: 10_000, mix: .allDomains)
        }
        // Another build may have written the snapshot that is there, and this one does not trust it.
        let writer = try await WorkspaceActor.open(at: paths, access: .writing)
        if writer.opening.snapshotSequence < writer.journal.lastSequence { try await writer.snapshot() }
        try await writer.close()
        for (name, access) in [("for reading", JournalAccess.reading), ("for writing", .writing)] {
            var (times, processor): ([Double], [Double]) = ([], [])
            for _ in 0..<rounds {
                let before = processorSeconds()
                var opened: WorkspaceActor?
                times.append(try await seconds { opened = try await WorkspaceActor.open(at: paths, access: access) } * 1000)
                processor.append((processorSeconds() - before) * 1000)
                try await opened?.close()
            }
            times.sort()
            processor.sort()
            let half = rounds / 2
            print("open from a snapshot \(name), ms", times[0], times[half], times[rounds - 1], separator: "\t")
            print("the same, processor time, ms", processor[0], processor[half], processor[rounds - 1], separator: "\t")
        }
        print("resident memory, MB", residentMegabytes(), separator: "\t")
    }
}
