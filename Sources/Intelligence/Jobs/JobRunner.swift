import Capture
package import Kernel
package import Runtime
package import Studio
import Workspace

/// Answers the questions that wait in a workspace: asks the provider, and has what came of it decided like any other command.
///
/// The rules look at every answer before it is recorded, and at the consent of that moment: a late one, a stopped one and one
/// that says what nobody captured lead to nothing. Requirements O-306, J-305, J-307.
package struct JobRunner: Sendable {
    private let providers: Providers
    private let limits: Limits
    private let pictures: Pictures

    /// Decodes pictures as their person edited them, so that what was cut off stays here.
    package struct Pictures: Sendable {
        /// `Raster.sideMax` pixels a side at most. Throws `ProviderFailure` for one that cannot be decoded, and anything else where
        /// the machine fails; so does `jpeg`.
        package var raster: @Sendable (ArtImage, WorkspaceActor) async throws -> Raster
        /// The same as JPEG, without what a camera wrote into it.
        package var jpeg: @Sendable (ArtImage, WorkspaceActor) async throws -> [UInt8]
        /// The writing in a picture; empty without a model that reads. Throws `ProviderFailure` where the reader fails.
        package var lines: @Sendable (Raster) async throws -> [PictureLine]

        package init(
            raster: @escaping @Sendable (ArtImage, WorkspaceActor) async throws -> Raster,
            jpeg: @escaping @Sendable (ArtImage, WorkspaceActor) async throws -> [UInt8],
            lines: @escaping @Sendable (Raster) async throws -> [PictureLine] = { _ in [] }
        ) {
            self.raster = raster
            self.jpeg = jpeg
            self.lines = lines
        }
    }

    /// The time that a provider may take to answer.
    package struct Limits: Sendable {
        package var organiseSeconds = 30
        package var analyseSeconds = 60
        package var tellSeconds = 30
        package var transcribeSeconds = 60

        package init() {}

        /// - Parameter seconds: for each of them; 0 for those that are usual.
        package init(seconds: Int) {
            guard seconds > 0 else { return }
            (organiseSeconds, analyseSeconds, tellSeconds, transcribeSeconds) = (seconds, seconds, seconds, seconds)
        }

        package func seconds(for capability: Capability) -> Int {
            switch capability {
            case .organise: organiseSeconds
            case .analyse: analyseSeconds
            case .tell: tellSeconds
            case .transcribe, .speak: transcribeSeconds
            }
        }
    }

    package init(_ providers: Providers, limits: Limits = Limits(), pictures: Pictures) {
        self.providers = providers
        self.limits = limits
        self.pictures = pictures
    }

    /// Answers one job. One that waits no longer is left as it is.
    ///
    /// - Parameters:
    ///   - author: of the answer; the service's own.
    ///   - today: the day where the person is.
    /// - Returns: when the answer, or the reason why there is none, is on disk.
    /// - Throws: where the machine fails; the job waits on.
    package func answer(_ job: Job, in workspace: WorkspaceActor, as author: Author, on today: CalendarDay) async throws {
        let view = await workspace.view
        guard view.waits(job) else { return }
        let clock = ContinuousClock()
        let begin = clock.now
        func milliseconds() -> Int {
            let taken = clock.now - begin
            return Int(taken.components.seconds) * 1_000 + Int(taken.components.attoseconds / 1_000_000_000_000_000)
        }
        let sent = SentQuestions(of: workspace.paths, on: workspace.runtime.disk)
        do {
            let command = try await command(answering: job, given: view, in: workspace, on: today, milliseconds)
            try await record(command, for: job, in: workspace, as: author, milliseconds)
        } catch let failure as ProviderFailure {
            try await record(Self.command(failing: job, by: failure, milliseconds()), in: workspace, as: author)
        }
        try sent.end(job)
    }

    /// Records an answer; where the rules say no to it, the reason they give.
    private func record(
        _ command: WorkspaceCommand, for job: Job, in workspace: WorkspaceActor, as author: Author,
        _ milliseconds: () -> Int
    ) async throws {
        do {
            _ = try await workspace.perform([command], as: author)
        } catch let refusal as WorkspaceRefusal {
            // Cancelled, stopped or trashed meanwhile: nobody waits for it any more.
            guard await workspace.view.waits(job) else { return }
            let failure = ProviderFailure.malformed(refusal.message)
            try await record(Self.command(failing: job, by: failure, milliseconds()), in: workspace, as: author)
        }
    }

    /// Records why there is no answer; nothing where nobody waits for one any more.
    private func record(_ failing: WorkspaceCommand, in workspace: WorkspaceActor, as author: Author) async throws {
        do { _ = try await workspace.perform([failing], as: author) } catch is WorkspaceRefusal {
            return  // Cancelled between the question and now.
        }
    }

    private static func command(failing job: Job, by failure: ProviderFailure, _ milliseconds: Int) -> WorkspaceCommand {
        switch job {
        case .run(let id): .capture(.failRun(id, reason: failure.runFailure, latencyMs: milliseconds))
        case .analysis(let id, let attempt): .studio(.failAnalysis(id, attempt: attempt, reason: failure.message))
        case .story(let id, let version): .studio(.failStory(id, version: version, reason: failure.message))
        }
    }

    private func command(
        answering job: Job, given view: WorkspaceView, in workspace: WorkspaceActor, on today: CalendarDay,
        _ milliseconds: () -> Int
    ) async throws -> WorkspaceCommand {
        switch job {
        case .run(let id):
            guard let request = view.capture.existing(id)?.request else { throw ProviderFailure.declined("it was undone") }
            let provider = try provider(named: request.provider, for: job)
            let question = view.question(on: request.items)
            // What is recorded as sent is what is sent.
            guard sha256(question.bytes) == request.inputDigest else {
                throw ProviderFailure.declined("a capture was changed meanwhile; ask again")
            }
            let answer = try await ask(provider, job, in: workspace) { () async throws(ProviderFailure) in
                try await provider.organise(question)
            }
            let output = RunOutput(
                suggestions: answer.suggestions, questions: answer.questions, outputDigest: sha256(answer.bytes),
                latencyMs: milliseconds(), usage: answer.usage)
            return .capture(.completeRun(id, output))
        case .analysis(let id, let attempt):
            return .studio(
                .completeAnalysis(id, attempt: attempt, try await result(of: id, job, given: view, in: workspace)))
        case .story(let id, let version):
            let answer = try await story(id, version, job, given: view, in: workspace)
            return .studio(.completeStory(id, version: version, answer.text, answer.moderation, today: today))
        }
    }

    /// Asks a provider within its time. A question that leaves this machine is noted on disk first: it leaves once.
    private func ask<Answer: Sendable>(
        _ provider: any Provider, _ job: Job, in workspace: WorkspaceActor,
        _ question: @escaping @Sendable () async throws(ProviderFailure) -> Answer
    ) async throws -> Answer {
        if provider.isRemote, try !SentQuestions(of: workspace.paths, on: workspace.runtime.disk).begin(job) {
            throw ProviderFailure.interrupted
        }
        return try await within(job.capability, question)
    }

    /// Has something asked within the time that a provider may take for it; it is cancelled where it takes longer.
    package func within<Answer: Sendable>(
        _ capability: Capability, _ question: @escaping @Sendable () async throws(ProviderFailure) -> Answer
    ) async throws(ProviderFailure) -> Answer {
        try await asking(for: limits.seconds(for: capability), question)
    }

    private func result(
        of id: AnalysisID, _ job: Job, given view: WorkspaceView, in workspace: WorkspaceActor
    ) async throws -> AnalysisResult {
        let model = view.studio.model
        guard let analysis = model.existing(id), let artwork = model.existing(analysis.artwork),
            let image = view.shownImage(of: artwork)
        else { throw ProviderFailure.declined("this artwork has no picture") }
        let provider = try provider(named: analysis.method.provider.text, for: job)
        guard sha256(view.analysisInput(of: analysis.artwork)) == analysis.inputDigest else {
            throw ProviderFailure.declined("the artwork was changed meanwhile; ask again")
        }
        // Consent may have been taken back since the person asked.
        guard model.allows(.analysis, for: artwork.child) else { throw ProviderFailure.declined("consent was withdrawn") }
        try checkNotice(of: provider, .analysis, for: [artwork.child], in: model)
        let raster = try await pictures.raster(image, workspace)
        let question = PictureQuestion(
            raster: raster, category: artwork.category, stage: view.stage(of: artwork),
            words: view.words(of: analysis.artwork, artwork), given: model.resourcesGiven(to: artwork.child),
            jpeg: provider.isRemote ? try await pictures.jpeg(image, workspace) : [], lines: try await lines(in: raster))
        return try await ask(provider, job, in: workspace) { () async throws(ProviderFailure) in
            try await provider.analyse(question)
        }
    }

    /// A picture that cannot be read is looked at all the same: its words are an addition, as they are where no model is installed.
    private func lines(in raster: Raster) async throws -> [PictureLine] {
        do { return try await pictures.lines(raster) } catch is ProviderFailure { return [] }
    }

    private func story(
        _ id: StoryID, _ version: Int, _ job: Job, given view: WorkspaceView, in workspace: WorkspaceActor
    ) async throws -> StoryAnswer {
        let model = view.studio.model
        guard let request = model.existing(id)?[version]?.request, let provider = providers.first(for: .tell) else {
            throw ProviderFailure.unsupported(.tell)
        }
        let artworks = request.artworks.compactMap { model.existing($0) }
        var question = view.question(on: request, version: version)
        if provider.isRemote {
            try checkNotice(of: provider, .stories, for: artworks.map(\.child), in: model)
            for image in artworks.compactMap({ view.shownImage(of: $0) }) {
                question.jpegs.append(try await pictures.jpeg(image, workspace))
            }
        }
        let asked = question
        return try await ask(provider, job, in: workspace) { () async throws(ProviderFailure) in
            try await provider.tell(asked)
        }
    }

    /// A picture or a story leaves this machine for a provider that a parent agreed to by name: a consent from before it was set up, and one
    /// for another, does not do. Requirement J-305.
    private func checkNotice(
        of provider: any Provider, _ purpose: ConsentPurpose, for children: [ChildID], in model: StudioModel
    ) throws(ProviderFailure) {
        guard provider.isRemote else { return }
        for child in children {
            guard model.notice(of: purpose, for: child).split(separator: " ").contains(provider.name[...]) else {
                throw .declined(
                    "nobody agreed that it may leave this service for \(provider.name); agree again, to the notice “\(provider.notice)”"
                )
            }
        }
    }

    private func provider(named name: String, for job: Job) throws(ProviderFailure) -> any Provider {
        guard let provider = providers.named(name, for: job.capability) else {
            throw .declined("the provider \(name) is not set up here any more; ask again")
        }
        return provider
    }
}

