import Capture
import Kernel

extension AnswerShapes {
    static let captures: [String: JSONShape] = [
        "showInbox": items,
        "showItem": item,
        "createItem": item,
        "changeItem": item,
        "listCollections": .object(["collections": .list(collectionLine)]),
        "showCollection": collection,
        "showLogbook": items,
        "showFollowUp": .object([
            "days": .list(.object(["day": .day, "items": .list(.named("ItemLine"))]))
        ]),
        "listItemTags": .object(["tags": .list(itemTag)]),
        "listPrompts": .object(["prompts": .list(prompt)]),
        "listRuns": .object(["runs": .list(.named("Run"))]),
        "showRun": .named("Run"),
        "organise": .named("Run"),
        "showRunQueue": .object(["runs": .list(waitingRun)]),
    ]

    private static let waitingRun: JSONShape = .object([
        "id": .id, "priority": .words(RunPriority.self), "asked": .moment, "provider": .text, "model": .text,
        "items": .number,
    ])

    static let captureComponents: [String: JSONShape] = [
        "ItemLine": .object(itemLine),
        "Run": run,
        "RunSuggestion": suggestion,
        "Usage": .object([
            "inputTokens": .number, "outputTokens": .number, "requests": .number, "costMillionths": .number,
            "requestID": .orNull(.text),
        ]),
    ]

    private static let items: JSONShape = .object(["items": .list(.named("ItemLine"))])

    /// The linked collection and where it leads, in words, are there for links alone.
    private static let itemLine: JSONMembers = [
        "id": .id, "title": .text, "type": .word([ItemType.none, .task, .link(.zero)].map(\.word)),
        "linkedCollection": .optional(.id), "target": .optional(.text), "starred": .flag, "completed": .orNull(.moment),
        "followUp": .orNull(.day), "tags": .list(.text), "captured": .moment,
    ]

    private static let item: JSONShape = .fields(
        itemLine,
        [
            "state": .stateOfUnarchived, "collections": .list(placeOfItem), "metadata": .orNull(.map(.anything)),
            "source": .orNull(.id), "splitInto": .list(.id), "mergedInto": .orNull(.id), "mergedFrom": .list(.id),
            "files": attachedFiles,
        ],
        .touched("received"), .touched("updated"), ["content": .text, "original": .text])

    private static let placeOfItem: JSONShape = .object([
        "id": .id, "name": .text, "structured": .flag, "trashed": .flag, "under": .orNull(.id),
    ])

    private static let collectionLine: JSONShape = .fields(
        ["id": .id, "name": .text, "structured": .flag, "done": .number, "count": .number], .touched("created"))

    private static let collection: JSONShape = .fields(
        ["id": .id, "name": .text, "structured": .flag, "state": .stateOfUnarchived], .touched("created"),
        [
            "done": .number, "count": .number,
            "items": .list(.fields(itemLine, ["level": .number, "under": .orNull(.id)])),
        ])

    private static let itemTag: JSONShape = .object([
        "id": .orNull(.id), "name": .text, "colour": .words(TagColour.self), "count": .number, "countWithin": .number,
    ])

    private static let prompt: JSONShape = .oneOf([
        .object(["kind": .text, "snoozedUntil": .moment]), .object(["kind": .text, "dismissed": .flag]),
    ])

    /// Why it failed is there for a failed run alone, and what came back for one that came back.
    private static let run: JSONShape = .fields(
        ["id": .id, "status": .word(statusesOfRun), "askedBy": .text, "asked": .moment],
        [
            "provider": .text, "model": .text, "promptVersion": .text, "plan": .words(RunPlan.self),
            "priority": .words(RunPriority.self), "month": .month, "counted": .flag, "items": .list(.id),
            "inputSHA256": .digest, "payloadForgotten": .flag, "reason": .optional(.words(RunFailure.self)),
        ],
        [
            "outputSHA256": .optional(.digest), "latencyMs": .optional(.number), "usage": .optional(.named("Usage")),
            "droppedSuggestions": .optional(.number), "droppedParts": .optional(.number),
            "questions": .optional(.list(.object(["question": .text, "answer": .orNull(.text)]))),
            "suggestions": .optional(.list(.named("RunSuggestion"))),
        ])

    private static let statusesOfRun: [String] = {
        var run = OrganiseRun(request: .blank)
        let statuses: [OrganiseRun.Status] = [.pending, .completed, .failed(.timedOut, latencyMs: 0), .cancelled]
        return statuses.map { status in
            run.status = status
            return run.statusWord
        }
    }()

    private static let decisions: [SuggestionDecision] = [
        .open, .accepted(AcceptedThings(collection: nil, items: [])), .declined,
    ]

    /// The things made of it are there once it is accepted.
    private static let suggestion: JSONShape = .object([
        "id": .id, "kind": .words(SuggestionKind.self), "title": .text, "confidenceThousandths": .number,
        "confidence": .text, "decision": .word(decisions.map(\.word)), "collection": .optional(.orNull(.id)),
        "made": .optional(.list(.id)), "parts": .list(part),
    ])

    private static let part: JSONShape = .object([
        "text": .text, "item": .id, "start": .number, "length": .number, "under": .optional(.number),
    ])
}
