import Boards
import Kernel

/// Translates a board of Focalboard, which is a table of cards with properties: the property that a board view groups
/// by gives the columns.
struct FocalboardReader {
    private let board: FocalboardBlock
    private let cards: [FocalboardBlock]
    private let views: [FocalboardBlock]
    private let blocks: FocalboardBlocks
    private let properties: [FocalboardBlock.Property]
    /// The place of each property, and the options of each by their identifiers.
    private let propertyPlaces: [String: Int]
    private let options: [String: [String: FocalboardBlock.Option]]
    /// Nil for a board without a property of choices: all its cards stand in one column.
    private let grouping: FocalboardBlock.Property?
    private let dueProperty: String?
    private let files: [String: SourceTree.Content]

    /// - Parameters:
    ///   - blocks: all of the file, also those of other boards.
    ///   - files: what lies beside it, by name.
    init(_ board: FocalboardBlock, _ blocks: FocalboardBlocks, files: [String: SourceTree.Content]) {
        self.board = board
        self.files = files
        self.blocks = blocks
        cards = blocks.cards(of: board.id)
        views = blocks.views(of: board.id)
        properties = board.cardProperties ?? board.fields?.cardProperties ?? []
        propertyPlaces = Dictionary(properties.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        let options = properties.map { property in
            let options = (property.options ?? []).map { ($0.id, $0) }
            return (property.id, Dictionary(options) { first, _ in first })
        }
        self.options = Dictionary(options) { first, _ in first }
        let choices = properties.filter { $0.type == "select" }
        // As Focalboard shows it: the first board view's grouping; where it names none, the first property of choices.
        let first = views.filter { $0.fields?.viewType == "board" }.inOrder(at: \.createAt).first
        let named = first?.fields?.groupById
        grouping = choices.first { $0.id == named } ?? choices.first
        let shown = views.lazy.compactMap { $0.fields?.dateDisplayPropertyId }.first { !$0.isEmpty }
        let dates = properties.filter { $0.type == "date" }
        let due = dates.first { $0.name.lowercased().hasPrefix("due") || $0.name.lowercased().contains("deadline") }
        dueProperty = due?.id ?? dates.first { $0.id == shown }?.id
    }

    private static let noValue = "none"

    func read() -> ForeignBoard {
        let title = trimmed(board.title ?? "").isEmpty ? "Untitled board" : board.title ?? ""
        var out = ForeignBoard(id: board.id, title: title, created: instant(board.createAt))
        var options: [FocalboardBlock.Option] = []
        if let grouping { options = inShownOrder(grouping.options ?? []) }
        let known = Set(options.map(\.id))
        let ordered = inShownOrder(cards)
        for card in ordered {
            let name = trimmed(card.title ?? "")
            if card.fields?.isTemplate == true {
                out.leave("card template", name, "there are no templates here")
            } else if (card.deleteAt ?? 0) > 0 {
                out.leave("card", name, "it was deleted there")
            } else {
                out.cards.append(read(card, columns: known))
            }
        }
        if out.cards.contains(where: { $0.column == Self.noValue }) {
            let name = grouping.map { "No \($0.name)" } ?? "Cards"
            out.columns.append(ForeignBoard.Column(id: Self.noValue, name: name))
        }
        out.columns += options.map { ForeignBoard.Column(id: $0.id, name: $0.value) }
        leaveRest(&out)
        return out
    }

    /// Visible ones first, as a board view has them, then the hidden, then the rest.
    private func inShownOrder(_ options: [FocalboardBlock.Option]) -> [FocalboardBlock.Option] {
        let boards = views.filter { $0.fields?.viewType == "board" }.inOrder(at: \.createAt)
        let view = boards.first { $0.fields?.groupById == grouping?.id } ?? boards.first
        let shown = (view?.fields?.visibleOptionIds ?? []) + (view?.fields?.hiddenOptionIds ?? [])
        let places = Dictionary(shown.enumerated().map { ($0.element, Double($0.offset)) }) { first, _ in first }
        return options.inOrder { places[$0.id] }
    }

    /// As the first view that orders them has them, then by when they were made.
    private func inShownOrder(_ cards: [FocalboardBlock]) -> [FocalboardBlock] {
        let order = views.lazy.compactMap { $0.fields?.cardOrder }.first { !$0.isEmpty } ?? []
        var places: [String: Double] = [:]
        for (place, id) in order.enumerated() { places[id] = Double(place) }
        return cards.inOrder(at: \.createAt).inOrder { places[$0.id] }
    }

    private func read(_ card: FocalboardBlock, columns: Set<String>) -> ForeignBoard.Card {
        let held = card.fields?.properties ?? [:]
        let choice = grouping.flatMap { held[$0.id]?.texts.first } ?? ""
        let column = columns.contains(choice) ? choice : Self.noValue
        let title = trimmed(card.title ?? "").isEmpty ? "Untitled" : card.title ?? ""
        var out = ForeignBoard.Card(id: card.id, column: column, title: title)
        out.created = instant(card.createAt)
        let blocks = blocks.contents(of: card.id)
        out.updated = ([card] + blocks).compactMap { instant($0.updateAt) }.max()
        out.placeMark = column
        var body = FocalboardBody()
        let order = (card.fields?.contentOrder ?? []).flatMap(\.texts)
        var places: [String: Double] = [:]
        for (place, id) in order.enumerated() { places[id] = Double(place) }
        for block in blocks.inOrder(at: \.createAt).inOrder(at: { places[$0.id] }) {
            body.ingest(block, onto: &out, files: files)
        }
        // Those that the card holds, of which a board may have many more.
        for place in held.keys.compactMap({ propertyPlaces[$0] }).sorted() {
            let property = properties[place]
            guard property.id != grouping?.id, let values = held[property.id]?.texts, !values.isEmpty else { continue }
            ingest(values, of: property, &body, onto: &out)
        }
        body.finish(&out)
        if let grouping, !choice.isEmpty, column == Self.noValue {
            out.leave(
                "column", "“\(choice.prefix(60))” is not a choice of \(grouping.name); it stands in the first column")
        }
        let known = Set(properties.map(\.id))
        for (id, value) in held.sorted(by: { precedes($0.key, $1.key) })
        where !known.contains(id) && !value.texts.isEmpty {
            out.leave(
                "property", "the board does not say what it is: \(value.texts.joined(separator: ", ").prefix(200))")
        }
        if let icon = card.fields?.icon, !icon.isEmpty {
            out.leave("icon", "cards have no icon here: \(icon.prefix(8))")
        }
        return out
    }

    private func ingest(
        _ values: [String], of property: FocalboardBlock.Property, _ body: inout FocalboardBody,
        onto card: inout ForeignBoard.Card
    ) {
        switch property.type {
        case "select", "multiSelect":
            for value in values {
                guard let option = options[property.id]?[value] else {
                    card.leave("choice", "“\(value.prefix(60))” is none of \(property.name)")
                    continue
                }
                let label = property.type == "select" ? property.name + ": " + option.value : option.value
                card.tags.append(CardTag(colour: colour(option.color), label: label))
            }
        case "person", "multiPerson":
            card.leave("people", "cards are not assigned to people here: \(property.name), \(values.count)")
        case "createdTime", "createdBy", "updatedTime", "updatedBy":
            break  // Worked out by the program; the journal knows it.
        case "date":
            guard let date = FocalboardDate(values[0]) else {
                return card.leave("date", "“\(values[0].prefix(60))” of \(property.name) is not a date")
            }
            if property.id == dueProperty {
                card.due = date.due
                card.dueMark = values[0]
                if let start = date.start { card.leave("start date", "cards have no start date here: \(start.text)") }
            } else {
                body.properties.append(property.name + ": " + date.text)
            }
        case "checkbox":
            body.properties.append(property.name + ": " + (values[0] == "true" ? "yes" : "no"))
        default:
            body.properties.append(property.name + ": " + values.joined(separator: ", "))
        }
    }

    private func colour(_ name: String?) -> CardColour {
        let colours: [String: CardColour] = [
            "propColorGray": .grey, "propColorBrown": .brown, "propColorOrange": .orange, "propColorYellow": .yellow,
            "propColorGreen": .green, "propColorBlue": .blue, "propColorPurple": .purple, "propColorPink": .pink,
            "propColorRed": .red,
        ]
        return colours[name ?? ""] ?? .none
    }

    private func leaveRest(_ out: inout ForeignBoard) {
        let description = board.description ?? board.fields?.description ?? ""
        if !description.isEmpty {
            out.leave("board description", out.title, "boards have no description here: \(description.prefix(200))")
        }
        if views.count > 1 {
            out.leave("views", out.title, "\(views.count) of them; a board has one view here, its columns")
        }
        if let grouping {
            out.leave(
                "column colours", out.title, "the columns are the choices of “\(grouping.name)”; they have no colour")
        }
    }

    private func instant(_ milliseconds: Double?) -> Instant? { FocalboardDate.instant(milliseconds) }
}
