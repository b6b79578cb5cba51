import Kernel
import KernelTesting
import Studio

/// A simulation of a family, lived by chance: every command there is, asked of things that may or may not be there.
struct StudioSimulation {
    var chance: SplitMix64
    private(set) var state = StudioDecider.initial
    private(set) var view = StudioProjection.empty
    private(set) var history: [StudioEvent] = []
    private let children: [ChildID] = (1...4).map { Fixture.id(100 + $0) }
    private let artworks: [ArtworkID] = (1...8).map { Fixture.id(200 + $0) }
    private let images: [ImageID] = (1...4).map { Fixture.id(300 + $0) }
    private let albums: [AlbumID] = (1...4).map { Fixture.id(400 + $0) }
    private let analyses: [AnalysisID] = (1...5).map { Fixture.id(500 + $0) }
    private let stories: [StoryID] = (1...3).map { Fixture.id(600 + $0) }
    private let milestones: [MilestoneID] = (1...3).map { Fixture.id(700 + $0) }

    init(_ seed: Seed) {
        chance = seed.chance
        // A simulation starts with something, so that most commands find what they are about.
        for child in children.prefix(2) { take(add(child)) }
        take(add(children[2]))
        take(.trashChild(children[2]))
        take(.giveConsent(.analysis, nil))
        take(.giveConsent(.stories, nil, notice: "2026-11"))
        for artwork in artworks.prefix(5) {
            take(.uploadArtwork(artwork, of: children[chance.below(2)], new(), ifKnown: .kept))
        }
        take(.trashArtwork(artworks[4]))
        take(.createAlbum(albums[0], name: word()))
        take(.createSmartAlbum(albums[1], name: word(), filter: filter()))
        for artwork in artworks.prefix(3) { take(.addToAlbum(albums[0], artwork, above: nil)) }
        take(.requestAnalysis(analyses[0], artworks[0], Fixture.method, inputDigest: Fixture.digest(1)))
        take(.completeAnalysis(analyses[0], attempt: 1, result()))
        take(.requestAnalysis(analyses[1], artworks[1], Fixture.method, inputDigest: Fixture.digest(2)))
        take(.requestStory(stories[0], request()))
        take(complete(stories[0], 1))
        take(.requestStory(stories[1], request()))
        take(.trashStory(stories[1]))
        for tip in 1...2 { take(.saveTip(analyses[0], .tip(UInt64(tip)))) }
        take(.celebrateMilestone(milestones[0], name: word(), of: children[0], on: day()))
    }

    /// Asks, and lets what follows happen.
    ///
    /// - Returns: what happened; nothing when it was refused.
    @discardableResult
    mutating func take(_ command: StudioCommand) -> [StudioEvent] {
        guard let events = try? StudioDecider.decide(command, given: state) else { return [] }
        happen(events)
        return events
    }

    mutating func happen(_ events: [StudioEvent]) {
        for event in events {
            history.append(event)
            StudioDecider.evolve(&state, with: event)
            StudioProjection.project(Fixture.recorded([event], from: UInt64(history.count))[0], into: &view)
        }
    }

    /// The number of kinds of command: `command(ofKind:)` knows each.
    static let kinds = 64

    /// Putting children away is rare and soon made good, or nothing would be left to live with; and so is a no.
    mutating func command() -> StudioCommand {
        let away = state.model.children.all.first { state.model.children[$0.slot].flags.isTrashed }
        if let away, chance.once(in: 2) { return .restoreChild(away.id) }
        for (holder, slot) in state.model.consents.all {
            let isOurs = holder == FamilyID.ours.entity
            for entry in state.model.consents[slot].entries where entry.answer == .withdrawn && chance.once(in: 3) {
                return .giveConsent(entry.purpose, isOurs ? nil : holder.as(Child.self))
            }
        }
        let kind = chance.below(Self.kinds)
        let putsAway = [4, 39].contains(kind)
        return command(ofKind: putsAway && !chance.once(in: 2) ? 6 + chance.below(30) : kind)
    }

    mutating func command(ofKind kind: Int) -> StudioCommand {
        kind < 24 ? ofArtworks(kind) : kind < 40 ? ofAlbumsAndConsent(kind) : ofWork(kind)
    }

