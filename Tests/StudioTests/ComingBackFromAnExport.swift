import Foundation
import Importers
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Exporters

@Suite("A studio that was exported comes back")
struct ComingBackFromAnExport {
    private let me = ActorID(hi: 1, lo: 1)

    /// The bytes that stand for one of the fixture's files, which are told by their digests alone.
    private func bytes(for digest: [UInt8]) -> [UInt8] { Array("picture ".utf8) + digest }

    private func kept(_ file: FileFacts) -> FileFacts {
        FileFacts(
            name: file.name, mediaType: file.mediaType, sizeBytes: bytes(for: file.digest).count,
            digest: sha256(bytes(for: file.digest)))
    }

    /// The event with digests of bytes that there are.
    private func kept(_ event: StudioEvent) -> StudioEvent {
        switch event {
        case .childAdded(let id, let name, let birth, .photo(let photo)):
            return .childAdded(id, name: name, birth: birth, avatar: .photo(kept(photo)))
        case .childPortrayed(let id, .photo(let photo)): return .childPortrayed(id, .photo(kept(photo)))
        case .artworkUploaded(let id, let child, var new):
            for index in new.images.indices { new.images[index].file = kept(new.images[index].file) }
            return .artworkUploaded(id, of: child, new)
        case .imageAdded(let id, var image, let rank):
            image.file = kept(image.file)
            return .imageAdded(id, image, at: rank)
        default: return event
        }
    }

    private func fixture(_ seed: Seed, commands: Int) throws -> (view: WorkspaceView, blobs: [[UInt8]: [UInt8]]) {
        var simulation = StudioSimulation(seed)
        for _ in 0..<commands {
            let start = simulation.history.count
            guard !simulation.take(simulation.command()).isEmpty else { continue }
            if simulation.chance.once(in: 9) { try simulation.undo(from: start) }
        }
        var view = WorkspaceView()
        var blobs: [[UInt8]: [UInt8]] = [:]
        for number in 0...99 {
            let content = bytes(for: Fixture.file(number).digest)
            blobs[sha256(content)] = content
        }
        for (index, event) in simulation.history.enumerated() {
            project(
                .studio(kept(event)), ActorID(hi: 1, lo: UInt64(index % 3 + 1)),
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
        view.studio.writeCanonical(to: &json, times: times, name: { $0.text })
        // Of what was undone the former names are not exported; those of the rest are compared by themselves.
        // What is exported is a text, and not by how many edits it came about.
        let text = json.text.components(separatedBy: "\"formerNames\"")[0].replacing(/,"parents":\[[0-9,]*\]/, with: "")
        return text.replacingOccurrences(of: "{\"id\"", with: "\n{\"id\"")
    }

    private func inScratch(_ body: (URL) throws -> Void) throws {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "daybook-studio-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { _ = Result { try FileManager.default.removeItem(at: scratch) } }
        try body(scratch)
    }

    @Test func `every event there is reads back from its JSON`() throws {
        for event in StudioEvent.oneOfEach {
            let fact = try OpenFact(.studio(event), Attribution(instant: .epoch, actor: me))
            #expect(try fact.event(of: EventKind.studio) == .studio(event), "\(event.tag)")
        }
    }

    @Test(.shows("B-02"), arguments: Seed.hundred.prefix(40))
    func `a family lived by chance reads the same, byte for byte, with its times`(seed: Seed) throws {
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
            for id in view.studio.formerNames.ids where copy.view.studio.name(of: id) != nil {
                let found = copy.view.studio.formerNames[id]?.names ?? []
                for name in view.studio.formerNames[id]?.names ?? [] {
                    #expect(found.contains(name) || view.studio.name(of: id) == name.text, "\(name.text)")
                }
            }
            // Taken in again, it adds nothing.
            let again = try ImportSource(target).plan(into: nil, state: copy.state) { _ in TextHistory() }
            #expect(again.steps == [])
        }
    }

    @Test(.shows("B-69")) func `every picture lies in its child's directory with its facts beside it`() throws {
        let (view, blobs) = try fixture(Seed(3), commands: 0)
        try inScratch { scratch in
            let target = scratch.appending(path: "out")
            let report = try WorkspaceExport.export(view, to: target) { try #require(blobs[$0]) }
            let paths = try FileManager.default.subpathsOfDirectory(atPath: target.path)
            let pictures = paths.filter { $0.contains("Studio/") && $0.hasSuffix(".jpg.json") }
            #expect(report.pictures == pictures.count)
            #expect(pictures.count >= 5)
            for page in pictures {
                let picture = target.appending(path: String(page.dropLast(5)))
                let facts = try JSONSerialization.jsonObject(with: Data(contentsOf: target.appending(path: page)))
                let digest = (facts as? [String: Any])?["sha256"] as? String
                #expect(digest == hexText(sha256(try Data(contentsOf: picture))))
            }
        }
    }

    @Test func `a picture that is not what it was is left out, and said`() throws {
        let (view, blobs) = try fixture(Seed(3), commands: 0)
        try inScratch { scratch in
            let target = scratch.appending(path: "out")
            _ = try WorkspaceExport.export(view, to: target) { try #require(blobs[$0]) }
            let paths = try FileManager.default.subpathsOfDirectory(atPath: target.path)
            let picture = try #require(paths.sorted().first { $0.hasSuffix(".jpg") && $0.contains("20") })
            try Data("painted over".utf8).write(to: target.appending(path: picture))
            let copy = try imported(target)
            #expect(copy.plan.notTaken.contains { $0.at == picture && $0.why.contains("changed") })
        }
    }
}
