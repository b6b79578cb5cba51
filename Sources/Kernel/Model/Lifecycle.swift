/// Where a thing stands between being made and being gone. Nothing is ever removed: relations, order and history stay.
public enum Lifecycle: UInt64, FieldChoice, Sendable {
    case live = 0
    /// Out of the way, on purpose, and still found.
    case archived = 1
    /// Deleted; in the trash until restored.
    case trashed = 2
    /// Its creation was undone: in no view at all, until that is redone.
    case withdrawn = 3

    public static var blank: Lifecycle { .live }

    public var fieldName: StaticString {
        switch self {
        case .live: "live"
        case .archived: "archived"
        case .trashed: "trashed"
        case .withdrawn: "withdrawn"
        }
    }
}
