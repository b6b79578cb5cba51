/// A board as WeKan exports it (`"_format": "wekan-board-1.0.0"`): the parts that Daybook has a place for, and of the
/// rest how much there is.
struct WeKanBoard: Decodable {
    var _id: String
    var title: String
    var description: String?
    var archived: Bool?
    var createdAt: String?
    var labels: [Label]?
    var lists: [List]
    var cards: [Card]
    var swimlanes: [Swimlane]?
    var comments: [Comment]?
    var checklists: [Checklist]?
    var checklistItems: [Item]?
    var users: [User]?
    var activities: [Activity]?
    var rules: [Anything]?
    var attachments: [Attachment]?

    struct Label: Decodable {
        var _id: String
        var name: String?
        var color: String?
    }

    struct List: Decodable {
        var _id: String
        var title: String
        var sort: Double?
        var archived: Bool?
        var createdAt: String?
    }

    struct Swimlane: Decodable {
        var _id: String
        var title: String?
        var sort: Double?
    }

    struct Card: Decodable {
        var _id: String
        var title: String?
        var listId: String?
        var swimlaneId: String?
        var sort: Double?
        var description: String?
        var labelIds: [String?]?
        var members: [String]?
        var assignees: [String]?
        var archived: Bool?
        var createdAt: String?
        var modifiedAt: String?
        var dateLastActivity: String?
        var receivedAt: String?
        var startAt: String?
        var dueAt: String?
        var endAt: String?
        var spentTime: Double?
        var parentId: String?
        var color: String?
        var customFields: [Field]?
        var vote: Vote?
    }

    struct Field: Decodable {
        var value: Anything?
    }

    struct Vote: Decodable {
        var question: String?
    }

    struct Comment: Decodable {
        var _id: String
        var cardId: String?
        var text: String?
        var createdAt: String?
        var userId: String?
    }

    struct Checklist: Decodable {
        var _id: String
        var cardId: String?
        var title: String?
        var sort: Double?
    }

    struct Item: Decodable {
        var _id: String
        var checklistId: String?
        var title: String?
        var sort: Double?
        var isFinished: Bool?
        var createdAt: String?
    }

    struct User: Decodable {
        var _id: String
        var username: String?
        var profile: Profile?

        struct Profile: Decodable {
            var fullname: String?
        }
    }

    struct Activity: Decodable {
        var activityType: String?
    }

    struct Attachment: Decodable {
        var _id: String?
        var cardId: String?
        var name: String?
        /// In base 64; missing where the export leaves files out.
        var file: String?
        /// Of those that are only an address, such as what came from Trello.
        var url: String?
    }
}
