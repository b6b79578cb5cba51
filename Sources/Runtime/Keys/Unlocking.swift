import Glibc
import JournalEngine

/// The inputs that open a vault: variables of the environment, words that a person types, and random bytes.
///
/// None of them is ever an argument of the program, which every other program on the machine could read.
package struct Unlocking: Sendable {
    package var environment: [String: String]
    /// Asks a person for the passphrase, unseen; nil where nobody can be asked.
    package var ask: @Sendable (Question) -> String?
    /// The permission bits of a file; nil where the disk has none.
    package var mode: @Sendable (_ path: String) -> UInt32?
    /// Fills a buffer with bytes that nobody can guess.
    package var entropy: @Sendable (UnsafeMutableRawBufferPointer) -> Void
    /// The cost of trying a passphrase; see `Passphrase.cost`.
    package var passphraseCost: UInt

    package enum Question: Sendable { case current, new, newAgain }

    package static let keyVariable = "DAYBOOK_MASTER_KEY"
    /// Where the key to change to is said.
    package static let newKeyVariable = "DAYBOOK_NEW_MASTER_KEY"
    /// Names a file whose first line is the passphrase.
    package static let passphraseVariable = "DAYBOOK_PASSPHRASE_FILE"
    package static let newPassphraseVariable = "DAYBOOK_NEW_PASSPHRASE_FILE"

    package init(
        environment: [String: String] = [:], ask: @escaping @Sendable (Question) -> String? = { _ in nil },
        mode: @escaping @Sendable (String) -> UInt32? = Unlocking.modeOnDisk,
        entropy: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = JournalOptions.systemEntropy,
        passphraseCost: UInt = Passphrase.cost
    ) {
        self.environment = environment
        self.ask = ask
        self.mode = mode
        self.entropy = entropy
        self.passphraseCost = passphraseCost
    }

    package static let modeOnDisk: @Sendable (String) -> UInt32? = { path in
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : nil
    }
}
