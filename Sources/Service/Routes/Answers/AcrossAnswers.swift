import Kernel
import Workspace

extension AnswerShapes {
    static let across: [String: JSONShape] = [
        "listRecent": .object([
            "device": .orNull(.text), "things": .list(.fields(thing, ["at": .moment])),
        ]),
        "listTrash": .list(trashed),
        "listPins": .list(.named("ThingLine")),
        "listTags": .list(.object(["name": .text, "level": .number, "total": .number, "uses": .object(usesOfTag)])),
        "listAttachments": .list(.fields(attachedFile, ["holder": .named("ThingLine")])),
        "listLinks": .object([
            "links": .number, "sources": .number, "trashed": .list(.named("BrokenLink")),
            "unresolved": .list(.named("BrokenLink")),
        ]),
        "showLinks": .fields(thing, ["outgoing": .list(.named("Link")), "backlinks": .list(.named("Link"))]),
        "listConflicts": .list(.fields(thing, conflict)),
        "showConflict": .fields(
            thing, conflict,
            [
                "base": .text,
                "versions": .list(
                    .object([
                        "revision": .number, "seq": .number, "actor": .id, "actorName": .text, "time": .moment,
                        "text": .text,
                    ])),
                "merged": .text,
            ]),
        "showHistory": .list(revision),
        "audit": .list(record),
        "search": .named("Found"),
        "intentFindCards": .named("Found"),
        "findSimilar": .object([
            "things": .list(.fields(thing, ["likeness": .number])), "rest": .number,
        ]),
        "showNextSequence": .object(["device": .id, "next": .number]),
        "pollChanges": .object(["last": .number, "areas": .list(areaOfChange)]),
    ]

    static let acrossComponents: [String: JSONShape] = [
        "BrokenLink": .object(["written": .text, "sources": .list(.named("ThingLine"))]),
        "Link": link,
        "Found": .object(["found": .number, "next": .optional(.text), "hits": .list(hit)]),
    ]

    private static let conflict: JSONMembers = [
        "in": textField, "revision": .number, "heads": .list(.number), "updated": .moment,
    ]

    private static let trashed: JSONShape = .fields(
        thing, ["holds": .text, "waitsFor": .orNull(.named("ThingLine"))], .touched("trashed"))

    /// The number of things of each kind; kinds without any are left out.
    private static let usesOfTag = JSONMembers(
        [EntityKind.note, .card, .item, .artwork].map { ($0.word, .optional(.number)) })

    private static let targets: [LinkTarget] = [.thing(.note(.zero)), .trashed(.note(.zero)), .file(.zero), .nothing]

    /// The thing is missing where it leads to a file or to nothing.
    private static let link: JSONShape = .object([
        "target": .word(targets.map(\.word)), "kind": .optional(kindOfThing), "id": .optional(.id),
        "path": .optional(.text), "file": .optional(.id), "written": .text, "heading": .optional(.text),
        "in": textField, "line": .number, "context": .text,
    ])

    /// The text of a thing that is meant.
    private static let textField = JSONShape.word(
        [
            TextField.title, .body, .handwriting, .picture, .description, .checklistItem, .comment, .medium, .tag, .file,
        ].map(\.word))

    /// Each from and up to, in Unicode scalars.
    private static let ranges = JSONShape.list(.list(.number))

    private static let hit: JSONShape = .fields(
        thing,
        [
            "title": .text, "updated": .moment, "titleMatches": ranges,
            "passages": .list(
                .object([
                    "in": textField, "start": .number, "text": .text, "matches": ranges, "drawing": .optional(.id),
                    "file": .optional(.id), "size": .optional(.list(.number)), "box": .optional(.list(.number)),
                ])),
        ])

    private static let revision: JSONShape = .object([
        "seq": .number, "time": .moment, "actor": .text, "device": .text, "kind": .text, "summary": .text,
        "cause": .text, "causeSeq": .orNull(.number), "diff": .orNull(.text),
    ])

    /// The event has the fields of its kind; it is null where its payload was erased.
    private static let record: JSONShape = .object([
        "seq": .number, "time": .moment, "actor": .id, "actorName": .text, "recordedTime": .moment, "recordedActor": .id,
        "device": .id, "deviceName": .text, "command": .number, "kind": .text, "entity": .id, "cause": .text,
        "causeSeq": .orNull(.number), "batch": .orNull(.id), "event": .orNull(.map(.anything)),
        "erasedBy": .optional(.number),
    ])
}
