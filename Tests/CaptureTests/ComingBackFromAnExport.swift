import Capture
import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Exporters

@Suite("What was captured and exported comes back")
struct ComingBackFromAnExport {
    private let me = ActorID(hi: 1, lo: 1)

    /// The bytes that stand for the fixture's file, which is told by its digest alone.
    private func bytes(for digest: [UInt8]) -> [UInt8] { Array("picture ".utf8) + digest }

    private func kept(_ file: FileFacts) -> FileFacts {
        FileFacts(
            name: file.name, mediaType: file.mediaType, sizeBytes: bytes(for: file.digest).count,
            digest: sha256(bytes(for: file.digest)))
    }

    /// The event with digests of bytes that there are.
    private func kept(_ event: CaptureEvent) -> CaptureEvent {
        guard case .fileAttached(let id, let item, let file) = event else { return event }
        return .fileAttached(id, to: item, kept(file))
    }

    private func fixture(_ seed: Seed, commands: Int) throws -> (view: WorkspaceView, blobs: [[UInt8]: [UInt8]]) {
        var simulation = CaptureSimulation(seed)
        for _ in 0..<commands {
            let start = simulation.history.count
            guard !simulation.take(simulation.command()).isEmpty else { continue }
            if simulation.chance.once(in: 9) { try simulation.undo(from: start) }
        }
        var view = WorkspaceView()
        var blobs: [[UInt8]: [UInt8]] = [:]
        let content = bytes(for: Fixture.photo.digest)
        blobs[sha256(content)] = content
        for (index, event) in simulation.history.enumerated() {
            project(
                .capture(kept(event)), ActorID(hi: 1, lo: UInt64(index % 3 + 1)),
                Instant(seconds: 1_790_000_000 + Int64(index)), into: &view)
        }
        return (view, blobs)
    }

    private func project(_ event: WorkspaceEvent, _ actor: ActorID, _ instant: Instant, into view: inout WorkspaceView) {
        WorkspaceProjection.project(
            Recorded(
                position: Position(view.asOf.sequence + 1), actor: actor, device: DeviceID(hi: 2, lo: 2),
                instant: instant, event: event), into: &view)
    }

    private func imported(_ directory: URL) throws -> (view: WorkspaceView, state: WorkspaceState, plan: ImportPlan) {
        let plan = try ImportSource(directory).plan(into: nil, state: WorkspaceState()) { _ in TextHistory() }
        var (view, state) = (WorkspaceView(), WorkspaceState())
        for step in plan.steps {
            for event in try step.events(given: state) {
                WorkspaceDecider.evolve(&state, with: event)
                project(event, step.originActor ?? me, step.originTime ?? .epoch, into: &view)
            }
        }
        return (view, state, plan)
    }

    private func readings(_ view: WorkspaceView, times: Bool = false) -> String {
        var json = JSONWriter()
        view.capture.writeCanonical(to: &json, times: times, name: { $0.text })
        // Of what was undone the former names are not exported; those of the rest are compared by themselves.
        let text = json.text.components(separatedBy: "\"formerNames\"")[0]
        return text.replacingOccurrences(of: "{\"id\"", with: "\n{\"id\"")
    }

    private func inScratch(_ body: (URL) throws -> Void) throws {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "daybook-capture-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { _ = Result { try FileManager.default.removeItem(at: scratch) } }
        try body(scratch)
    }

    @Test func `every event there is reads back from its JSON`() throws {
        for event in CaptureEvent.oneOfEach {
            let fact = try OpenFact(.capture(event), Attribution(instant: .epoch, actor: me))
            #expect(try fact.event(of: EventKind.capture) == .capture(event), "\(event.tag)")
        }
    }

    @Test(.shows("B-02"), arguments: Seed.hundred.prefix(40))
    func `captures made by chance read the same, byte for byte, with their times`(seed: Seed) throws {
        let (view, blobs) = try fixture(seed, commands: 60)
        try inScratch { scratch in
            let target = scratch.appending(path: "out")
            let report = try WorkspaceExport.export(view, to: target) { try #require(blobs[$0]) }
            #expect(report.leftOut == [])
            let copy = try imported(target)
            #expect(copy.plan.notTaken == [])
            for times in [false, true] {
                let (found, expected) = (readings(copy.view, times: times), readings(view, times: times))
                guard found != expected else { continue }
                let lines = zip(found.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
                Issue.record("with times \(times):\n\(lines?.0 ?? "")\n\(lines?.1 ?? "")")
                return
            }
            for id in view.capture.formerNames.ids where copy.view.capture.name(of: id) != nil {
                let found = copy.view.capture.formerNames[id]?.names ?? []
                for name in view.capture.formerNames[id]?.names ?? [] {
                    #expect(found.contains(name) || view.capture.name(of: id) == name.text, "\(name.text)")
                }
            }
            // Taken in again, it adds nothing.
            let again = try ImportSource(target).plan(into: nil, state: copy.state) { _ in TextHistory() }
            #expect(again.steps == [])
        }
    }
}
