import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime

@Suite("Cutting the power at every byte")
struct CuttingThePower {
    private static let paths = WorkspacePaths(root: "/disk/family")
    private let author = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))
    private let note = NoteID(hi: 1, lo: 1)
    private let ink = InkID(hi: 2, lo: 1)

    private static func runtime(_ disk: SimulatedDisk) -> RuntimeEnvironment {
        let clock = TestClock(start: WorkspaceFixture.start, chance: SplitMix64(seed: 1))
        var options = JournalOptions()
        options.sealsInBackground = false
        options.journalID = ID16(hi: 7, lo: 1)
        return RuntimeEnvironment(disk: disk, now: { clock.tick() }, chance: { clock.chance() }, journal: options)
    }

    private func stroke(_ number: UInt64) -> Stroke {
        let points = (0..<20).map { StrokePoints.Point(x: $0 * 7, y: Int(number) * 40 + $0, pressure: 500, time: $0 * 8) }
        return Stroke(
            id: StrokeID(hi: 3, lo: number), tool: .pen, colour: 0xFF, width: 100, packed: StrokePoints(points).packed)
    }

    /// A page as it is written and drawn: text, a drawing with two strokes, a third one, one of them erased, more text.
    private var page: [WorkspaceCommand] {
        func edit(_ parent: Int, _ position: Int, _ text: String) -> TextEdit {
            TextEdit(parents: [parent], runs: [TextRun(position: position, deleteCount: 0, insertion: text)])
        }
        return [
            .notes(.createNote(note, title: nil, body: "Flour and water", in: nil)),
            .notes(.addInk(note, ink, edit: edit(0, 15, Ink.anchor(ink)), strokes: [stroke(1), stroke(2)])),
            .notes(.addStrokes(note, ink, [stroke(3)])),
            .notes(.eraseStrokes(note, ink, [StrokeID(hi: 3, lo: 2)])),
            .notes(.editNote(note, edit(1, 0, "Sourdough: "))),
        ]
    }

    /// The power goes before and after each call of the disk, and within each write behind every byte of it.
    @Test(.shows("B-110")) func `text and ink are what they were told to be, or one step further, and never half of it`()
        async throws
    {
        let disk = SimulatedDisk()
        let workspace = try await WorkspaceActor.create(at: Self.paths, in: Self.runtime(disk))
        var views = [await workspace.view]
        disk.note(moment: 0)
        for command in page {
            _ = try await workspace.perform([command], as: author)
            views.append(await workspace.view)
            disk.note(moment: views.count - 1)
        }
        try await workspace.close()
        let drawn = try #require(views.last?.notes.notes[note])
        #expect(drawn.body.string == "Sourdough: Flour and water" + Ink.anchor(ink))

        var (seen, torn, ahead): (Set<Int>, Int, Int) = ([], 0, 0)
        let everyByte = CrashPlan(exhaustiveChangesMax: 3, randomSubsets: 2, tearsMax: 1_024, seed: 110)
        for crash in disk.trace.crashes(everyByte) where crash.moment > 0 && seen.insert(crash.fingerprint).inserted {
            let again = try await WorkspaceActor.open(
                at: Self.paths, access: .writing, in: Self.runtime(SimulatedDisk(crash.image)))
            let view = await again.view
            try await again.close()
            let step = try #require(views.firstIndex(of: view), "nothing that was ever shown, after call \(crash.position)")
            #expect(step == crash.moment || step == crash.moment + 1, "after call \(crash.position)")
            if crash.kinds.contains(.torn) { torn += 1 }
            if step > crash.moment { ahead += 1 }
        }
        print("text and ink: \(seen.count) power cuts, \(torn) of them within a write")
        #expect(torn > 500 && ahead > 0)
    }
}
