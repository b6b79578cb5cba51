import ArgumentParser
import Client
import Exporters
import Foundation
import Kernel
import Runtime
import Workspace

/// Takes everything out again, as files that anything opens.
struct ExportCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes everything as files that open without Daybook: Markdown, SVG, pictures, JSON.",
        discussion: "The directory must be empty or not there yet; afterwards it holds everything or was not touched. "
            + "What lies in the trash goes to a place of its own. `daybook import` takes it all in again.")

    @Argument(help: ArgumentHelp("Where to.", valueName: "dir"), completion: .directory) var directory: String
    @OptionGroup var moment: AtOption
    @Flag(help: "Leave out attached files that are damaged or gone, instead of exporting nothing.")
    var skipUnreadable = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.reading { workspace in
            let view = if let at = moment.at { try workspace.view(at: at) } else { await workspace.view }
            try await session.export(view, of: workspace, to: directory, skippingUnreadable: skipUnreadable)
        }
    }
}

extension Session {
    /// Writes what is selected as files, and says what came of it.
    ///
    /// - Parameter unknown: references that led to nothing, and why.
    func export(
        _ view: WorkspaceView, _ selection: ExportSelection = .everything, of workspace: WorkspaceActor,
        to directory: String, skippingUnreadable: Bool = false, unknown: [(ref: String, why: String)] = []
    ) async throws {
        let journal = try journalID(of: workspace)
        let report = try await readingFiles(of: workspace) { file in
            try await Progress.during("exporting") {
                try await BlockingCall.run {
                    try WorkspaceExport.export(
                        view, selection, of: journal, to: URL(filePath: directory), skippingUnreadable: skippingUnreadable
                    ) { digest in
                        guard let digest = Digest(bytes: digest) else { throw Problem(.machine, "its digest is damaged") }
                        return try file(digest)
                    }
                }
            }
        }
        let refused = unknown.map { "Not exported: \($0.ref): \($0.why)" }
        try show(text: ([report.words(directory)] + refused).joined(separator: "\n")) { json in
            json.object { json in
                for (word, count) in report.figures { json.field(word, count) }
                json.field("leftOut", report.leftOut)
                json.key("renamed")
                json.array(report.renamed) { json, renamed in
                    json.object { json in
                        json.field("name", renamed.name)
                        json.field("path", renamed.path)
                    }
                }
                if !unknown.isEmpty {
                    json.key("refused")
                    json.array(unknown) { json, row in
                        json.object { json in
                            json.field("ref", row.ref)
                            json.field("reason", row.why)
                        }
                    }
                }
            }
        }
    }
}

extension Session {
    /// The journal that an export is of: the service's, where there is one, since a replica has another of its own.
    private func journalID(of workspace: WorkspaceActor) throws -> EntityID? {
        guard let service = try service() else { return EntityID(workspace.journal.id) }
        let id = try service.workspace(globals, among: service.folder.memory().workspaces)
        let state = try Replica(of: id, in: service.folder, runtime: RuntimeEnvironment()).state()
        return EntityID(text: state.journal)
    }

    /// Lets `body` read attached files, each where it lies: here, or with the service. It blocks while it reads.
    func readingFiles<Result>(
        of workspace: WorkspaceActor, _ body: (@escaping @Sendable (Digest) throws -> [UInt8]) async throws -> Result
    ) async throws -> Result {
        let blobs = workspace.blobs
        guard let service = try service() else { return try await body { try blobs.read($0) } }
        let id = try service.workspace(globals, among: service.folder.memory().workspaces)
        return try await service.asking { client in
            try await body { digest in
                do { return try Awaited.value { try await client.file(digest, in: id) } } catch let failure as ClientFailure {
                    let words = failure.message
                    throw FileElsewhere(reason: words.hasSuffix(".") ? String(words.dropLast()) : words)
                }
            }
        }
    }
}

extension ExportReport {
    fileprivate var figures: [(String, Int)] {
        [
            ("folders", folders), ("notes", notes), ("attachments", attachments), ("boards", boards), ("cards", cards),
            ("drawings", drawings), ("items", items), ("artworks", artworks), ("pictures", pictures),
            ("inTrash", inTrash),
        ]
    }

    fileprivate func words(_ directory: String) -> String {
        let things = [
            (notes, "note"), (folders, "folder"), (drawings, "drawing"), (attachments, "attachment"),
            (boards, "board"), (cards, "card"), (items, "item"), (artworks, "artwork"), (pictures, "picture"),
        ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        let all = things.isEmpty ? "nothing" : things.joined(separator: ", ")
        let trash = inTrash > 0 ? "; \(inTrash) of these are in the trash" : ""
        var lines = ["Exported to \(directory): \(all)\(trash)."]
        lines += renamed.map { "Written under another name: \($0.name) as \($0.path)" }
        lines += leftOut.map { "Not exported: \($0)" }
        return lines.joined(separator: "\n")
    }
}
