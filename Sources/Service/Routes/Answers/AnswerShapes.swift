import Kernel
import Workspace

/// What every JSON answer looks like, a file per domain: by the name of its route, and what several have in common by a
/// name of its own. Written from what writes the answers, and held against what they are by every test that asks.
enum AnswerShapes {
    /// By the name of the route. Those of field lists, such as `CommandResults`, are not here: the list itself says it.
    static let all = merged([
        machine, accounts, people, shareLinks, webhooks, notes, boards, captures, studio, family, across, files,
    ])

    /// By the name among the schemas of the OpenAPI document.
    static let components = merged([
        sharedComponents, accountComponents, webhookComponents, noteComponents, boardComponents, captureComponents,
        studioComponents, familyComponents, acrossComponents,
    ])

    private static func merged(_ parts: [[String: JSONShape]]) -> [String: JSONShape] {
        var merged: [String: JSONShape] = [:]
        for part in parts {
            merged.merge(part) { _, _ in preconditionFailure("two answers or two of their parts have one name") }
        }
        return merged
    }

    /// What is asked of files and pictures, and what several domains say alike.
    static let sharedComponents: [String: JSONShape] = [
        "AttachedFile": .object(attachedFile),
        "PictureFacts": pictureFacts,
        "ThingLine": .object(thing),
    ]

    /// A file that hangs on something.
    static let attachedFile: JSONMembers = [
        "id": .id, "name": .text, "mediaType": .text, "sizeBytes": .number, "sha256": .digest,
    ]

    static let attachedFiles = JSONShape.list(.named("AttachedFile"))

    /// What the head of a picture says.
    private static let pictureFacts: JSONShape = .object([
        "mediaType": .text, "widthPixels": .number, "heightPixels": .number, "orientation": .number,
        "taken": .orNull(.day),
    ])

    /// A thing of any domain, as a line names it.
    static let thing: JSONMembers = ["kind": kindOfThing, "id": .id, "path": .text]

    static let kindOfThing = JSONShape.word(EntityKind.allCases.map(\.word))

    static let files: [String: JSONShape] = [
        "showFile": .object([
            "sha256": .digest, "name": .text, "sizeBytes": .number, "picture": .optional(.named("PictureFacts")),
        ]),
        "showUpload": .object([
            "id": .id, "lengthBytes": .number, "offsetBytes": .number, "expires": .moment, "name": .orNull(.text),
            "sha256": .orNull(.digest), "picture": .optional(.named("PictureFacts")),
        ]),
    ]

    /// What the service says of itself.
    static let machine: [String: JSONShape] = [
        "readiness": .object(["ready": .flag, "sound": .number, "checking": .number]),
        "describe": .object([
            "openapi": .text, "info": .map(.text), "security": .list(.map(.list(.text))), "paths": .map(.map(.anything)),
            "components": .map(.map(.anything)),
        ]),
    ]
}

extension Route {
    /// What comes back as JSON when all went well; nil where it is not JSON, or nobody has said.
    var answerShape: JSONShape? {
        guard case .json = answer else { return nil }
        return answerSchema.map { .named($0) } ?? AnswerShapes.all[name]
    }
}
