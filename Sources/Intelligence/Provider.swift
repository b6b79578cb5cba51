package import Studio

/// Someone or something that analyses, organises or tells: rules of this program, a model on this machine, or a service.
///
/// A provider is only ever asked because a person asked, and its answer is checked by the rules of the domain before
/// anybody sees it (DESIGN.md section 8). Requirement J-013.
package protocol Provider: Sendable {
    /// As records name it, such as `daybook`.
    var name: String { get }
    /// True if a question leaves this machine.
    var isRemote: Bool { get }

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
}

/// The things that a provider may be able to do.
package enum Capability: String, CaseIterable, Sendable {
    case organise
    case analyse
    case tell
}

/// The reason why a provider came to no answer.
package enum ProviderFailure: Error, Sendable, Equatable {
    case unreachable
    case timedOut(seconds: Int)
    /// It said no, for this reason.
    case declined(String)
    /// Its answer does not have the form that was asked for.
    case malformed(String)
    case tooLarge
    /// The picture cannot be decoded.
    case badPicture
    /// It cannot do this at all.
    case unsupported(Capability)

    /// One sentence for the person who asked.
    package var message: String {
        switch self {
        case .unreachable: "the provider could not be reached; try again later"
        case .timedOut(let seconds): "the provider did not answer within \(seconds) seconds; try again later"
        case .declined(let reason): "the provider declined: \(reason)"
        case .malformed(let fault): "the provider's answer was not usable: \(fault)"
        case .tooLarge: "the provider's answer was too large"
        case .badPicture: "this picture cannot be read here; take it again, or save it as JPEG or PNG"
        case .unsupported(let capability): "this provider cannot \(capability.rawValue)"
        }
    }
}
