import Boards
import Kernel

/// A board of another program in the parts that Daybook has a place for: what every reader of boards gives, and what
/// `ForeignBoardImport` takes over.
///
/// The readers only translate. What was imported before, what changed since and what a rule forbids is decided once,
/// for all of them.
struct ForeignBoard: Sendable {
    /// The identifier in the other program.
    var id: String
    var title: String
    var created: Instant?
    var isArchived = false
    /// As they stand there, from the left.
    var columns: [Column] = []
    /// In the order they have within their columns.
    var cards: [Card] = []
    /// The parts that belong to the board and stay at its source.
    var leftovers: [ImportWarning] = []

    struct Column: Sendable {
        var id: String
        var name: String
        var created: Instant?
        var leftovers: [ImportWarning] = []
    }

    struct Card: Sendable {
        var id: String
        /// The column's identifier.
        var column: String
        var title: String
        var description = ""
        var created: Instant?
        /// When it was changed last, where the source says so.
        var updated: Instant?
        var due: Due?
        var isArchived = false
        var tags: [CardTag] = []
        var checklists: [Checklist] = []
        /// Oldest first.
        var comments: [Comment] = []
        /// Those of which the source has the bytes.
        var files: [File] = []
        var leftovers: [ImportWarning] = []
        /// A value that differs once the card was moved there or its due date was changed; as the source spells it.
        var placeMark = ""
        var dueMark = ""
    }

    struct Checklist: Sendable {
        /// Empty where the source has no name for it.
        var name = ""
        var items: [Item] = []
    }

    struct Item: Sendable {
        var id: String
        var text: String
        var isDone = false
        var created: Instant?
        /// A value that differs once the item was ticked or unticked there.
        var stateMark = ""
    }

    struct Comment: Sendable {
        var id: String
        var text: String
        var time: Instant?
        var author: Person?
    }

    /// A file that hangs on a card.
    struct File: Sendable {
        var id: String
        var name: String
        var bytes: [UInt8]
        /// SHA-256 of the bytes.
        let digest: [UInt8]

        init(id: String, name: String, bytes: [UInt8]) {
            self.id = id
            self.name = name
            self.bytes = bytes
            digest = sha256(bytes)
        }
    }

    /// An attachment that is only an address.
    struct Link: Sendable {
        /// Empty where it has none.
        var name: String
        var address: String

        init(name: String, address: String) {
            self.name = name
            self.address = address
        }

        /// Nil for anything but an address of the web.
        init?(_ name: String?, at address: String?) {
            let address = trimmed(address ?? "")
            let scheme = address.prefix { $0 != ":" }.lowercased()
            guard ["http", "https"].contains(scheme), address.dropFirst(scheme.count).hasPrefix("://"),
                !address.contains(where: \.isWhitespace)
            else { return nil }
            self.init(name: name ?? "", address: address)
        }

        /// As Markdown.
        var text: String {
            let name = trimmed(name)
            let words = name.isEmpty ? address : name
            var escape = MarkdownEscape(String(words.map { $0.isNewline ? " " : $0 }))
            escape.isInLink = true
            return "[\(escape.text(isLineStart: false, isWholeLine: false))](\(MarkdownAddress.encoded(address)))"
        }
    }

    /// Somebody the other program knows.
    struct Person: Sendable {
        var id: String
        var name: String?
    }
}

extension ForeignBoard.Card {
    /// Puts links below the description, as a list.
    mutating func add(links: [ForeignBoard.Link]) {
        guard !links.isEmpty else { return }
        description += (description.isEmpty ? "" : "\n\n") + links.map { "- " + $0.text }.joined(separator: "\n")
    }

    /// Notes what of the card stays at its source.
    mutating func leave(_ what: String, _ why: String) {
        leftovers.append(ImportWarning(what: what, at: title, why: why))
    }

    /// The same for things of which there are `count`; nothing for none.
    mutating func leave(_ what: String, count: Int, _ why: String) {
        guard count > 0 else { return }
        leave(what, count == 1 ? why : "\(count) of them; \(why)")
    }

    /// Takes the first of several checklist items or comments with one identifier; the others are reported.
    mutating func ingestEachOnce() {
        var seen: Set<String> = []
        var repeated: [(what: String, words: String)] = []
        for list in checklists.indices {
            checklists[list].items.removeAll { item in
                if seen.insert(item.id).inserted { return false }
                repeated.append(("checklist item", item.text))
                return true
            }
        }
        seen = []
        comments.removeAll { comment in
            if seen.insert(comment.id).inserted { return false }
            repeated.append(("comment", comment.text))
            return true
        }
        for (what, words) in repeated {
            leave(what, "its identifier occurs twice; the first is taken: \(words.prefix(80))")
        }
    }

    /// Notes files that hang on it and are not in the source.
    mutating func leave(attachments names: [String], _ why: String) {
        guard !names.isEmpty else { return }
        leave("attachments", "\(names.count); \(why): \(names.prefix(5).joined(separator: ", ").prefix(400))")
    }
}

extension ForeignBoard {
    mutating func leave(_ what: String, _ place: String, _ why: String) {
        leftovers.append(ImportWarning(what: what, at: place, why: why))
    }

    /// Notes things whose card, or what they are on there, is not in the file; nothing for none.
    ///
    /// - Parameter words: what each says, or is called.
    mutating func leave(strays what: String, _ words: [String]) {
        guard !words.isEmpty else { return }
        let some = words.prefix(5).map { String($0.prefix(80)) }.joined(separator: ", ")
        leave(what, title, "\(words.count) of them belong to nothing in the file: \(some)")
    }

    /// Notes labels that are on no card: a label is one of a card's tags here.
    mutating func leave(unusedLabels names: [String]) {
        let names = names.filter { !trimmed($0).isEmpty }
        guard !names.isEmpty else { return }
        let some = names.prefix(20).map { String($0.prefix(40)) }.joined(separator: ", ")
        leave("labels", title, "\(names.count) of them are on no card, and a label is a card's here: \(some)")
    }
}

extension Due {
    /// The minute that `instant` is in, in UTC: how most programs store when a card is due.
    init(utc instant: Instant) {
        let minutes = Int((Double(instant.microseconds) / 60_000_000).rounded(.down))
        let day = Int((Double(minutes) / 1440).rounded(.down))
        self.init(day: CalendarDay(daysSinceEpoch: day), minuteOfDay: minutes - day * 1440, zone: "Z")
    }
}
