package import Kernel

/// A rule of capture that forbids a command.
package enum CaptureRefusal: Error, Equatable, Sendable {
    case noSuchItem(ItemID)
    case noSuchCollection(CollectionID)
    case noSuchTag(TagID)
    case noSuchFile(AttachmentID)
    case noSuchRun(RunID)
    case noSuchSuggestion(SuggestionID)
    case noSuchQuestion(Int)

    case itemInTrash(ItemID, String)
    case collectionInTrash(CollectionID, Name)
    case tagDeleted(TagID, Name)
    /// Undoing its creation would take these items out of sight with it.
    case collectionNotEmpty(CollectionID, Name, items: Int)

    case notInCollection(ItemID, String, Name)
    /// The item above which, or under which, another should stand is not there.
    case neighbourElsewhere(ItemID, String)
    case parentElsewhere(ItemID, String)
    /// It would stand under itself.
    case wouldCycle(ItemID, String)
    case tooDeep(max: Int)
    /// A list goes by creation time: nothing in it has a place of its own.
    case listHasNoOrder(CollectionID, Name)

    case emptyContent
    case tooLong(Measured, bytes: Int, max: Int)
    case badMetadata
    case badDay
    case badName(NameFault)
    /// A nested tag with nothing between two slashes.
    case badTag(Name)
    case nameTaken(Name, free: Name)
    case tagInsideItself(Name, Name)
    case badPrompt(String)

    case nothingToSplitInto
    case mergedWithItself(ItemID, String)

    /// An identifier was minted twice: it already names another thing.
    case itemTaken(ItemID, String)
    case collectionTaken(CollectionID, Name)
    case fileTaken(AttachmentID)
    case digestMalformed

    /// The month's runs are used up; `resets` is the first day on which there are new ones. Requirement O-401.
    case aiQuota(max: Int, resets: CalendarDay)
    /// So many runs were begun this month, whatever became of them, that no more are. Requirement O-1101.
    case aiAttempts(max: Int, resets: CalendarDay)
    case badRun(RunFault)
    case runPending(RunID)
    case runOver(RunID)
    case alreadyDecided(SuggestionID)
    case badShape(ShapeFault)

    case tooMany(LimitedResource, max: Int)
    /// It did not exist yet at the point it should be brought back to.
    case notThereYet(EntityID)

    package enum Measured: Sendable, Equatable {
        case content, metadata, answer
    }

    /// A thing whose number is limited.
    package enum LimitedResource: Sendable, Equatable {
        case items, collections, itemsInCollection, collectionsOfItem, tags, tagsOnItem, parts, files, prompts, runs
        case itemsInRun
    }

    package enum RunFault: Sendable, Equatable {
        case noItems, badWord, badDigest, badMonth, badLatency, badUsage
    }

    package enum ShapeFault: Sendable, Equatable {
        case noParts, noSuchPart, partTwice, parentNotBefore, partOfNone
    }
}

