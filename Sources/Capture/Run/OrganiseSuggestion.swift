package import Kernel

/// One proposal on how to organise: nothing happens by it until the person says so. Requirements O-302, O-304.
package struct OrganiseSuggestion: Sendable, Equatable {
    package var id: SuggestionID
    package var kind: SuggestionKind
    package var title: Name
    package var parts: [SuggestedPart]
    /// 0 to 1,000.
    package var confidenceThousandths: Int

    package init(
        id: SuggestionID, kind: SuggestionKind, title: Name, parts: [SuggestedPart], confidenceThousandths: Int
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.parts = parts
        self.confidenceThousandths = confidenceThousandths
    }

    /// `high (850 of 1000)`: in words and as a number. Requirement O-304.
    package var confidenceText: String {
        let word =
            switch confidenceThousandths {
            case 800...: "high"
            case 500..<800: "medium"
            default: "low"
            }
        return word + " (" + String(confidenceThousandths) + " of 1000)"
    }
}

package enum SuggestionKind: UInt64, FieldChoice, Sendable {
    case plan = 0
    case list = 1
    case task = 2

    package static var blank: SuggestionKind { .plan }

    package var fieldName: StaticString {
        switch self {
        case .plan: "plan"
        case .list: "list"
        case .task: "task"
        }
    }
}

/// One item that is proposed, with the words it was taken from.
package struct SuggestedPart: Sendable, Equatable {
    package var text: String
    package var citation: Citation
    /// The part, earlier in the same suggestion, under which it stands; of plans only.
    package var under: Int?

    package init(text: String, citation: Citation, under: Int? = nil) {
        self.text = text
        self.citation = citation
        self.under = under
    }
}

/// Where in an item's content something was found. Positions count Unicode scalars. Requirement O-306.
package struct Citation: Sendable, Equatable {
    package var item: ItemID
    package var start: Int
    package var length: Int

    package init(item: ItemID, start: Int, length: Int) {
        self.item = item
        self.start = start
        self.length = length
    }
}

/// The answer of a provider, before it is checked.
package struct RunOutput: Sendable, Equatable {
    package var suggestions: [OrganiseSuggestion]
    package var questions: [String]
    /// SHA-256 of the answer as it came.
    package var outputDigest: [UInt8]
    package var latencyMs: Int
    /// Nil for a provider that counts nothing.
    package var usage: ProviderUsage?

    package init(
        suggestions: [OrganiseSuggestion], questions: [String], outputDigest: [UInt8], latencyMs: Int,
        usage: ProviderUsage? = nil
    ) {
        self.suggestions = suggestions
        self.questions = questions
        self.outputDigest = outputDigest
        self.latencyMs = latencyMs
        self.usage = usage
    }
}

/// The answer of a provider, without the parts that it made up.
package struct RunOutcome: Sendable, Equatable {
    package var suggestions: [OrganiseSuggestion]
    package var questions: [String]
    package var outputDigest: [UInt8]
    package var latencyMs: Int
    /// Suggestions without one part that cites what is there.
    package var droppedSuggestions: Int
    /// Parts that cite nothing, or say what the words they cite do not.
    package var droppedParts: Int
    package var usage: ProviderUsage?

    package init(
        suggestions: [OrganiseSuggestion], questions: [String], outputDigest: [UInt8], latencyMs: Int,
        droppedSuggestions: Int, droppedParts: Int, usage: ProviderUsage? = nil
    ) {
        self.suggestions = suggestions
        self.questions = questions
        self.outputDigest = outputDigest
        self.latencyMs = latencyMs
        self.droppedSuggestions = droppedSuggestions
        self.droppedParts = droppedParts
        self.usage = usage
    }
}

/// The decision of the person on one suggestion.
package enum SuggestionDecision: Sendable, Equatable {
    case open
    case accepted(AcceptedThings)
    case declined
}

/// The collection and the items that an accepted suggestion led to.
package struct AcceptedThings: Sendable, Equatable {
    /// Nil for a task alone.
    package var collection: CollectionID?
    package var items: [ItemID]

    package init(collection: CollectionID?, items: [ItemID]) {
        self.collection = collection
        self.items = items
    }
}
