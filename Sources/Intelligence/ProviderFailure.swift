/// The reason why a provider came to no answer.
package enum ProviderFailure: Error, Sendable, Equatable {
    case unreachable
    case timedOut(seconds: Int)
    /// It has too much to do, and says when to come back.
    case busy(seconds: Int)
    /// It failed several times in a row and is not asked for a while.
    case leftAlone(seconds: Int)
    /// The key is wrong, or may not do this.
    case badKey
    /// Everything that was paid for is used up.
    case overQuota
    /// It does not have the model that it was asked for.
    case noModel(String)
    /// It said no, for this reason.
    case declined(String)
    /// Its answer does not have the form that was asked for.
    case malformed(String)
    case tooLarge
    /// The picture cannot be decoded.
    case badPicture
    /// The service was stopped after the question had left, and before the answer was recorded.
    case interrupted
    /// Nobody waits for the answer any more.
    case cancelled
    /// The model that would do it is not on this machine.
    case notInstalled(model: String)
    /// A file of an installed model is another than was installed.
    case damagedModel(file: String)
    /// The program that reads by installed models ended without an answer.
    case readerEnded
    /// The program that reads by installed models needed more memory than it may have.
    case readerTooLarge
    /// The model does not know the language.
    case unsupportedLanguage(String)
    /// A recording of this kind cannot be taken apart here.
    case unreadableRecording(why: String)
    /// It cannot do this at all.
    case unsupported(Capability)

    /// One sentence for the person who asked.
    package var message: String {
        switch self {
        case .unreachable: "the provider could not be reached; try again later"
        case .timedOut(let seconds): "the provider did not answer within \(seconds) seconds; try again later"
        case .busy(let seconds): "the provider has too much to do; try again in \(Self.words(seconds))"
        case .leftAlone(let seconds):
            "the provider failed several times and is left alone for now; try again in \(Self.words(seconds))"
        case .badKey: "the provider does not accept this service's key; the person who runs the service must set another"
        case .overQuota: "what was paid for at the provider is used up; the person who runs the service can add to it"
        case .noModel(let model):
            "the provider does not have the model \(model); the person who runs the service must set another"
        case .declined(let reason): "the provider declined: \(reason)"
        case .malformed(let fault): "the provider's answer was not usable: \(fault)"
        case .tooLarge: "the provider's answer was too large"
        case .badPicture: "this picture cannot be read here; take it again, or save it as JPEG or PNG"
        case .interrupted:
            "the service was stopped while the provider was answering, and does not send a question twice by itself; ask again"
        case .cancelled: "nobody waits for the answer any more"
        case .notInstalled(let model):
            "the model “\(model)” is not installed here; the person who runs the service installs it by "
                + "`daybook models install \(model)`"
        case .damagedModel(let file):
            "the file \(file) of an installed model is damaged; the person who runs the service puts it right by "
                + "`daybook models install`"
        case .readerEnded: "the program that reads ended before it answered; try again"
        case .readerTooLarge: "this takes more memory than the program that reads may have; try a smaller part of it"
        case .unsupportedLanguage(let language): "the language “\(language)” is not known to the model that is installed here"
        case .unreadableRecording(let why): "this recording cannot be listened to here: \(why)"
        case .unsupported(let capability): "this provider cannot \(capability.rawValue)"
        }
    }

    private static func words(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(max(1, seconds)) seconds"
        case ..<7_200: "\((seconds + 59) / 60) minutes"
        default: "\((seconds + 3_599) / 3_600) hours"
        }
    }
}
