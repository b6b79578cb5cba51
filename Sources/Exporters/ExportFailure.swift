/// Why nothing was exported.
package enum ExportFailure: Error, Equatable, Sendable {
    /// There is something at the target already.
    case notEmpty(path: String)
    /// The target cannot be written; `reason` is the system's.
    case unwritable(path: String, reason: String)
    /// The bytes of an attached file cannot be read.
    case lostFile(name: String, reason: String)
    /// They lie elsewhere, and cannot be had from there now.
    case fileNotFetched(name: String, reason: String)

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .notEmpty(let path):
            "\(path) is not an empty directory; nothing was exported, choose a directory that is empty or not there yet"
        case .unwritable(let path, let reason):
            "\(path) cannot be written (\(reason)); nothing was exported"
        case .lostFile(let name, let reason):
            "the attached file “\(name)” cannot be read (\(reason)); nothing was exported; import its source "
                + "again, which mends it, or leave it out with --skip-unreadable"
        case .fileNotFetched(let name, let reason):
            "the attached file “\(name)” cannot be fetched (\(reason)); nothing was exported, try again when it can"
        }
    }
}

/// The error for a file whose bytes lie elsewhere and do not come; thrown by the provider of the bytes.
package struct FileElsewhere: Error, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
}
