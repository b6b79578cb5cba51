import Capture
import Exporters
import Kernel
import Studio
import Workspace

extension DaybookImport {
    /// Takes in what is told of captures and of the studio: each thing that is not here, with all its facts.
    mutating func ingestFacts(_ file: some FactsFile) throws(ImportFailure) {
        guard !file.facts.isEmpty else { return }
        let lost = try keepFiles(of: file)
        let before = builder.state
        var here: Set<EntityID> = []
        var left: Set<EntityID> = []
        for (index, fact) in file.facts.enumerated() {
            try builder.budget.proceed()
            let event: WorkspaceEvent
            do { event = try fact.event(of: type(of: file).domain) } catch {
                throw .damaged(
                    path: source.path, place: "\(type(of: file).fileName), fact \(index + 1)",
                    problem: JSONProblem.text(of: error))
            }
            let subject = event.encoded().subject
            guard !left.contains(subject) else { continue }
            let presence = before.presence(of: subject)
            guard presence != .here else {
                if here.insert(subject).inserted { builder.plan.unchanged += 1 }
                continue
            }
            guard let whole = event.without(lost) else {
                left.insert(subject)
                builder.leave(
                    fact.fact, at: "\(type(of: file).fileName), fact \(index + 1)",
                    because: "the bytes it speaks of could not be taken")
                continue
            }
            // One whose import was undone is there and out of sight: it comes back first.
            let told = presence == .withdrawn ? whole.reinstatement ?? whole : whole
            let isSigned = fact.told.by.value != .zero
            builder.record(
                told, at: isSigned ? fact.told.time.value : nil, by: isSigned ? fact.told.by.value : nil)
        }
    }

    /// - Returns: digests of the files that are not what they were, or not there.
    private mutating func keepFiles(of file: some FactsFile) throws(ImportFailure) -> Set<[UInt8]> {
        var lost: Set<[UInt8]> = []
        for facts in file.files {
            try builder.budget.proceed()
            if let blob = blob(facts.file, sha256: facts.sha256) {
                builder.keep(blob)
            } else if let digest = bytes(hex: facts.sha256) {
                lost.insert(digest)
            }
        }
        return lost
    }
}

/// The presence of a thing in the workspace.
private enum Presence {
    case absent
    /// Its making was undone.
    case withdrawn
    case here

    init(isWithdrawn: Bool?) { self = isWithdrawn.map { $0 ? .withdrawn : .here } ?? .absent }
}

extension WorkspaceState {
    fileprivate func presence(of id: EntityID) -> Presence {
        let (captured, family) = (capture.model, studio.model)
        let isWithdrawn =
            captured.items[id.as(CapturedItem.self)]?.isWithdrawn
            ?? captured.collections[id.as(ItemCollection.self)]?.isWithdrawn
            ?? captured.tags[id.as(ItemTag.self)]?.isWithdrawn ?? captured.runs[id.as(OrganiseRun.self)]?.isWithdrawn
            ?? captured.files[id.as(AttachedFile.self)]?.isDetached
            ?? captured.prompts[id.as(Prompt.self)].map { _ in false }
        if let isWithdrawn { return Presence(isWithdrawn: isWithdrawn) }
        if id == FamilyID.ours.entity {
            let isUntouched = family.reminders == Reminders() && family.consents[id]?.entries.isEmpty ?? true
            return isUntouched ? .absent : .here
        }
        return Presence(
            isWithdrawn: family.children[id.as(Child.self)]?.flags.isWithdrawn
                ?? family.artworks[id.as(Artwork.self)]?.flags.isWithdrawn
                ?? family.albums[id.as(Album.self)]?.flags.isWithdrawn
                ?? family.analyses[id.as(Analysis.self)]?.isWithdrawn
                ?? family.stories[id.as(Story.self)]?.flags.isWithdrawn
                ?? family.milestones[id.as(Milestone.self)]?.isWithdrawn)
    }
}

extension WorkspaceEvent {
    /// The event that brings back the thing this event makes; nil when it makes nothing.
    fileprivate var reinstatement: WorkspaceEvent? {
        switch self {
        case .capture(.itemCaptured(let id, _, _, _)): .capture(.itemReinstated(id))
        case .capture(.collectionCreated(let id, _, _)): .capture(.collectionReinstated(id))
        case .capture(.tagCreated(let id, _, _)): .capture(.tagReinstated(id))
        case .capture(.runRequested(let id, _)): .capture(.runReinstated(id))
        case .capture(.fileAttached(let id, _, _)): .capture(.fileReattached(id))
        case .studio(.childAdded(let id, _, _, _)): .studio(.childReinstated(id))
        case .studio(.artworkUploaded(let id, _, _)): .studio(.artworkReinstated(id))
        case .studio(.albumCreated(let id, _, _)): .studio(.albumReinstated(id))
        case .studio(.analysisRequested(let id, _, _, _)): .studio(.analysisReinstated(id))
        case .studio(.storyRequested(let id, _)): .studio(.storyReinstated(id))
        case .studio(.milestoneCelebrated(let id, _, _, _)): .studio(.milestoneReinstated(id))
        default: nil
        }
    }

    /// The event without the files of these digests; nil when nothing is left of it.
    fileprivate func without(_ lost: Set<[UInt8]>) -> WorkspaceEvent? {
        guard !lost.isEmpty else { return self }
        switch self {
        case .capture(.fileAttached(_, _, let file)): return lost.contains(file.digest) ? nil : self
        case .studio(.artworkUploaded(let id, let child, var new)):
            new.images.removeAll { lost.contains($0.file.digest) }
            return new.images.isEmpty ? nil : .studio(.artworkUploaded(id, of: child, new))
        case .studio(.childAdded(let id, let name, let birth, .photo(let photo))) where lost.contains(photo.digest):
            return .studio(.childAdded(id, name: name, birth: birth, avatar: .none))
        default: return self
        }
    }
}
