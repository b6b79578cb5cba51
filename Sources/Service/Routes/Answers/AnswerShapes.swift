import Intelligence
import Kernel
import Publishing
import Workspace

/// The shapes of all JSON answers, a file per domain: by the name of the route, and parts that several share by a name of
/// their own. Written from the code that writes the answers, and checked by every test that sends a request.
enum AnswerShapes {
    /// By the name of the route. Those of field lists, such as `CommandResults`, are not here: the list itself says it.
    static let all = merged([
        machine, accounts, people, shareLinks, webhooks, notes, boards, captures, studio, family, across, files,
        exports,
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

    /// The shapes of files and pictures, and those that several domains share.
    static let sharedComponents: [String: JSONShape] = [
        "AttachedFile": .fields(attachedFile, ["read": .optional(.named("TextOfPicture"))]),
        "ExportProgress": exportProgress,
        "PictureFacts": pictureFacts, "TextOfPicture": pictureText,
        "ThingLine": .object(thing),
    ]

    /// A file that hangs on something.
    static let attachedFile: JSONMembers = [
        "id": .id, "name": .text, "mediaType": .text, "sizeBytes": .number, "sha256": .digest,
    ]

    /// The text that was read from a picture, and the boxes around its lines in pixels of it.
    private static let pictureText: JSONShape = .object([
        "text": .text, "reader": .text, "version": .text, "width": .number, "height": .number,
        "lines": .list(
            .object([
                "left": .number, "top": .number, "width": .number, "height": .number, "confidence": .number,
                "others": .list(.text),
            ])),
    ])

    static let attachedFiles = JSONShape.list(.named("AttachedFile"))

    /// The facts in the head of a picture.
    private static let pictureFacts: JSONShape = .object([
        "mediaType": .text, "widthPixels": .number, "heightPixels": .number, "orientation": .number,
        "taken": .orNull(.day),
    ])

    /// A file to be taken away: `done` of `all` while it is made, its name and size once it is, the reason where it is not.
    private static let exportProgress: JSONShape = .object([
        "export": .id, "kind": .word(ExportKind.allCases.map(\.rawValue)),
        "format": .word(ExportFormat.allCases.map(\.rawValue)),
        "state": .word(["waiting", "running", "ready", "failed", "cancelled"]), "done": .optional(.number),
        "all": .optional(.number), "name": .optional(.text), "mediaType": .optional(.text), "sizeBytes": .optional(.number),
        "notes": .optional(.list(.text)), "reason": .optional(.text), "expires": .moment,
    ])

    static let exports: [String: JSONShape] = [
        "beginExport": .named("ExportProgress"), "showExport": .named("ExportProgress"),
    ]

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

    /// The answers of the service about itself.
    static let machine: [String: JSONShape] = [
        "showSetup": .object([
            "signUp": .flag, "guests": .flag, "mail": .flag,
            "issuer": .orNull(.object(["name": .text, "start": .text])),
        ]),
        "readiness": .object(["ready": .flag, "sound": .number, "checking": .number]),
        "listProviders": .object([
            "providers": .list(
                .object([
                    "does": .word(Capability.allCases.map(\.rawValue)), "provider": .text, "model": .text,
                    "version": .number, "remote": .flag, "trains": .flag, "notice": .text,
                ]))
        ]),
        "readPictures": .object([
            "files": .list(.object(["id": .id, "text": .optional(.text), "failure": .optional(.text)]))
        ]),
        "recogniseInk": .object(["drawings": .list(.object(["id": .id, "text": .text]))]),
        "readPage": .object([
            "text": .text, "model": .text, "width": .number, "height": .number,
            "lines": .list(
                .object(["text": .text, "confidence": .number, "box": .list(.number), "others": .list(.text)])),
        ]),
        "transcribe": .object([
            "text": .text, "language": .text, "provider": .text, "model": .text, "latencyMs": .number,
        ]),
        "describe": .object([
            "openapi": .text, "info": .map(.text), "security": .list(.map(.list(.text))), "tags": .list(.map(.text)),
            "paths": .map(.map(.anything)),
            "components": .map(.map(.anything)),
        ]),
    ]
}

extension Route {
    /// The shape of a successful JSON answer; nil where it is not JSON, or not described.
    var answerShape: JSONShape? {
        guard case .json = answer else { return nil }
        if let item { return .object(["items": .list(item), "next": .orNull(.text), "total": .orNull(.number)]) }
        return answerSchema.map { .named($0) } ?? AnswerShapes.all[name]
    }
}
