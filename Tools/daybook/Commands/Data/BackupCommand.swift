import ArgumentParser
import Foundation
import Kernel
import Runtime

extension Daybook {
    /// The commands that keep the data from being lost with its disk.
    static let backups: [any ParsableCommand.Type] = [BackupCommand.self, RestoreBackupCommand.self, AcceptLossCommand.self]
}

/// Copies everything that must not be lost to another disk, while the program goes on.
struct BackupCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies journals, attached files and keyrings to a directory or a tar, and checks the copy.",
        discussion: """
            PLACE is a directory, in which each time only what is new is written, or a new file that ends in .tar. It may \
            be made while others write; what was there before stays good until the new backup is checked.

            All workspaces and the accounts are in it, or those that --workspace names, which may be given more than once. \
            Test what you rely on: daybook restore-backup PLACE --check
            """)

    @Argument(
        help: ArgumentHelp("Where to: not on the disk that the data is on.", valueName: "place"),
        completion: .directory)
    var place: String

    @Flag(help: "Put the master key in, too: then anyone who has the backup can read it.")
    var withMasterKey = false

    @Option(help: ArgumentHelp("Let a workspace that is not here any more go from the backup.", valueName: "name"))
    var forget: [String] = []

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let directory = session.directory
        let named = globals.workspaces
        let order = BackupOrder(
            workspaces: named.isEmpty ? nil : named, withMasterKey: withMasterKey, forgotten: forget)
        let start = ContinuousClock.now
        let report = try await Progress.during("backing up \(directory.path)") {
            try await directory.backUp(to: place, order, in: session.runtime)
        }
        let took = ContinuousClock.now - start
        if order.workspaces == nil, report.isWhole {
            do throws(RuntimeFailure) { try directory.noteBackup(report.manifest) } catch {
                session.console.say("The backup is whole; that it was made could not be noted here: \(error.message)")
            }
        }
        try session.show(text: words(for: report, took)) { json in
            report.manifest.write(to: &json) { json in
                json.field("newFiles", report.newFiles)
                json.field("newBytes", report.newBytes)
                json.field("erased", report.erased)
                json.field("damaged", report.findings.map(\.words))
                json.field("others", report.others)
                json.field("milliseconds", took.milliseconds)
            }
        }
        guard report.isWhole else {
            let files =
                report.findings.count == 1 ? "1 attached file is" : "\(report.findings.count) attached files are"
            throw Problem(.different, "\(files) damaged or missing here; all else is backed up.")
        }
    }

    private func words(for report: BackupReport, _ took: Duration) -> String {
        let manifest = report.manifest
        var lines = [
            "Backed up to \(place): \(counted(manifest.files.count, "file")), \(sizeWords(report.byteCount)), "
                + "of which \(report.newFiles) with \(sizeWords(report.newBytes)) are new; checked, "
                + "in \(took.milliseconds) ms."
        ]
        lines += manifest.headLines
        lines += report.others.map { "\($0) was not copied now; the backup keeps what it has of it" }
        if !report.erased.isEmpty {
            lines.append(
                "\(counted(report.erased.count, "attached file")) no longer here under that name: gone from the backup as well"
            )
        }
        lines += report.findings.map { "damaged: " + $0.words }
        lines.append(manifest.whatItTakes)
        return lines.joined(separator: "\n")
    }
}