    private mutating func ofArtworks(_ kind: Int) -> StudioCommand {
        let child = pick(children)
        let artwork = pick(artworks)
        let image = chance.once(in: 3) ? pick(images) : shownImage(of: artwork)
        switch kind {
        case 0: return add(child)
        case 1: return .renameChild(child, to: word())
        case 2:
            return .correctBirth(
                child,
                chance.once(in: 4) ? nil : CalendarMonth(of: CalendarDay(daysSinceEpoch: 17_000 + chance.below(900))),
                today: Fixture.today)
        case 3: return .portrayChild(child, avatar())
        case 4: return .trashChild(child)
        case 5: return .restoreChild(child)
        case 6: return .uploadArtwork(artwork, of: child, new(), ifKnown: chance.once(in: 2) ? .kept : .refused)
        case 7: return .addImage(artwork, facts(pick(images)), above: chance.once(in: 2) ? nil : image, ifKnown: .kept)
        case 8: return .moveImage(artwork, image, above: chance.once(in: 2) ? nil : shownImage(of: artwork))
        case 9: return .removeImage(artwork, image)
        case 10: return .returnImage(artwork, removedImage(of: artwork))
        case 11:
            return .editImage(
                artwork, image,
                EditRecipe(
                    quarterTurns: chance.below(4), isMirrored: chance.once(in: 2), width: 5_000 + chance.below(2)))
        case 12: return .dateArtwork(artwork, day())
        case 13: return .categoriseArtwork(artwork, pick(ArtworkCategory.allCases))
        case 14: return .setMedium(artwork, chance.once(in: 3) ? nil : word())
        case 15: return .captionArtwork(artwork, chance.once(in: 3) ? nil : word())
        case 16: return .annotateArtwork(artwork, edit(of: artwork))
        case 17: return .tagArtwork(artwork, tags())
        case 18: return .untagArtwork(artwork, tags())
        case 19: return .reassignArtwork(artwork, to: child)
        case 20: return .favouriteArtwork(artwork)
        case 21: return .unfavouriteArtwork(artwork)
        case 22: return .trashArtwork(artwork)
        default:
            let away = artworks.filter { state.model.artworks[$0]?.flags.isTrashed ?? false }
            return .restoreArtwork(chance.pick(away) ?? artwork)
        }
    }

    private mutating func ofAlbumsAndConsent(_ kind: Int) -> StudioCommand {
        let album = pick(albums)
        let artwork = pick(artworks)
        let next = chance.once(in: 2) ? nil : pick(artworks)
        let child = chance.once(in: 2) ? nil : pick(children)
        let purpose = pick(ConsentPurpose.allCases)
        switch kind {
        case 24: return .openArtwork(artwork)
        case 25: return .createAlbum(album, name: word())
        case 26: return .createSmartAlbum(album, name: word(), filter: filter())
        case 27: return .renameAlbum(album, to: word())
        case 28: return .refilterAlbum(album, filter())
        case 29: return .addToAlbum(album, artwork, above: next)
        case 30:
            let held = artworks.filter { state.model.albums[albums[0]]?.holds($0) ?? false }
            return .moveInAlbum(albums[0], chance.pick(held) ?? artwork, above: next)
        case 31: return .removeFromAlbum(album, artwork)
        case 32: return .trashAlbum(album)
        case 33: return .restoreAlbum(album)
        case 34:
            return .remindOfUpload(today: CalendarDay(daysSinceEpoch: Fixture.today.daysSinceEpoch + chance.below(40)))
        case 35:
            return .snoozeReminders(
                until: chance.once(in: 2)
                    ? nil : CalendarDay(daysSinceEpoch: Fixture.today.daysSinceEpoch + 1 + chance.below(9)),
                today: Fixture.today)
        case 36: return .turnRemindersOff
        case 37: return .turnRemindersOn
        case 38: return .giveConsent(purpose, child, notice: ["", "2026-11"][chance.below(2)])
        default: return .withdrawConsent(purpose, child)
        }
    }