extension ProviderFailure {
    fileprivate var runFailure: RunFailure {
        switch self {
        case .unreachable, .busy, .leftAlone: .unreachable
        case .timedOut, .interrupted, .cancelled: .timedOut
        case .declined, .unsupported, .badPicture, .badKey, .overQuota, .noModel: .declined
        case .notInstalled, .damagedModel, .readerEnded, .readerTooLarge, .unsupportedLanguage, .unreadableRecording: .declined
        case .malformed: .malformed
        case .tooLarge: .tooLarge
        }
    }
}

extension WorkspaceView {
    /// A request for a story with what people said of its artworks.
    func question(on request: StoryRequest, version: Int) -> StoryQuestion {
        let model = studio.model
        let artworks = request.artworks.map { model.existing($0) }
        // The youngest listener counts.
        let stages = artworks.compactMap { $0.map { stage(of: $0) } }.filter { $0 != .unknown }
        return StoryQuestion(
            pictures: zip(request.artworks, artworks).map {
                .init(artwork: $0, title: $1?.caption?.text ?? "", description: model.description(of: $0))
            },
            theme: request.theme.text, names: request.names, length: request.length, note: request.note,
            stage: stages.min { $0.rawValue < $1.rawValue } ?? .unknown,
            seed: request.artworks.reduce(UInt64(version)) { $0 &* 31 &+ $1.lo },
            others: model.children.entries.map(\.name.text).filter { name in !request.names.contains { $0.text == name } })
    }
}

/// Has `body` done within a time; it is cancelled where it takes longer.
package func asking<Result: Sendable>(
    for seconds: Int, _ body: @escaping @Sendable () async throws(ProviderFailure) -> Result
) async throws(ProviderFailure) -> Result {
    let first = await withTaskGroup(of: Swift.Result<Result, ProviderFailure>?.self) { group in
        group.addTask {
            do throws(ProviderFailure) { return .success(try await body()) } catch { return .failure(error) }
        }
        group.addTask {
            // Cancelled as soon as the answer is here.
            try? await Task.sleep(for: .seconds(seconds))
            return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
    }
    guard let first else { throw .timedOut(seconds: seconds) }
    return try first.get()
}
