import Boards
import Capture
import Notes
import Studio

extension WorkspaceRefusal {
    /// The name of the rule in a problem document: the domain and its rule, such as `boards.columnNotEmpty`.
    package var name: String {
        switch self {
        case .registry(let refusal): "registry." + refusal.name
        case .notes(let refusal): "notes." + refusal.name
        case .boards(let refusal): "boards." + refusal.name
        case .capture(let refusal): "capture." + refusal.name
        case .studio(let refusal): "studio." + refusal.name
        case .across(let refusal): "across." + refusal.name
        }
    }

    /// Every name there is.
    package static var names: [String] {
        NoteRefusal.Rule.allCases.map { "notes." + $0.rawValue }
            + BoardRefusal.Rule.allCases.map { "boards." + $0.rawValue }
            + CaptureRefusal.Rule.allCases.map { "capture." + $0.rawValue }
            + StudioRefusal.Rule.allCases.map { "studio." + $0.rawValue }
            + AcrossRefusal.Rule.allCases.map { "across." + $0.rawValue }
            + RegistryRefusal.Rule.allCases.map { "registry." + $0.rawValue }
    }
}

extension RegistryRefusal {
    /// The rule that said no. Its name is what programs go by: never changed, never reused.
    package enum Rule: String, Sendable, CaseIterable {
        case erasureStands
    }

    package var rule: Rule {
        switch self {
        case .erasureStands: .erasureStands
        }
    }

    package var name: String { rule.rawValue }
}

extension AcrossRefusal {
    /// The rule that said no. Its name is what programs go by: never changed, never reused.
    package enum Rule: String, Sendable, CaseIterable {
        case noSuchTag, tagIntoItself, badTag, identifierTaken
    }

    package var rule: Rule {
        switch self {
        case .noSuchTag: .noSuchTag
        case .tagIntoItself: .tagIntoItself
        case .badTag: .badTag
        case .identifierTaken: .identifierTaken
        }
    }

    package var name: String { rule.rawValue }
}
