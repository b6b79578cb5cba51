import ArgumentParser
import Kernel
import Runtime

/// Says what is encrypted and where the master key comes from; never a key.
struct KeysShow: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Says how the master key is kept, and how much is encrypted.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let kind = try session.keyStore.source()
        let isChanging = try session.keyStore.isChanging()
        var rows: [(name: String, survey: EncryptionSurvey)] = []
        for place in try session.places() { rows.append((place.name, try await place.survey(session))) }
        let findings = try session.directory.findings(hasKeys: kind != nil)
        try session.show(text: text(kind, isChanging: isChanging, rows, findings)) { json in
            json.object { json in
                json.field("kind", kind?.rawValue)
                json.field("unfinishedRotation", isChanging)
                json.field("encrypted", kind != nil && rows.allSatisfy(\.survey.isWhole) && findings.inClear.isEmpty)
                json.field("inClear", findings.inClear)
                json.field("unknown", findings.unknown)
                json.key("places")
                json.array(rows) { json, row in
                    json.object { json in
                        json.field("name", row.name)
                        json.field("segments", row.survey.segments)
                        json.field("encryptedSegments", row.survey.encryptedSegments)
                        json.field("files", row.survey.files.encrypted + row.survey.files.plain)
                        json.field("encryptedFiles", row.survey.files.encrypted)
                        json.field("snapshots", row.survey.snapshots)
                        json.field("encryptedSnapshots", row.survey.encryptedSnapshots)
                    }
                }
            }
        }
    }

    private func text(
        _ kind: MasterKeySource?, isChanging: Bool, _ rows: [(name: String, survey: EncryptionSurvey)],
        _ findings: DataFindings
    ) -> String {
        var lines = [
            kind.map { "The master key is kept \($0.words)." }
                ?? "Nothing is encrypted here; `daybook keys create` makes the keys."
        ]
        if isChanging { lines.append("A change of the master key was interrupted; `daybook keys rotate` finishes it.") }
        for (name, survey) in rows {
            let files = survey.files.encrypted + survey.files.plain
            lines.append(
                "\(name): encrypted are \(survey.encryptedSegments) of \(counted(survey.segments, "segment")), "
                    + "\(survey.files.encrypted) of \(counted(files, "file")), "
                    + "\(survey.encryptedSnapshots) of \(counted(survey.snapshots, "snapshot"))")
        }
        lines += findings.inClear.map { "in clear: \($0)" }
        lines += findings.unknown.map { "unknown: \($0) is nothing that Daybook keeps here, and was left as it is" }
        if kind != nil, !rows.allSatisfy(\.survey.isWhole) || !findings.inClear.isEmpty {
            lines.append("Some of it is not encrypted yet; `daybook keys create` goes on.")
        }
        return lines.joined(separator: "\n")
    }
}

/// Something that has a journal: a workspace, or the accounts.
enum EncryptedPlace {
    case workspace(name: String, WorkspacePaths)
    case accounts

    var name: String {
        switch self {
        case .workspace(let name, _): "the workspace \(name)"
        case .accounts: "the accounts"
        }
    }

    func paths(in session: Session) -> WorkspacePaths {
        switch self {
        case .workspace(_, let paths): paths
        case .accounts: session.directory.accounts
        }
    }

    func encrypt(_ session: Session) async throws -> EncryptionReport {
        switch self {
        case .workspace(_, let paths):
            let workspace = try await WorkspaceActor.openWithKeys(at: paths, in: session.runtime)
            return try await session.closing(workspace) { workspace in
                session.report(of: await workspace.takenCaptures)
                return try await workspace.encryptAll()
            }
        case .accounts:
            let book = try await AccountsStore.openWithKeys(in: session.directory, runtime: session.runtime)
            return try await session.closing(book) { try await $0.encryptAll() }
        }
    }

    func survey(_ session: Session) async throws -> EncryptionSurvey {
        try session.keyStore.unlock()
        switch self {
        case .workspace(_, let paths):
            let workspace = try await WorkspaceActor.open(at: paths, access: .reading, in: session.runtime)
            return try await session.closing(workspace) { try $0.survey() }
        case .accounts:
            let book = try await AccountsStore.open(
                in: session.directory, access: .reading, runtime: session.runtime)
            return try await session.closing(book) { try $0.survey() }
        }
    }
}

extension Session {
    /// Everything here that has a journal.
    func places() throws -> [EncryptedPlace] {
        var places: [EncryptedPlace] = []
        for name in try directory.workspaceNames() {
            let paths = try directory.workspace(named: name)
            if exists(paths) { places.append(.workspace(name: name, paths)) }
        }
        return places + (exists(directory.accounts) ? [.accounts] : [])
    }
}
