/// A board as Planka's interface gives it (`GET /api/boards/ID`, version 2.1.0; those of 1.x are read as well).
///
/// Planka writes no export file: this answer, saved, is the whole board but for its comments, which it gives card by
/// card; they are read where somebody has put them under `included.comments`.
struct PlankaBoard: Decodable {
    var item: Board
    var included: Included

    struct Board: Decodable {
        var id: String
        var name: String
        var createdAt: String?
    }

    struct Included: Decodable {
        var users: [User]?
        var labels: [Label]?
        var lists: [List]
        var cards: [Card]
        var cardMemberships: [OfCard]?
        var cardLabels: [CardLabel]?
        var taskLists: [TaskList]?
        var tasks: [Task]?
        var attachments: [Attachment]?
        var customFieldValues: [OfCard]?
        var comments: [Comment]?
    }

    struct User: Decodable {
        var id: String
        var name: String?
        var username: String?
    }

    struct Label: Decodable {
        var id: String
        var name: String?
        var color: String?
    }

    struct List: Decodable {
        var id: String
        var name: String?
        /// `active`, `closed`, `archive` or `trash`; none in 1.x.
        var type: String?
        var position: Double?
        var createdAt: String?
    }

    struct Card: Decodable {
        var id: String
        var listId: String
        var prevListId: String?
        var name: String
        var description: String?
        var position: Double?
        var dueDate: String?
        var isDueCompleted: Bool?
        var isDueDateCompleted: Bool?
        var stopwatch: Anything?
        var commentsTotal: Int?
        var createdAt: String?
        var updatedAt: String?
    }

    struct OfCard: Decodable {
        var cardId: String?
    }

    struct CardLabel: Decodable {
        var cardId: String
        var labelId: String
    }

    struct TaskList: Decodable {
        var id: String
        var cardId: String
        var name: String?
        var position: Double?
    }

    struct Task: Decodable {
        var id: String
        var taskListId: String?
        /// In 1.x, where a card has one list.
        var cardId: String?
        var name: String
        var position: Double?
        var isCompleted: Bool?
        var createdAt: String?
    }

    struct Attachment: Decodable {
        var cardId: String?
        var name: String?
        /// `file` or `link`; none in 1.x, where all are files.
        var type: String?
        /// Where 1.x keeps the file.
        var url: String?
        var data: Facts?

        struct Facts: Decodable {
            var url: String?

            private enum CodingKeys: String, CodingKey { case url }

            /// Reads the address where there is one: what files say of themselves may be of any form.
            init(from decoder: any Decoder) throws {
                guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else { return }
                url = try? fields.decode(String.self, forKey: .url)
            }
        }

        /// The address. Nil for a file that says it is one, and where there is none.
        var link: ForeignBoard.Link? {
            switch type {
            case "link"?: data?.url.flatMap { $0.isEmpty ? nil : ForeignBoard.Link(name: name ?? "", address: $0) }
            case nil: ForeignBoard.Link(name, at: data?.url ?? url)
            default: nil
            }
        }

        /// True for a file whose bytes Planka keeps.
        var isFile: Bool { link == nil || type == nil && data?.url == nil }
    }

    struct Comment: Decodable {
        var id: String
        var cardId: String?
        var userId: String?
        var text: String
        var createdAt: String?
    }
}
