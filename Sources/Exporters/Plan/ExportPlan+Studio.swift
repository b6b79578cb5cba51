import Foundation
import Kernel
import Studio
import Workspace

extension ExportPlan {
    /// The studio as one JSON file, and every picture in its child's directory with a page of facts beside it.
    mutating func addStudio(_ view: StudioView) throws {
        var file = StudioFile()
        for (event, attribution) in StudioFacts(view, selection).facts {
            file.facts.append(try OpenFact(.studio(event), attribution))
        }
        guard !file.facts.isEmpty else { return }
        for (id, child) in zip(view.model.children.ids, view.model.children.entries)
        where !child.flags.isWithdrawn && selection.holds(id) {
            guard case .photo(let photo) = child.avatar else { continue }
            let folder = directory(of: id, in: view.model, isVisible: child.flags.isLive)
            let modified = view.model.children.slot(of: id).map { view.provenance(of: $0).updated.instant } ?? .epoch
            if let path = addBlob(photo, in: folder, modified: modified) {
                file.files.append(OpenFileFacts(photo, at: path))
            }
        }
        for (id, slot) in view.model.artworks.all {
            let artwork = view.model.artworks[slot]
            guard !artwork.flags.isWithdrawn, selection.takes(id) else { continue }
            report.artworks += 1
            if !view.model.isVisible(artwork) { report.inTrash += 1 }
            try add(
                artwork, id, view.notes(of: slot).string, view, modified: view.provenance(of: slot).updated.instant,
                to: &file)
        }
        try add(file, at: StudioFile.fileName)
    }

    private mutating func directory(of child: ChildID, in family: StudioModel, isVisible: Bool) -> String {
        let root = directory(isVisible ? "Studio" : Self.trash + "/Studio")
        if let known = studios[root + child.text] { return known }
        let path = take(family.children[child]?.name.text ?? child.text, ending: "", in: root)
        directories.append(path)
        studios[root + child.text] = path
        paths[child.entity] = path
        return path
    }

    private mutating func add(
        _ artwork: Artwork, _ id: ArtworkID, _ notes: String, _ view: StudioView, modified: Instant,
        to file: inout StudioFile
    ) throws {
        let folder = directory(of: artwork.child, in: view.model, isVisible: view.model.isVisible(artwork))
        // Removed ones too: their bytes are kept, and they can be brought back.
        for image in artwork.images where !image.isWithdrawn {
            let facts = image.facts.file
            let name = facts.name.text
            let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[$0...]) } ?? ""
            let title = artwork.caption?.text ?? choiceName(artwork.category)
            let path = folder + "/" + names.take(artwork.date.text + " " + title, ending: ending, in: folder)
            guard !leaveOut(facts, at: path) else { continue }
            files.append(File(path: path, content: .blob(digest: facts.digest, name: name), modified: modified))
            if !image.isRemoved { paths[id.entity] = paths[id.entity] ?? path }
            paths[image.facts.id.entity] = path
            file.files.append(OpenFileFacts(facts, at: path))
            report.pictures += 1
            let sidecar = ArtworkSidecar(
                id: Written(id), image: Written(image.facts.id), name: name,
                child: view.model.children[artwork.child]?.name.text ?? "", date: artwork.date.text,
                uploaded: artwork.uploaded.text, category: choiceName(artwork.category), medium: artwork.medium?.text,
                caption: artwork.caption?.text, notes: notes, tags: artwork.tags.map { $0.text },
                favourite: artwork.isFavourite, trashed: artwork.flags.isTrashed, removed: image.isRemoved,
                widthPixels: image.facts.widthPixels, heightPixels: image.facts.heightPixels,
                orientation: image.facts.orientation, taken: image.facts.taken?.text, edits: try edits(of: image),
                mediaType: facts.mediaType, sizeBytes: facts.sizeBytes, sha256: hexText(facts.digest))
            add(try sidecar.text(), at: folder + "/" + names.take(lastName(path), ending: ".json", in: folder))
        }
    }

    /// Returns the edits that a person made to the picture; its bytes are as they came.
    private func edits(of image: ArtImage) throws -> JSONTree? {
        guard image.recipe != .untouched else { return nil }
        var recipe = image.recipe
        let json = FieldJSON.object { recipe.code(&$0) }
        return try JSONDecoder().decode(JSONTree.self, from: Data(json.utf8))
    }
}
