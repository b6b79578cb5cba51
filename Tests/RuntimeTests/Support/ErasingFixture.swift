import Boards
import Capture
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime

/// A family with something of every domain, of which all words are told apart from anything else on a disk.
struct FamilyToErase {
    let child = ChildID(hi: 0xC1, lo: 1)
    let other = ChildID(hi: 0xC1, lo: 2)
    let artwork = ArtworkID(hi: 0xA1, lo: 1)
    let story = StoryID(hi: 0x51, lo: 1)
    let folder = FolderID(hi: 0xF1, lo: 1)
    let note = NoteID(hi: 0xE1, lo: 1)
    let neighbour = NoteID(hi: 0xE1, lo: 2)
    let card = CardID(hi: 0xCA, lo: 1)
    let board = BoardID(hi: 0xB0, lo: 1)
    let item = ItemID(hi: 0x17, lo: 1)
    let attachment = AttachmentID(hi: 0xAF, lo: 1)
    let picture = Array("PICTUREOFTHESECRETCHILD".utf8)
    let scan = Array("SCANOFTHESECRETNOTE".utf8)

    /// The words that no file may hold once the child, the note, the card and the item are erased.
    static let secrets = [
        "SECRETCHILD", "SECRETCAPTION", "SECRETSTORY", "SECRETNOTE", "SECRETEDIT", "SECRETTAG", "SECRETCARD",
        "SECRETCOMMENT", "SECRETITEM",
    ]
    /// The words that all files together must still hold.
    static let kept = ["KEPTNOTE", "KEPTCHILD", "KEPTBOARD"]

    private func facts(_ bytes: [UInt8], _ name: String) -> FileFacts {
        FileFacts(
            name: Name(recorded: name), mediaType: "image/png", sizeBytes: bytes.count, digest: Digest(of: bytes).bytes)
    }

    private func image(_ number: UInt64, _ bytes: [UInt8]) -> ImageFacts {
        ImageFacts(
            id: ImageID(hi: 0x13, lo: number), file: facts(bytes, "SECRETCAPTION.png"), widthPixels: 10,
            heightPixels: 10)
    }

    private func name(_ text: String) -> Name { Name(recorded: text) }

    /// Lives in `workspace`; every command is a commit of its own.
    func live(in workspace: WorkspaceActor, as author: Author, keepingFiles: Bool = true) async throws {
        if keepingFiles {
            try workspace.blobs.keep(picture, for: .child(child))
            try workspace.blobs.keep(scan, for: .workspace)
        }
        let today = CalendarDay(daysSinceEpoch: 20_778)
        let second = ArtworkID(hi: 0xA1, lo: 2)
        let events: [WorkspaceEvent] = [
            .registry(.actorNamed(author.actor, name: name("Anna"))),
            .studio(.childAdded(child, name: name("SECRETCHILD"), birth: nil, avatar: .blank)),
            .studio(.childAdded(other, name: name("KEPTCHILD"), birth: nil, avatar: .blank)),
            .studio(
                .artworkUploaded(
                    artwork, of: child,
                    NewArtwork(images: [image(1, picture)], uploaded: today, caption: name("SECRETCAPTION")))),
            .studio(
                .artworkUploaded(second, of: child, NewArtwork(images: [], uploaded: today, notes: "SECRETCAPTION two"))
            ),
            .studio(
                .storyRequested(
                    story,
                    StoryRequest(artworks: [artwork, second], theme: name("SECRETSTORY"), names: [name("SECRETCHILD")]))
            ),
            .notes(.folderCreated(folder, name: name("KEPTFOLDER"), parent: nil)),
            .notes(.noteCreated(note, title: name("SECRETNOTE"), body: "SECRETNOTE text", folder: folder)),
            .notes(.noteCreated(neighbour, title: name("KEPTNOTE"), body: "see [[SECRETNAME]]", folder: folder)),
            .notes(
                .noteEdited(
                    note, TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: "SECRETEDIT ")])
                )),
            .notes(.noteTagged(note, [name("SECRETTAG")])),
            .notes(.fileAttached(attachment, to: .note(note), facts(scan, "SECRETNOTE.png"))),
            .registry(
                .sourceRecorded(note.entity, source: "markdown:SECRETNOTE.md", fingerprint: Bytes([1]), textRevision: 0)
            ),
            .boards(.boardOpened(board, title: name("KEPTBOARD"))),
            .boards(
                .columnAdded(ColumnID(hi: 0xC0, lo: 1), to: board, name: name("KEPTCOLUMN"), at: .middle)),
            .boards(
                .cardAdded(
                    card, to: ColumnID(hi: 0xC0, lo: 1), at: .middle, title: name("SECRETCARD"),
                    description: "SECRETCARD")),
            .boards(.commentAdded(card, CommentID(hi: 0xC3, lo: 1), text: "SECRETCOMMENT")),
            .capture(.itemCaptured(item, content: "SECRETITEM", captured: WorkspaceFixture.start, from: nil)),
        ]
        for event in events {
            let front = CommitMetadata(author: author, command: await workspace.nextCommand(of: author.device))
            _ = try await workspace.commit([PlannedEvent(event: event)], front, after: nil)
        }
    }

    func closure(in view: WorkspaceView) -> [ErasureClosure] {
        [
            view.closure(of: .child(child)), view.closure(of: .note(note)), view.closure(of: .card(card)),
            view.closure(of: .item(item)),
        ]
    }
}

extension WorkspaceFixture {
    var exports: String { data.path + "/exports" }

    /// Makes an export with the parts that erasing looks at.
    ///
    /// - Parameters:
    ///   - journal: the journal that it says it was made from; nil as in those of older builds.
    ///   - word: the word that its texts hold.
    /// - Returns: the path of the export.
    @discardableResult
    func export(
        _ name: String, naming id: EntityID, of journal: EntityID? = nil, word: String = "SECRETNOTE"
    ) throws -> String {
        let path = exports + "/" + name
        try FileManager.default.createDirectory(
            atPath: path + "/Notes/\(word).files", withIntermediateDirectories: true)
        let files = [
            "notes.json": "{\"id\" : \"\(id.text)\"}", "Notes/\(word).md": word, "Notes/\(word).files/a.txt": word,
            KeptExport.marker: journal.map { "{\"journal\" : \"\($0.text)\"}" } ?? "{}",
        ]
        for (file, text) in files { try Data(text.utf8).write(to: URL(filePath: path + "/" + file)) }
        return path
    }

    /// The names of the exports.
    func exportNames() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: exports).sorted() }

    /// Every byte of every file below the data directory, and what LZ4 frames in it hold, as one text per file.
    func everyFile() throws -> [(path: String, bytes: [UInt8])] {
        let found = FileManager.default.enumerator(atPath: data.path)?.allObjects as? [String] ?? []
        return try found.sorted().compactMap { name in
            let path = data.path + "/" + name
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue else {
                return nil
            }
            return (name, Array(try Data(contentsOf: URL(filePath: path))))
        }
    }
}

/// Returns whether `bytes` hold `word` somewhere.
func holds(_ bytes: [UInt8], _ word: String) -> Bool { Data(bytes).range(of: Data(word.utf8)) != nil }
