import ArgumentParser
import Boards
import Capture
import Foundation
import Importers
import Kernel
import Notes
import Runtime
import Workspace

/// Keeps a file and hangs it on a thing.
struct AttachCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Attaches a file to a note, a folder, a card or an item.",
        discussion: "The bytes are kept once by their SHA-256 and never changed; `daybook detach ID` takes it off. "
            + "Through a service it needs a connection, over which the bytes go first.")

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("What it hangs on.", valueName: "ref")) var to: String
    @Option(help: ArgumentHelp("What it is called; its own name by default.", valueName: "name")) var name: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if try session.service() == nil, try !session.workspaceExists() { throw try await session.nothingThere() }
        let url = URL(filePath: file)
        let name = try Name(verbatim: name ?? url.lastPathComponent)
        let bytes: [UInt8]
        do { bytes = Array(try Data(contentsOf: url, options: .mappedIfSafe)) } catch {
            throw Problem(.machine, "cannot read \(file): \(reason(for: error))")
        }
        let facts = FileFacts(
            name: name, mediaType: MediaType.of(name.text), sizeBytes: bytes.count, digest: Digest(of: bytes).bytes)
        let id: AttachmentID = session.mint()
        try await session.change(keeping: [bytes]) { view in
            let holder = try view.find(to, as: [.note, .folder, .card, .item])
            let command: WorkspaceCommand =
                switch holder {
                case .note(let note): .notes(.attachFile(id, to: .note(note), facts))
                case .folder(let folder): .notes(.attachFile(id, to: .folder(folder), facts))
                case .card(let card): .boards(.attachFile(card, id, facts))
                case .item(let item): .capture(.attachFile(id, to: item, facts))
                case .board, .column, .collection, .child, .artwork, .album, .story:
                    throw Problem(.usage, "A file cannot hang on a \(holder.kind.word).")
                }
            return Change(command, of: id.entity, "Attached \(name.text) to \(view.path(of: holder)).")
        }
    }
}

/// Takes a file off what it hangs on; its bytes stay.
struct DetachCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Takes a file off what it hangs on; undo puts it back.")

    @Argument(help: ArgumentHelp("The file's id, as `show attachments --json` says it.", valueName: "id")) var id: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard let file = AttachmentID(text: id) else { throw Problem(.usage, "\(id) is not the id of a file.") }
        try await session.change { view in
            guard let held = view.heldFile(file) else {
                throw Problem(.notFound, "There is no attached file \(id); `daybook show attachments` lists them.")
            }
            let command: WorkspaceCommand
            switch held.holder {
            case .card(let card): command = .boards(.detachFile(card, file))
            case .item: command = .capture(.detachFile(file))
            default: command = .notes(.detachFile(file))
            }
            return Change(
                command, of: file.entity, "Took \(held.file.name.text) off \(view.path(of: held.holder)).")
        }
    }
}
