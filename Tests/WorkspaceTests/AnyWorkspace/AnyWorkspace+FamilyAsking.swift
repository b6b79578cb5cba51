import Capture
import Kernel
import Studio
import Workspace

// What a household asks of its captures and its studio.
extension AnyWorkspace {
    private var itemID: ItemID { mutating get { any(0xA00, 10) } }
    private var childID: ChildID { mutating get { any(0xE00, 3) } }
    private var artworkID: ArtworkID { mutating get { any(0xF00, 7) } }

    mutating func captureCommand() -> CaptureCommand {
        let item = itemID
        let collection: CollectionID = any(0xB00, 4)
        let member = chance.pick(state.capture.model.members(of: collection).ids)
        let parent = maybe(member)
        let siblings = state.capture.model.members(of: collection).children(of: parent)
        let next = maybe(chance.pick(Array(siblings.ids)))
        let tagID: TagID = any(0xC00, 4)
        let file: AttachmentID = any(0x980, 3)
        switch chance.below(36) {
        case 0: return .captureItem(item, content: "Buy " + prose(), captured: moment())
        case 1: return .rewordItem(item, to: "Sell " + prose())
        case 2: return .typeItem(item, any([.none, .task, .link(collection)]))
        case 3: return .annotateItem(item, metadata: any(["", "{}", "{\"a\": [1, null]}", "[]"]))
        case 4: return .tagItem(item, [tag(), tag()])
        case 5: return .untagItem(item, [tag()])
        case 6: return chance.once(in: 2) ? .starItem(item) : .unstarItem(item)
        case 7: return .followUpItem(item, on: maybe(day()))
        case 8: return .completeItem(item, at: moment())
        case 9: return .reopenItem(item)
        case 10: return .trashItem(item)
        case 11: return .restoreItem(item)
        case 12: return .splitItem(item, into: [NewItem(id: itemID, content: "Half " + prose())])
        case 13: return .mergeItems(into: item, from: [itemID])
        case 14: return .removeFromCollection(collection, member ?? item)
        case 15: return .createCollection(collection, name: word(), isStructured: chance.below(3) > 0)
        case 16: return .renameCollection(collection, to: word())
        case 17: return chance.once(in: 3) ? .trashCollection(collection) : .openCollection(collection)
        case 18: return .restoreCollection(collection)
        case 19...21: return .addToCollection(collection, item, under: parent, above: next)
        case 22...24: return .moveInCollection(collection, member ?? item, under: parent, above: next)
        case 25: return .createTag(tagID, name: tag(), colour: any(TagColour.allCases))
        case 26: return chance.once(in: 2) ? .renameTag(tagID, to: tag()) : .renameTagValue(tag(), to: tag())
        case 27: return .recolourTag(tagID, any(TagColour.allCases))
        case 28: return chance.once(in: 2) ? .deleteTag(tagID) : .deleteTagValue(tag())
        case 29: return .restoreTag(tagID)
        case 30: return chance.once(in: 3) ? .detachFile(file) : .attachFile(file, to: item, self.file())
        case 31:
            let prompt = any([PromptKind.organise, .milestone])
            return any([.snoozePrompt(prompt, until: moment()), .dismissPrompt(prompt), .revivePrompt(prompt)])
        default: return runCommand(any(0xD00, 3), item)
        }
    }

    mutating func runCommand(_ run: RunID, _ item: ItemID) -> CaptureCommand {
        let asked = state.capture.model.runs[run]?.request.items.first ?? item
        let content = state.capture.model.items[asked]?.content ?? "gone"
        let citation = Citation(item: asked, start: 0, length: content.unicodeScalars.count)
        let part = SuggestedPart(text: content, citation: citation)
        let suggestion: SuggestionID = .numbered(0xD80, 1)
        switch chance.below(9) {
        case 0:
            let month = CalendarMonth(of: day())
            return .requestRun(
                run,
                RunRequest(
                    items: [item], provider: "local", model: "small-1", promptVersion: "3", inputDigest: digest(1),
                    month: month, allowance: .free))
        case 1, 2:
            let whole = OrganiseSuggestion(
                id: suggestion, kind: .plan, title: word(), parts: [part], confidenceThousandths: 700)
            return .completeRun(
                run,
                RunOutput(suggestions: [whole], questions: ["Which?"], outputDigest: digest(2), latencyMs: 9))
        case 3: return .failRun(run, reason: any(RunFailure.allCases), latencyMs: 5)
        case 4: return .answerQuestion(run, question: 0, any(["yes", "no"]))
        case 5: return .declineSuggestion(run, suggestion)
        case 6: return any([.cancelRun(run), .forgetRunPayload(run)])
        default:
            let accepted = AcceptedPart(
                index: 0, item: maybe(asked) ?? itemID, text: content, under: nil, isTask: chance.once(in: 2))
            return .acceptSuggestion(
                run, suggestion,
                as: AcceptedShape(
                    destination: any([.standalone, .newPlan(any(0xB00, 4), title: word())]), parts: [accepted]))
        }
    }