extension CaptureRefusal {
    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .noSuchItem(let id): "there is no item " + id.text + "; it may have been undone"
        case .noSuchCollection(let id): "there is no plan or list " + id.text + "; it may have been undone"
        case .noSuchTag(let id): "there is no tag " + id.text + "; it may have been undone"
        case .noSuchFile(let id): "there is no file " + id.text + " on any item"
        case .noSuchRun(let id): "there is no organising run " + id.text + "; it may have been undone"
        case .noSuchSuggestion(let id): "the run made no suggestion " + id.text
        case .noSuchQuestion(let number): "the run asked no question " + String(number)
        case .itemInTrash(_, let title): "the item " + quoted(title) + " is in the trash; restore it first"
        case .collectionInTrash(_, let name): quoted(name.text) + " is in the trash; restore it first"
        case .tagDeleted(_, let name): "the tag " + quoted(name.text) + " is deleted; restore it first"
        case .collectionNotEmpty(_, let name, let items):
            quoted(name.text) + " has " + counted(items, "item")
                + " by now, so its creation cannot be undone; move it to the trash instead"
        case .notInCollection(_, let title, let name):
            "the item " + quoted(title) + " is not in " + quoted(name.text) + "; add it first"
        case .neighbourElsewhere(_, let title):
            "the item " + quoted(title) + " does not stand there, so nothing can be put above it; name another place"
        case .parentElsewhere(_, let title):
            "the item " + quoted(title) + " is not in this plan, so nothing can be put under it; add it first"
        case .wouldCycle(_, let title):
            "the item " + quoted(title) + " cannot stand under itself; move what is under it out first"
        case .tooDeep(let max): "a plan has at most " + String(max) + " levels; put it higher up"
        case .listHasNoOrder(_, let name):
            quoted(name.text) + " is a list, which goes by creation time; use a plan for an order of your own"
        case .emptyContent: "there is nothing to keep; write something first"
        case .tooLong(let measured, let bytes, let max):
            measured.phrase + " has at most " + String(max) + " bytes; this one has " + String(bytes)
        case .badMetadata: "metadata must be a JSON object, such as {\"key\":1}"
        case .badDay: "a follow-up day lies between the years 1 and 9999"
        case .badName(let fault): fault.message
        case .badTag(let name): "the tag " + quoted(name.text) + " has an empty part between its slashes"
        case .nameTaken(let name, let free):
            "there is a tag " + quoted(name.text) + " already; use it, or call this one " + quoted(free.text)
        case .tagInsideItself(let old, let new):
            quoted(new.text) + " is below " + quoted(old.text) + "; a tag cannot become part of itself"
        case .badPrompt(let key):
            "a prompt is named by up to 64 of a to z, digits and dashes, unlike " + quoted(key)
        case .nothingToSplitInto: "an item is split into at least one other"
        case .mergedWithItself(_, let title): "the item " + quoted(title) + " cannot be merged into itself"
        case .itemTaken(_, let title):
            "the identifier of a new item already belongs to " + quoted(title) + "; mint a new one"
        case .collectionTaken(_, let name):
            "the identifier of a new plan or list already belongs to " + quoted(name.text) + "; mint a new one"
        case .fileTaken(let id): "the identifier " + id.text + " already names another file; mint a new one"
        case .digestMalformed: "a SHA-256 digest has 32 bytes"
        case .aiQuota(let max, let resets):
            "this month's " + String(max) + " organising runs are used; there are new ones from " + resets.text
                + ", and organising by hand always works"
        case .aiAttempts(let max, let resets):
            String(max) + " organising runs were begun this month, failed ones included; there are new ones from "
                + resets.text + ", and organising by hand always works"
        case .badRun(let fault): fault.message
        case .runPending(let id): "the run " + id.text + " has no answer yet; wait for it or cancel it"
        case .runOver(let id): "the run " + id.text + " is over; ask for a new one"
        case .alreadyDecided: "this suggestion was decided on already; undo that first"
        case .badShape(let fault): fault.message
        case .tooMany(let resource, let max): resource.sentence(max)
        case .notThereYet(let id): "there was no " + id.text + " at that point; choose a later one"
        }
    }
}

func quoted(_ name: String) -> String { "\"" + name + "\"" }

extension CaptureRefusal.Measured {
    fileprivate var phrase: String {
        switch self {
        case .content: "an item"
        case .metadata: "metadata"
        case .answer: "an answer"
        }
    }
}

extension CaptureRefusal.RunFault {
    fileprivate var message: String {
        switch self {
        case .noItems: "a run needs at least one item to organise"
        case .badWord: "provider, model and prompt version are named in 1 to 200 bytes each"
        case .badDigest: "a run names what it sends and receives by SHA-256 digests of 32 bytes"
        case .badMonth: "a run counts for the month that it is now, of the years 1 to 9998"
        case .badLatency: "a latency is not negative"
        case .badUsage: "the use of a provider is counted from 0, and its name for an answer has at most 200 bytes"
        }
    }
}

extension CaptureRefusal.ShapeFault {
    fileprivate var message: String {
        switch self {
        case .noParts: "nothing of the suggestion is left; decline it instead"
        case .noSuchPart: "the suggestion has no such part"
        case .partTwice: "a part of a suggestion can be taken over once, and every item stands for one part"
        case .parentNotBefore: "a part stands under one that comes before it"
        case .partOfNone: "tasks by themselves stand under nothing; choose a plan"
        }
    }
}

extension CaptureRefusal.LimitedResource {
    fileprivate func sentence(_ max: Int) -> String {
        let most = " at most " + String(max) + " "
        return switch self {
        case .items: "a workspace has" + most + "items; start another workspace"
        case .collections: "a workspace has" + most + "plans and lists; start another workspace"
        case .itemsInCollection: "a plan or list has" + most + "items, trashed ones included; start another"
        case .collectionsOfItem: "an item is in" + most + "plans and lists; take it out of one first"
        case .tags: "a workspace has" + most + "tags; use one that is there"
        case .tagsOnItem: "an item has" + most + "tags; take some away first"
        case .parts: "an item is split into, or merged with," + most + "others at once; do it in several steps"
        case .files: "a workspace has" + most + "files on items, detached ones included; start another workspace"
        case .prompts: "a workspace remembers" + most + "kinds of prompts"
        case .runs: "a workspace has" + most + "organising runs; start another workspace"
        case .itemsInRun: "a run organises" + most + "items; choose fewer"
        }
    }
}
