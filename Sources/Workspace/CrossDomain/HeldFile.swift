import Boards
import Capture
package import Kernel
import Notes

/// A file that hangs on a thing of any domain, as a reader finds it.
package struct HeldFile: Sendable {
    package var id: AttachmentID
    package var holder: EntityRef
    package var file: FileFacts
    /// The text that was read from it; nil where nobody read it.
    package var read: PictureText?
}

extension WorkspaceView {
    /// Every file that is attached to something that was not undone, in the order in which they came, domain by domain.
    func heldFiles() -> [HeldFile] { heldFilesOfAnything().filter { presence(of: $0.holder) != nil } }

    /// The same, on what was undone too.
    func heldFilesOfAnything() -> [HeldFile] {
        var held: [HeldFile] = []
        for (id, slot) in notes.attachments.all where !notes.attachments[slot].isDetached {
            let holder: EntityRef =
                switch notes.attachments[slot].holder {
                case .folder(let folder): .folder(folder)
                case .note(let note): .note(note)
                }
            let entry = notes.attachments[slot]
            held.append(HeldFile(id: id, holder: holder, file: entry.file, read: entry.text))
        }
        for (id, slot) in boards.model.cards.all {
            for file in boards.model.cards[slot].files where !file.isDetached {
                held.append(HeldFile(id: file.id, holder: .card(id), file: file.file))
            }
        }
        for (id, slot) in capture.model.files.all where !capture.model.files[slot].isDetached {
            let file = capture.model.files[slot]
            held.append(HeldFile(id: id, holder: .item(file.item), file: file.facts))
        }
        return held
    }

    /// The files that hang on anything, whatever has become of that.
    package var hangingFiles: Set<AttachmentID> { Set(heldFilesOfAnything().map { $0.id }) }
}
