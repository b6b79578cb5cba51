package import Kernel

/// The role of a person in a workspace. Requirements J-108 and J-203.
package enum Role: UInt64, FieldChoice, Sendable {
    case viewer = 0
    case editor = 1
    case owner = 2

    package static var blank: Role { .viewer }

    package var fieldName: StaticString {
        switch self {
        case .viewer: "viewer"
        case .editor: "editor"
        case .owner: "owner"
        }
    }

    /// Reads what `fieldName` says. Nil for anything else.
    package init?(word: String) {
        guard let role = Role.allCases.first(where: { spelled($0.fieldName).utf8.elementsEqual(word.utf8) }) else {
            return nil
        }
        self = role
    }
}

/// The part of a workspace that a member may see: all of it, or only some of its children. Requirement J-203.
///
/// A child is known here by its identifier alone: children belong to the studio.
package enum MemberReach: Sendable, Equatable {
    case everything
    /// Sorted, each once.
    case children([EntityID])

    package static let childrenMax = 50

    /// The same reach with the children in order and each once.
    var normalised: MemberReach {
        guard case .children(let children) = self else { return self }
        var sorted: [EntityID] = []
        for child in children.sorted() where sorted.last != child { sorted.append(child) }
        return .children(sorted)
    }

    package func includes(_ child: EntityID) -> Bool {
        switch self {
        case .everything: true
        case .children(let children): children.contains(child)
        }
    }

    package var isEverything: Bool { self == .everything }
}

extension MemberReach: FieldMessage {
    package static var schemaName: StaticString { "MemberReach" }
    package static var blank: MemberReach { .everything }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var isRestricted = false
        var children: [EntityID] = []
        if case .children(let some) = self { (isRestricted, children) = (true, some) }
        coder.field(1, "restricted", &isRestricted)
        coder.field(2, "children", &children)
        self = isRestricted ? .children(children) : .everything
    }
}
