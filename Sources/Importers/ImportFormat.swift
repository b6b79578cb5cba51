/// The formats that can be imported.
package enum ImportFormat: String, Sendable, CaseIterable {
    /// The files that `daybook export` writes.
    case daybook
    case markdown
    case evernote
    case joplin
    case keep
    case csv
    case todoist
    case ticktick
    case trello
    case wekan
    case planka
    case focalboard
    case deck
    case ink
    case pictures
    case editHistory = "edit-history"
}

extension ImportFormat {
    /// The name of the program that writes the format, as the program spells it.
    var programName: String {
        switch self {
        case .daybook: "Daybook"
        case .markdown: "Markdown"
        case .evernote: "Evernote"
        case .joplin: "Joplin"
        case .keep: "Google Keep"
        case .csv: "CSV"
        case .todoist: "Todoist"
        case .ticktick: "TickTick"
        case .trello: "Trello"
        case .wekan: "WeKan"
        case .planka: "Planka"
        case .focalboard: "Focalboard"
        case .deck: "Deck"
        case .ink: "Ink"
        case .pictures: "Pictures"
        case .editHistory: "edit history"
        }
    }
}
