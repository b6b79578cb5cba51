import Kernel

/// A board as Trello exports it: the parts that Daybook has a place for, and of the rest how much there is.
///
/// What older exports leave out is optional here; what is there must be of the right kind.
struct TrelloBoard: Decodable {
    var id: String
    var name: String
    var desc: String?
    var closed: Bool?
    var lists: [List]
    var cards: [Card]
    var labels: [Label]?
    var checklists: [Checklist]?
    var actions: [Action]?
    var pluginData: [Anything]?

    struct List: Decodable {
        var id: String
        var name: String
        var closed: Bool?
        var pos: TrelloPosition?
    }

    struct Card: Decodable {
        var id: String
        var name: String
        var idList: String
        var desc: String?
        var closed: Bool?
        var pos: TrelloPosition?
        var dateLastActivity: String?
        var due: String?
        var dueComplete: Bool?
        var start: String?
        var idLabels: [String]?
        var labels: [Label]?
        var checklists: [Checklist]?
        var idMembers: [String]?
        var idMembersVoted: [String]?
        var attachments: [Attachment]?
        var stickers: [Anything]?
        var customFieldItems: [Anything]?
        var pluginData: [Anything]?
        var coordinates: Anything?
        var badges: Badges?
    }

    struct Badges: Decodable {
        var comments: Int?
    }

    struct Attachment: Decodable {
        var name: String?
        var url: String?
        /// False for one that is only an address; missing in old exports.
        var isUpload: Bool?
        /// The size of a file that Trello keeps.
        var bytes: NumberOrText?

        /// The address. Nil for a file that Trello says it keeps, and where there is none.
        var link: ForeignBoard.Link? {
            switch isUpload {
            case true?: nil
            case false?: url.flatMap { $0.isEmpty ? nil : ForeignBoard.Link(name: name ?? "", address: $0) }
            case nil: ForeignBoard.Link(name, at: url ?? name)
            }
        }

        /// True for a file whose bytes Trello keeps. An old export says so by its size, or by where it lies.
        var isFile: Bool {
            guard isUpload == nil else { return isUpload == true || link == nil }
            guard let address = link?.address.lowercased() else { return true }
            let size = bytes.map { $0.text } ?? ""
            return !["", "0"].contains(size) || address.contains("://trello-attachments.")
                || address.contains("://trello.com/1/cards/")
        }
    }

    struct Label: Decodable {
        var id: String?
        var name: String?
        var color: String?
    }

    struct Checklist: Decodable {
        var id: String
        var idCard: String?
        var name: String?
        var pos: TrelloPosition?
        var checkItems: [Item]?
    }

    struct Item: Decodable {
        var id: String
        var name: String
        var pos: TrelloPosition?
        var state: String?
    }

    struct Action: Decodable {
        var id: String?
        var type: String?
        var date: String?
        var idMemberCreator: String?
        var memberCreator: Member?
        var data: Detail?

        struct Detail: Decodable {
            var text: String?
            var card: Reference?
        }

        struct Reference: Decodable {
            var id: String?
        }
    }

    struct Member: Decodable {
        var fullName: String?
        var username: String?
    }
}

/// A place in a list: a number, a number as text, or "top" and "bottom".
struct TrelloPosition: Decodable {
    var value: Double

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        do { value = try single.decode(Double.self) } catch {
            let text = try single.decode(String.self)
            switch text {
            case "top": value = -.infinity
            case "bottom": value = .infinity
            default:
                guard let number = Double(text), !number.isNaN else {
                    throw DecodingError.dataCorruptedError(
                        in: single, debugDescription: "“\(text)” is not a place: neither a number nor top nor bottom")
                }
                value = number
            }
        }
    }
}

extension Array {
    /// In the order of their places; equal ones as they stand, and those without a place last.
    func inOrder(_ place: (Element) -> TrelloPosition?) -> [Element] { inOrder(at: { place($0)?.value }) }
}

extension Instant {
    /// When the thing was made: the first eight hexadecimal digits of its identifier are seconds since 1970.
    ///
    /// Source: MongoDB manual, "ObjectId". Nil for an identifier of another make.
    init?(trelloID id: String) {
        guard id.utf8.count == 24, id.utf8.allSatisfy({ hexValue($0) != nil }),
            let seconds = Int64(id.prefix(8), radix: 16)
        else { return nil }
        self.init(seconds: seconds)
    }
}
