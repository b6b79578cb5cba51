import Kernel
import Studio

extension AnswerShapes {
    /// Artworks, and what is told and worked out of them.
    static let studio: [String: JSONShape] = [
        "showGallery": .list(.named("ArtworkLine")),
        "showTimeline": .object([
            "total": .number, "months": .list(monthOfTimeline), "next": .orNull(.text),
        ]),
        "showArtwork": artwork,
        "createArtwork": artwork,
        "analyse": .named("ArtworkAnalysis"),
        "listAlbums": .list(.object(["id": .id, "name": .text, "smart": .flag, "artworks": .number])),
        "showAlbum": album,
        "listStories": .list(storyLine),
        "showStory": story,
        "listTips": .list(tip),
        "listDuplicates": .object(["exact": .list(.list(sighting)), "near": .list(.list(sighting))]),
    ]

    static let studioComponents: [String: JSONShape] = [
        "ArtworkLine": artworkLine,
        "ArtworkImage": image,
        "ArtworkAnalysis": analysis,
        "KeptFile": .object(["name": .text, "type": .text, "bytes": .number, "digest": .digest]),
    ]

    static let category = JSONShape.words(ArtworkCategory.self)
    static let skill = JSONShape.words(Skill.self)

    /// The digest is that of the first image; empty where all were removed.
    private static let artworkLine: JSONShape = .object([
        "id": .id, "title": .text, "child": .id, "childName": .text, "date": .day, "age": .orNull(.number),
        "category": category, "medium": .orNull(.text), "tags": .list(.text), "images": .number, "favourite": .flag,
        "digest": .like("^([0-9a-f]{64})?$"),
    ])

    private static let monthOfTimeline: JSONShape = .object([
        "month": .month, "continued": .flag, "milestones": .list(.text), "trends": .list(.text),
        "artworks": .list(workOfTimeline),
    ])

    private static let workOfTimeline: JSONShape = .object([
        "id": .id, "title": .text, "date": .day, "child": .id, "childName": .text, "age": .orNull(.number),
        "category": category, "favourite": .flag, "images": .number, "digest": .orNull(.digest), "badges": .list(.text),
    ])

    private static let artwork: JSONShape = .fields(
        [
            "artwork": .named("ArtworkLine"), "state": .stateOfUnarchived, "description": .optional(.text), "uploaded": .day,
            "images": .list(.named("ArtworkImage")), "removedImages": .list(.named("ArtworkImage")),
            "albums": .list(.text), "skills": .list(skillOfArtwork), "analyses": .list(.named("ArtworkAnalysis")),
        ],
        .touched("added"), .touched("updated"), ["notes": .text, "parents": .list(.number)])

    /// The crop: left, top, width and height.
    private static let image: JSONShape = .object([
        "id": .id, "file": .named("KeptFile"), "originalWidth": .number, "originalHeight": .number,
        "orientation": .number, "taken": .orNull(.day), "mirrored": .flag, "quarterTurns": .number,
        "crop": .list(.number), "width": .number, "height": .number,
    ])

    private static let skillOfArtwork: JSONShape = .object([
        "skill": skill, "valueThousandths": .number, "method": .text, "changeThousandths": .orNull(.number),
        "comparedWith": .orNull(.month),
    ])

    private static let analysis: JSONShape = .object([
        "id": .id, "status": .words(AnalysisStatus.self), "attempt": .number, "method": .text, "reason": .orNull(.text),
        "tips": .number, "usage": .optional(.named("Usage")),
        "suggestedTags": .list(.object(["tag": .text, "confidence": .number])),
    ])

    private static let album: JSONShape = .fields(
        [
            "id": .id, "name": .text, "state": .stateOfUnarchived, "smart": .flag, "filter": .orNull(filter),
        ],
        .touched("updated"), ["artworks": .list(.named("ArtworkLine"))])

    private static let filter: JSONShape = .object([
        "children": .list(.id), "categories": .list(category), "tags": .list(.text), "from": .orNull(.day),
        "through": .orNull(.day), "favouritesOnly": .flag, "skill": .orNull(skill),
    ])

    private static let storyLine: JSONShape = .fields(
        [
            "id": .id, "title": .text, "status": .words(StoryStatus.self), "versions": .number, "artworks": .number,
        ],
        .touched("updated"))

    /// The version that is shown, by its number; null while none was told.
    private static let story: JSONShape = .fields(
        ["id": .id, "title": .text, "state": .stateOfUnarchived, "shown": .orNull(.number)], .touched("updated"),
        ["versions": .list(versionOfStory)])

    private static let versionOfStory: JSONShape = .object([
        "version": .number, "theme": .text, "names": .list(.text), "length": .words(StoryLength.self), "note": .text,
        "artworks": .list(.id), "status": .words(StoryStatus.self), "reason": .orNull(.text), "method": .orNull(.text),
        "usage": .optional(.named("Usage")), "passages": .list(.object(["text": .text, "artworks": .list(.id)])),
    ])

    private static let tip: JSONShape = .object([
        "id": .id, "text": .text, "skill": skill, "stage": .words(AgeStage.self), "resource": .orNull(.text),
        "listVersion": .number, "analysis": .id, "artwork": .id, "artworkTitle": .text, "childName": .text,
        "saved": .flag, "new": .flag, "rating": .words(Rating.self),
    ])

    private static let sighting: JSONShape = .object(["artwork": .id, "title": .text, "image": .id, "file": .text])
}
