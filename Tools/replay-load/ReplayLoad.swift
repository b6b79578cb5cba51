import CCountedMalloc
import Foundation
import JournalEngine
import Runtime
import WorkspaceTesting

/// Counts how often a replay asks for memory, for the test that bounds it.
///
/// Not for people. `replay-load DIR EVENTS all|boards` writes a workspace of so many events or a few more below DIR, which
/// must not exist, replays it once, and counts while it replays it again. It prints both numbers: events, allocations.
@main struct ReplayLoad {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let mixes: [String: Workload.Mix] = ["all": .allDomains, "boards": .boards]
        guard arguments.count == 4, let count = Int(arguments[2]), let mix = mixes[arguments[3]] else {
            FileHandle.standardError.write(Data("usage: replay-load DIR EVENTS all|boards\n".utf8))
            exit(2)
        }
        let paths = WorkspacePaths(root: arguments[1])
        try FileManager.default.createDirectory(atPath: paths.root, withIntermediateDirectories: true)
        let journal = try Journal.create(at: paths.journal)
        var workload = Workload(seed: 1, notesMax: 1000, mix: mix)
        let eventCount = try await workload.write(count, to: journal).eventCount
        try await journal.seal()
        try await journal.close()

        let workspace = try await WorkspaceActor.open(at: paths, access: .reading)
        let last = workspace.journal.lastSequence
        _ = try workspace.view(at: .sequence(last))
        let before = counted_malloc_calls()
        _ = try workspace.view(at: .sequence(last))
        print("\(eventCount) \(counted_malloc_calls() - before)")
        try await workspace.close()
    }
}
