package import Kernel

/// Every rule of notes and folders that can say no.
package enum NoteRefusal: Error, Equatable, Sendable {
    case noSuchFolder(FolderID)
    case noSuchNote(NoteID)
    case noSuchInk(InkID)
    case noSuchAttachment(AttachmentID)

    /// A sibling has this name, or one that only differs in case or composition.
    case nameTaken(Name, suggestion: Name)
    case folderIntoItself(Name)
    case tooDeep(Name)
    /// Only folders in one folder can be arranged among each other.
    case notASibling(Name, Name)
    /// The folder is in the trash, with everything in it.
    case folderInTrash(FolderID, name: Name)
    case noteInTrash(NoteID, title: Name)
    /// Undoing a creation would take others' things with it.
    case folderNotEmpty(Name, notes: Int, folders: Int)
    /// Files hang on one folder and cannot be moved to another.
    case folderHasFiles(Name, files: Int)

    /// The edit of `addInk` does not insert the anchor of its drawing.
    case anchorMissing(InkID)
    case strokeMalformed(StrokeID)
    /// A stroke is to be replaced by one under its own identifier.
    case strokeRewritten(StrokeID)
    /// A stroke is to be replaced that is not there, or no more.
    case strokeGone(StrokeID)
    case recognitionTooLong(InkID, length: Int)
    case languageMalformed(String)
    /// It says of another number of lines where they stand than its text has.
    case linesMismatched(InkID, lines: Int, boxes: Int)
    /// It read an older state than the one that is known.
    case recognitionOutdated(InkID)
    case digestMalformed(AttachmentID)
    /// The identifier is in use for another file.
    case attachmentTaken(AttachmentID)
    case text(TextRefusal)
    case pictureText(PictureText.Fault)
    /// There was no such thing yet at that point of history.
    case notYetThere(EntityID)

    case tooManyFolders
    case tooManyNotes
    case tooManyTags(title: Name)
    case tooManyInks(title: Name)
    case tooManyStrokes(title: Name)
    case tooManyAttachments

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .noSuchFolder(let id): "there is no folder " + id.text + "; list the folders to find the one you mean"
        case .noSuchNote(let id): "there is no note " + id.text + "; list the notes to find the one you mean"
        case .noSuchInk(let id): "the note has no drawing " + id.text + "; add the drawing first"
        case .noSuchAttachment(let id):
            "there is no attached file " + id.text + "; look at the note or folder for those it has"
        case .nameTaken(let name, let suggestion):
            "there is already a folder called " + quoted(name) + " here; call it " + quoted(suggestion)
                + " or something else"
        case .folderIntoItself(let name):
            "the folder " + quoted(name) + " cannot be moved into itself or below itself; choose another place"
        case .notASibling(let name, let other):
            "the folders " + quoted(name) + " and " + quoted(other)
                + " do not lie in the same folder; move one to the other first"
        case .tooDeep(let name):
            "the folder " + quoted(name) + " would be nested deeper than " + String(Folder.levelsMax)
                + " levels; choose a higher place"
        case .folderInTrash(_, let name): "the folder " + quoted(name) + " is in the trash; restore it first"
        case .noteInTrash(_, let title): "the note " + quoted(title) + " is in the trash; restore it first"
        case .folderNotEmpty(let name, let notes, let folders):
            "the folder " + quoted(name) + " still holds " + counted(notes, "note") + " and "
                + counted(folders, "folder") + ", those in the trash included; move them elsewhere first"
        case .folderHasFiles(let name, let files):
            "the folder " + quoted(name) + " has " + counted(files, "file")
                + " of its own; attach them to the other one and detach them here first"
        case .anchorMissing(let id):
            "the edit does not insert " + Ink.anchor(id) + ", so the drawing would stand nowhere; insert it"
        case .strokeMalformed(let id): "the points of stroke " + id.text + " cannot be read; draw it again"
        case .strokeRewritten(let id):
            "the stroke " + id.text + " would be rewritten, which none ever is; give what replaces it a new identifier"
        case .strokeGone(let id):
            "the stroke " + id.text + " is not in the drawing any more; look at the drawing and try again"
        case .recognitionTooLong(let id, let length):
            "what was recognised in the drawing " + id.text + " has " + String(length) + " characters and may have "
                + String(Recognition.textScalarsMax) + "; draw what comes next in another drawing"
        case .languageMalformed(let language):
            "the language \u{201C}" + language + "\u{201D} is not a tag such as de or pt-BR; give one, or none"
        case .linesMismatched(let id, let lines, let boxes):
            "what was recognised in the drawing " + id.text + " has " + counted(lines, "line") + " and says of "
                + String(boxes) + " where they stand; say it of each, or of none"
        case .recognitionOutdated(let id):
            "the drawing " + id.text + " has been recognised as it is, and this read an older state of it; look at the"
                + " drawing, and recognise it anew if need be"
        case .digestMalformed(let id):
            "the digest of file " + id.text + " is not " + String(FileFacts.digestBytes)
                + " bytes long; attach it again"
        case .attachmentTaken(let id): "the identifier " + id.text + " belongs to another file; use a new one"
        case .text(let refusal): refusal.message
        case .pictureText(let fault): fault.message
        case .notYetThere(let id): "at that point there was no " + id.text + " yet; choose a later one"
        case .tooManyFolders: "there are already " + String(Folder.countMax) + " folders, the most there can be"
        case .tooManyNotes: "there are already " + String(Note.countMax) + " notes, the most there can be"
        case .tooManyTags(let title):
            "the note " + quoted(title) + " would have more than " + String(Limits.tagsMax)
                + " tags; take some off first"
        case .tooManyInks(let title):
            "the note " + quoted(title) + " already has " + String(Note.inksMax)
                + " drawings, the most there can be; draw in another note"
        case .tooManyStrokes(let title):
            "the note " + quoted(title) + " would have more than " + String(Note.strokesMax)
                + " strokes; draw in another note"
        case .tooManyAttachments:
            "there are already " + String(Attachment.countMax) + " attached files, the most there can be"
        }
    }
}

/// A name as it stands in a sentence.
func quoted(_ name: Name) -> String { "\u{201C}" + name.text + "\u{201D}" }
