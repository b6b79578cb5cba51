import Capture
import JournalTesting
import Kernel
import KernelTesting
import Studio
import Synchronization
import Testing
import Workspace

@testable import Intelligence
@testable import Runtime

/// A provider that says what a test wants, and counts how often it was asked.
final class SpyProvider: Provider {
    let name = "spy"
    let isRemote = true
    private let calls = Mutex<[Capability]>([])
    private let organising: @Sendable (OrganiseQuestion) async throws(ProviderFailure) -> OrganiseAnswer
    private let analysing: @Sendable (PictureQuestion) async throws(ProviderFailure) -> AnalysisResult

    init(
        organising: @escaping @Sendable (OrganiseQuestion) async throws(ProviderFailure) -> OrganiseAnswer = { _ in
            OrganiseAnswer(suggestions: [], questions: [], bytes: [])
        },
        analysing: @escaping @Sendable (PictureQuestion) async throws(ProviderFailure) -> AnalysisResult = { _ in
            AnalysisResult(metrics: [], tips: [])
        }
    ) {
        self.organising = organising
        self.analysing = analysing
    }

    var asked: [Capability] { calls.withLock { $0 } }

    func method(for capability: Capability) -> AnalysisMethod? {
        AnalysisMethod(provider: Name(recorded: name), model: Name(recorded: "m"), version: 1)
    }

    func organise(_ question: OrganiseQuestion) async throws(ProviderFailure) -> OrganiseAnswer {
        calls.withLock { $0.append(.organise) }
        return try await organising(question)
    }

    func analyse(_ question: PictureQuestion) async throws(ProviderFailure) -> AnalysisResult {
        calls.withLock { $0.append(.analyse) }
        return try await analysing(question)
    }

    func tell(_ question: StoryQuestion) async throws(ProviderFailure) -> StoryAnswer {
        calls.withLock { $0.append(.tell) }
        throw .declined("spies tell nothing")
    }
}

/// A workspace in memory with captures, a child and an artwork.
struct House {
    let disk = SimulatedDisk()
    let runtime: RuntimeEnvironment
    let author = Author(actor: ActorID(hi: 7, lo: 1), device: DeviceID(hi: 7, lo: 2))
    let keeper = Author(actor: ActorID(hi: 7, lo: 3), device: DeviceID(hi: 7, lo: 4))
    let child = ChildID(hi: 7, lo: 5)
    let artwork = ArtworkID(hi: 7, lo: 6)
    let today = CalendarDay(text: "2026-11-22") ?? .blank

    init() {
        let minted = Mutex<UInt64>(0)
        runtime = RuntimeEnvironment(
            disk: disk, now: { Instant(text: "2026-11-22T08:00:00Z") ?? .epoch },
            chance: {
                minted.withLock { last in
                    last += 1
                    return (last, last)
                }
            })
    }

    func open() async throws -> WorkspaceActor {
        try await WorkspaceActor.openOrCreate(at: WorkspacePaths(root: "/disk/w"), in: runtime)
    }

    func furnish(
        _ workspace: WorkspaceActor, capturing contents: [String], consenting: Bool = true, notice: String = ""
    ) async throws {
        var commands = contents.enumerated().map {
            WorkspaceCommand.capture(
                .captureItem(item(UInt64($0.offset) + 1), content: $0.element, captured: runtime.now()))
        }
        let file = FileFacts(
            name: Name(recorded: "a.png"), mediaType: "image/png", sizeBytes: 3, digest: [UInt8](repeating: 4, count: 32))
        let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 40, heightPixels: 30)
        commands += [
            .studio(.addChild(child, name: Name(recorded: "Mia"), birth: nil, age: 5, avatar: .none, today: today)),
            .studio(.uploadArtwork(artwork, of: child, NewArtwork(images: [image], uploaded: today))),
        ]
        if consenting { commands.append(.studio(.giveConsent(.analysis, nil, notice: notice))) }
        _ = try await workspace.perform(commands, as: author)
    }

    func runner(_ provider: any Provider, limits: JobRunner.Limits = .init(), page: DrawnPage = DrawnPage(80, 60))
        -> JobRunner
    {
        let raster = page.raster
        return JobRunner(
            Providers([provider]), limits: limits,
            pictures: .init(raster: { _, _ in raster }, jpeg: { _, _ in Array("a picture".utf8) }))
    }

    func ask(_ workspace: WorkspaceActor, _ provider: any Provider) async throws -> RunID {
        let run: RunID = runtime.mint()
        let asking = Asking(in: await workspace.view, of: Providers([provider]))
        let command = try #require(try asking.organise([], as: run, on: today))
        _ = try await workspace.perform([command], as: author)
        return run
    }
}