    private mutating func ofWork(_ kind: Int) -> StudioCommand {
        let artwork = pick(artworks)
        let analysis = pick(analyses)
        let tip: TipID = .tip(UInt64(1 + chance.below(6)))
        let attempt = state.model.analyses[analysis]?.attempt ?? 1
        let story = pick(stories)
        let version = state.model.stories[story]?.versions.count ?? 1
        let milestone = chance.once(in: 3) ? pick(Array(state.model.milestones.ids)) : pick(milestones)
        switch kind {
        case 40, 41:
            return .requestAnalysis(analysis, artwork, Fixture.method, inputDigest: Fixture.digest(chance.below(9)))
        case 42, 43: return .completeAnalysis(analysis, attempt: attempt, result())
        case 44: return .failAnalysis(analysis, attempt: attempt, reason: word().text)
        case 45:
            return .retryAnalysis(
                analysis, attempt: attempt + 1, Fixture.method, inputDigest: Fixture.digest(chance.below(9)))
        case 46: return .saveTip(analysis, tip)
        case 47: return .unsaveTip(analysis, tip)
        case 48: return .rateTip(analysis, tip, pick(Rating.allCases))
        case 49: return .readTips(analysis)
        case 50, 51: return .requestStory(story, request())
        case 52, 53, 54: return complete(story, version)
        case 55: return .failStory(story, version: version, reason: word().text)
        case 56: return .regenerateStory(story, version: version + (chance.once(in: 4) ? 0 : 1), request())
        case 57: return .retitleStory(story, to: chance.once(in: 3) ? nil : word())
        case 58: return .openStory(story)
        case 59: return .trashStory(story)
        case 60: return .restoreStory(story)
        case 61: return .celebrateMilestone(milestone, name: word(), of: pick(children), on: day())
        case 62: return chance.once(in: 2) ? .renameMilestone(milestone, to: word()) : .dateMilestone(milestone, day())
        default: return chance.once(in: 2) ? .hideMilestone(milestone) : .showMilestone(milestone)
        }
    }

    private mutating func complete(_ story: StoryID, _ version: Int) -> StudioCommand {
        let request = state.model.stories[story]?[version]?.request
        let text = StoryText(
            title: chance.once(in: 2) ? nil : word(),
            passages: (request?.artworks ?? []).map { .init("Mia and Ben \(chance.below(3)).", artworks: [$0]) },
            method: Fixture.method)
        return .completeStory(
            story, version: version, text, chance.once(in: 3) ? .blocked(reason: "too wild") : .passed, today: day())
    }
}

// What chance brings.
extension StudioSimulation {
    mutating func word() -> Name {
        Name(
            recorded: ["Sun", "Boat", "maison", "家", "Łódź", "🎨 art", "a · b"][chance.below(7)]
                + " \(chance.below(4))")
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[chance.below(values.count)] }

    private mutating func day() -> CalendarDay { CalendarDay(daysSinceEpoch: 20_700 + chance.below(80)) }

    private mutating func add(_ child: ChildID) -> StudioCommand {
        let isPicked = chance.once(in: 2)
        return .addChild(
            child, name: word(),
            birth: isPicked ? nil : CalendarMonth(of: CalendarDay(daysSinceEpoch: 17_000 + chance.below(900))),
            age: isPicked ? 3 + chance.below(8) : nil, avatar: avatar(), today: Fixture.today)
    }

    private mutating func avatar() -> Avatar {
        switch chance.below(3) {
        case 0: .none
        case 1: .emoji(["🦊", "👩🏽‍🎨"][chance.below(2)])
        default: .photo(Fixture.file(90 + chance.below(2)))
        }
    }

    private mutating func facts(_ id: ImageID) -> ImageFacts {
        ImageFacts(
            id: id, file: Fixture.file(1 + chance.below(12)), widthPixels: 100 + chance.below(2), heightPixels: 200,
            orientation: 1 + chance.below(8), taken: chance.once(in: 2) ? nil : day(),
            fingerprint: chance.once(in: 2) ? nil : UInt64(chance.below(256)))
    }

    private mutating func new() -> NewArtwork {
        NewArtwork(
            images: (0...chance.below(2)).map { index in
                var image = facts(images[index])
                image.file = Fixture.file(1 + index * 6 + chance.below(6))
                return image
            },
            date: chance.once(in: 2) ? nil : day(), uploaded: day(), category: pick(ArtworkCategory.allCases),
            medium: chance.once(in: 2) ? nil : word(), caption: chance.once(in: 2) ? nil : word(),
            notes: ["", "One line.", "# Title\n", "naïve ✍🏽 text"][chance.below(4)], tags: tags())
    }

