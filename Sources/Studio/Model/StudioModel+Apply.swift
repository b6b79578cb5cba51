import Kernel

extension StudioModel {
    /// Applies one fact. Total: what is about something unknown changes nothing.
    ///
    /// - Complexity: one or two look-ups; a new place in an album costs what `Order.insert` does.
    @discardableResult
    package mutating func apply(_ event: StudioEvent) -> Touch {
        switch event {
        case .childAdded(let id, let name, let birth, let avatar):
            guard let slot = children.add(id, Child(name: name, birth: birth, avatar: avatar)) else { return .nothing }
            return .child(slot, isNew: true)
        case .childRenamed(let id, let name): return change(id) { $0.name = name }
        case .childBirthCorrected(let id, let birth): return change(id) { $0.birth = birth }
        case .childPortrayed(let id, let avatar): return change(id) { $0.avatar = avatar }
        case .childTrashed(let id): return change(id) { $0.flags.isTrashed = true }
        case .childRestored(let id): return change(id) { $0.flags.isTrashed = false }
        case .childWithdrawn(let id): return change(id) { $0.flags.isWithdrawn = true }
        case .childReinstated(let id): return change(id) { $0.flags.isWithdrawn = false }

        case .artworkUploaded(let id, let child, let new):
            guard let slot = artworks.add(id, Artwork(new, of: child)) else { return .nothing }
            for image in new.images { finder.note(image.file.digest, in: id) }
            finder.count(artworks[slot], by: 1)
            return .artwork(slot, isNew: true)
        case .artworkDated(let id, let day): return change(id) { $0.date = day }
        case .artworkCategorised(let id, let category): return change(id) { $0.category = category }
        case .artworkMediumSet(let id, let medium): return change(id) { $0.medium = medium }
        case .artworkCaptioned(let id, let caption): return change(id) { $0.caption = caption }
        case .artworkAnnotated(let id, let edit): return change(id) { $0.lastEdit = EditDigest(of: edit) }
        case .artworkTagged(let id, let tags): return change(id) { $0.add(tags) }
        case .artworkUntagged(let id, let tags): return change(id) { $0.remove(tags) }
        case .artworkReassigned(let id, _, let child): return recount(id) { $0.child = child }
        case .artworkFavourited(let id): return change(id) { $0.isFavourite = true }
        case .artworkUnfavourited(let id): return change(id) { $0.isFavourite = false }
        case .artworkOpened(let id): return open(id.entity, change(id) { _ in })
        case .artworkTrashed(let id): return change(id) { $0.flags.isTrashed = true }
        case .artworkRestored(let id): return change(id) { $0.flags.isTrashed = false }
        case .artworkWithdrawn(let id): return recount(id) { $0.flags.isWithdrawn = true }
        case .artworkReinstated(let id): return recount(id) { $0.flags.isWithdrawn = false }
        case .imageAdded(let id, let image, let rank): return add(image, to: id, at: rank)
        case .imageMoved(let id, let image, let rank): return change(id, image) { $0.rank = rank }
        case .imageRemoved(let id, let image): return change(id, image) { $0.isRemoved = true }
        case .imageReturned(let id, let image): return change(id, image) { $0.isRemoved = false }
        case .imageWithdrawn(let id, let image): return change(id, image) { $0.isWithdrawn = true }
        case .imageReinstated(let id, let image): return change(id, image) { $0.isWithdrawn = false }
        case .imageEdited(let id, let image, let recipe): return change(id, image) { $0.recipe = recipe }

        case .albumCreated(let id, let name, let filter):
            guard let slot = albums.add(id, Album(name: name, filter: filter)) else { return .nothing }
            return .album(slot, isNew: true)
        case .albumRenamed(let id, let name): return change(id) { $0.name = name }
        case .albumRefiltered(let id, let filter): return change(id) { $0.filter = filter }
        case .albumArtworkAdded(let id, let artwork, let rank): return change(id) { $0.place(artwork, at: rank) }
        case .albumArtworkMoved(let id, let artwork, let rank): return change(id) { $0.move(artwork, to: rank) }
        case .albumArtworkRemoved(let id, let artwork): return change(id) { $0.remove(artwork) }
        case .albumTrashed(let id): return change(id) { $0.flags.isTrashed = true }
        case .albumRestored(let id): return change(id) { $0.flags.isTrashed = false }
        case .albumWithdrawn(let id): return change(id) { $0.flags.isWithdrawn = true }
        case .albumReinstated(let id): return change(id) { $0.flags.isWithdrawn = false }

        case .consentGiven(let holder, let purpose, let notice): return answer(holder, purpose, .given, notice)
        case .consentWithdrawn(let holder, let purpose, let notice):
            return answer(holder, purpose, .withdrawn, notice)
        case .consentReopened(let holder, let purpose): return answer(holder, purpose, .open, "")

        case .uploadReminded(_, let day):
            reminders.lastSent = day
            return .reminders
        case .remindersSnoozed(_, let day):
            reminders.snoozedUntil = day
            return .reminders
        case .remindersTurnedOff:
            reminders.areOff = true
            return .reminders
        case .remindersTurnedOn:
            reminders.areOff = false
            return .reminders

        default: return applyToWhatWasMade(event)
        }
    }

