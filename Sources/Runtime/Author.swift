package import JournalEngine
package import Kernel

/// On whose behalf, and from which installation, something is asked.
package struct Author: Hashable, Sendable {
    package var actor: ActorID
    package var device: DeviceID

    package init(actor: ActorID, device: DeviceID) {
        self.actor = actor
        self.device = device
    }
}

/// Why a commit was made. Raw values stand in the journal for ever.
package enum Cause: UInt32, Sendable, CaseIterable {
    case direct = 0
    case undo = 1
    case redo = 2
    case restore = 3
    case `import` = 4

    /// The word that `audit --cause` filters by.
    package var word: String {
        switch self {
        case .direct: "direct"
        case .undo: "undo"
        case .redo: "redo"
        case .restore: "restore"
        case .import: "import"
        }
    }

    package init?(word: String) {
        guard let cause = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = cause
    }

    /// The word for a stored number; the number itself where a newer build wrote it.
    static func word(for raw: UInt32) -> String { Cause(rawValue: raw)?.word ?? String(raw) }
}

extension ID16 {
    /// The same sixteen bytes, as the engine knows them.
    package init<Kind>(_ id: Identifier<Kind>) { self.init(hi: id.hi, lo: id.lo) }
}

extension Identifier {
    /// The same sixteen bytes, as the domains know them.
    package init(_ id: ID16) { self.init(hi: id.hi, lo: id.lo) }
}
