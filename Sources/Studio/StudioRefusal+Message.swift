import Kernel

extension StudioRefusal {
    /// A message that says what happened, to what, and what to do.
    package var message: String {
        aboutThings ?? aboutImages ?? aboutAnalyses ?? aboutStories ?? aboutTheRest
    }

    private var aboutThings: String? {
        switch self {
        case .noSuchChild(let id): "there is no child " + id.text + "; it may have been undone"
        case .noSuchArtwork(let id): "there is no artwork " + id.text + "; it may have been undone"
        case .noSuchImage(let id): "there is no image " + id.text + " in this artwork; it may have been removed"
        case .noSuchAlbum(let id): "there is no album " + id.text + "; it may have been undone"
        case .noSuchAnalysis(let id): "there is no analysis " + id.text + "; it may have been undone"
        case .noSuchTip(let id): "there is no tip " + id.text + " in this analysis; it may have been analysed anew"
        case .noSuchStory(let id): "there is no story " + id.text + "; it may have been undone"
        case .noSuchVersion(_, let version): "the story has no version " + String(version) + "; it may have been undone"
        case .noSuchMilestone(let id): "there is no milestone " + id.text + "; it may have been undone"
        case .childInTrash(_, let name): quoted(name) + " is in the trash; restore the child first"
        case .artworkInTrash(let id): "the artwork " + id.text + " is in the trash; restore it first"
        case .albumInTrash(_, let name): "the album " + quoted(name) + " is in the trash; restore it first"
        case .storyInTrash(_, let name): "the story " + quoted(name) + " is in the trash; restore it first"
        case .childNotEmpty(_, let name, let artworks):
            quoted(name) + " has " + counted(artworks, "artwork")
                + " by now, so adding the child cannot be undone; delete the child instead"
        default: nil
        }
    }

    private var aboutImages: String? {
        switch self {
        case .badFile(.badDigest): "a file needs its SHA-256 digest of 32 bytes"
        case .badFile(.notAnImage): "an artwork is made of images; this file is of another type"
        case .badFile(.badSize): "an image has at most " + String(Artwork.fileBytesMax) + " bytes"
        case .badImage:
            "an image has a width and a height of 1 to " + String(ImageFacts.pixelsMax)
                + " pixels and an orientation of 1 to 8"
        case .badRecipe: "an edit turns by whole quarters and crops to a part of the picture; nothing outside of it"
        case .noImages: "an artwork needs an image"
        case .lastImage: "an artwork keeps its last image; delete the artwork instead"
        case .sameImageTwice: "the same image stands in it twice; keep it once, or say that both are wanted"
        case .imageTaken(let id): "the identifier " + id.text + " already belongs to another image; mint a new one"
        case .duplicate(let id): "the very same image is in the artwork " + id.text + "; say so if it is wanted twice"
        case .deletedBefore(let id):
            "the very same image was deleted with the artwork " + id.text
                + "; restore that, or say that it is wanted again"
        case .notInAlbum(let id): "the artwork " + id.text + " is not in this album; add it first"
        case .albumIsSmart(_, let name):
            "the album " + quoted(name) + " fills itself; change what it shows, or use an album of your own"
        case .albumIsNotSmart(_, let name): "the album " + quoted(name) + " is filled by hand and has no filter"
        case .badFilter: "a filter's first day must not lie after its last"
        default: nil
        }
    }

    private var aboutAnalyses: String? {
        switch self {
        case .noConsent(let purpose, let name):
            "nobody has agreed to " + purpose.words + " for " + quoted(name) + "; give consent first"
        case .notPending: "the analysis is not waiting for this answer; it was stopped, answered or tried again"
        case .stillPending: "the analysis is still under way; wait for its answer"
        case .badDigest: "an analysis names the SHA-256 digest of what it was given, 32 bytes"
        case .badMetric(let skill): "a result measures " + skill.title + " once, with 0 to 1000 thousandths"
        case .wrongNumberOfTips(let count):
            "a result has 3 to 5 tips, each of its own; this one has " + String(count)
        case .badTip: "a tip says something and names a resource of the list together with the list's version"
        case .badUsage: "the use of a provider is counted from 0, and its name for an answer has at most 200 bytes"
        case .badConfidence(let tag): "the suggestion " + quoted(tag) + " is sure by 0 to 1000 thousandths, once"
        case .badAttempt(let attempt, let next):
            "attempt " + String(attempt) + " is out of turn; the next one is " + String(next)
        default: nil
        }
    }

