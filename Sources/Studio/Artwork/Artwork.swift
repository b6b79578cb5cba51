package import Kernel

/// The facts about an artwork that both the rules and the read models need; its notes are a text, which each keeps as it needs.
package struct Artwork: Sendable, Equatable {
    /// Images of one artwork that are shown. Requirement J-104.
    package static let imagesMax = 20
    /// The same with those that were removed and can be brought back.
    package static let imagesKeptMax = 200
    /// Bytes in one image or photo: a gibibyte.
    package static let fileBytesMax = 1 << 30

    package var child: ChildID
    /// The day the work was made on, as far as anyone knows: what every timeline goes by.
    package var date: CalendarDay
    /// The day it was taken in.
    package var uploaded: CalendarDay
    package var category: ArtworkCategory
    /// `crayon on paper`; nil when nobody said.
    package var medium: Name?
    package var caption: Name?
    /// Sorted by their bytes: a tag that comes back stands where it stood.
    package var tags: [Name]
    package var isFavourite = false
    package var flags = LifecycleFlags()
    /// In the order in which they came; `shownImages` gives them in the order a person gave them.
    package internal(set) var images: [ArtImage]
    /// The last edit of its notes, to know it when it is sent again.
    package var lastEdit = EditDigest.none

    package init(_ new: NewArtwork, of child: ChildID) {
        self.child = child
        uploaded = new.uploaded
        date = new.date ?? new.uploaded
        category = new.category
        medium = new.medium
        caption = new.caption
        tags = new.tags
        images = []
        images.reserveCapacity(new.images.count)
        var last: Rank?
        for facts in new.images {
            let rank = last.map { Rank.between($0, nil) } ?? .middle
            images.append(ArtImage(facts: facts, rank: rank))
            last = rank
        }
    }
}

/// One image of an artwork. Its bytes are never touched: what a person makes of it is a recipe. Requirement B-60.
package struct ArtImage: Sendable, Equatable {
    package var facts: ImageFacts
    package var rank: Rank
    package var recipe = EditRecipe.untouched
    package var isRemoved = false
    /// Its adding was undone.
    package var isWithdrawn = false

    package var isShown: Bool { !isRemoved && !isWithdrawn }
}

/// The facts about an image that are known without its bytes.
package struct ImageFacts: Sendable, Equatable {
    package static let pixelsMax = 1_000_000

    package var id: ImageID
    package var file: FileFacts
    package var widthPixels: Int
    package var heightPixels: Int
    /// As the camera held it: the orientation of EXIF, 1 to 8.
    package var orientation: Int
    /// The day the camera wrote into it.
    package var taken: CalendarDay?
    /// A perceptual hash of what is to be seen, worked out by who has the bytes: alike images differ in few bits.
    package var fingerprint: UInt64?

    package init(
        id: ImageID, file: FileFacts, widthPixels: Int, heightPixels: Int, orientation: Int = 1,
        taken: CalendarDay? = nil, fingerprint: UInt64? = nil
    ) {
        self.id = id
        self.file = file
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        self.orientation = orientation
        self.taken = taken
        self.fingerprint = fingerprint
    }
}

/// An artwork as it is taken in. Requirements J-102, J-711.
package struct NewArtwork: Sendable, Equatable {
    /// In their order.
    package var images: [ImageFacts]
    /// The day it was made on; nil: the day its first dated image was taken, else the day of the upload.
    package var date: CalendarDay?
    /// Today, where the person is.
    package var uploaded: CalendarDay
    package var category: ArtworkCategory
    package var medium: Name?
    package var caption: Name?
    package var notes: String
    package var tags: [Name]

    package init(
        images: [ImageFacts], date: CalendarDay? = nil, uploaded: CalendarDay, category: ArtworkCategory = .drawing,
        medium: Name? = nil, caption: Name? = nil, notes: String = "", tags: [Name] = []
    ) {
        self.images = images
        self.date = date
        self.uploaded = uploaded
        self.category = category
        self.medium = medium
        self.caption = caption
        self.notes = notes
        self.tags = tags
    }
}

extension Artwork {
    package func imageIndex(_ id: ImageID) -> Int? { images.firstIndex { $0.facts.id == id } }

    /// The images in their order, removed ones included: those keep their places too.
    package var imageOrder: Order<ArtImage> { Order(images.map { .init(rank: $0.rank, id: $0.facts.id) }) }

    /// The images that are there, in their order.
    package var shownImages: [ArtImage] {
        images.filter { $0.isShown }
            .sorted { $0.rank != $1.rank ? $0.rank < $1.rank : $0.facts.id < $1.facts.id }
    }

    package var shownImageCount: Int {
        var count = 0
        for image in images where image.isShown { count += 1 }
        return count
    }

    mutating func add(_ new: [Name]) {
        for tag in new where !tags.contains(tag) {
            let index = tags.firstIndex { precedes(tag.text, $0.text) } ?? tags.count
            tags.insert(tag, at: index)
        }
    }

    mutating func remove(_ old: [Name]) { tags.removeAll { old.contains($0) } }
}

extension Artwork: FieldMessage {
    package static var schemaName: StaticString { "Artwork" }
    package static var blank: Artwork { Artwork(.blank, of: .zero) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "child", &child)
        coder.field(2, "date", &date)
        coder.field(3, "uploaded", &uploaded)
        coder.field(4, "category", &category)
        coder.field(5, "medium", &medium)
        coder.field(6, "caption", &caption)
        coder.field(7, "tags", &tags)
        coder.field(8, "is_favourite", &isFavourite)
        coder.field(9, "standing", &flags)
        coder.field(10, "images", &images)
        coder.field(11, "last_edit", &lastEdit.word)
    }
}

extension ArtImage: FieldMessage {
    package static var schemaName: StaticString { "ArtImage" }
    package static var blank: ArtImage { ArtImage(facts: .blank, rank: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "facts", &facts)
        coder.field(2, "rank", &rank)
        coder.field(3, "recipe", &recipe)
        coder.field(4, "is_removed", &isRemoved)
        coder.field(5, "is_withdrawn", &isWithdrawn)
    }
}

extension ImageFacts: FieldMessage {
    package static var schemaName: StaticString { "ImageFacts" }
    package static var blank: ImageFacts {
        ImageFacts(id: .zero, file: .blank, widthPixels: 0, heightPixels: 0, orientation: 0)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "file", &file)
        coder.field(3, "width_pixels", &widthPixels)
        coder.field(4, "height_pixels", &heightPixels)
        coder.field(5, "orientation", &orientation)
        coder.field(6, "taken", &taken)
        coder.field(7, "fingerprint", &fingerprint)
    }
}

extension NewArtwork: FieldMessage {
    package static var schemaName: StaticString { "NewArtwork" }
    package static var blank: NewArtwork { NewArtwork(images: [], uploaded: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "images", &images)
        coder.field(2, "date", &date)
        coder.field(3, "uploaded", &uploaded)
        coder.field(4, "category", omittable: &category)
        coder.field(5, "medium", &medium)
        coder.field(6, "caption", &caption)
        coder.field(7, "notes", omittable: &notes)
        coder.field(8, "tags", omittable: &tags)
    }
}
