import Foundation
import Kernel
import KernelTesting
import Synchronization
import Testing
import Workspace

@testable import Importers

/// M2, H7, H5: one import takes only so much time and makes only so much, and no part of a source costs more than its share.
@Suite("Bounding imports")
struct BoundingImports {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A clock that goes on by a second whenever it is asked.
    private final class Ticking: Sendable {
        private let ticks = Atomic(0)

        var count: Int { ticks.load(ordering: .relaxed) }
        func now() -> Instant { Instant(seconds: Int64(ticks.add(1, ordering: .relaxed).newValue)) }
    }

    private func many(_ sample: FormatSample, _ count: Int) throws -> Any {
        try #require(sample.main).tree(sample.tree(), ofSize: count)
    }

    private func limits(seconds: Int = 1_000_000, steps: Int = .max, bytes: Int = .max) -> ImportBudget.Limits {
        ImportBudget.Limits(secondsMax: seconds, stepsMax: steps, bytesMax: bytes)
    }

    private func plan(_ url: URL, _ format: ImportFormat, _ budget: ImportBudget) throws -> ImportPlan {
        let source = try ImportSource(url, format: format, within: budget)
        return try source.plan(into: nil, pictures: TakingInPictures.ada, state: WorkspaceState()) { _ in TextHistory()
        }
    }

    @Test(arguments: FormatSample.ofMany)
    func `M2: an import that takes too long ends at its next part, in every format`(sample: FormatSample) throws {
        let url = try sample.write(many(sample, 60), below: "many", in: scratch)
        let whole = Ticking()
        _ = try plan(url, sample.format, ImportBudget(of: url.path, limits(), now: whole.now))
        // Each of its parts asked for the time.
        #expect(whole.count > 40)
        for seconds in [1, whole.count / 2, whole.count - 2] {
            let clock = Ticking()
            let budget = ImportBudget(of: url.path, limits(seconds: seconds), now: clock.now)
            let failure = #expect(throws: ImportFailure.self) { try plan(url, sample.format, budget) }
            #expect(failure == .overBudget(path: url.path, .seconds(seconds)))
            #expect(clock.count - seconds < 12, "so much was done after its time was over")
        }
    }

