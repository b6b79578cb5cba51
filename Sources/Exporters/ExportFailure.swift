/// Why nothing was exported.
package enum ExportFailure: Error, Equatable, Sendable {
    /// There is something at the target already.
    case notEmpty(path: String)
    /// The target cannot be written; `reason` is the system's.
    case unwritable(path: String, reason: String)
    /// The bytes of an attached file cannot be read.
    case lostFile(name: String, reason: String)

    /// What happened, to what, and what to do. One sentence.
    package var message: String {
        switch self {
        case .notEmpty(let path):
            "\(path) is not an empty directory; nothing was exported, choose a directory that is empty or not there yet"
        case .unwritable(let path, let reason):
            "\(path) cannot be written (\(reason)); nothing was exported"
        case .lostFile(let name, let reason):
            "the attached file “\(name)” cannot be read (\(reason)); nothing was exported, `daybook verify` says more"
        }
    }
}