    /// Putting children away is soon made good, or no picture would be left to be seen.
    mutating func studioCommand() -> StudioCommand {
        let family = state.studio.model
        let away = family.children.all.first { family.children[$0.slot].flags.isTrashed }
        if let away, chance.once(in: 3) { return .restoreChild(away.id) }
        let child = childID
        let today = CalendarDay(daysSinceEpoch: 20_778)
        switch chance.below(11) {
        case 0:
            return .addChild(
                child, name: word(), birth: nil, age: 3 + chance.below(8), avatar: any([.none, .emoji("🦊")]),
                today: today)
        case 1:
            return chance.once(in: 2)
                ? .renameChild(child, to: word()) : .portrayChild(child, any([.none, .emoji("🐻")]))
        case 2:
            return any([
                .trashChild(child), .restoreChild(child), .correctBirth(child, CalendarMonth(of: today), today: today),
            ])
        case 3: return albumCommand(any(0x1100, 3))
        case 4:
            let purpose = any(ConsentPurpose.allCases)
            return chance.once(in: 3)
                ? .withdrawConsent(purpose, maybe(child)) : .giveConsent(purpose, maybe(child), notice: "2026-11")
        case 5, 6: return workCommand(any(0x1200, 4), any(0x1300, 3), child)
        case 7:
            return any([
                .remindOfUpload(today: CalendarDay(daysSinceEpoch: 20_778 + chance.below(60))), .turnRemindersOff,
                .turnRemindersOn,
                .snoozeReminders(until: maybe(CalendarDay(daysSinceEpoch: 20_790)), today: today),
            ])
        default: return artworkCommand(artworkID, child)
        }
    }

    mutating func image() -> ImageFacts {
        ImageFacts(
            id: any(0x1000, 4), file: file(), widthPixels: 100, heightPixels: 200, taken: maybe(day()),
            fingerprint: maybe(UInt64(chance.below(256))))
    }

    mutating func newImages() -> [ImageFacts] {
        var images = [image(), image()]
        if images[1].id == images[0].id || images[1].file.digest == images[0].file.digest { images.removeLast() }
        return images
    }

    private mutating func artworkCommand(_ artwork: ArtworkID, _ child: ChildID) -> StudioCommand {
        let images = state.studio.model.artworks[artwork]?.images.map(\.facts.id) ?? []
        let image: ImageID = chance.pick(images) ?? any(0x1000, 4)
        switch chance.below(20) {
        case 0, 1:
            return .uploadArtwork(
                artwork, of: child,
                NewArtwork(
                    images: newImages(), uploaded: day(), caption: maybe(word()), notes: prose(), tags: [tag()]),
                ifKnown: any([.kept, .refused]))
        case 2: return .addImage(artwork, self.image(), above: maybe(image), ifKnown: .kept)
        case 3: return .moveImage(artwork, image, above: maybe(chance.pick(images)))
        case 4: return .removeImage(artwork, image)
        case 5: return .returnImage(artwork, image)
        case 6: return .editImage(artwork, image, EditRecipe(quarterTurns: chance.below(4)))
        case 7: return .dateArtwork(artwork, day())
        case 8: return .categoriseArtwork(artwork, any(ArtworkCategory.allCases))
        case 9: return .setMedium(artwork, maybe(word()))
        case 10: return .captionArtwork(artwork, maybe(word()))
        case 11, 12: return .annotateArtwork(artwork, edit(of: view.studio.notes(of: artwork)))
        case 13: return .tagArtwork(artwork, [tag(), tag()])
        case 14: return .untagArtwork(artwork, [tag()])
        case 15: return .reassignArtwork(artwork, to: child)
        case 16: return chance.once(in: 2) ? .favouriteArtwork(artwork) : .unfavouriteArtwork(artwork)
        case 17: return .openArtwork(artwork)
        case 18: return .trashArtwork(artwork)
        default: return .restoreArtwork(artwork)
        }
    }

