extension CaptureRefusal {
    /// The rule that said no, without what it said no to. Its name is what programs go by: never changed, never reused.
    package enum Rule: String, Sendable, CaseIterable {
        case noSuchItem, noSuchCollection, noSuchTag, noSuchFile, noSuchRun, noSuchSuggestion, noSuchQuestion
        case itemInTrash, collectionInTrash, tagDeleted, collectionNotEmpty, notInCollection, neighbourElsewhere
        case parentElsewhere, wouldCycle, tooDeep, listHasNoOrder, emptyContent, tooLong, badMetadata, badDay
        case badName, badTag, nameTaken, tagInsideItself, badPrompt, nothingToSplitInto, mergedWithItself, itemTaken
        case collectionTaken, fileTaken, digestMalformed, aiQuota, aiAttempts, badRun, runPending, runOver
        case alreadyDecided, badShape, tooMany, notThereYet
    }

    package var rule: Rule {
        switch self {
        case .noSuchItem: .noSuchItem
        case .noSuchCollection: .noSuchCollection
        case .noSuchTag: .noSuchTag
        case .noSuchFile: .noSuchFile
        case .noSuchRun: .noSuchRun
        case .noSuchSuggestion: .noSuchSuggestion
        case .noSuchQuestion: .noSuchQuestion
        case .itemInTrash: .itemInTrash
        case .collectionInTrash: .collectionInTrash
        case .tagDeleted: .tagDeleted
        case .collectionNotEmpty: .collectionNotEmpty
        case .notInCollection: .notInCollection
        case .neighbourElsewhere: .neighbourElsewhere
        case .parentElsewhere: .parentElsewhere
        case .wouldCycle: .wouldCycle
        case .tooDeep: .tooDeep
        case .listHasNoOrder: .listHasNoOrder
        case .emptyContent: .emptyContent
        case .tooLong: .tooLong
        case .badMetadata: .badMetadata
        case .badDay: .badDay
        case .badName: .badName
        case .badTag: .badTag
        case .nameTaken: .nameTaken
        case .tagInsideItself: .tagInsideItself
        case .badPrompt: .badPrompt
        case .nothingToSplitInto: .nothingToSplitInto
        case .mergedWithItself: .mergedWithItself
        case .itemTaken: .itemTaken
        case .collectionTaken: .collectionTaken
        case .fileTaken: .fileTaken
        case .digestMalformed: .digestMalformed
        case .aiQuota: .aiQuota
        case .aiAttempts: .aiAttempts
        case .badRun: .badRun
        case .runPending: .runPending
        case .runOver: .runOver
        case .alreadyDecided: .alreadyDecided
        case .badShape: .badShape
        case .tooMany: .tooMany
        case .notThereYet: .notThereYet
        }
    }

    /// The name of the rule in a problem document, such as `notThereYet`.
    package var name: String { rule.rawValue }
}
