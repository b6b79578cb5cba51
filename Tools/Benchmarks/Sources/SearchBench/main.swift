import Foundation
import JournalEngine
import Kernel
import Notes
import Runtime
import Search
import Workspace

// What the index of words costs and how fast it answers, beside reading everything.
//   SearchBench [NOTES…]        10,000 and 100,000 by default
// With ONLY=WORD in the environment alone those kinds of queries whose name holds it.
// Figures are reported, never asserted: machines are shared and noisy.

/// Words as texts have them: a few are everywhere, most are rare. From a seed, so that every run asks the same.
struct Vocabulary {
    private var state: UInt64 = 1
    private let syllables = [
        "ka", "me", "ra", "stra", "sse", "li", "no", "ton", "be", "gar", "den", "wi", "the", "ing", "er", "und",
        "schrank", "日", "記", "電",
    ]

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    /// The word of a rank; the same for ever.
    func word(_ rank: Int) -> String {
        var left = rank + 1
        var word = ""
        while left > 0 {
            word += syllables[left % 17]
            left /= 17
        }
        return rank % 50 == 49 ? syllables[17 + rank % 3] + syllables[17 + rank / 3 % 3] + word.prefix(1) : word
    }

    /// Rank 0 comes most often: the rank is as evenly spread over its logarithm as Zipf has it.
    mutating func rank() -> Int { Int(pow(60_000, Double(next(1 << 20)) / Double(1 << 20))) - 1 }

    mutating func text(_ count: Int) -> String { (0..<count).map { _ in word(rank()) }.joined(separator: " ") }
}

func milliseconds(_ duration: Duration) -> Double {
    let parts = duration.components
    return Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
}

/// The median and the 99th of a hundred, in milliseconds.
func spread(_ times: [Double]) -> String {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return "-" }
    return String(
        format: "%8.2f %8.2f", sorted[sorted.count / 2], sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
}

func measure(_ count: Int) async throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "daybook-search-bench-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: base) }
    let paths = try DataDirectory(path: base).workspace(named: "bench")
    let runtime = RuntimeEnvironment()
    let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
    let author = Author(actor: runtime.mint(), device: runtime.mint())
    var words = Vocabulary()
    var byteCount = 0
    for start in stride(from: 0, to: count, by: 1_000) {
        var commands: [WorkspaceCommand] = []
        for _ in start..<min(count, start + 1_000) {
            let body = words.text(120)
            byteCount += body.utf8.count
            commands.append(
                .notes(.createNote(runtime.mint(), title: Name(recorded: words.text(3)), body: body, in: nil)))
        }
        _ = try await workspace.perform(commands, as: author)
    }
    let index = SearchIndex(of: workspace)
    await index.prepare()
    let report = await index.report
    let size = await index.byteCount ?? 0
    if let trouble = await index.trouble { print(trouble.message) }
    print("\(count) notes, \(byteCount / 1_000_000) MB of text")
    print(
        String(
            format: "  made in %.1f s (%.0f things/s), %.0f MB", milliseconds(report.buildDuration) / 1e3,
            Double(count) / milliseconds(report.buildDuration) * 1e3, Double(size) / 1e6))

    // One edit a commit, taken in at once.
    let notes = await workspace.view.notes.notes.ids
    var taking: [Double] = []
    for _ in 0..<300 {
        let note = notes[words.next(notes.count)]
        _ = try await workspace.perform([.notes(.retitleNote(note, to: Name(recorded: words.text(3))))], as: author)
        let start = ContinuousClock.now
        try await index.catchUp()
        taking.append(milliseconds(ContinuousClock.now - start))
    }
    print("  taking in one commit       p50, p99: \(spread(taking)) ms")
    print(String(format: "  at most %.0f ms, but for the first %.0f", taking.max() ?? 0, taking.dropFirst().max() ?? 0))

    let kinds: [(String, (inout Vocabulary) -> String)] = [
        ("any word of the texts", { $0.word($0.rank()) }),
        ("one of the 20 commonest", { $0.word($0.next(20)) }),
        ("a rare word", { $0.word(2_000 + $0.next(50_000)) }),
        ("the beginning of a word", { String($0.word(500 + $0.next(50_000)).prefix(3)) + "*" }),
        ("a word, of one kind", { "kind:note " + $0.word($0.rank()) }),
        ("a word, of what changed", { "after:2020-01-01 " + $0.word($0.rank()) }),
        ("two words", { $0.word($0.rank()) + " " + $0.word($0.rank()) }),
        ("a part of a word", { String($0.word(500 + $0.next(50_000)).dropFirst().prefix(4)) }),
        ("a phrase of two words", { "\"" + $0.word($0.rank()) + " " + $0.word($0.rank()) + "\"" }),
        ("one or two ideographs", { ["日", "記", "電", "日記", "電日"][$0.next(5)] }),
        ("two Latin letters", { ["ka", "be", "wi", "er"][$0.next(4)] }),
        ("a word, and excluded one", { $0.word($0.rank()) + " -" + $0.word($0.rank()) }),
    ]
    for (name, make) in kinds {
        fflush(nil)  // Making it takes minutes: whoever waits sees what is known so far.
        if let only = ProcessInfo.processInfo.environment["ONLY"], !name.contains(only) { continue }
        var times: [Double] = []
        var reading: [Double] = []
        var found = 0
        for _ in 0..<200 {
            let query = try SearchQuery(make(&words))
            let start = ContinuousClock.now
            found += try await index.search(query, page: SearchPage(limit: 20)).found
            times.append(milliseconds(ContinuousClock.now - start))
        }
        // By itself: it leaves nothing in the caches that the next search would use.
        for _ in 0..<5 {
            let query = try SearchQuery(make(&words))
            let view = await workspace.view
            let start = ContinuousClock.now
            _ = view.search(query, page: SearchPage(limit: 20))
            reading.append(milliseconds(ContinuousClock.now - start))
        }
        let padded = name.padding(toLength: 26, withPad: " ", startingAt: 0)
        print(
            "  \(padded) p50, p99: \(spread(times)) ms, \(found / 200) found; reading everything \(spread(reading)) ms")
    }
    await index.close()
    try await workspace.close()
}

let counts = CommandLine.arguments.dropFirst().compactMap { Int($0) }
for count in counts.isEmpty ? [10_000, 100_000] : counts { try await measure(count) }
