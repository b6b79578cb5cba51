import Kernel
import Notes

/// A note of another program as it is to stand here.
struct ForeignNote {
    /// The permanent key of the note in the other program.
    var key: String
    /// Where a person finds it in the source; for the report.
    var place: String
    /// The key of the folder that it is in; empty for the one that holds the whole import.
    var folder = ""
    var title: String
    var body: String
    /// In the order of the source; what cannot be a tag here is reported.
    var tags: [String] = []
    var created: Instant?
    var updated: Instant?
    var isPinned = false
    var isTrashed = false
    var files: [ForeignFile] = []
}

/// A folder or notebook of another program.
struct ForeignFolder {
    var key: String
    /// The key of the one it is in.
    var parent = ""
    var name: String
}

/// A file that belongs to a note there.
struct ForeignFile {
    /// The key of the file within its note.
    var key: String
    var name: String
    var mediaType: String
    var content: SourceTree.Content
    var digest: [UInt8]
    var sizeBytes: Int

    init(key: String, name: String, mediaType: String, content: SourceTree.Content) throws {
        self.key = key
        self.name = name
        self.mediaType = mediaType
        self.content = content
        (digest, sizeBytes) = try content.digest()
    }

    var isImage: Bool { mediaType.hasPrefix("image/") }
}

/// The identifiers that things of one import have here.
struct ForeignIdentifiers {
    private let ids: DerivedIdentifiers

    init(namespace: String) { ids = DerivedIdentifiers(namespace: namespace) }

    func folder(_ key: String) -> FolderID { ids.id("folder", key) }
    func note(_ key: String) -> NoteID { ids.id("note", key) }

    /// The id under which the bytes that a file had at the last import are remembered.
    func slot(_ file: ForeignFile, of note: String) -> EntityID { ids.id("file", note + "/" + file.key) }

    func attachment(_ digest: [UInt8], _ file: ForeignFile, of note: String) -> AttachmentID {
        ids.id("attachment", hex(digest) + "/" + note + "/" + file.key)
    }

    /// The address that shows the file in the text of its note.
    func address(_ file: ForeignFile, of note: String) -> String {
        "daybook:" + attachment(file.digest, file, of: note).text
    }

    func address(ofNote key: String) -> String { "daybook:" + note(key).text }
}
