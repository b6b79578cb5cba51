package import Kernel

/// A condition that a thing must meet, besides holding words. Requirement B-07.
package enum SearchFilter: Sendable, Equatable {
    /// It has the tag, or one nested below it.
    case tag(Name)
    /// It lies in a folder, board, column, collection, child or album of this name or path.
    case inside(String)
    case kind(EntityKind)
    case state(SearchState)
    case has(SearchPart)
    /// It was changed before this day began, in UTC; an artwork was made before it.
    case before(CalendarDay)
    /// It was changed on this day or later, in UTC; an artwork was made then.
    case since(CalendarDay)
}

/// A state that a search can ask for.
package enum SearchState: Sendable, CaseIterable {
    case done, open, starred, archived, trashed

    package var word: String {
        switch self {
        case .done: "done"
        case .open: "open"
        case .starred: "starred"
        case .archived: "archived"
        case .trashed: "trashed"
        }
    }
}

/// A part of a thing that a search can ask for.
package enum SearchPart: Sendable, CaseIterable {
    case attachment, drawing, checklist, comment, tag

    package var word: String {
        switch self {
        case .attachment: "attachment"
        case .drawing: "drawing"
        case .checklist: "checklist"
        case .comment: "comment"
        case .tag: "tag"
        }
    }
}

/// The word before the colon of a filter.
enum SearchOperator: CaseIterable {
    case tag, inside, type, kind, state, has, before, after

    var word: String {
        switch self {
        case .tag: "tag"
        case .inside: "in"
        case .type: "type"
        case .kind: "kind"
        case .state: "is"
        case .has: "has"
        case .before: "before"
        case .after: "after"
        }
    }

    /// The filter that `value` makes of it.
    ///
    /// - Parameter place: of the value.
    func filter(_ value: String, at place: Range<Int>) throws(SearchFault) -> SearchFilter {
        switch self {
        case .tag: return .tag(Name(recorded: value))
        case .inside: return .inside(value)
        case .type, .kind:
            for kind in EntityKind.allCases where kind != .column && Self.names(value, kind.word) { return .kind(kind) }
            throw unknown(value, Self.list(EntityKind.allCases.filter { $0 != .column }.map { $0.word }), place)
        case .state:
            for state in SearchState.allCases where Self.names(value, state.word) { return .state(state) }
            throw unknown(value, Self.list(SearchState.allCases.map { $0.word }), place)
        case .has:
            for part in SearchPart.allCases where Self.names(value, part.word) { return .has(part) }
            throw unknown(value, Self.list(SearchPart.allCases.map { $0.word }), place)
        case .before: return .before(try Self.day(value, at: place))
        case .after: return .since(try Self.day(value, at: place))
        }
    }

    private func unknown(_ value: String, _ known: String, _ place: Range<Int>) -> SearchFault {
        SearchFault(kind: .unknownValue(value, of: word, known: known), place: place)
    }

    /// In any case, and in the plural too.
    private static func names(_ value: String, _ word: String) -> Bool {
        let value = value.lowercased()
        return value.utf8.elementsEqual(word.utf8) || value.utf8.elementsEqual((word + "s").utf8)
    }

    private static func list(_ words: [String]) -> String {
        var list = ""
        for (index, word) in words.enumerated() {
            list += index == 0 ? word : (index == words.count - 1 ? " and " : ", ") + word
        }
        return list
    }

    /// A year or a month stands for its first day.
    private static func day(_ text: String, at place: Range<Int>) throws(SearchFault) -> CalendarDay {
        let whole =
            switch text.utf8.count {
            case 4: text + "-01-01"
            case 7: text + "-01"
            default: text
            }
        guard let day = CalendarDay(text: whole) else { throw SearchFault(kind: .noSuchDay(text), place: place) }
        return day
    }
}
