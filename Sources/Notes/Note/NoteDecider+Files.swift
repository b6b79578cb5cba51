import Kernel

extension NoteDecider {
    static func attachFile(
        _ id: AttachmentID, _ holder: Holder, _ file: FileFacts, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        try requireOpen(holder, notes)
        if let known = notes.attachments[id] {
            guard known.holder == holder, known.file == file else { throw .attachmentTaken(id) }
            return known.isDetached ? [.fileReattached(id)] : []
        }
        guard file.isDigestWhole else { throw .digestMalformed(id) }
        guard notes.attachments.count < Attachment.countMax else { throw .tooManyAttachments }
        return [.fileAttached(id, to: holder, file)]
    }

    static func detachFile(_ id: AttachmentID, _ notes: NotesState) throws(NoteRefusal) -> [NoteEvent] {
        guard let known = notes.attachments[id] else { throw .noSuchAttachment(id) }
        try requireOpen(known.holder, notes)
        return known.isDetached ? [] : [.fileDetached(id)]
    }

    static func readFile(
        _ id: AttachmentID, _ text: PictureText, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        guard let known = notes.attachments[id], !known.isDetached else { throw .noSuchAttachment(id) }
        try requireOpen(known.holder, notes)
        guard known.text != text else { return [] }
        if let fault = text.fault { throw .pictureText(fault) }
        return [.fileRead(id, text)]
    }

    /// Checks that the holder of the file may be changed.
    private static func requireOpen(_ holder: Holder, _ notes: NotesState) throws(NoteRefusal) {
        switch holder {
        case .folder(let folder): _ = try notes.open(folder)
        case .note(let note): _ = try notes.open(note)
        }
    }
}
