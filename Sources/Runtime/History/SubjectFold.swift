import Boards
import Capture
import Kernel
import Notes
import Studio
import Workspace

/// One thing folded from its own records alone: what taking something back is worked out from.
struct SubjectFold {
    var state = WorkspaceDecider.initial
    /// The text of a note, a card or an artwork, as its readers see it.
    private(set) var text: TextDocument?
    /// The changes of the text to be undone, oldest first.
    private(set) var textChanges: [TextChange] = []

    /// Takes the event in.
    mutating func ingest(_ event: WorkspaceEvent) {
        WorkspaceDecider.evolve(&state, with: event)
        ingestText(of: event, isWatched: false)
    }

    /// Takes in what the event does to the text.
    ///
    /// - Parameter isWatched: it is to be taken back; what that needs is put at the end of `textChanges`.
    mutating func ingestText(of event: WorkspaceEvent, isWatched: Bool) {
        switch event.textEffect {
        case .none: break
        case .begins(let body): if text == nil { text = TextDocument(body) }
        case .edited(let edit):
            guard var document = text else { return }
            text = nil
            let before = isWatched ? document : nil
            let effective = document.apply(edit)
            for index in textChanges.indices { textChanges[index].look(at: document) }
            if let before {
                textChanges.append(
                    TextChange(undoing: inverse(of: effective, in: before), after: document))
            }
            text = document
        }
    }

    /// The edit that takes the last of `textChanges` back, which is then no longer among them; nil where there is none.
    mutating func takeLastChangeBack() -> TextEdit? {
        guard let text, var change = textChanges.popLast() else { return nil }
        change.look(at: text)
        return TextEdit(parents: text.clock.frontier(at: change.base) ?? [change.base], runs: change.undoing)
    }
}

/// An edit of a text that is to be taken back.
struct TextChange {
    /// The runs that take it back from the text right after it.
    let undoing: [TextRun]
    private let after: TextBuffer
    /// The last revision that reads as the text right after the edit did: as near to today as can be, because what is
    /// based on it merges with nothing but what came later. Undoing step by step, it is today's.
    private(set) var base: Int

    init(undoing: [TextRun], after: TextDocument) {
        self.undoing = undoing
        self.after = after.buffer
        base = after.revision
    }

    /// - Complexity: O(text) for a text that is as long as the one after the edit; else O(1).
    mutating func look(at document: TextDocument) {
        if document.buffer == after { base = document.revision }
    }
}

/// The effect of an event on the text of its subject.
enum TextEffect {
    case none
    case begins(String)
    case edited(TextEdit)
}

extension WorkspaceEvent {
    var textEffect: TextEffect {
        switch self {
        case .notes(.noteCreated(_, _, let body, _)): .begins(body)
        case .notes(.noteEdited(_, let edit)), .notes(.inkAdded(_, _, let edit)): .edited(edit)
        case .boards(.cardAdded(_, _, _, _, let description)): .begins(description)
        case .boards(.cardDescribed(_, let edit)): .edited(edit)
        case .studio(.artworkUploaded(_, _, let new)): .begins(new.notes)
        case .studio(.artworkAnnotated(_, let edit)): .edited(edit)
        default: .none
        }
    }

    /// True if the event brings its subject into being: taking that back is enough, whatever else was done to it.
    var isCreation: Bool { made != nil }
}
