import Capture
import Kernel
import Studio

extension Workload {
    /// The captures so far.
    struct Captures {
        var items: [ItemID] = []
        var plans: [CollectionID] = []
    }

    /// The contents of the studio so far.
    struct Works {
        var children: [ChildID] = []
        var artworks: [(id: ArtworkID, length: Int, revision: Int)] = []
        var albums: [AlbumID] = []
    }

    mutating func nextCapture() -> CaptureCommand {
        if captures.plans.count < 10 || (captures.plans.count < 300 && below(800) == 0) {
            let id: CollectionID = identifier()
            captures.plans.append(id)
            return .createCollection(id, name: Name(recorded: sentence(2)), isStructured: true)
        }
        if captures.items.count < 50 || (captures.items.count < notesMax && below(4) == 0) {
            let id: ItemID = identifier()
            captures.items.append(id)
            return .captureItem(id, content: sentence(6 + below(12)), captured: Instant(seconds: 1_700_000_000))
        }
        let item = captures.items[below(captures.items.count)]
        let plan = captures.plans[below(captures.plans.count)]
        switch below(10) {
        case 0: return .rewordItem(item, to: sentence(8))
        case 1: return .tagItem(item, [Name(recorded: Self.words[below(Self.words.count)])])
        case 2: return .typeItem(item, .task)
        case 3, 4: return .addToCollection(plan, item, under: nil, above: nil)
        case 5: return .followUpItem(item, on: CalendarDay(daysSinceEpoch: 20_000 + below(900)))
        case 6: return .starItem(item)
        case 7: return .unstarItem(item)
        case 8: return .completeItem(item, at: Instant(seconds: 1_700_000_000 + Int64(below(1_000_000))))
        default: return .reopenItem(item)
        }
    }

    mutating func nextWork() -> StudioCommand {
        let today = CalendarDay(daysSinceEpoch: 20_000)
        if works.children.count < 3 {
            let id: ChildID = identifier()
            works.children.append(id)
            return .addChild(id, name: Name(recorded: sentence(1)), birth: nil, age: 5, avatar: .none, today: today)
        }
        if works.albums.count < 20 {
            let id: AlbumID = identifier()
            works.albums.append(id)
            return .createAlbum(id, name: Name(recorded: sentence(2)))
        }
        if works.artworks.count < 50 || (works.artworks.count < notesMax && below(4) == 0) { return newArtwork(today) }
        let at = below(works.artworks.count)
        let artwork = works.artworks[at].id
        switch below(8) {
        case 0: return .captionArtwork(artwork, Name(recorded: sentence(3)))
        case 1: return .tagArtwork(artwork, [Name(recorded: Self.words[below(Self.words.count)])])
        case 2: return .dateArtwork(artwork, CalendarDay(daysSinceEpoch: 19_000 + below(900)))
        case 3: return .addToAlbum(works.albums[below(works.albums.count)], artwork, above: nil)
        case 4: return .favouriteArtwork(artwork)
        case 5: return .unfavouriteArtwork(artwork)
        default:
            var notes = works.artworks[at]
            let edit = edit(length: &notes.length, revision: &notes.revision)
            works.artworks[at] = notes
            return .annotateArtwork(artwork, edit)
        }
    }

    private mutating func newArtwork(_ today: CalendarDay) -> StudioCommand {
        let id: ArtworkID = identifier()
        works.artworks.append((id, 0, 0))
        let digest = (0..<4).flatMap { _ in withUnsafeBytes(of: next()) { Array($0) } }
        let file = FileFacts(
            name: Name(recorded: "photo.jpg"), mediaType: "image/jpeg", sizeBytes: 2_000_000, digest: digest)
        let image = ImageFacts(id: identifier(), file: file, widthPixels: 4_000, heightPixels: 3_000)
        return .uploadArtwork(
            id, of: works.children[below(works.children.count)],
            NewArtwork(
                images: [image], date: CalendarDay(daysSinceEpoch: 19_000 + below(900)), uploaded: today,
                caption: Name(recorded: sentence(3))))
    }
}
