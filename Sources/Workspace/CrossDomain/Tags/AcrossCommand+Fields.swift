package import Kernel

/// The one list of fields per command: what a client sends as JSON, and the published schema.
///
/// - Invariant: names of types and fields are never changed and never reused; numbers ascend.
extension AcrossCommand: FieldUnion {
    package enum Tag: String, UnionTag {
        case renameTag, deleteTag
    }

    package static var schemaName: StaticString { "AcrossCommand" }
    package static var blank: AcrossCommand { blank(.renameTag) }

    package var tag: Tag {
        switch self {
        case .renameTag: .renameTag
        case .deleteTag: .deleteTag
        }
    }

    package static func blank(_ tag: Tag) -> AcrossCommand {
        switch tag {
        case .renameTag: .renameTag(.blank, to: .blank)
        case .deleteTag: .deleteTag(.blank)
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .renameTag(var old, var new):
            coder.field(2, "old", &old)
            coder.field(3, "new", &new)
            self = .renameTag(old, to: new)
        case .deleteTag(var name):
            coder.field(2, "name", &name)
            self = .deleteTag(name)
        }
    }
}
