import Boards
import Kernel
import Notes
import Workspace

/// One thing folded from its own records alone: what compensations and histories are made from.
struct SubjectFold {
    var state = WorkspaceDecider.initial
    /// The text of a note or a card, as its readers see it.
    var text: TextDocument?

    /// Takes the event in.
    ///
    /// - Returns: for an event that edits the text, the edit that takes it back, based on the revision right after it.
    mutating func take(_ event: WorkspaceEvent, wantsInverse: Bool) -> TextEdit? {
        WorkspaceDecider.evolve(&state, with: event)
        switch event.textEffect {
        case .none: return nil
        case .begins(let body):
            if text == nil { text = TextDocument(body) }
            return nil
        case .edited(let edit):
            guard var document = text else { return nil }
            text = nil
            let before = wantsInverse ? document : nil
            let effective = document.apply(edit)
            defer { text = document }
            guard let before else { return nil }
            return TextEdit(parents: document.clock.frontier, runs: inverse(of: effective, in: before))
        }
    }
}

/// What an event does to the text of its subject.
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
        default: .none
        }
    }

    /// Whether the event brings its subject into being: taking that back is enough, whatever else was done to it.
    var isCreation: Bool {
        switch self {
        case .notes(.folderCreated), .notes(.noteCreated), .notes(.fileAttached), .boards(.boardOpened),
            .boards(.columnAdded), .boards(.cardAdded):
            true
        default: false
        }
    }
}
