package import Kernel

/// A command on captured items, collections, tags and prompts.
///
/// The caller mints every identifier, so a retried command is the same command. A place is named by the thing that
/// will stand just behind it (`above`, nil: at the end), never by an index.
package enum CaptureCommand: Sendable, Equatable {
    /// Needs nothing but a text. Requirements O-001, O-102.
    case captureItem(ItemID, content: String, captured: Instant)
    /// The text that was captured first stays readable for ever. Requirement O-1103.
    case rewordItem(ItemID, to: String)
    case typeItem(ItemID, ItemType)
    /// A JSON object, kept to the byte; empty: none. Requirement O-153.
    case annotateItem(ItemID, metadata: String)
    case tagItem(ItemID, [Name])
    case untagItem(ItemID, [Name])
    case starItem(ItemID)
    case unstarItem(ItemID)
    /// Nothing reminds of it: it is a day to look things up by. Requirements O-008, O-157.
    case followUpItem(ItemID, on: CalendarDay?)
    case completeItem(ItemID, at: Instant)
    case reopenItem(ItemID)
    case trashItem(ItemID)
    case restoreItem(ItemID)
    /// The original stays as it is and knows what came of it.
    case splitItem(ItemID, into: [NewItem])
    /// Duplicates become one: tags, star, collections and the earliest follow-up join `into`, the others go to the
    /// trash.
    case mergeItems(into: ItemID, from: [ItemID])

    case createCollection(CollectionID, name: Name, isStructured: Bool)
    case renameCollection(CollectionID, to: Name)
    case trashCollection(CollectionID)
    case restoreCollection(CollectionID)
    case openCollection(CollectionID)
    /// `under` and `above` only in plans: a list goes by creation time.
    case addToCollection(CollectionID, ItemID, under: ItemID?, above: ItemID?)
    case moveInCollection(CollectionID, ItemID, under: ItemID?, above: ItemID?)
    /// The items below it move up to where it stood.
    case removeFromCollection(CollectionID, ItemID)

    case createTag(TagID, name: Name, colour: TagColour)
    /// On every item at once, and what is nested below it along.
    case renameTag(TagID, to: Name)
    case recolourTag(TagID, TagColour)
    /// Takes it off every item; restoring gives it back.
    case deleteTag(TagID)
    case restoreTag(TagID)
    /// The same by name, whether there is a tag of that name or only items that have it; into a name that is there, the
    /// two become one.
    case renameTagValue(Name, to: Name)
    case deleteTagValue(Name)

    case attachFile(AttachmentID, to: ItemID, FileFacts)
    case detachFile(AttachmentID)

    case snoozePrompt(PromptKind, until: Instant)
    case dismissPrompt(PromptKind)
    case revivePrompt(PromptKind)

    case requestRun(RunID, RunRequest)
    case completeRun(RunID, RunOutput)
    case failRun(RunID, reason: RunFailure, latencyMs: Int)
    /// Before the answer came, or while looking at it; the items stay as they are. Requirement O-324.
    case cancelRun(RunID)
    case answerQuestion(RunID, question: Int, String)
    /// The only way in which a suggestion changes anything. Requirements O-007, O-325.
    case acceptSuggestion(RunID, SuggestionID, as: AcceptedShape)
    case declineSuggestion(RunID, SuggestionID)
    /// Says that the bytes sent and received were destroyed; their digests stay. Requirement O-510.
    case forgetRunPayload(RunID)
}

/// One of the items that another is split into.
package struct NewItem: Sendable, Equatable {
    package var id: ItemID
    package var content: String

    package init(id: ItemID, content: String) {
        self.id = id
        self.content = content
    }
}
