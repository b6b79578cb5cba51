package import Kernel
import Boards
import Notes
import Studio

// Commands that edit a text say which revisions their author saw. Numbers of revisions are the journal's: a client that makes
// edits before they are journaled has to renumber them when they are sent.
extension WorkspaceCommand {
    /// The thing whose text is edited, and how; nil for a command that edits none.
    package var textEdit: (text: EntityID, edit: TextEdit)? {
        switch self {
        case .notes(.editNote(let note, let edit)): (note.entity, edit)
        case .notes(.addInk(let note, _, let edit, _)): (note.entity, edit)
        case .boards(.describeCard(let card, let edit)): (card.entity, edit)
        case .studio(.annotateArtwork(let artwork, let edit)): (artwork.entity, edit)
        default: nil
        }
    }

    /// The same command, its edit based on `parents`.
    package func based(on parents: [Int]) -> WorkspaceCommand {
        switch self {
        case .notes(.editNote(let note, let edit)):
            return .notes(.editNote(note, TextEdit(parents: parents, runs: edit.runs)))
        case .notes(.addInk(let note, let ink, let edit, let strokes)):
            return .notes(.addInk(note, ink, edit: TextEdit(parents: parents, runs: edit.runs), strokes: strokes))
        case .boards(.describeCard(let card, let edit)):
            return .boards(.describeCard(card, TextEdit(parents: parents, runs: edit.runs)))
        case .studio(.annotateArtwork(let artwork, let edit)):
            return .studio(.annotateArtwork(artwork, TextEdit(parents: parents, runs: edit.runs)))
        default: return self
        }
    }
}

extension WorkspaceView {
    /// The last revision of the text that `command` edits; nil where there is none.
    package func revision(of command: WorkspaceCommand) -> Int? {
        switch command {
        case .notes(.editNote(let note, _)): notes.notes[note]?.body.clock.revision
        case .notes(.addInk(let note, _, _, _)): notes.notes[note]?.body.clock.revision
        case .boards(.describeCard(let card, _)): boards.description(of: card)?.clock.revision
        case .studio(.annotateArtwork(let artwork, _)): studio.notes(of: artwork)?.clock.revision
        default: nil
        }
    }
}