    private mutating func filter() -> ArtworkFilter {
        ArtworkFilter(
            children: chance.once(in: 2) ? [] : [pick(children)],
            categories: chance.once(in: 2) ? [] : [pick(ArtworkCategory.allCases)],
            tags: chance.once(in: 2) ? [] : tags(),
            from: chance.once(in: 2) ? nil : CalendarDay(daysSinceEpoch: 20_720),
            favouritesOnly: chance.once(in: 4), skill: chance.once(in: 4) ? .writing : nil)
    }

    private mutating func tags() -> [Name] {
        (0...chance.below(2)).map { _ in Fixture.name(["sea", "space", "früh"][chance.below(3)]) }
    }

    private mutating func shownImage(of artwork: ArtworkID) -> ImageID {
        let shown = state.model.artworks[artwork]?.shownImages.map(\.facts.id) ?? images
        return pick(shown.isEmpty ? images : shown)
    }

    private mutating func removedImage(of artwork: ArtworkID) -> ImageID {
        let removed = state.model.artworks[artwork]?.images.filter(\.isRemoved).map(\.facts.id) ?? []
        return pick(removed.isEmpty ? images : removed)
    }

    private mutating func result() -> AnalysisResult {
        let first = UInt64(1 + chance.below(3))
        return AnalysisResult(
            metrics: [Fixture.metric(.writing, chance.below(1001)), Fixture.metric(.lineControl, chance.below(1001))],
            tips: (first...(first + 2)).map {
                Tip(
                    id: .tip($0), text: "Tip \($0)", skill: .writing, stage: .early, resource: "list-\($0)",
                    listVersion: 1)
            }, suggestedTags: chance.once(in: 2) ? [] : [SuggestedTag(tag: word(), confidence: 700)])
    }

    private mutating func request() -> StoryRequest {
        var chosen: [ArtworkID] = []
        // Mostly of what can be told about, or few stories would ever be.
        let shown = artworks.filter { id in
            let artwork = state.model.artworks[id]
            return artwork.map { state.model.isVisible($0) && state.model.allows(.stories, for: $0.child) } ?? false
        }
        let pool = shown.count > 3 && !chance.once(in: 4) ? shown : artworks
        while chosen.count < 2 + chance.below(2) {
            let artwork = pick(pool)
            if !chosen.contains(artwork) { chosen.append(artwork) }
        }
        return StoryRequest(
            artworks: chosen, theme: word(), names: [Fixture.name("Mia"), Fixture.name("Ben")],
            length: pick(StoryLength.allCases), note: ["", "With a dragon."][chance.below(2)])
    }

    /// Something that a person could type into the notes as they are.
    private mutating func edit(of artwork: ArtworkID) -> TextEdit {
        guard let text = view.notes(of: artwork) else { return TextEdit(parents: [0], runs: []) }
        let position = chance.below(text.scalarCount + 1)
        let deleted = chance.below(min(4, text.scalarCount - position + 1))
        let run = TextRun(
            position: position, deleteCount: deleted, insertion: ["x", "né", "\n", "🎨!"][chance.below(4)])
        return TextEdit(parents: [text.revision], runs: [run])
    }
}

// Looking at it.
extension StudioSimulation {
    /// The readings without times: what undoing must bring back to the byte.
    var content: String {
        var json = JSONWriter()
        view.writeCanonical(to: &json, times: false, name: Fixture.name(of:))
        return json.text
    }

    /// The records of one subject among the first `count`, folded.
    func state(of subject: EntityID, upTo count: Int) -> StudioState {
        var state = StudioDecider.initial
        for event in history.prefix(count) where event.encoded().subject == subject {
            StudioDecider.evolve(&state, with: event)
        }
        return state
    }

    func view(of subject: EntityID, upTo count: Int) -> StudioView {
        var view = StudioProjection.empty
        for (index, event) in history.prefix(count).enumerated() where event.encoded().subject == subject {
            StudioProjection.project(Fixture.recorded([event], from: UInt64(index + 1))[0], into: &view)
        }
        return view
    }
}