    /// Analyses, stories and milestones.
    private mutating func applyToWhatWasMade(_ event: StudioEvent) -> Touch {
        switch event {
        case .analysisRequested(let id, let artwork, let method, let digest):
            let analysis = Analysis(of: artwork, method: method, inputDigest: digest)
            guard let slot = analyses.add(id, analysis) else { return .nothing }
            finder.note(id, of: artwork)
            return .analysis(slot, isNew: true)
        case .analysisCompleted(let id, let result): return change(id) { $0.complete(result) }
        case .analysisFailed(let id, let reason): return change(id) { $0.fail(reason) }
        case .analysisRetried(let id, let attempt, let method, let digest):
            return change(id) { $0.begin(attempt, method, digest) }
        case .analysisStopped(let id): return change(id) { $0.status = .stopped }
        case .analysisReverted(let id, let outcome): return change(id) { $0.outcome = outcome }
        case .tipSaved(let id, let tip): return change(id) { $0.save(tip) }
        case .tipUnsaved(let id, let tip): return change(id) { $0.saved.removeAll { $0.id == tip } }
        case .tipRated(let id, let tip, let rating): return change(id) { $0.rate(tip, rating) }
        case .tipsRead(let id): return change(id) { $0.isRead = true }
        case .tipsUnread(let id): return change(id) { $0.isRead = false }
        case .analysisWithdrawn(let id): return change(id) { $0.isWithdrawn = true }
        case .analysisReinstated(let id): return change(id) { $0.isWithdrawn = false }

        case .storyRequested(let id, let request):
            guard let slot = stories.add(id, Story(request)) else { return .nothing }
            return .story(slot, isNew: true)
        case .storyTold(let id, let version, let text): return change(id, version) { $0.end(.told, text, "") }
        case .storyBlocked(let id, let version, let text, let reason):
            return change(id, version) { $0.end(.blocked, text, reason) }
        case .storyFailed(let id, let version, let reason): return change(id, version) { $0.end(.failed, nil, reason) }
        case .storyStopped(let id, let version): return change(id, version) { $0.status = .stopped }
        case .storyRegenerated(let id, let version, let request):
            return change(id) { story in
                if story.versions.count == version - 1 { story.versions.append(StoryVersion(request: request)) }
            }
        case .storyReverted(let id, let version, let state): return change(id, version) { $0 = state }
        case .storyRetitled(let id, let title): return change(id) { $0.title = title }
        case .storyOpened(let id): return open(id.entity, change(id) { _ in })
        case .storyTrashed(let id): return change(id) { $0.flags.isTrashed = true }
        case .storyRestored(let id): return change(id) { $0.flags.isTrashed = false }
        case .storyWithdrawn(let id): return change(id) { $0.flags.isWithdrawn = true }
        case .storyReinstated(let id): return change(id) { $0.flags.isWithdrawn = false }

        case .milestoneCelebrated(let id, let kind, let child, let day):
            guard let slot = milestones.add(id, Milestone(kind: kind, child: child, day: day)) else { return .nothing }
            return .milestone(slot, isNew: true)
        case .milestoneRenamed(let id, let name): return change(id) { $0.kind = .custom(name) }
        case .milestoneDated(let id, let day): return change(id) { $0.day = day }
        case .milestoneHidden(let id): return change(id) { $0.isHidden = true }
        case .milestoneShown(let id): return change(id) { $0.isHidden = false }
        case .milestoneWithdrawn(let id): return change(id) { $0.isWithdrawn = true }
        case .milestoneReinstated(let id): return change(id) { $0.isWithdrawn = false }
        default: preconditionFailure("every event is applied by one of the two functions above")
        }
    }
}

