package import Kernel

/// The preferences of a person. Everything has a default, and a value equal to its default is not kept.
package struct Preferences: Sendable, Equatable {
    package static let shortcutsMax = 200
    /// A hundred years.
    package static let retentionDaysMax = 36_525
    package static let zoneBytesMax = 64

    package internal(set) var theme = Theme.blank
    /// Light humour; off unless asked for. Requirement O-1003.
    package internal(set) var isHumorous = false
    /// Mails a summary of the week; off unless asked for.
    package internal(set) var getsWeeklySummary = false
    /// The board whose first cards a widget shows.
    package internal(set) var primaryBoard: EntityID?
    /// The person's time zone, such as `Europe/Berlin`; nil where they never said.
    package internal(set) var zone: String?
    /// Sorted by action.
    package internal(set) var shortcuts: [Shortcut] = []
    package internal(set) var trashDays: Int?
    package internal(set) var blobDays: Int?
    package internal(set) var historyDays: Int?

    package init() {}

    package struct Shortcut: Sendable, Equatable {
        package var action: String
        package var keys: String
    }

    /// Returns the number of days that a kind of thing is kept; nil for ever, which is the default.
    package func days(of kept: Retained) -> Int? {
        switch kept {
        case .trash: trashDays
        case .blobs: blobDays
        case .history: historyDays
        }
    }

    package func keys(for action: String) -> String? {
        shortcuts.first { $0.action.utf8.elementsEqual(action.utf8) }?.keys
    }

    mutating func keep(_ kept: Retained, days: Int?) {
        switch kept {
        case .trash: trashDays = days
        case .blobs: blobDays = days
        case .history: historyDays = days
        }
    }

    mutating func assign(_ keys: String?, to action: String) {
        shortcuts.removeAll { $0.action.utf8.elementsEqual(action.utf8) }
        guard let keys else { return }
        let index = shortcuts.firstIndex { precedes(action, $0.action) } ?? shortcuts.count
        shortcuts.insert(Shortcut(action: action, keys: keys), at: index)
    }
}

/// The look of the app: light or dark, and its accent.
package struct Theme: Sendable, Equatable {
    package var mode: Mode
    /// `0xRRGGBB`; nil for the default.
    package var accent: Int?

    package init(_ mode: Mode, accent: Int? = nil) {
        self.mode = mode
        self.accent = accent
    }

    package enum Mode: UInt64, FieldChoice, Sendable {
        case system = 0
        case light = 1
        case dark = 2
        case highContrast = 3

        package static var blank: Mode { .system }

        package var fieldName: StaticString {
            switch self {
            case .system: "system"
            case .light: "light"
            case .dark: "dark"
            case .highContrast: "high contrast"
            }
        }
    }

    var isSound: Bool { accent.map { (0...0xFF_FFFF).contains($0) } ?? true }

    /// `dark, accent #ff8800`.
    package var text: String {
        guard let accent else { return spelled(mode.fieldName) }
        var digits: [UInt8] = []
        for shift in [20, 16, 12, 8, 4, 0] { digits.append(hexDigit(UInt8(accent >> shift & 0xF))) }
        return spelled(mode.fieldName) + ", accent #" + String(decoding: digits, as: UTF8.self)
    }

    /// Reads what `text` says. Nil for anything else.
    package init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
        guard let mode = Mode.allCases.first(where: { spelled($0.fieldName).utf8.elementsEqual(parts[0]) }) else {
            return nil
        }
        self.init(mode)
        guard parts.count == 2 else { return }
        let lead = Array(" accent #".utf8)
        let digits = parts[1].dropFirst(lead.count)
        guard parts[1].starts(with: lead), digits.count == 6 else { return nil }
        var accent = 0
        for digit in digits {
            guard let value = hexValue(digit) else { return nil }
            accent = accent << 4 | Int(value)
        }
        self.accent = accent
    }
}

extension Theme: FieldMessage {
    package static var schemaName: StaticString { "Theme" }
    package static var blank: Theme { Theme(.system) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "mode", &mode)
        coder.field(2, "accent", &accent)
    }
}

/// A kind of thing that is kept for a while or for ever, as its owner chooses.
package enum Retained: UInt64, FieldChoice, Sendable {
    case trash = 0
    case blobs = 1
    case history = 2

    package static var blank: Retained { .trash }

    package var fieldName: StaticString {
        switch self {
        case .trash: "trash"
        case .blobs: "blobs"
        case .history: "history"
        }
    }
}
