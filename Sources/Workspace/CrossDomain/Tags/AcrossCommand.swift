package import Kernel

/// A command on all domains at once, as one: decided into the domains' own events, and undone as one.
package enum AcrossCommand: Sendable, Equatable {
    /// On everything that has it, in the trash too; what is nested below it comes along. Where a thing has the new one
    /// already, the two become one.
    case renameTag(Name, to: Name)
    /// Takes it off everything, with what is nested below it.
    case deleteTag(Name)
}

/// A rule that forbids something of all domains at once.
package enum AcrossRefusal: Error, Equatable, Sendable {
    case noSuchTag(Name)
    case tagIntoItself(Name, Name)
    /// The new name, or that of a tag nested below it, cannot name a tag.
    case badTag(NameFault)
    /// Something of another kind has the identifier of what would be made.
    case identifierTaken(EntityID)

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .noSuchTag(let tag):
            "nothing has the tag \u{201C}" + tag.text + "\u{201D}; list the tags to find the one you mean"
        case .tagIntoItself(let tag, let new):
            "the tag \u{201C}" + tag.text + "\u{201D} cannot be nested in itself as \u{201C}" + new.text
                + "\u{201D}; choose another name"
        case .badTag(let fault): fault.message
        case .identifierTaken(let id):
            "something else has the identifier " + id.text + " here; give what you make one of its own"
        }
    }
}

/// The rules of what is asked of all domains at once.
enum AcrossDecider {
    static func decide(
        _ command: AcrossCommand, given state: WorkspaceState
    ) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        switch command {
        case .renameTag(let old, let new): try TagRenaming.events(old, new, given: state)
        case .deleteTag(let tag): try TagRenaming.events(tag, nil, given: state)
        }
    }
}