    @Test(arguments: FormatSample.ofMany)
    func `H7: an import that makes too much ends while it is planned, in every format`(sample: FormatSample) throws {
        let url = try sample.write(many(sample, 20), below: "many", in: scratch)
        let counting = ImportBudget(of: url.path, limits(), now: { .epoch })
        let whole = try plan(url, sample.format, counting)
        let report = whole.notTaken.reduce(0) { $0 + $1.what.utf8.count + $1.at.utf8.count + $1.why.utf8.count }
        #expect(counting.madeBytes > 0)
        // Neither the steps nor the bytes go beyond the limit for a moment: the last that fits is the last that is held.
        let exact = limits(steps: whole.steps.count, bytes: counting.madeBytes)
        #expect(try plan(url, sample.format, ImportBudget(of: url.path, exact, now: { .epoch })).steps == whole.steps)
        let steps = ImportBudget(of: url.path, limits(steps: whole.steps.count - 1), now: { .epoch })
        let failure = #expect(throws: ImportFailure.self) { try plan(url, sample.format, steps) }
        #expect(failure == .overBudget(path: url.path, .steps(whole.steps.count - 1)))
        let bytes = ImportBudget(of: url.path, limits(bytes: counting.madeBytes - 1), now: { .epoch })
        #expect(throws: ImportFailure.overBudget(path: url.path, .bytes(counting.madeBytes - 1))) {
            try plan(url, sample.format, bytes)
        }
        #expect(bytes.madeBytes < counting.madeBytes && report < 1 << 20)
    }

    @Test func `M2: an import that nobody waits for ends at its next part`() throws {
        let sample = FormatSample.all[0]
        let url = try sample.write(many(sample, 60), below: "many", in: scratch)
        let clock = Ticking()
        let told = Mutex<ImportBudget?>(nil)
        let budget = ImportBudget(of: url.path, limits()) {
            if clock.count == 30 { told.withLock { $0?.cancel() } }
            return clock.now()
        }
        told.withLock { $0 = budget }
        #expect(throws: ImportFailure.overBudget(path: url.path, .cancelled)) { try plan(url, sample.format, budget) }
        #expect(clock.count < 40)
        told.withLock { $0 = nil }
    }

    @Test func `M2: a clock that is set back costs nothing, and the refusal says what to do`() throws {
        let times = Mutex([100, 40, 41, 42, 43, 30].map { Instant(seconds: $0) })
        let budget = ImportBudget(of: "Vault.zip", limits(seconds: 3)) { times.withLock { $0.removeFirst() } }
        #expect((0..<6).map { _ in budget.isOver } == [false, false, false, false, false, false])
        let failure = ImportFailure.overBudget(path: "Vault.zip", .seconds(120))
        #expect(
            failure.message
                == "Vault.zip takes more than 120 seconds to read and plan, which is the most for one import; "
                + "nothing was imported, import it in parts")
    }

    @Test func `M2: the time in which another program decodes pictures is not the import's`() {
        let times = Mutex([10, 12, 60, 61, 62].map { Instant(seconds: $0) })
        let budget = ImportBudget(of: "Album.zip", limits(seconds: 3)) { times.withLock { $0.removeFirst() } }
        #expect(!budget.isOver)
        #expect(budget.leavingOut { 7 } == 7)
        #expect(!budget.isOver)
        #expect(budget.isOver)
    }

    @Test func `M2: a path of an edit history that is nested without end is reported, and takes no stack`() throws {
        let path = String(repeating: "a/", count: 200_000) + "b.md"
        let url = try scratch.file(
            "Deep.jsonl",
            "{\"kind\":\"note-journal\"}\n{\"t\":1,\"a\":1,\"doc\":1,\"op\":\"create\",\"path\":\"\(path)\",\"text\":\"\"}\n"
        )
        let plan = try plan(url, .editHistory, .unlimited)
        #expect(plan.created.notes == 0 && plan.notTaken.count == 1)
        #expect(plan.notTaken.first?.why.contains("nested deeper than 64 levels") == true, "\(plan.notTaken)")
    }

    @Test func `H7: tasks that stand under each other without end are refused before they take all memory`() throws {
        func table(_ levels: (Int) -> Int, _ count: Int) throws -> URL {
            let rows = (1...count).map { "task,Some words of a task \($0),\(levels($0))" }
            return try scratch.file("Deep.csv", "TYPE,CONTENT,INDENT\n" + rows.joined(separator: "\n"))
        }
        let failure = #expect(throws: ImportFailure.self) { try plan(try table({ $0 }, 1_000), .todoist, .unlimited) }
        #expect(failure?.message.contains("stand under each other") == true, "\(String(describing: failure))")
        // As deep as Todoist goes, and deeper where there is little of it.
        #expect(try plan(try table({ 1 + $0 % 5 }, 1_000), .todoist, .unlimited).created.items == 1_000)
        #expect(try plan(try table({ $0 }, 100), .todoist, .unlimited).created.items == 100)
    }

    // MARK: - H5

    /// Lists one by one, and all texts at once: work that is more than linear in one of them soon outweighs the others.
    ///
    /// `DAYBOOK_FULL=1` takes longer lists and texts, lists of equal things, and every text by itself.
    @Test(arguments: FormatSample.all)
    func `H5: a list or a text of a source that is eight times as long costs about eight times as much`(
        sample: FormatSample
    ) throws {
        let isFull = FaultLedger.isFull
        let texts = ["a", "a/b [[c]] <d> *e* ", "\n"]
        let places = sample.places(texts: texts).filter { isFull || $0.isOfNewThings }
        for place in places {
            let size = place.isText ? 20_000 : isFull ? 40 : 20
            let times = try growth(of: sample, from: size) { place.tree($0, ofSize: $1) }
            // Looking through a card for one of its parts, of which there is a limited number, takes memory where nothing
            // is optimised.
            #expect(times.isAboutLinear(memoryMax: isFull ? 64 : 13), "\(place.words): \(times)")
        }
        for text in texts {
            let all = sample.places(texts: [text]).filter(\.isText)
            let times = try growth(of: sample, from: isFull ? 8_000 : 500) { tree, size in
                all.reduce(tree) { $1.tree($0, ofSize: size) }
            }
            #expect(times.isAboutLinear(), "all texts \(text.debugDescription): \(times)")
        }
    }

    private func growth(
        of sample: FormatSample, from size: Int, _ longer: (Any, Int) -> Any
    ) throws -> CostRatio {
        let small = try sample.write(longer(sample.tree(), size), below: "small", in: scratch)
        let large = try sample.write(longer(sample.tree(), 8 * size), below: "large", in: scratch)
        let times = CostRatio(from: { read(small, sample.format) }, to: { read(large, sample.format) })
        for name in ["small", "large"] { try FileManager.default.removeItem(at: scratch.url.appending(path: name)) }
        return times
    }

    /// Reads and plans; a source that is refused costs what it took to say so.
    private func read(_ url: URL, _ format: ImportFormat) {
        _ = try? plan(url, format, .unlimited)
    }
}
