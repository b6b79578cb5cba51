import Kernel

// The rules of stories. Nothing is told here: what was asked for and what was told is judged.
extension StudioState {
    func request(_ id: StoryID, _ request: StoryRequest) throws(StudioRefusal) -> [StudioEvent] {
        let known = model.stories[id]
        if let known, !known.flags.isWithdrawn { return [] }
        try check(request)
        if let known {
            var events: [StudioEvent] = known.flags.isTrashed ? [.storyRestored(id)] : []
            // As it is asked for now, as long as it was never told.
            if let first = known[1], first.request != request, first.status == .pending, known.versions.count == 1 {
                events.append(.storyReverted(id, version: 1, to: StoryVersion(request: request)))
            }
            return events + [.storyReinstated(id)]
        }
        guard model.stories.count < Self.storiesMax else { throw .tooMany(.stories, max: Self.storiesMax) }
        return [.storyRequested(id, request)]
    }

    /// Every chosen artwork is in it, nothing else is, and everyone who was named appears; else it is told anew.
    /// Requirement J-401.
    func complete(
        _ id: StoryID, _ version: Int, _ text: StoryText, _ moderation: Moderation, today: CalendarDay
    ) throws(StudioRefusal) -> [StudioEvent] {
        let told = try self.version(version, of: id)
        switch moderation {
        case .passed:
            if told.status == .told, told.text == text { return [] }
        case .blocked(let reason):
            let isSame = told.reason.utf8.elementsEqual(reason.utf8)
            if told.status == .blocked, told.text == text, isSame { return [] }
        }
        guard told.status == .pending else { throw .storyNotPending(id, version) }
        try check(today)
        for child in children(of: told.request) { try checkConsent(.stories, for: child) }
        try check(text, asked: told.request)
        switch moderation {
        case .passed:
            var events: [StudioEvent] = [.storyTold(id, version: version, text)]
            for child in children(of: told.request) { events += firstStory(of: child, on: today) }
            return events
        case .blocked(let reason):
            try check(reason, .reason, max: Story.reasonBytesMax)
            return [.storyBlocked(id, version: version, text, reason: reason)]
        }
    }

    func fail(_ id: StoryID, _ version: Int, _ reason: String) throws(StudioRefusal) -> [StudioEvent] {
        let told = try self.version(version, of: id)
        if told.status == .failed, told.reason.utf8.elementsEqual(reason.utf8) { return [] }
        guard told.status == .pending else { throw .storyNotPending(id, version) }
        try check(reason, .reason, max: Story.reasonBytesMax)
        return [.storyFailed(id, version: version, reason: reason)]
    }

    /// A new version beside the earlier ones, which are kept. Requirement J-419.
    func regenerate(_ id: StoryID, _ version: Int, _ request: StoryRequest) throws(StudioRefusal) -> [StudioEvent] {
        let story = try story(id)
        let next = story.versions.count + 1
        guard version >= 1, version <= next else { throw .badVersion(version, next: next) }
        let known = story[version]
        if let known, !known.isWithdrawn { return [] }
        try openStory(id)
        if let latest = story[story.latest], latest.status == .pending {
            throw .storyStillPending(id, story.latest)
        }
        try check(request)
        if known != nil { return [.storyReverted(id, version: version, to: StoryVersion(request: request))] }
        guard next <= Story.versionsMax else { throw .tooMany(.versions, max: Story.versionsMax) }
        return [.storyRegenerated(id, version: version, request)]
    }

    func retitle(_ id: StoryID, to title: Name?) throws(StudioRefusal) -> [StudioEvent] {
        guard try story(id).title != title else { return [] }
        if let title { try check(title) }
        try openStory(id)
        return [.storyRetitled(id, title: title)]
    }

    func open(_ id: StoryID) throws(StudioRefusal) -> [StudioEvent] {
        try openStory(id)
        return model.lastOpened == id.entity ? [] : [.storyOpened(id)]
    }

    private func version(_ version: Int, of id: StoryID) throws(StudioRefusal) -> StoryVersion {
        guard let found = try story(id)[version], !found.isWithdrawn else { throw .noSuchVersion(id, version) }
        return found
    }

    /// The children whose artworks were chosen, in the order in which they were.
    func children(of request: StoryRequest) -> [ChildID] {
        var children: [ChildID] = []
        for artwork in request.artworks {
            guard let child = model.artworks[artwork]?.child, !children.contains(child) else { continue }
            children.append(child)
        }
        return children
    }

    private func check(_ request: StoryRequest) throws(StudioRefusal) {
        guard Story.artworks.contains(request.artworks.count) else {
            throw .wrongNumberOfArtworks(request.artworks.count)
        }
        for (index, artwork) in request.artworks.enumerated() {
            guard !request.artworks[..<index].contains(artwork) else { throw .sameArtworkTwice(artwork) }
            try openArtwork(artwork)
        }
        try check(request.theme)
        guard !request.names.isEmpty else { throw .noNames }
        guard request.names.count <= Story.namesMax else { throw .tooMany(.names, max: Story.namesMax) }
        for name in request.names { try check(name) }
        try check(request.note, .storyNote, max: Story.noteBytesMax)
        for child in children(of: request) { try checkConsent(.stories, for: child) }
    }

    private func check(_ text: StoryText, asked request: StoryRequest) throws(StudioRefusal) {
        if let title = text.title { try check(title) }
        try check(text.method)
        try check(text.usage)
        guard text.passages.count <= Story.passagesMax else { throw .tooMany(.passages, max: Story.passagesMax) }
        var whole = ""
        var shown: [ArtworkID] = []
        for passage in text.passages {
            whole += passage.text
            whole += "\n"
            for artwork in passage.artworks {
                guard request.artworks.contains(artwork) else { throw .artworkNotAsked(artwork) }
                shown.append(artwork)
            }
        }
        guard saysSomething(whole) else { throw .emptyStory }
        try check(whole, .story, max: Story.textBytesMax)
        for artwork in request.artworks where !shown.contains(artwork) { throw .artworkNotTold(artwork) }
        let told = Array(Name(recorded: whole).clashKey.utf8)
        for name in request.names where !Self.contains(told, Array(name.clashKey.utf8)) { throw .nameNotTold(name) }
    }

    /// Returns whether `text` has `word` in it as a word of its own: "Mia" is not in "Miami".
    static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        for start in Occurrences(of: word, in: text) {
            let end = start + word.count
            let isAtStart = start == 0 || !isOfWord(text[start - 1])
            let isAtEnd = end == text.count || !isOfWord(text[end])
            if isAtStart, isAtEnd { return true }
        }
        return false
    }

    /// Letters and digits of ASCII; other scripts often write words without a space between them.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
