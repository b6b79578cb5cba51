/// The source of an installation's master key.
package enum MasterKeySource: String, Sendable, CaseIterable {
    /// `DATA/keys/master.key`, which only its owner may read.
    case file
    /// The environment variable `DAYBOOK_MASTER_KEY`.
    case environment
    /// Words that a person remembers.
    case passphrase

    /// The words for people: "the master key is kept …".
    package var words: String {
        switch self {
        case .file: "in the file master.key"
        case .environment: "in the environment variable \(Unlocking.keyVariable)"
        case .passphrase: "by a passphrase"
        }
    }
}
