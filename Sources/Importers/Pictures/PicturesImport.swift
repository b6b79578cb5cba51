import Kernel
import Studio
import Workspace

/// Turns pictures into artworks of a child, one each. Requirements B-61, B-63, B-70.
///
/// A picture is known by its bytes, wherever it lies: one that is here already, twice in the source, or was deleted here
/// is reported and not taken.
struct PicturesImport {
    var builder: PlanBuilder
    private let source: PicturesSource
    private let wish: PicturesWish
    private let path: String
    private let ids = DerivedIdentifiers(namespace: "pictures")
    /// Where each picture of the source was met first.
    private var met: [[UInt8]: String] = [:]
    /// A child that is not here yet: added with the first picture, so that pictures that are all here already add nobody.
    private var adding: (name: Name, command: StudioCommand)?
    /// Pictures that are new and small enough to be decoded, to be tried once all are planned.
    private var untried: [PicturesSource.Picture] = []

    init(_ source: PicturesSource, wish: PicturesWish, path: String, builder: PlanBuilder) {
        self.source = source
        self.wish = wish
        self.path = path
        self.builder = builder
    }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        let child = try child()
        for picture in source.pictures {
            try builder.budget.proceed()
            try ingest(picture, of: child)
        }
        try tryNew()
        builder.plan.notTaken += source.leftovers
        return builder.plan
    }

    // MARK: - Whose they are

    /// The child of that name, a new one where there is none.
    private mutating func child() throws(ImportFailure) -> ChildID {
        let family = builder.state.studio.model
        let live = family.children.all.filter { family.children[$0.slot].flags.isLive }.map(\.id)
        guard let wanted = wish.child else {
            if live.count == 1 { return live[0] }
            let problem = live.isEmpty ? "there is no child yet" : "there are \(live.count) children"
            throw .unaddressed(path: path, problem: "\(problem); say whose they are with --child NAME")
        }
        let name: Name
        do { name = try Name(wanted) } catch { throw .badName(wanted, problem: error.message) }
        let same = live.filter { family.children[$0]?.name.clashKey == name.clashKey }
        if same.count > 1 {
            throw .unaddressed(path: path, problem: "\(same.count) children are called “\(name.text)”; rename one")
        }
        if let found = same.first { return found }
        return try newChild(name)
    }

    private mutating func newChild(_ name: Name) throws(ImportFailure) -> ChildID {
        // One that was deleted keeps its identifier, and so does one that is called otherwise by now, since nobody here has
        // that name: the next is another child. One whose import was undone comes back.
        var number = 1
        var id: ChildID = ids.id("child", name.text)
        while let known = builder.state.studio.model.children[id],
            known.flags.isTrashed || !known.flags.isWithdrawn
        {
            number += 1
            id = ids.id("child", name.text + "#\(number)")
        }
        guard let age = wish.age else {
            throw .unaddressed(
                path: path, problem: "there is no child called “\(name.text)” yet; say how old with --age YEARS")
        }
        let command = StudioCommand.addChild(id, name: name, birth: nil, age: age, avatar: .none, today: wish.today)
        adding = (name: name, command: command)
        return id
    }

    private mutating func addChild() throws(ImportFailure) {
        guard let (name, command) = adding else { return }
        adding = nil
        do { try builder.ask(.studio(command)) } catch {
            throw .unaddressed(path: path, problem: "“\(name.text)” cannot be added: \(error.message)")
        }
    }

    // MARK: - Pictures

    private mutating func ingest(_ picture: PicturesSource.Picture, of child: ChildID) throws(ImportFailure) {
        if let first = met[picture.digest] {
            return builder.leave("duplicate", at: picture.path, because: "the very same picture as \(first)")
        }
        met[picture.digest] = picture.path
        var id: ArtworkID = ids.id("artwork", hex(picture.digest))
        if let known = builder.state.studio.model.existing(id), !isKnown(known.child) {
            id = ids.id("artwork", hex(picture.digest) + "#" + child.text)
        }
        switch standing(of: picture, as: id, of: child) {
        case .new: try upload(picture, as: id, of: child)
        case .same:
            builder.hold(picture.toKeep)
            builder.plan.unchanged += 1
        case .elsewhere(let whose):
            builder.leave("duplicate", at: picture.path, because: "it is here already, as an artwork of \(whose)")
        case .deleted:
            builder.leave("deleted picture", at: picture.path, because: "it was deleted here; it stays so")
        }
    }

    private enum Standing {
        case new, same, deleted
        case elsewhere(String)
    }

    /// The state that these bytes have here already. A function of its own, so that nothing is held while the plan grows.
    private func standing(
        of picture: PicturesSource.Picture, as id: ArtworkID, of child: ChildID
    ) -> Standing {
        let family = builder.state.studio.model
        var found = Standing.new
        for known in family.finder.artworks(with: picture.digest) {
            guard let artwork = family.existing(known), isKnown(artwork.child) else { continue }
            let isShown = artwork.images.contains { $0.facts.file.digest == picture.digest && !$0.isRemoved }
            if isShown, family.isVisible(artwork) {
                if known == id, artwork.child == child { return .same }
                return .elsewhere(family.children[artwork.child]?.name.text ?? "another child")
            }
            found = .deleted
        }
        return found
    }

    /// Returns whether the person may know of a child's pictures.
    private func isKnown(_ child: ChildID) -> Bool { wish.reach?.contains(child) ?? true }

    private mutating func upload(
        _ picture: PicturesSource.Picture, as id: ArtworkID, of child: ChildID
    ) throws(ImportFailure) {
        let name: Name
        do { name = try Name(lastName(picture.path)) } catch {
            return builder.leave("picture", at: picture.path, because: error.message)
        }
        let facts = picture.facts
        let image = ImageFacts(
            id: ids.id("image", hex(picture.digest)),
            file: FileFacts(
                name: name, mediaType: facts.kind.mediaType, sizeBytes: picture.sizeBytes, digest: picture.digest),
            widthPixels: facts.widthPixels, heightPixels: facts.heightPixels, orientation: facts.orientation,
            taken: facts.taken)
        let new = NewArtwork(
            images: [image], uploaded: wish.today, caption: PictureName.caption(of: picture.path),
            tags: tag(of: picture).map { [$0] } ?? [])
        if let taken = facts.taken, taken > wish.today {
            builder.leave(
                "day of a picture", at: picture.path,
                because: "the camera wrote \(taken.text), which is in the future; it is taken as it is")
        }
        try addChild()
        guard builder.offer(.studio(.uploadArtwork(id, of: child, new)), what: "picture", in: picture.path) else {
            return
        }
        builder.keep(picture.toKeep)
        if PictureHead.isDecoded(facts) { untried.append(picture) }
        builder.record(
            id.entity, source: "pictures:" + picture.path, Bytes(picture.digest), textRevision: 0)
    }

    // MARK: - Whether they can be shown

    /// Has new pictures decoded, for a line about each that cannot be shown: first those of which structure tells nothing, or too
    /// much, then the others. Nothing is refused for it, and its time is not the import's.
    private mutating func tryNew() throws(ImportFailure) {
        guard let trial = wish.trial else { return }
        func isTold(_ picture: PicturesSource.Picture) -> Bool {
            !picture.isFaulty && PictureStructure.isKnown(picture.facts.kind)
        }
        let order = untried.filter { !isTold($0) } + untried.filter(isTold)
        var untriedCount = 0
        for picture in order {
            try builder.budget.proceed()
            let outcome = builder.budget.leavingOut {
                source.trials.outcome(of: picture.digest, clock: wish.clock) {
                    // One that cannot be read again is missed when it is kept.
                    (try? picture.content.read()).flatMap(trial)
                }
            }
            switch outcome {
            case .untried: untriedCount += 1
            case .tried(.undecodable?):
                builder.leave(
                    "view of a picture", at: picture.path,
                    because: "it cannot be decoded here; it is kept as it is, and can be fetched as a file")
            case .tried(.damaged?):
                // Its structure has said so already.
                guard !picture.isFaulty else { continue }
                builder.leave(
                    "damaged picture", at: picture.path,
                    because: "its decoder meets damage in it; it is taken as it is, and parts of it may not be shown")
            case .tried(.sound?), .tried(nil): break
            }
        }
        guard untriedCount > 0 else { return }
        let seconds = PictureTrials.durationMax.components.seconds
        builder.leave(
            "views of pictures", at: builder.plan.name,
            because: "\(untriedCount) of \(order.count) were not decoded to see whether they can be shown, since that "
                + "took \(seconds) seconds for the others; they are taken as they are")
    }

    /// The folder it lies in, as a tag of the same levels.
    private mutating func tag(of picture: PicturesSource.Picture) -> Name? {
        let folder = parentPath(picture.path)
        guard !folder.isEmpty else { return nil }
        do { return try Name(folder) } catch {
            builder.leave("folder of a picture", at: picture.path, because: error.message)
            return nil
        }
    }
}

extension PicturesSource.Picture {
    fileprivate var toKeep: BlobToKeep {
        BlobToKeep(digest: digest, sizeBytes: sizeBytes, content: content.toKeep)
    }
}
