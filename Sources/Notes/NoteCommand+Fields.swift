package import Kernel

/// The one list of fields per command: what a client sends as JSON, and the published schema.
///
/// - Invariant: names of types and fields are never changed and never reused; numbers ascend.
extension NoteCommand: FieldUnion {
    package enum Tag: String, UnionTag {
        case createFolder, renameFolder, moveFolder, arrangeFolder, trashFolder, restoreFolder
        case mergeFolder
        case createNote, retitleNote, editNote, moveNote, trashNote, restoreNote, pinNote, unpinNote, tagNote
        case untagNote, openNote, markNoteChanged
        case addInk, addStrokes, eraseStrokes, redrawStrokes, recogniseInk
        case attachFile, detachFile, readFile
    }

    package static var schemaName: StaticString { "NoteCommand" }
    package static var blank: NoteCommand { blank(.createFolder) }

    package var tag: Tag {
        switch self {
        case .createFolder: .createFolder
        case .renameFolder: .renameFolder
        case .moveFolder: .moveFolder
        case .arrangeFolder: .arrangeFolder
        case .trashFolder: .trashFolder
        case .restoreFolder: .restoreFolder
        case .mergeFolder: .mergeFolder
        case .createNote: .createNote
        case .retitleNote: .retitleNote
        case .editNote: .editNote
        case .moveNote: .moveNote
        case .trashNote: .trashNote
        case .restoreNote: .restoreNote
        case .pinNote: .pinNote
        case .unpinNote: .unpinNote
        case .tagNote: .tagNote
        case .untagNote: .untagNote
        case .openNote: .openNote
        case .markNoteChanged: .markNoteChanged
        case .addInk: .addInk
        case .addStrokes: .addStrokes
        case .eraseStrokes: .eraseStrokes
        case .redrawStrokes: .redrawStrokes
        case .recogniseInk: .recogniseInk
        case .attachFile: .attachFile
        case .detachFile: .detachFile
        case .readFile: .readFile
        }
    }