/// Brings a backup back, or proves that it could be.
struct RestoreBackupCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore-backup",
        abstract: "Restores a backup into a new data directory, or checks that it could (--check).",
        discussion: """
            Every byte is compared with the backup's list, and every journal recomputed up to its head, before and \
            after. What is there already is never touched: --data names a directory that is empty or not there yet. \
            --workspace restores one workspace of several.
            """)

    @Argument(help: ArgumentHelp("The backup: a directory or a tar.", valueName: "place"), completion: .directory)
    var place: String

    @Flag(help: "Only check the backup: restore nothing.")
    var check = false

    @Option(
        help: ArgumentHelp("A copy of the backup's master.key, to recompute encrypted journals.", valueName: "file"),
        completion: .file())
    var masterKey: String?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard check || globals.data != nil else {
            throw ValidationError("Say where to: --data NEWDIR, or --check to restore nothing.")
        }
        guard globals.workspaces.count < 2 else {
            throw ValidationError("One workspace can be picked with --workspace, or all are restored without it.")
        }
    }

    func run(in session: Session) async throws {
        let archive = try BackupArchive.open(place, masterKey: masterKey)
        if check {
            let withoutKeys = try await Progress.during("checking \(place)") {
                try archive.check(in: session.runtime)
            }
            let manifest = archive.manifest
            return try session.show(
                text: (["\(place) is a sound backup of \(manifest.made.text)."] + manifest.headLines
                    + Self.words(forUnread: withoutKeys) + [manifest.whatItTakes]).joined(separator: "\n")
            ) { json in
                manifest.write(to: &json) { json in
                    json.field("ok", true)
                    json.field("withoutKeys", withoutKeys)
                }
            }
        }
        let report = try await Progress.during("restoring \(place)") {
            try archive.restore(
                to: session.directory.path, workspace: globals.workspaces.first, in: session.runtime)
        }
        var restored = archive.manifest
        restored.journals = report.journals
        let wants = try Self.words(forKeysOf: session)
        try session.show(
            text: ([
                "Restored to \(session.directory.path): \(counted(report.files, "file")), "
                    + "\(sizeWords(report.byteCount)), checked."
            ] + restored.headLines + Self.words(forUnread: report.withoutKeys) + wants + [
                "Clients are told that this history begins anew, and files that nothing speaks of here are kept for "
                    + "\(HistoryMark.quietDays) days."
            ]).joined(separator: "\n")
        ) { json in
            json.object { json in
                restored.writeJournals(to: &json)
                json.field("withoutKeys", report.withoutKeys)
                json.field("files", report.files)
                json.field("bytes", report.byteCount)
            }
        }
    }
}

extension RestoreBackupCommand {
    /// The sentence about journals that could not be proven without the master key.
    private static func words(forUnread journals: [String]) -> [String] {
        guard !journals.isEmpty else { return [] }
        return [
            "Without the master key \(journals.count == 1 ? "1 journal was" : "\(journals.count) journals were") checked "
                + "for damage only; put master.key into the directory keys, or name a copy with --master-key."
        ]
    }
}

extension RestoreBackupCommand {
    /// The steps that remain before a restored daybook can be opened.
    private static func words(forKeysOf session: Session) throws(RuntimeFailure) -> [String] {
        let file = session.keyStore.keyFilePath
        guard try session.keyStore.source() == .file, !session.fileExists(file) else { return [] }
        return ["To open it, put the master key into \(file), readable for you alone (chmod 600)."]
    }
}

extension BackupManifest {
    /// One line per journal: how far it goes, and its chain head.
    fileprivate var headLines: [String] {
        journals.map { entry in
            "\(entry.path.dropLast("/journal".count)): \(counted(Int(entry.sequence), "record")), "
                + "chain head \(entry.sequence):\(entry.chain)"
        }
    }

    /// The sentence about the key that the backup needs, and about anyone who finds the backup.
    fileprivate var whatItTakes: String {
        if !isEncrypted { return "Nothing in it is encrypted: anyone who has this backup can read it." }
        if holdsMasterKey { return "The master key is in it: anyone who has this backup can read it. Lock it away." }
        return
            "To restore it you need the master key, which is not in it (daybook keys show says how it is kept). Without "
            + "that key nobody can read the backup, you included: keep the key elsewhere."
    }

    fileprivate func writeJournals(to json: inout JSONWriter) {
        json.key("journals")
        json.array(journals) { json, entry in
            json.object { json in
                json.field("path", entry.path)
                json.field("sequence", entry.sequence)
                json.field("chainHead", entry.chain)
            }
        }
    }

    fileprivate func write(to json: inout JSONWriter, _ rest: (inout JSONWriter) -> Void) {
        json.object { json in
            json.field("made", made.text)
            writeJournals(to: &json)
            json.field("files", files.count)
            json.field("bytes", files.reduce(0) { $0 + $1.byteCount })
            json.field("encrypted", isEncrypted)
            json.field("masterKey", holdsMasterKey)
            rest(&json)
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
