/// How the master key of an installation is had.
package enum MasterKeySource: String, Sendable, CaseIterable {
    /// `DATA/keys/master.key`, which only its owner may read.
    case file
    /// The environment variable `DAYBOOK_MASTER_KEY`.
    case environment
    /// Words that a person remembers.
    case passphrase

    /// For people: "the master key is had …".
    package var words: String {
        switch self {
        case .file: "from the file master.key"
        case .environment: "from the environment variable \(Unlocking.keyVariable)"
        case .passphrase: "by a passphrase"
        }
    }
}
