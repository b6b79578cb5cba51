/// The file that Nextcloud Deck exports (`occ deck:export`, version 1.11 and later): all boards of a person.
struct DeckFile: Decodable {
    var boards: [DeckBoard]

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        if keys.contains(.boards) {
            boards = try keys.decode(ListOrMap<DeckBoard>.self, forKey: .boards).values
        } else if keys.contains(.stacks) {
            boards = [try DeckBoard(from: decoder)]
        } else {
            // `--legacy-format`: the boards alone.
            boards = try ListOrMap<DeckBoard>(from: decoder).values
        }
    }

    private enum Key: String, CodingKey { case boards, stacks }
}

struct DeckBoard: Decodable {
    var id: NumberOrText
    var title: String
    var owner: DeckPerson?
    var archived: Bool?
    var deletedAt: Double?
    var labels: [Label]?
    var acl: [Anything]?
    var stacks: ListOrMap<Stack>?

    struct Label: Decodable {
        var title: String?
        var color: String?
    }

    struct Stack: Decodable {
        var id: NumberOrText
        var title: String
        var order: Double?
        var deletedAt: Double?
        var cards: ListOrMap<Card>?
    }

    struct Card: Decodable {
        var id: NumberOrText
        var title: String
        var description: String?
        var order: Double?
        var archived: Bool?
        var deletedAt: Double?
        /// Seconds since 1970.
        var createdAt: Int64?
        var lastModified: Int64?
        var duedate: String?
        var startdate: String?
        var done: String?
        var color: String?
        var labels: [Label]?
        var assignedUsers: [Anything]?
        var attachments: [Attachment]?
        var attachmentCount: Int?
        var comments: [Comment]?
    }

    struct Attachment: Decodable {
        var id: NumberOrText?
        /// The file's name.
        var data: String?
        var contentBase64: String?
    }

    struct Comment: Decodable {
        var id: NumberOrText
        var message: String?
        var actorId: String?
        var actorDisplayName: String?
        var creationDateTime: String?
    }
}

/// A person: an object, or in older files the identifier alone.
struct DeckPerson: Decodable {
    var uid: String

    init(from decoder: any Decoder) throws {
        struct Whole: Decodable {
            var uid: String?
            var primaryKey: String?
        }
        do { uid = try decoder.singleValueContainer().decode(String.self) } catch {
            let whole = try Whole(from: decoder)
            uid = whole.uid ?? whole.primaryKey ?? ""
        }
    }
}

/// A list that PHP writes as a map when its keys are not 0, 1, 2: the values, by their keys.
struct ListOrMap<Value: Decodable>: Decodable {
    var values: [Value]

    init(from decoder: any Decoder) throws {
        do {
            var list = try decoder.unkeyedContainer()
            values = []
            while !list.isAtEnd { values.append(try list.decode(Value.self)) }
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            let map = try decoder.container(keyedBy: AnyKey.self)
            // By number where they are numbers; the order in the file is not kept by the reader of JSON.
            let keys = map.allKeys.sorted {
                ($0.intValue ?? .max, $0.stringValue) < ($1.intValue ?? .max, $1.stringValue)
            }
            values = try keys.map { try map.decode(Value.self, forKey: $0) }
        }
    }
}

/// Any key of a map.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = String(intValue) }
}
