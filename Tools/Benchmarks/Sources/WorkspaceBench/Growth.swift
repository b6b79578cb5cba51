import Foundation
import JournalEngine
import Kernel
import Runtime
import Workspace
import WorkspaceTesting

/// The cost of a workspace of so many events: written, replayed, opened, snapshot, and the wait of commands meanwhile.
///
/// Lines for a program to read: a name, tab, the figures of each round.
struct Growth {
    let count: Int
    let paths: WorkspacePaths
    private let rounds = 3

    func measure() async throws {
        var workload = Workload(seed: 1, notesMax: 10_000, mix: .allDomains)
        let writing = try await seconds { try await write(&workload) }
        say("workspace: written, events/s", [Double(count) / writing])
        say("workspace: bytes per event on disk", [Double(directoryBytes(paths.journal)) / Double(count)])

        var opens: [Double] = []
        for _ in 0..<(count > 1_000_000 ? 1 : rounds) { opens.append(try await milliseconds(.reading)) }
        say("workspace: open without a snapshot, ms", opens)
        say("workspace: replay into all views, events/s", opens.map { Double(count) / $0 * 1000 })
        say("workspace: memory of the views, MB", [residentMegabytes()])

        let disk = TimedDisk(timing: paths.journal)
        let writer = try await WorkspaceActor.open(at: paths, access: .writing, in: RuntimeEnvironment(disk: disk))
        try await stalls(writer, disk.clock, &workload)
        try await writer.close()
        var warm: [Double] = []
        for _ in 0..<rounds { warm.append(try await milliseconds(.reading)) }
        say("workspace: open from a snapshot, ms", warm)
        warm.removeAll()
        for _ in 0..<rounds { warm.append(try await milliseconds(.writing)) }
        say("workspace: open from a snapshot for writing, ms", warm)
    }

    private func say(_ what: String, _ figures: [Double]) {
        print(([what] + figures.map { String($0) }).joined(separator: "\t"))
        fflush(nil)
    }

    private func milliseconds(_ access: JournalAccess) async throws -> Double {
        var opened: WorkspaceActor?
        let taken = try await seconds { opened = try await WorkspaceActor.open(at: paths, access: access) }
        try await opened?.close()
        return taken * 1000
    }

    private func write(_ workload: inout Workload) async throws {
        try FileManager.default.createDirectory(atPath: paths.root, withIntermediateDirectories: true)
        let journal = try Journal.create(at: paths.journal)
        _ = try await workload.write(count, to: journal)
        try await journal.seal()
        try await journal.close()
    }

    /// Measures commands that come one after the other, for a while on their own, then while a snapshot is written.
    private func stalls(_ workspace: WorkspaceActor, _ clock: TimedDisk.Clock, _ workload: inout Workload) async throws {
        let author = Author(
            actor: .minted(at: Instant(seconds: 1_700_000_000), chance: (1, 1)),
            device: .minted(at: Instant(seconds: 1_700_000_000), chance: (2, 2)))
        var (alone, beside): ([Latency], [Latency]) = ([], [])
        for _ in 0..<2000 {
            alone.append(try await latency(of: workload.nextDecided().command, author, in: workspace, clock))
        }
        let snapshot = Task { try await seconds { try await workspace.snapshot() } }
        while await !workspace.isWritingSnapshot { await Task.yield() }
        while await workspace.isWritingSnapshot || beside.isEmpty {
            beside.append(try await latency(of: workload.nextDecided().command, author, in: workspace, clock))
        }
        say("workspace: snapshot written, s", [try await snapshot.value])
        report(alone, "workspace: command")
        report(beside, "workspace: command beside a snapshot")
        let names = try FileManager.default.contentsOfDirectory(atPath: paths.snapshots)
        let sizes = names.compactMap { name in
            (try? FileManager.default.attributesOfItem(atPath: paths.snapshots + "/" + name))?[.size] as? Int
        }
        say("workspace: snapshot, MB", [Double(sizes.max() ?? 0) / 1e6])
    }

    /// The time that one command took, in ms.
    private struct Latency {
        var all: Double
        /// Of it in writes and syncs of the journal.
        var disk: Double
    }

    /// The 99th percentile and the most; and of the hundredth part that took longest what was the disk, and what all else.
    private func report(_ taken: [Latency], _ name: String) {
        let sorted = taken.sorted { $0.all < $1.all }
        let slow = sorted.suffix(max(1, sorted.count / 100))
        let (disk, all) = slow.reduce(into: (0, 0)) { sum, one in sum = (sum.0 + one.disk, sum.1 + one.all) }
        say(name + ", p99 and most, ms", [sorted[sorted.count * 99 / 100].all, sorted[sorted.count - 1].all])
        say(
            name + ", the slowest hundredth: disk and all else, ms",
            [disk / Double(slow.count), (all - disk) / Double(slow.count)])
    }

    private func latency(
        of command: WorkspaceCommand, _ author: Author, in workspace: WorkspaceActor, _ clock: TimedDisk.Clock
    ) async throws -> Latency {
        let before = clock.milliseconds
        let all = try await seconds { _ = try await workspace.perform([command], as: author) } * 1000
        return Latency(all: all, disk: clock.milliseconds - before)
    }
}
