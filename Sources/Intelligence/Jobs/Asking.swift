package import Capture
import Cryptography
package import Kernel
package import Studio
package import Workspace

/// Makes the commands by which a person asks: nothing is asked without one (O-301, J-305).
package struct Asking: Sendable {
    private let view: WorkspaceView
    private let providers: Providers

    package init(in view: WorkspaceView, of providers: Providers) {
        self.view = view
        self.providers = providers
    }

    /// A request to organise captures.
    ///
    /// - Parameters:
    ///   - items: the captures; none for everything in the inbox that no accepted suggestion was made from, the oldest first, as
    ///     many as one run takes.
    ///   - day: the day where the person is.
    /// - Returns: nil for an empty choice.
    /// - Throws: `ProviderFailure.unsupported`.
    package func organise(_ items: [ItemID], as run: RunID, on day: CalendarDay) throws(ProviderFailure) -> WorkspaceCommand? {
        guard let provider = providers.first(for: .organise), let method = provider.method(for: .organise) else {
            throw .unsupported(.organise)
        }
        let chosen = items.isEmpty ? Array(view.openCaptures.prefix(OrganiseRun.itemsMax)) : items
        guard !chosen.isEmpty else { return nil }
        let request = RunRequest(
            items: chosen, provider: method.provider.text, model: method.model.text, promptVersion: String(method.version),
            inputDigest: sha256(view.question(on: chosen).bytes), month: CalendarMonth(of: day), allowance: .free)
        return .capture(.requestRun(run, request))
    }

    /// A request to look at an artwork, or to look once more where that failed or came to a result before.
    ///
    /// - Returns: the analysis, and nil where it is under way already.
    /// - Throws: `ProviderFailure.unsupported`.
    package func analyse(
        _ artwork: ArtworkID, as fresh: AnalysisID
    ) throws(ProviderFailure) -> (analysis: AnalysisID, command: WorkspaceCommand?) {
        guard let method = providers.first(for: .analyse)?.method(for: .analyse) else { throw .unsupported(.analyse) }
        let digest = sha256(view.analysisInput(of: artwork))
        let known = view.studio.model.finder.analyses(of: artwork).last { view.studio.model.existing($0) != nil }
        guard let known, let analysis = view.studio.model.existing(known) else {
            return (fresh, .studio(.requestAnalysis(fresh, artwork, method, inputDigest: digest)))
        }
        guard analysis.status != .pending else { return (known, nil) }
        return (
            known, .studio(.retryAnalysis(known, attempt: analysis.attempt + 1, method, inputDigest: digest))
        )
    }
}

func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

extension WorkspaceView {
    /// The captures of the inbox that no accepted suggestion was made from, the oldest first.
    fileprivate var openCaptures: [ItemID] {
        var organised: Set<ItemID> = []
        for run in capture.model.runs.entries where !run.isWithdrawn {
            for (suggestion, decision) in zip(run.outcome?.suggestions ?? [], run.decisions) {
                if case .accepted = decision { organised.formUnion(suggestion.parts.map(\.citation.item)) }
            }
        }
        return capture.inbox().items.reversed().map(\.id).filter { !organised.contains($0) }
    }

    /// The captures with the answers that their person gave to questions about them.
    func question(on items: [ItemID]) -> OrganiseQuestion {
        var question = OrganiseQuestion(
            items: items.compactMap { id in capture.existing(id).map { .init(id: id, content: $0.content) } })
        for run in capture.model.runs.entries where !run.isWithdrawn && !Set(run.request.items).isDisjoint(with: items) {
            for (asked, answer) in zip(run.outcome?.questions ?? [], run.answers) where !answer.isEmpty {
                question.answers.removeAll { $0.question == asked }
                question.answers.append(.init(question: asked, answer: answer))
            }
        }
        return question
    }

    /// The first image of an artwork that is shown.
    func shownImage(of artwork: Artwork) -> ArtImage? { artwork.shownImages.first }

    /// Everything about an artwork that an analysis is told, as bytes: the digest of its picture stands for the picture.
    func analysisInput(of id: ArtworkID) -> [UInt8] {
        guard let artwork = studio.model.existing(id) else { return [] }
        var json = JSONWriter()
        json.object { json in
            json.field("category", spelled(artwork.category.fieldName))
            json.field("stage", spelled(stage(of: artwork).fieldName))
            json.field("words", words(of: id, artwork))
            if let image = shownImage(of: artwork) {
                json.field("picture", hexText(image.facts.file.digest))
                json.field("edited", image.recipe.word)
            }
        }
        return json.bytes
    }

    /// Of the artwork's child on the day of the artwork.
    func stage(of artwork: Artwork) -> AgeStage { studio.model.existing(artwork.child)?.stage(on: artwork.date) ?? .unknown }

    /// The words that people put beside an artwork.
    func words(of id: ArtworkID, _ artwork: Artwork) -> [String] {
        let notes = studio.notes(of: id)?.string ?? ""
        return ([artwork.caption?.text, notes].compactMap(\.self) + artwork.tags.map(\.text)).filter { !$0.isEmpty }
    }
}
