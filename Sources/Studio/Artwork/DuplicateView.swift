package import Kernel

/// Images that are here more than once, to the byte or to the eye. Requirement B-61.
package struct DuplicateView: CanonicalView, Sendable, Equatable {
    /// The same bytes in more than one artwork.
    package var exact: [Group]
    /// Alike to the eye: each image is near another of its group.
    package var near: [Group]

    package struct Group: Sendable, Equatable {
        /// In the order in which they were taken in.
        package var images: [Sighting]
    }

    package struct Sighting: Sendable, Equatable {
        package var artwork: ArtworkID
        package var title: String
        package var image: ImageID
        package var fileName: String
    }

    /// Bits in which the fingerprints of two alike images may differ, of 64.
    package static let bitsMax = 6

    package var text: String {
        var lines = Lines()
        for (head, groups) in [("the same", exact), ("alike", near)] {
            lines.add(0, head + " (" + String(groups.count) + ")")
            for group in groups {
                lines.add(1, counted(group.images.count, "image"))
                for image in group.images { lines.add(2, image.title, image.fileName) }
            }
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("exact")
            json.array(exact) { $1.write(to: &$0) }
            json.key("near")
            json.array(near) { $1.write(to: &$0) }
        }
    }
}

extension DuplicateView.Group {
    fileprivate func write(to json: inout JSONWriter) {
        json.array(images) { json, image in
            json.object { json in
                json.field("artwork", image.artwork.text)
                json.field("title", image.title)
                json.field("image", image.image.text)
                json.field("file", image.fileName)
            }
        }
    }
}

extension StudioView {
    /// - Complexity: O(images · log images) and, for what is alike, O(images × images of the same band).
    package func duplicates() -> DuplicateView {
        var sightings: [DuplicateView.Sighting] = []
        var digests: [[UInt8]] = []
        var prints: [(place: Int, print: UInt64)] = []
        for (id, slot) in model.artworks.all where model.isVisible(model.artworks[slot]) {
            for image in model.artworks[slot].shownImages {
                if let print = image.facts.fingerprint { prints.append((sightings.count, print)) }
                digests.append(image.facts.file.digest)
                sightings.append(
                    .init(
                        artwork: id, title: title(of: model.artworks[slot]), image: image.facts.id,
                        fileName: image.facts.file.name.text))
            }
        }
        var same = Groups(count: sightings.count)
        let order = digests.indices.sorted { a, b in
            digests[a] != digests[b] ? digests[a].lexicographicallyPrecedes(digests[b]) : a < b
        }
        for index in order.indices.dropFirst() where digests[order[index]] == digests[order[index - 1]] {
            same.join(order[index - 1], order[index])
        }
        var alike = Groups(count: sightings.count)
        Alike.forEachPair(in: prints) { first, second in
            if digests[first] != digests[second] { alike.join(first, second) }
        }
        return DuplicateView(
            exact: same.all.map { group in .init(images: group.map { sightings[$0] }) },
            near: alike.all.map { group in .init(images: group.map { sightings[$0] }) })
    }
}

/// Finds fingerprints that differ in few bits, without comparing each with each.
enum Alike {
    /// One band more than bits may differ: two alike fingerprints have one whole band in common.
    private static let bands = DuplicateView.bitsMax + 1

    /// Calls `body` for every alike pair, for some more than once.
    static func forEachPair(in prints: [(place: Int, print: UInt64)], _ body: (Int, Int) -> Void) {
        for band in 0..<bands {
            let from = UInt64(band * 64 / bands)
            let mask: UInt64 = (1 << UInt64((band + 1) * 64 / bands - band * 64 / bands)) - 1
            let sorted = prints.sorted { a, b in
                let (first, second) = (a.print >> from & mask, b.print >> from & mask)
                return first != second ? first < second : a.place < b.place
            }
            var start = 0
            for index in sorted.indices {
                while sorted[start].print >> from & mask != sorted[index].print >> from & mask { start += 1 }
                for other in start..<index
                where (sorted[other].print ^ sorted[index].print).nonzeroBitCount <= DuplicateView.bitsMax {
                    body(sorted[other].place, sorted[index].place)
                }
            }
        }
    }
}

/// Things that belong together because each is joined with another of them.
///
/// - Source: union by index with path halving, R. Tarjan, J. van Leeuwen, "Worst-Case Analysis of Set Union
///   Algorithms", JACM 1984.
struct Groups {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func join(_ a: Int, _ b: Int) {
        let (first, second) = (root(of: a), root(of: b))
        parents[max(first, second)] = min(first, second)
    }

    private mutating func root(of place: Int) -> Int {
        var place = place
        while parents[place] != place {
            parents[place] = parents[parents[place]]
            place = parents[place]
        }
        return place
    }

    /// Groups of two and more: by their first member, and within each in the order of the members.
    var all: [[Int]] {
        var groups = self
        var members: [[Int]] = Array(repeating: [], count: parents.count)
        for place in parents.indices { members[groups.root(of: place)].append(place) }
        return members.filter { $0.count > 1 }
    }
}