    private var aboutStories: String? {
        switch self {
        case .wrongNumberOfArtworks(let count):
            "a story is told around 2 to 5 artworks; " + String(count) + (count == 1 ? " is" : " are") + " chosen"
        case .sameArtworkTwice(let id): "the artwork " + id.text + " is chosen twice; choose each once"
        case .noNames: "a story needs a name for who is in it"
        case .storyNotPending(_, let version):
            "version " + String(version) + " is not waiting to be told; it was stopped, told or asked for again"
        case .storyStillPending(_, let version): "version " + String(version) + " is still under way; wait for it"
        case .badVersion(let version, let next):
            "version " + String(version) + " is out of turn; the next one is " + String(next)
        case .artworkNotTold(let id): "the artwork " + id.text + " was chosen and is not in the story; tell it anew"
        case .artworkNotAsked(let id): "the artwork " + id.text + " is in the story and was not chosen; tell it anew"
        case .nameNotTold(let name): quoted(name) + " is not in the story; tell it anew"
        case .emptyStory: "a story must say something"
        default: nil
        }
    }

    private var aboutTheRest: String {
        switch self {
        case .noAge: "say how old the child is, or in which month it was born"
        case .badAge(let years):
            "the studio is for children of 3 to 10 years; this one would be " + String(years)
        case .birthInFuture: "a child is born in the past, and less than " + String(Child.ageMax + 1) + " years ago"
        case .badDay: "a day lies between the years 1 and 9999"
        case .badEmoji: "an avatar is one emoji, or a photo"
        case .milestoneNamedByRule: "this milestone is named by what it celebrates; hide it, or add one of your own"
        case .badSnooze(let day):
            day.text + " is not a day to put reminders off to; choose one of the next "
                + String(Reminders.snoozeDaysMax) + " days"
        case .badName(let fault): fault.message
        case .badText(let refusal): refusal.message
        case .tooLong(let writing, let bytes, let max):
            writing.words + " has at most " + String(max) + " bytes; this one has " + String(bytes)
        case .tooMany(let resource, let max): resource.sentence(max)
        case .notThereYet(let id): "there was no " + id.text + " at that point; choose a later one"
        default: preconditionFailure("every refusal is told by one of the sentences above")
        }
    }

    private func quoted(_ name: Name) -> String { "\"" + name.text + "\"" }
}

extension ConsentPurpose {
    /// The purpose of the consent, as a clause of a sentence.
    var words: String {
        switch self {
        case .analysis: "analysing artworks"
        case .stories: "telling stories"
        case .training: "training"
        }
    }
}

extension StudioRefusal.Writing {
    fileprivate var words: String {
        switch self {
        case .reason: "a reason"
        case .tip: "a tip"
        case .resource: "the name of a resource"
        case .description: "the description of a picture"
        case .storyNote: "what the teller is told"
        case .story: "a story"
        case .notice: "the name of a notice"
        }
    }
}

extension StudioRefusal.LimitedResource {
    fileprivate func sentence(_ max: Int) -> String {
        let count = String(max)
        return switch self {
        case .children: "a family has at most " + count + " children; start another workspace"
        case .artworks: "a workspace has at most " + count + " artworks; start another workspace"
        case .images: "an artwork shows at most " + count + " images; make another artwork of the rest"
        case .tags: "an artwork has at most " + count + " tags; take some away first"
        case .albums: "a workspace has at most " + count + " albums; restore one and use it again"
        case .artworksInAlbum: "an album holds at most " + count + " artworks; start another album"
        case .choices: "a filter lists at most " + count + " things; choose fewer"
        case .analyses: "a workspace has at most " + count + " analyses; try an earlier one again"
        case .attempts: "an analysis is tried at most " + count + " times; request a new one"
        case .suggestedTags: "an analysis suggests at most " + count + " tags; keep the surest"
        case .stories: "a workspace has at most " + count + " stories; tell an earlier one anew"
        case .versions: "a story has at most " + count + " versions; start another story"
        case .names: "a story has at most " + count + " names; choose fewer"
        case .passages: "a story has at most " + count + " passages; tell it in fewer"
        case .milestones: "a workspace has at most " + count + " milestones"
        }
    }
}
