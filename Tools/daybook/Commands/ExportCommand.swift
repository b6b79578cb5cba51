import ArgumentParser
import Exporters
import Foundation
import Kernel
import Runtime
import Workspace

/// Takes everything out again, as files that anything opens.
struct ExportCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes everything as files that open without Daybook: Markdown, SVG, pictures, JSON.",
        discussion: "The directory must be empty or not there yet; afterwards it holds everything or was not touched. "
            + "What lies in the trash goes to a place of its own. `daybook import` takes it all in again.")

    @Argument(help: ArgumentHelp("Where to.", valueName: "dir"), completion: .directory) var directory: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.reading { workspace in
            let view = if let at = moment.at { try workspace.view(at: at) } else { await workspace.view }
            let report = try await Progress.during("exporting") {
                try WorkspaceExport.export(view, to: URL(filePath: directory)) { digest in
                    guard let digest = Digest(bytes: digest) else { throw Problem(.machine, "its digest is damaged") }
                    return try workspace.blobs.read(digest)
                }
            }
            try session.show(text: words(for: report)) { json in
                json.object { json in
                    json.field("folders", report.folders)
                    json.field("notes", report.notes)
                    json.field("attachments", report.attachments)
                    json.field("boards", report.boards)
                    json.field("cards", report.cards)
                    json.field("drawings", report.drawings)
                    json.field("items", report.items)
                    json.field("artworks", report.artworks)
                    json.field("pictures", report.pictures)
                    json.field("inTrash", report.inTrash)
                    json.field("leftOut", report.leftOut)
                    json.key("renamed")
                    json.array(report.renamed) { json, renamed in
                        json.object { json in
                            json.field("name", renamed.name)
                            json.field("path", renamed.path)
                        }
                    }
                }
            }
        }
    }

    private func words(for report: ExportReport) -> String {
        let things = [
            (report.notes, "note"), (report.folders, "folder"), (report.drawings, "drawing"),
            (report.attachments, "attachment"), (report.boards, "board"), (report.cards, "card"),
            (report.items, "item"), (report.artworks, "artwork"), (report.pictures, "picture"),
        ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        let all = things.isEmpty ? "nothing" : things.joined(separator: ", ")
        let trash = report.inTrash > 0 ? "; \(report.inTrash) of these are in the trash" : ""
        var lines = ["Exported to \(directory): \(all)\(trash)."]
        lines += report.renamed.map { "Written under another name: \($0.name) as \($0.path)" }
        lines += report.leftOut.map { "Not exported: \($0)" }
        return lines.joined(separator: "\n")
    }
}