    private mutating func albumCommand(_ album: AlbumID) -> StudioCommand {
        let filter = ArtworkFilter(tags: [tag()], favouritesOnly: chance.once(in: 4))
        switch chance.below(9) {
        case 0: return .createAlbum(album, name: word())
        case 1: return .createSmartAlbum(album, name: word(), filter: filter)
        case 2: return .renameAlbum(album, to: word())
        case 3: return .refilterAlbum(album, filter)
        case 4: return .addToAlbum(album, artworkID, above: maybe(artworkID))
        case 5:
            let held = state.studio.model.albums[album]?.order.entries.map(\.id) ?? []
            return .moveInAlbum(album, chance.pick(held) ?? artworkID, above: maybe(chance.pick(held)))
        case 6: return .removeFromAlbum(album, artworkID)
        case 7: return .trashAlbum(album)
        default: return .restoreAlbum(album)
        }
    }

    private var method: AnalysisMethod {
        AnalysisMethod(provider: Name(recorded: "local"), model: Name(recorded: "sketch"), version: 2)
    }

    mutating func workCommand(_ analysis: AnalysisID, _ story: StoryID, _ child: ChildID) -> StudioCommand {
        let attempt = state.studio.model.analyses[analysis]?.attempt ?? 1
        let version = state.studio.model.stories[story]?.versions.count ?? 1
        let tip: TipID = any(0x1500, 3)
        let milestone: MilestoneID =
            maybe(chance.pick(state.studio.model.milestones.ids)) ?? any(0x1400, 3)
        let first = 1 + UInt64(chance.below(6))
        let artworks: [ArtworkID] = [.numbered(0xF00, first), .numbered(0xF00, first + 1)]
        let request = StoryRequest(
            artworks: artworks, theme: word(), names: [Name(recorded: "Mia")])
        switch chance.below(20) {
        case 0, 1: return .requestAnalysis(analysis, artworkID, method, inputDigest: digest(chance.below(4)))
        case 2, 3:
            let tips = (1...3).map {
                Tip(id: .numbered(0x1500, $0), text: "Try \($0).", skill: .writing, stage: .early)
            }
            let metric = SkillMetric(
                skill: .writing, thousandths: chance.below(1001), method: Name(recorded: "edges"), version: 1)
            return .completeAnalysis(analysis, attempt: attempt, AnalysisResult(metrics: [metric], tips: tips))
        case 4: return .failAnalysis(analysis, attempt: attempt, reason: "offline")
        case 5: return .retryAnalysis(analysis, attempt: attempt + 1, method, inputDigest: digest(3))
        case 6: return chance.once(in: 2) ? .saveTip(analysis, tip) : .unsaveTip(analysis, tip)
        case 7: return .rateTip(analysis, tip, any(Rating.allCases))
        case 8: return .readTips(analysis)
        case 9, 10: return .requestStory(story, request)
        case 11, 12:
            let artworks = state.studio.model.stories[story]?[version]?.request.artworks ?? []
            let text = StoryText(
                title: maybe(word()), passages: artworks.map { .init("Mia sailed.", artworks: [$0]) }, method: method)
            let moderation = any([Moderation.passed, .passed, .blocked(reason: "too wild")])
            return .completeStory(story, version: version, text, moderation, today: day())
        case 13: return .failStory(story, version: version, reason: "offline")
        case 14: return .regenerateStory(story, version: version + 1, request)
        case 15: return chance.once(in: 2) ? .retitleStory(story, to: maybe(word())) : .openStory(story)
        case 16: return chance.once(in: 2) ? .trashStory(story) : .restoreStory(story)
        case 17: return .celebrateMilestone(milestone, name: word(), of: child, on: day())
        case 18: return chance.once(in: 2) ? .renameMilestone(milestone, to: word()) : .dateMilestone(milestone, day())
        default: return chance.once(in: 2) ? .hideMilestone(milestone) : .showMilestone(milestone)
        }
    }
}
