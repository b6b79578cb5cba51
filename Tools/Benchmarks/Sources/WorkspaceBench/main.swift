import Foundation
import JournalEngine
import Kernel
import Runtime
import WorkspaceTesting

// Speed of the main job, as a table: replay, cold open with and without a snapshot, bytes per event, memory.
//   WorkspaceBench [EVENTS] [PART...]     2,000,000 by default; all parts, or those that are named:
//                                         encryption, all (domains), mixed (notes and boards), boards, open;
//                                         or growth alone, as lines of name, tab, figures for Tools/Benchmarks/growth;
//                                         or traces DIRECTORY alone: recorded editing histories;
//                                         or opening DIRECTORY [ROUNDS] alone: from a snapshot, as lines; the workspace is made
//                                         there unless it is there already, so that two builds can be asked by turns
// Figures are reported, never asserted: machines are shared and noisy.

let eventCount = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2_000_000
let parts = CommandLine.arguments.dropFirst(2)
func isAsked(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
let base = FileManager.default.temporaryDirectory.appending(path: "daybook-bench-\(getpid())").path
defer { try? FileManager.default.removeItem(atPath: base) }

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    let parts = (clock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
}

/// Resident memory of this process, in MB.
func residentMegabytes() -> Double {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst()
        .first
    return Double(pages.flatMap { Int($0) } ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
}

/// Processor time of this process so far, all threads, in seconds: what a busy machine still measures honestly.
func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

func directoryBytes(_ path: String) -> Int {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.reduce(0) { sum, name in
        sum + (((try? FileManager.default.attributesOfItem(atPath: path + "/" + name))?[.size] as? Int) ?? 0)
    }
}

/// Writes `count` events; returns the mean size of a payload, in bytes.
func write(
    _ count: Int, to paths: WorkspacePaths, notesMax: Int, mix: Workload.Mix = .notesAndBoards,
    options: JournalOptions = JournalOptions()
) async throws -> Int {
    try FileManager.default.createDirectory(atPath: paths.root, withIntermediateDirectories: true)
    let journal = try Journal.create(at: paths.journal, options: options)
    var workload = Workload(seed: 1, notesMax: notesMax, mix: mix)
    let written = try await workload.write(count, to: journal)
    try await journal.seal()
    try await journal.close()
    return written.byteCount / written.eventCount
}

func row(_ what: String, _ figure: String) { print("| \(what) | \(figure) |") }
func decimals(_ value: Double, _ count: Int = 1) -> String { String(format: "%.\(count)f", value) }

/// Writes and replays one mix: how fast, how large.
func measure(_ mix: Workload.Mix, named name: String, below path: String) async throws -> WorkspaceActor {
    print("| \(eventCount) events of \(name), one command a commit | |\n|---|---|")
    let paths = WorkspacePaths(root: path)
    var meanPayload = 0
    let writing = try await seconds { meanPayload = try await write(eventCount, to: paths, notesMax: 10_000, mix: mix) }
    row(
        "written (decided, encoded, journaled, sealed)", "\(decimals(Double(eventCount) / writing / 1e6, 2)) M events/s"
    )
    row(
        "bytes per event on disk, sealed (mean payload \(meanPayload))",
        decimals(Double(directoryBytes(paths.journal)) / Double(eventCount)))
    let opened = try await WorkspaceActor.open(at: paths, access: .reading)
    for _ in 0..<3 {
        let before = processorSeconds()
        let replaying = try await seconds { _ = try opened.view(at: .sequence(opened.journal.lastSequence)) }
        let processor = processorSeconds() - before
        row(
            "replay into all views",
            "\(decimals(Double(eventCount) / replaying / 1e6, 2)) M events/s (\(decimals(Double(eventCount) / processor / 1e6, 2)) M per second of processor time)"
        )
    }
    return opened
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Measures the cost of encryption in a replay: the same events in clear and encrypted, replayed by turns, each pair the other
/// way round. A pair lies close enough in time to meet the same machine; the median of the pairs is reported.
func measureEncryption(below path: String) async throws {
    let count = max(eventCount / 4, 1)
    print("| \(count) events of all domains, in clear and encrypted, by turns | |\n|---|---|")
    var sealed = JournalOptions()
    sealed.keyring = try Keyring.create(at: path + ".keyring", under: .random())
    var opened: [WorkspaceActor] = []
    for (name, options) in [("/clear", JournalOptions()), ("/encrypted", sealed)] {
        let paths = WorkspacePaths(root: path + name)
        _ = try await write(count, to: paths, notesMax: 10_000, mix: .allDomains, options: options)
        opened.append(
            try await WorkspaceActor.open(at: paths, access: .reading, in: RuntimeEnvironment(journal: options)))
    }
    var replays: [[Double]] = [[], []]
    var readings: [[Double]] = [[], []]
    for pair in 0..<31 {
        for index in pair % 2 == 0 ? [0, 1] : [1, 0] {
            let journal = opened[index].journal
            let before = processorSeconds()
            _ = try opened[index].view(at: .sequence(journal.lastSequence))
            let between = processorSeconds()
            try journal.forEachRecord { _, _ in .next }
            replays[index].append(between - before)
            readings[index].append(processorSeconds() - between)
        }
    }
    for (name, replays) in zip(["in clear", "encrypted"], replays) {
        row(
            "replay into all views, \(name), median of \(replays.count)",
            "\(decimals(Double(count) / median(replays) / 1e6, 2)) M per second of processor time")
    }
    let ratios = zip(replays[0], replays[1]).map { ($1 / $0 - 1) * 100 }.sorted()
    let quarter = ratios.count / 4
    row(
        "what encryption costs a replay, median of the pairs (half of them between)",
        "\(decimals(median(ratios))) % (\(decimals(ratios[quarter])) to \(decimals(ratios[ratios.count - 1 - quarter])))")
    // A replay varies by more than decryption costs. Reading alone shows it.
    let added = zip(readings[0], readings[1]).map { $1 - $0 }
    row(
        "reading alone, in clear; what encryption adds to it, medians",
        "\(decimals(median(readings[0]) / Double(count) * 1e9)) ns an event; \(decimals(median(added) / Double(count) * 1e9)) ns"
    )
    row("that, of a replay in clear", "\(decimals(median(added) / median(replays[0]) * 100)) %")
    for workspace in opened { try await workspace.close() }
}

func measureMixed(below path: String) async throws {
    let opened = try await measure(.notesAndBoards, named: "notes and boards", below: path)
    let report = try opened.replay()
    row("`replay`, the same by the program's own clock", "\(decimals(report.eventsPerSecond / 1e6, 2)) M events/s")
    var visited = 0
    let scanning = try await seconds {
        try opened.journal.forEachRecord { _, _ in
            visited += 1; return .next
        }
    }
    row("reading alone", "\(decimals(Double(visited) / scanning / 1e6, 2)) M events/s")
    try await opened.close()
}

/// A workspace of 100,000 events and 10,000 notes: what a family has after years.
func measureOpening(below path: String) async throws {
    let years = WorkspacePaths(root: path)
    _ = try await write(100_000, to: years, notesMax: 10_000)
    let cold = try await seconds { try await WorkspaceActor.open(at: years, access: .reading).close() }
    row("open 100,000 events without a snapshot", "\(decimals(cold * 1000)) ms")
    let writer = try await WorkspaceActor.open(at: years, access: .writing)
    try await writer.snapshot()
    try await writer.close()
    for _ in 0..<3 {
        let warm = try await seconds { try await WorkspaceActor.open(at: years, access: .reading).close() }
        row("open 100,000 events from a snapshot", "\(decimals(warm * 1000)) ms")
    }
}

if parts.contains("growth") {
    try await Growth(count: eventCount, paths: WorkspacePaths(root: base + "/growth")).measure()
    try? FileManager.default.removeItem(atPath: base)
    exit(0)
}
if parts.first == "opening" {
    let (path, rounds) = (parts.dropFirst().first ?? "", parts.dropFirst(2).first.flatMap { Int($0) } ?? 10)
    try await Openings(count: eventCount, path: path, rounds: rounds).measure()
    exit(0)
}
if parts.contains("traces") {
    try await Traces(traces: URL(filePath: parts.last ?? ""), base: base).measure()
    try? FileManager.default.removeItem(atPath: base)
    exit(0)
}
if isAsked("encryption") {
    try await measureEncryption(below: base + "/keys")
    print()
}
if isAsked("all") {
    try await measure(.allDomains, named: "all domains", below: base + "/all").close()
    print()
}
if isAsked("boards") {
    try await measure(.boards, named: "boards alone", below: base + "/boards").close()
    print()
}
if isAsked("mixed") { try await measureMixed(below: base + "/big") }
if isAsked("open") { try await measureOpening(below: base + "/years") }
row("resident memory of this process, all of the above", "\(decimals(residentMegabytes())) MB")
