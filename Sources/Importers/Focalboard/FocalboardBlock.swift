/// One line of a Focalboard archive: a board, a view of it, a card, or a piece of what is on a card.
///
/// Requirement B-30. Archives of version 1 write boards as blocks like all else; those of version 2 in a form of their
/// own. The fields of both are here.
struct FocalboardBlock: Decodable {
    var id: String
    var parentId: String?
    var rootId: String?
    var boardId: String?
    var createdBy: String?
    var type: String?
    var title: String?
    /// Milliseconds since 1970.
    var createAt: Double?
    var updateAt: Double?
    var deleteAt: Double?
    var description: String?
    var cardProperties: [Property]?
    var fields: Fields?

    struct Property: Decodable {
        var id: String
        var name: String
        var type: String
        var options: [Option]?
    }

    struct Option: Decodable {
        var id: String
        var value: String
        var color: String?
    }

    struct Fields: Decodable {
        var description: String?
        var icon: String?
        var isTemplate: Bool?
        var cardProperties: [Property]?
        var contentOrder: [FocalboardValue]?
        var properties: [String: FocalboardValue]?
        var value: FocalboardValue?
        var fileId: String?
        var viewType: String?
        var groupById: String?
        var cardOrder: [String]?
        var visibleOptionIds: [String]?
        var hiddenOptionIds: [String]?
        var dateDisplayPropertyId: String?
    }
}

/// A value of which the kind depends on what it stands in.
enum FocalboardValue: Decodable {
    case text(String)
    case flag(Bool)
    case list([FocalboardValue])
    case other

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let text = try? single.decode(String.self) {
            self = .text(text)
        } else if let flag = try? single.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? single.decode(Int64.self) {
            self = .text(String(number))
        } else if let number = try? single.decode(Double.self) {
            self = .text(String(number))
        } else if let list = try? single.decode([FocalboardValue].self) {
            self = .list(list)
        } else {
            self = .other
        }
    }

    /// All texts in it, in their order.
    var texts: [String] {
        switch self {
        case .text(let text): text.isEmpty ? [] : [text]
        case .list(let values): values.flatMap(\.texts)
        case .flag(let flag): [flag ? "true" : "false"]
        case .other: []
        }
    }
}
