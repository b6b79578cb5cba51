package import Studio

/// Someone or something that analyses, organises or tells: rules of this program, a model on this machine, or a service.
///
/// A provider is only ever asked because a person asked, and its answer is checked by the rules of the domain before
/// anybody sees it (DESIGN.md section 8). Requirement J-013.
package protocol Provider: Sendable {
    /// As records name it, such as `daybook`.
    var name: String { get }
    /// True if a question leaves this program.
    var isRemote: Bool { get }
    /// True if its contract lets it train on what it is sent, as far as the administrator knows.
    var isTrained: Bool { get }

    /// The method that the provider does something by; nil for what it cannot do.
    func method(for capability: Capability) -> AnalysisMethod?

    /// Proposes how to organise captures.
    ///
    /// - Throws: `ProviderFailure`.
    func organise(_ question: OrganiseQuestion) async throws(ProviderFailure) -> OrganiseAnswer

    /// Looks at a picture.
    ///
    /// - Throws: `ProviderFailure`.
    func analyse(_ question: PictureQuestion) async throws(ProviderFailure) -> AnalysisResult

    /// Tells a story around artworks.
    ///
    /// - Throws: `ProviderFailure`.
    func tell(_ question: StoryQuestion) async throws(ProviderFailure) -> StoryAnswer

    /// Writes down what was said.
    ///
    /// - Throws: `ProviderFailure`.
    func transcribe(_ question: SpeechQuestion) async throws(ProviderFailure) -> String

    /// Reads a text aloud.
    ///
    /// - Returns: Ogg with Opus.
    /// - Throws: `ProviderFailure`.
    func speak(_ text: String) async throws(ProviderFailure) -> [UInt8]
}

extension Provider {
    package var isTrained: Bool { false }

    /// The notice that a parent's consent names before anything about a child is sent there: the words that were read, and
    /// who is to have it. A consent that names nobody does for what stays here. Requirement J-305.
    package var notice: String { "studio 2026-11" + (isRemote ? " " + name : "") }

    package func organise(_ question: OrganiseQuestion) async throws(ProviderFailure) -> OrganiseAnswer {
        throw .unsupported(.organise)
    }

    package func analyse(_ question: PictureQuestion) async throws(ProviderFailure) -> AnalysisResult {
        throw .unsupported(.analyse)
    }

    package func tell(_ question: StoryQuestion) async throws(ProviderFailure) -> StoryAnswer { throw .unsupported(.tell) }

    package func transcribe(_ question: SpeechQuestion) async throws(ProviderFailure) -> String {
        throw .unsupported(.transcribe)
    }

    package func speak(_ text: String) async throws(ProviderFailure) -> [UInt8] { throw .unsupported(.speak) }
}

/// The things that a provider may be able to do.
package enum Capability: String, CaseIterable, Sendable {
    case organise
    case analyse
    case tell
    case transcribe
    case speak
}
