package import Kernel

/// The storage that the originals use. There is no quota: anyone who wants one reads it here. Requirement J-111.
package struct StorageView: CanonicalView, Sendable, Equatable {
    /// By name.
    package var children: [Line]
    /// Each file once, however many artworks have it; with those in the trash.
    package var files: Int
    package var bytes: Int64
    /// Of these, what only the trash still holds.
    package var bytesInTrash: Int64

    package struct Line: Sendable, Equatable {
        package var id: ChildID
        package var name: String
        package var artworks: Int
        package var images: Int
        package var bytes: Int64
    }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, counted(files, "file"), sizeWords(bytes),
            bytesInTrash == 0 ? "" : sizeWords(bytesInTrash) + " in the trash")
        for child in children {
            lines.add(
                1, child.name, counted(child.artworks, "artwork"), counted(child.images, "image"),
                sizeWords(child.bytes))
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("files", files)
            json.field("bytes", bytes)
            json.field("bytesInTrash", bytesInTrash)
            json.key("children")
            json.array(children) { json, child in
                json.object { json in
                    json.field("id", child.id.text)
                    json.field("name", child.name)
                    json.field("artworks", child.artworks)
                    json.field("images", child.images)
                    json.field("bytes", child.bytes)
                }
            }
        }
    }
}

extension StudioView {
    /// Everything that is kept, also what was removed and what is in the trash: its bytes are there.
    ///
    /// - Complexity: O(images).
    package func storage() -> StorageView {
        var lines: [StorageView.Line] = model.children.all.map { id, slot in
            .init(id: id, name: model.children[slot].name.text, artworks: 0, images: 0, bytes: 0)
        }
        var reading = StorageView(children: [], files: 0, bytes: 0, bytesInTrash: 0)
        for (id, slot) in model.artworks.all where !model.artworks[slot].flags.isWithdrawn {
            let artwork = model.artworks[slot]
            let line = model.children.slot(of: artwork.child)?.index
            if let line { lines[line].artworks += 1 }
            for (index, image) in artwork.images.enumerated() where !image.isWithdrawn {
                let file = image.facts.file
                if let line {
                    lines[line].images += 1
                    lines[line].bytes = sum(lines[line].bytes, file.sizeBytes)
                }
                guard isFirst(file.digest, id, index) else { continue }
                reading.files += 1
                reading.bytes = sum(reading.bytes, file.sizeBytes)
                if !isShownAnywhere(file.digest) { reading.bytesInTrash = sum(reading.bytesInTrash, file.sizeBytes) }
            }
        }
        reading.children = lines.filter { model.existing($0.id) != nil }
            .sorted { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        return reading
    }

    /// Stays at the largest number where a foreign journal claims more.
    private func sum(_ a: Int64, _ b: Int) -> Int64 {
        let (sum, isTooLarge) = a.addingReportingOverflow(Int64(b))
        return isTooLarge ? .max : sum
    }

    /// Returns whether no artwork before `id`, and no image before this one, has the same bytes.
    private func isFirst(_ digest: [UInt8], _ id: ArtworkID, _ index: Int) -> Bool {
        for other in model.finder.artworks(with: digest) {
            guard let artwork = model.existing(other) else { continue }
            if let first = artwork.images.firstIndex(where: { !$0.isWithdrawn && $0.facts.file.digest == digest }) {
                return other == id && first == index
            }
        }
        return false
    }

    private func isShownAnywhere(_ digest: [UInt8]) -> Bool {
        for other in model.finder.artworks(with: digest) {
            guard let artwork = model.artworks[other], model.isVisible(artwork) else { continue }
            if artwork.images.contains(where: { $0.isShown && $0.facts.file.digest == digest }) { return true }
        }
        return false
    }
}
