package import Kernel

/// Artworks side by side: what a grid shows. Requirements J-450, B-65.
package struct GalleryView: CanonicalView, Sendable, Equatable {
    /// Newest first, in the order of their dates; in an album in the album's order.
    package var artworks: [ArtworkLine]
    /// All artworks of the gallery, also where `artworks` is a page.
    package let count: Int

    init(artworks: [ArtworkLine]) {
        self.artworks = artworks
        count = artworks.count
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        lines.add(0, counted(count, "artwork"))
        for artwork in artworks { artwork.write(to: &lines, 1) }
        return lines
    }

    package func write(to json: inout JSONWriter) { json.array(artworks) { $1.write(to: &$0) } }
}

/// An artwork as it stands in a grid or a list: enough to choose it by.
package struct ArtworkLine: Sendable, Equatable {
    package var id: ArtworkID
    package var title: String
    package var child: ChildID
    package var childName: String
    package var date: CalendarDay
    /// Whole years of the child on that day. Requirement J-202.
    package var age: Int?
    package var category: ArtworkCategory
    package var medium: String
    package var tags: [String]
    package var images: Int
    package var isFavourite: Bool
    /// Of the first image that is shown: what a thumbnail is made of.
    package var digest: String

    /// The name of the child, its age then, and the artwork's medium.
    package var caption: String {
        var caption = childName
        if let age { caption += ", " + counted(age, "year") }
        return medium.utf8.isEmpty ? caption : caption + ", " + medium
    }

    func write(to lines: inout Lines, _ level: Int) {
        var words = ""
        for tag in tags { words += (words.utf8.isEmpty ? "#" : " #") + tag }
        lines.add(
            level, date.text + "  " + title, caption, spelled(category.fieldName),
            images == 1 ? "" : counted(images, "image"), isFavourite ? "favourite" : "", words,
            of: id.entity)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
            json.field("child", child.text)
            json.field("childName", childName)
            json.field("date", date.text)
            json.key("age")
            if let age { json.value(age) } else { json.null() }
            json.field("category", spelled(category.fieldName))
            json.field("medium", medium.utf8.isEmpty ? nil : medium)
            json.field("tags", tags)
            json.field("images", images)
            json.field("favourite", isFavourite)
            json.field("digest", digest)
        }
    }
}

extension StudioView {
    /// The artworks that `filter` lets through, newest first.
    ///
    /// - Complexity: O(artworks), and O(n log n) for the n it lets through.
    package func gallery(_ filter: ArtworkFilter = ArtworkFilter()) -> GalleryView {
        GalleryView(artworks: artworks(through: filter).map { line($0.id, $0.slot) })
    }

    /// By date, newest first, and by identifier where two share one.
    func artworks(through filter: ArtworkFilter) -> [(id: ArtworkID, slot: StudioModel.ArtworkSlot)] {
        let matcher = ArtworkMatcher(filter, of: model)
        var found: [(day: CalendarDay, id: ArtworkID, slot: StudioModel.ArtworkSlot)] = []
        for (id, slot) in model.artworks.all where matcher.passes(id, slot) {
            found.append((model.artworks[slot].date, id, slot))
        }
        found.sort { a, b in a.day != b.day ? a.day > b.day : a.id > b.id }
        return found.map { ($0.id, $0.slot) }
    }

    func line(_ id: ArtworkID, _ slot: StudioModel.ArtworkSlot) -> ArtworkLine {
        let artwork = model.artworks[slot]
        let child = model.children[artwork.child]
        let shown = artwork.shownImages
        return ArtworkLine(
            id: id, title: title(of: artwork), child: artwork.child, childName: child?.name.text ?? "",
            date: artwork.date, age: child?.age(on: artwork.date), category: artwork.category,
            medium: artwork.medium?.text ?? "", tags: artwork.tags.map { $0.text }, images: shown.count,
            isFavourite: artwork.isFavourite, digest: shown.first.map { hexText($0.facts.file.digest) } ?? "")
    }

    /// Returns the artworks that were uploaded or viewed last, newest first.
    ///
    /// - Complexity: O(artworks · log artworks).
    package func recentArtworks(_ limit: Int = 50) -> GalleryView {
        var found = artworks(through: ArtworkFilter())
        found.sort { a, b in
            let (first, second) = (provenance(of: a.slot).touched, provenance(of: b.slot).touched)
            return first != second ? first > second : a.id > b.id
        }
        return GalleryView(artworks: found.prefix(max(0, limit)).map { line($0.id, $0.slot) })
    }
}