extension StudioModel {
    private mutating func change(_ id: ChildID, _ body: (inout Child) -> Void) -> Touch {
        guard let slot = children.slot(of: id) else { return .nothing }
        body(&children[slot])
        return .child(slot, isNew: false)
    }

    private mutating func change(_ id: ArtworkID, _ body: (inout Artwork) -> Void) -> Touch {
        guard let slot = artworks.slot(of: id) else { return .nothing }
        body(&artworks[slot])
        return .artwork(slot, isNew: false)
    }

    /// A change after which the artwork may count for another child, or for none.
    private mutating func recount(_ id: ArtworkID, _ body: (inout Artwork) -> Void) -> Touch {
        guard let slot = artworks.slot(of: id) else { return .nothing }
        finder.count(artworks[slot], by: -1)
        body(&artworks[slot])
        finder.count(artworks[slot], by: 1)
        return .artwork(slot, isNew: false)
    }

    private mutating func change(_ id: ArtworkID, _ image: ImageID, _ body: (inout ArtImage) -> Void) -> Touch {
        guard let slot = artworks.slot(of: id), let index = artworks[slot].imageIndex(image) else { return .nothing }
        body(&artworks[slot].images[index])
        return .artwork(slot, isNew: false)
    }

    private mutating func change(_ id: AlbumID, _ body: (inout Album) -> Void) -> Touch {
        guard let slot = albums.slot(of: id) else { return .nothing }
        body(&albums[slot])
        return .album(slot, isNew: false)
    }

    private mutating func change(_ id: AnalysisID, _ body: (inout Analysis) -> Void) -> Touch {
        guard let slot = analyses.slot(of: id) else { return .nothing }
        body(&analyses[slot])
        return .analysis(slot, isNew: false)
    }

    private mutating func change(_ id: StoryID, _ body: (inout Story) -> Void) -> Touch {
        guard let slot = stories.slot(of: id) else { return .nothing }
        body(&stories[slot])
        return .story(slot, isNew: false)
    }

    private mutating func change(_ id: StoryID, _ version: Int, _ body: (inout StoryVersion) -> Void) -> Touch {
        guard let slot = stories.slot(of: id), stories[slot].versions.indices.contains(version - 1) else {
            return .nothing
        }
        body(&stories[slot].versions[version - 1])
        return .story(slot, isNew: false)
    }

    private mutating func change(_ id: MilestoneID, _ body: (inout Milestone) -> Void) -> Touch {
        guard let slot = milestones.slot(of: id) else { return .nothing }
        body(&milestones[slot])
        return .milestone(slot, isNew: false)
    }

    private mutating func add(_ image: ImageFacts, to id: ArtworkID, at rank: Rank) -> Touch {
        guard let slot = artworks.slot(of: id), artworks[slot].imageIndex(image.id) == nil else { return .nothing }
        let isNew = !artworks[slot].images.contains { $0.facts.file.digest == image.file.digest }
        artworks[slot].images.append(ArtImage(facts: image, rank: rank))
        if isNew { finder.note(image.file.digest, in: id) }
        return .artwork(slot, isNew: false)
    }

    private mutating func open(_ id: EntityID, _ touch: Touch) -> Touch {
        if touch != .nothing { lastOpened = id }
        return touch
    }

    private mutating func answer(
        _ holder: EntityID, _ purpose: ConsentPurpose, _ answer: ConsentAnswer, _ notice: String
    ) -> Touch {
        let slot = consents.slot(of: holder, orAdding: Consents())
        return .consent(slot, entry: consents[slot].set(purpose, answer, notice: notice))
    }
}

extension Album {
    fileprivate mutating func move(_ artwork: ArtworkID, to rank: Rank) {
        guard let slot = members.slot(of: artwork) else { return }
        order.remove(artwork, at: members[slot].rank)
        order.insert(artwork, at: rank)
        members[slot].rank = rank
    }
}

extension Analysis {
    fileprivate mutating func complete(_ result: AnalysisResult) {
        status = .completed
        reason = ""
        isRead = false
        self.result = result
    }

    fileprivate mutating func fail(_ reason: String) {
        status = .failed
        self.reason = reason
    }

    fileprivate mutating func begin(_ attempt: Int, _ method: AnalysisMethod, _ digest: [UInt8]) {
        self.attempt = attempt
        self.method = method
        inputDigest = digest
        status = .pending
        reason = ""
    }
}

extension StoryVersion {
    fileprivate mutating func end(_ status: StoryStatus, _ text: StoryText?, _ reason: String) {
        self.status = status
        self.text = text
        self.reason = reason
    }
}
