extension BoardRefusal {
    /// The rule that said no, without what it said no to. Its name is what programs go by: never changed, never reused.
    package enum Rule: String, Sendable, CaseIterable {
        case noSuchBoard, noSuchColumn, noSuchCard, noSuchItem, noSuchComment, noSuchFile, boardArchived
        case boardInTrash, columnDeleted, cardInTrash, boardNotEmpty, columnNotEmpty, columnElsewhere
        case neighbourElsewhere, itemElsewhere, targetIsDeletedToo, columnTaken, fileTaken, digestMalformed, badName
        case badText, badDue, badTag, emptyComment, tooLong, tooMany, notThereYet, columnArchived
    }

    package var rule: Rule {
        switch self {
        case .noSuchBoard: .noSuchBoard
        case .noSuchColumn: .noSuchColumn
        case .noSuchCard: .noSuchCard
        case .noSuchItem: .noSuchItem
        case .noSuchComment: .noSuchComment
        case .noSuchFile: .noSuchFile
        case .boardArchived: .boardArchived
        case .boardInTrash: .boardInTrash
        case .columnDeleted: .columnDeleted
        case .columnArchived: .columnArchived
        case .cardInTrash: .cardInTrash
        case .boardNotEmpty: .boardNotEmpty
        case .columnNotEmpty: .columnNotEmpty
        case .columnElsewhere: .columnElsewhere
        case .neighbourElsewhere: .neighbourElsewhere
        case .itemElsewhere: .itemElsewhere
        case .targetIsDeletedToo: .targetIsDeletedToo
        case .columnTaken: .columnTaken
        case .fileTaken: .fileTaken
        case .digestMalformed: .digestMalformed
        case .badName: .badName
        case .badText: .badText
        case .badDue: .badDue
        case .badTag: .badTag
        case .emptyComment: .emptyComment
        case .tooLong: .tooLong
        case .tooMany: .tooMany
        case .notThereYet: .notThereYet
        }
    }

    /// The name of the rule in a problem document, such as `notThereYet`.
    package var name: String { rule.rawValue }
}
