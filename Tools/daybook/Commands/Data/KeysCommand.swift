import ArgumentParser
import Kernel
import Runtime

extension Daybook {
    /// The commands on the keys, for the person who keeps the installation.
    static var keys: [any ParsableCommand.Type] { [KeysCommand.self] }
}

/// Encrypts an installation, and keeps its keys.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Encrypts everything here, and keeps the keys: their making, their change, what they cover.",
        discussion: """
            Without keys everything is stored so that stock tools can read it. With keys, all journals, attached files \
            and snapshots are encrypted, and one master key opens them: a file that only its owner may read, the \
            environment variable \(Unlocking.keyVariable), or a passphrase (typed, or the first line of the file that \
            \(Unlocking.passphraseVariable) names). Whoever loses the master key loses everything: keep a copy of it \
            elsewhere.
            """,
        subcommands: [KeysCreate.self, KeysShow.self, KeysRotate.self, KeysChangePassphrase.self])
}

/// The source of the master key.
struct MasterKeyOptions: ParsableArguments {
    @Flag(help: "A passphrase makes the key.") var passphrase = false
    @Flag(help: "The key stands in an environment variable, as 64 hexadecimal digits.") var environment = false
    @Flag(help: "The key lies in the file keys/master.key.") var file = false

    func validate() throws {
        if [passphrase, environment, file].count(where: { $0 }) > 1 {
            throw ValidationError("Say one of --file, --environment and --passphrase.")
        }
    }

    var source: MasterKeySource? { passphrase ? .passphrase : environment ? .environment : file ? .file : nil }
}

struct KeysCreate: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes a master key, and encrypts everything that is here.",
        discussion: "Said again after an interruption, it goes on. New workspaces are encrypted from the beginning.")

    @OptionGroup var how: MasterKeyOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let keyStore = session.keyStore
        let known = try keyStore.source()
        if let known, let wanted = how.source, known != wanted {
            throw RuntimeFailure.keys(.keysExist(path: keyStore.path, kind: known))
        }
        if known == nil {
            // Where something is encrypted already, another master key would stand in the way of the right one.
            for place in try session.places() { try session.runtime.checkPlain(place.paths(in: session)) }
            try keyStore.create(how.source ?? .file)
        }
        try keyStore.unlock()
        let kind = try keyStore.source() ?? .file
        var done: [(name: String, report: EncryptionReport)] = []
        for place in try session.places() {
            let report = try await Progress.during("encrypting \(place.name)") { try await place.encrypt(session) }
            done.append((place.name, report))
        }
        try report(kind, isNew: known == nil, done, in: session)
    }

    private func report(
        _ kind: MasterKeySource, isNew: Bool, _ done: [(name: String, report: EncryptionReport)], in session: Session
    ) throws {
        let changed = done.filter { !$0.report.isNothing }
        var lines = [isNew ? "Made a master key, which is kept \(kind.words)." : "The master key is kept \(kind.words)."]
        for (name, report) in changed {
            let parts = [
                counted(report.segments, "segment"), counted(report.files, "file"),
            ].joined(separator: " and ")
            if report.segments + report.files > 0 || report.snapshots {
                lines.append("Encrypted \(name): \(parts)\(report.snapshots ? ", and its snapshots" : "").")
            }
            if report.leftovers > 0 {
                lines.append(
                    "Erased of \(name) what lay in clear and is made or sent again, or was cut from the journal without having "
                        + "been acknowledged: \(counted(report.leftovers, "file")).")
            }
        }
        if changed.isEmpty {
            lines.append(done.isEmpty ? "There is nothing to encrypt yet." : "Everything here is encrypted.")
        }
        if isNew {
            switch kind {
            case .file: lines.append("Keep a copy of \(session.keyStore.keyFilePath) elsewhere: without it all is lost.")
            case .environment: lines.append("Keep the key in a safe place too: without it all is lost.")
            case .passphrase: lines.append("Write the passphrase down in a safe place: without it all is lost.")
            }
        }
        try session.show(text: lines.joined(separator: "\n")) { json in
            json.object { json in
                json.field("kind", kind.rawValue)
                json.field("created", isNew)
                json.key("encrypted")
                json.array(changed) { json, done in
                    json.object { json in
                        json.field("name", done.name)
                        json.field("segments", done.report.segments)
                        json.field("files", done.report.files)
                        json.field("snapshots", done.report.snapshots)
                        json.field("erased", done.report.leftovers)
                    }
                }
            }
        }
    }
}

struct KeysRotate: AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Changes the master key; nothing is encrypted again.",
        discussion: """
            Only the keyrings are put under the new key, so it takes a moment however much there is. A service that \
            runs carries it out itself where the key is kept in a file. Interrupted anywhere, either key opens everything, and saying it again finishes it. The new \
            key of --environment is read from \(Unlocking.newKeyVariable). Backups made before, and any other copy of the \
            keyrings, open only with the old key or passphrase: keep it as long as them. One in a file is replaced, so copy \
            it first.
            """)

    @OptionGroup var how: MasterKeyOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let before = try session.keyStore.source()
        if Administration.current != nil, before != nil, let kind = how.source ?? before, kind != .file {
            throw Problem(
                .usage,
                "A running service can take a new key in a file only, since it cannot be asked for another: stop it and "
                    + "say this again, or say --file.")
        }
        try session.show(try session.keyStore.rotate(to: how.source), before: before)
    }
}

struct KeysChangePassphrase: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "change-passphrase", abstract: "Changes the passphrase; nothing is encrypted again.",
        discussion: "Asks for both, or reads the first lines of the files that \(Unlocking.passphraseVariable) and "
            + "\(Unlocking.newPassphraseVariable) name.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let before = try session.keyStore.source()
        if let before, before != .passphrase { throw RuntimeFailure.keys(.noPassphraseToChange(before)) }
        try session.show(try session.keyStore.rotate(to: .passphrase), before: before)
    }
}

extension Session {
    fileprivate func show(_ rotation: KeyStore.Rotation, before: MasterKeySource?) throws {
        var lines = [
            (rotation.wasInterrupted ? "Finished the change of the master key" : "Changed the master key")
                + ": \(counted(rotation.keyringCount, "keyring")) under the new one, which is kept \(rotation.kind.words)."
        ]
        switch rotation.kind {
        case .file: lines.append("Keep a copy of \(keyStore.keyFilePath) elsewhere: without it all is lost.")
        case .environment where before == .environment:
            lines.append("From now on \(Unlocking.keyVariable) must hold what \(Unlocking.newKeyVariable) holds.")
        default: break
        }
        let old = before == .passphrase ? "passphrase" : "key"
        lines.append(
            "Backups made before now open only with the old \(old): keep a copy of it as long as one of them, or make a new backup "
                + "and let them go.")
        try show(text: lines.joined(separator: "\n")) { json in
            json.object { json in
                json.field("kind", rotation.kind.rawValue)
                json.field("keyrings", rotation.keyringCount)
                json.field("finishedEarlier", rotation.wasInterrupted)
            }
        }
    }
}
