import Glibc
import JournalEngine
import JournalTesting

/// A directory with an encrypted journal and, beside it, its keyring.
final class EncryptedHome: Sendable {
    let directory = TemporaryDirectory()
    let master = SecretKey.test(0x5A)

    var journal: String { directory.journal }
    var keyring: String { directory.path + "/keys/journal.keyring" }

    /// The keyring, made on first use.
    func openKeyring(_ access: JournalAccess = .writing) throws(JournalError) -> Keyring {
        do throws(JournalError) {
            return try Keyring.open(at: keyring, under: master, access: access)
        } catch {
            guard case .keyringMissing = error, access == .writing else { throw error }
            return try Keyring.create(at: keyring, under: master)
        }
    }

    /// Everything but the salts and nonces follows from the commits: those must differ, as in life.
    func options(_ access: JournalAccess = .writing) throws(JournalError) -> JournalOptions {
        var options = JournalOptions.repeatable
        options.entropy = JournalOptions.systemEntropy
        options.keyring = try openKeyring(access)
        return options
    }

    func create(_ drafts: [CommitDraft]) async throws -> Journal {
        let journal = try Journal.create(at: journal, options: try options())
        for draft in drafts { _ = try await journal.append(draft) }
        return journal
    }

    func open(_ access: JournalAccess = .writing) throws(JournalError) -> Journal {
        try Journal.open(at: journal, access: access, options: try options(access))
    }

    /// A file of the journal.
    func segment(_ number: Int) -> String {
        let digits = String(number)
        return journal + "/" + String(repeating: "0", count: 12 - digits.utf8.count) + digits + ".segment"
    }
}

/// The keyring of the journals that crash campaigns use, on the simulated disk beside them.
enum CrashKeys {
    static let path = "/disk/keys/journal.keyring"
    private static let master = SecretKey.test(0x5A)

    /// The options with the keyring: opened, or made where there is none yet.
    static func options(
        _ options: JournalOptions, on disk: SimulatedDisk, _ access: JournalAccess = .writing
    ) throws(JournalError) -> JournalOptions {
        var options = options
        do throws(JournalError) {
            options.keyring = try Keyring.open(at: path, disk: disk, under: master, access: access)
        } catch {
            guard case .keyringMissing = error else { throw error }
            if access == .writing { options.keyring = try Keyring.create(at: path, disk: disk, under: master) }
        }
        return options
    }
}