    package static func blank(_ tag: Tag) -> NoteCommand {
        switch tag {
        case .createFolder: .createFolder(.zero, name: .blank, in: nil, clashing: .blank)
        case .renameFolder: .renameFolder(.zero, to: .blank, clashing: .blank)
        case .moveFolder: .moveFolder(.zero, to: nil, clashing: .blank)
        case .arrangeFolder: .arrangeFolder(.zero, above: nil)
        case .trashFolder: .trashFolder(.zero)
        case .restoreFolder: .restoreFolder(.zero)
        case .mergeFolder: .mergeFolder(.zero, into: .zero)
        case .createNote: .createNote(.zero, title: nil, body: "", in: nil)
        case .retitleNote: .retitleNote(.zero, to: nil)
        case .editNote: .editNote(.zero, .blank)
        case .moveNote: .moveNote(.zero, to: nil)
        case .trashNote: .trashNote(.zero)
        case .restoreNote: .restoreNote(.zero)
        case .pinNote: .pinNote(.zero)
        case .unpinNote: .unpinNote(.zero)
        case .tagNote: .tagNote(.zero, [])
        case .untagNote: .untagNote(.zero, [])
        case .openNote: .openNote(.zero, on: nil)
        case .markNoteChanged: .markNoteChanged(.zero)
        case .addInk: .addInk(.zero, .zero, edit: .blank, strokes: [])
        case .addStrokes: .addStrokes(.zero, .zero, [])
        case .eraseStrokes: .eraseStrokes(.zero, .zero, [])
        case .redrawStrokes: .redrawStrokes(.zero, .zero, erase: [], add: [])
        case .recogniseInk: .recogniseInk(.zero, .zero, .blank)
        case .attachFile: .attachFile(.zero, to: .blank, .blank)
        case .detachFile: .detachFile(.zero)
        case .readFile: .readFile(.zero, .blank)
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .createFolder(var folder, var name, var parent, var clash):
            coder.field(2, "folder", &folder)
            coder.field(3, "name", &name)
            coder.field(4, "parent", &parent)
            coder.field(5, "clashing", omittable: &clash)
            self = .createFolder(folder, name: name, in: parent, clashing: clash)
        case .renameFolder(var folder, var name, var clash):
            coder.field(2, "folder", &folder)
            coder.field(3, "name", &name)
            coder.field(4, "clashing", omittable: &clash)
            self = .renameFolder(folder, to: name, clashing: clash)
        case .moveFolder(var folder, var parent, var clash):
            coder.field(2, "folder", &folder)
            coder.field(3, "parent", orNull: &parent)
            coder.field(4, "clashing", omittable: &clash)
            self = .moveFolder(folder, to: parent, clashing: clash)
        case .arrangeFolder(var folder, var above):
            coder.field(2, "folder", &folder)
            coder.field(3, "above", &above)
            self = .arrangeFolder(folder, above: above)
        case .trashFolder(var folder):
            coder.field(2, "folder", &folder)
            self = .trashFolder(folder)
        case .restoreFolder(var folder):
            coder.field(2, "folder", &folder)
            self = .restoreFolder(folder)
        case .mergeFolder(var folder, var target):
            coder.field(2, "folder", &folder)
            coder.field(3, "into", &target)
            self = .mergeFolder(folder, into: target)
        case .createNote(var note, var title, var body, var folder):
            coder.field(2, "note", &note)
            coder.field(3, "title", &title)
            coder.field(4, "body", omittable: &body)
            coder.field(5, "folder", &folder)
            self = .createNote(note, title: title, body: body, in: folder)
        case .retitleNote(var note, var title):
            coder.field(2, "note", &note)
            coder.field(3, "title", orNull: &title)
            self = .retitleNote(note, to: title)
        case .editNote(var note, var edit):
            coder.field(2, "note", &note)
            coder.field(3, "edit", &edit)
            self = .editNote(note, edit)
        case .moveNote(var note, var folder):
            coder.field(2, "note", &note)
            coder.field(3, "folder", orNull: &folder)
            self = .moveNote(note, to: folder)
        case .trashNote(var note):
            coder.field(2, "note", &note)
            self = .trashNote(note)
        case .restoreNote(var note):
            coder.field(2, "note", &note)
            self = .restoreNote(note)
        case .pinNote(var note):
            coder.field(2, "note", &note)
            self = .pinNote(note)
        case .unpinNote(var note):
            coder.field(2, "note", &note)
            self = .unpinNote(note)
        case .tagNote(var note, var tags):
            coder.field(2, "note", &note)
            coder.field(3, "tags", &tags)
            self = .tagNote(note, tags)
        case .untagNote(var note, var tags):
            coder.field(2, "note", &note)
            coder.field(3, "tags", &tags)
            self = .untagNote(note, tags)
        case .openNote(var note, var device):
            coder.field(2, "note", &note)
            coder.field(3, "device", &device)
            self = .openNote(note, on: device)
        case .markNoteChanged(var note):
            coder.field(2, "note", &note)
            self = .markNoteChanged(note)
        case .addInk(var note, var ink, var edit, var strokes):
            coder.field(2, "note", &note)
            coder.field(3, "ink", &ink)
            coder.field(4, "edit", &edit)
            coder.field(5, "strokes", &strokes)
            self = .addInk(note, ink, edit: edit, strokes: strokes)
        case .addStrokes(var note, var ink, var strokes):
            coder.field(2, "note", &note)
            coder.field(3, "ink", &ink)
            coder.field(4, "strokes", &strokes)
            self = .addStrokes(note, ink, strokes)
        case .eraseStrokes(var note, var ink, var strokes):
            coder.field(2, "note", &note)
            coder.field(3, "ink", &ink)
            coder.field(4, "strokes", &strokes)
            self = .eraseStrokes(note, ink, strokes)
        case .redrawStrokes(var note, var ink, var erase, var add):
            coder.field(2, "note", &note)
            coder.field(3, "ink", &ink)
            coder.field(4, "erase", &erase)
            coder.field(5, "add", &add)
            self = .redrawStrokes(note, ink, erase: erase, add: add)
        case .recogniseInk(var note, var ink, var recognition):
            coder.field(2, "note", &note)
            coder.field(3, "ink", &ink)
            coder.field(4, "recognition", &recognition)
            self = .recogniseInk(note, ink, recognition)
        case .attachFile(var attachment, var holder, var file):
            coder.field(2, "attachment", &attachment)
            coder.field(3, "holder", &holder)
            coder.field(4, "file", &file)
            self = .attachFile(attachment, to: holder, file)
        case .detachFile(var attachment):
            coder.field(2, "attachment", &attachment)
            self = .detachFile(attachment)
        case .readFile(var attachment, var text):
            coder.field(2, "attachment", &attachment)
            coder.field(3, "text", &text)
            self = .readFile(attachment, text)
        }
    }
}
