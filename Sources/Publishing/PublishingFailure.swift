/// Why there is no file. What it would have been made of is as it was.
package enum PublishingFailure: Error, Sendable, Equatable {
    case noSuchFormat(ExportKind, ExportFormat)
    case badLanguage(String)
    /// It is in the trash, erased, or was never there.
    case gone(ExportKind)
    /// A story that nobody has told yet.
    case notTold
    /// A timeline without artworks in it.
    case empty
    case tooMany(artworks: Int, limit: Int)
    /// A program that makes such files is not installed.
    case noProgram(String, package: String)
    /// The program ended without a file.
    case notMade(ExportFormat)
    case tooSlow(seconds: Int)
    case archive(String)
    case cancelled

    /// One sentence: what happened, and what to do.
    package var message: String {
        switch self {
        case .noSuchFormat(let kind, let format):
            "a \(kind.rawValue) is not to be had as \(format.rawValue); ask for "
                + kind.formats.map(\.rawValue).joined(separator: " or ")
        case .badLanguage(let tag): "\"\(tag)\" is not a language; write it as in en, de or pt-BR"
        case .gone(let kind):
            "there is no such \(kind == .progress ? "child" : kind.rawValue) to be exported; look in the trash"
        case .notTold: "this story has not been told yet; export it once it is"
        case .empty: "no artwork is in this timeline; choose another child or period"
        case .tooMany(let artworks, let limit):
            "\(artworks) artworks are too many for one file, \(limit) are the most; choose a child or a period"
        case .noProgram(let program, let package):
            "this cannot be made here, because \(program) is missing; the keeper of the machine installs \(package)"
        case .notMade(let format): "the \(format.rawValue) file could not be made; try again, or export less at once"
        case .tooSlow(let seconds): "the file was not finished within \(seconds) seconds; export less at once"
        case .archive(let words): "the book could not be packed: \(words)"
        case .cancelled: "the export was cancelled"
        }
    }
}
