import Accounts
import HTTPTypes
import Hummingbird
import Importers
import Kernel
import Runtime
import Studio
import Workspace

extension RouteTable {
    /// An artwork with its picture, in one request.
    static let studioResources: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/artworks", "createArtwork",
            "Takes in a picture as an artwork of a child; what the picture says of itself is read by the service.", .commands,
            query: [
                FieldShape("child", .identifier, "Whose it is; may be left out where there is one child.").optional,
                FieldShape("caption", .text(bytesMax: Name.bytesMax), "What it is called.").optional,
                FieldShape("date", .day, "The day it was made; else the one on which the picture was taken, or today.")
                    .optional,
                FieldShape("category", .word(ArtworkCategory.allCases.map { spelled($0.fieldName) }), "A drawing without it.")
                    .optional,
                FieldShape("notes", .text(bytesMax: 4_096), "What there is to say of it.").optional,
                FieldShape("name", .text(bytesMax: Name.bytesMax), "The name of the file.").optional,
                FieldShape("again", .flag, "True to take in the very same picture once more.").optional,
            ], headers: [idempotencyKey], content: .bytes(NewPicture.mediaTypes), answer: .json(.created),
            furtherStatuses: [409, 413, 415, 422, 429]
        ) { try await $0.createArtwork() }
    ]
}

/// The picture of an artwork in the body of a request.
private enum NewPicture {
    /// Larger ones go by an upload, which can be broken off.
    static let bytesMax = 32 * 1024 * 1024
    /// The kind of picture is read from its bytes; the type is said so that a form of a page elsewhere cannot send one.
    static let mediaTypes = [
        "image/jpeg", "image/png", "image/gif", "image/webp", "image/heic", "image/heif", "image/avif", "image/bmp",
        "application/octet-stream",
    ]
}

extension Call {
    fileprivate func createArtwork() async throws -> Response {
        guard let mediaType, NewPicture.mediaTypes.contains(mediaType) else {
            throw ProblemDocument(
                .unsupportedMediaType, "notAPicture",
                "send the picture as one of " + NewPicture.mediaTypes.joined(separator: ", "))
        }
        guard let permit = service.pictureBodies.enter(for: requester) else {
            throw ProblemDocument(
                .tooManyRequests, "sendingPictures", "pictures of yours are on their way; send the next one after them",
                retryAfter: 2)
        }
        defer { withExtendedLifetime(permit) {} }
        let (id, artwork): (WorkspaceID, ArtworkID) = (try workspace(), try fresh("artwork"))
        let child = try await childAsked(in: id)
        // Before a long body is read, and again once it is here.
        try checkMayAdd(to: child, in: id)
        let bytes = try await body(upTo: NewPicture.bytesMax)
        let latest = try await renewed()
        try latest.checkMayAdd(to: child, in: id)
        return try await latest.takeIn(bytes, as: artwork, of: child, in: id)
    }

    private func takeIn(_ bytes: [UInt8], as artwork: ArtworkID, of child: ChildID, in id: WorkspaceID) async throws -> Response
    {
        let name = try Name(query.text("name") ?? "picture")
        guard let facts = ImageFacts(picture: bytes, id: pool.runtime.mint(), name: name) else {
            throw ProblemDocument(
                .unprocessableContent, "notAPicture", "the body is not a JPEG, PNG, GIF, WebP, HEIC, AVIF or BMP picture")
        }
        let zone = accounts.model.existing(try signedIn().user)?.preferences.zone
        let new = NewArtwork(
            images: [facts], date: query.day("date"), uploaded: now.day(inZone: zone),
            category: ArtworkCategory.allCases.first { spelled($0.fieldName) == query.text("category") } ?? .drawing,
            medium: nil, caption: try query.text("caption").map { try Name($0) }, notes: query.text("notes") ?? "", tags: [])
        let ifKnown: IfKnown = query.flag("again") ? .kept : .refused
        let hold = try await onHistoryThreads { try holdRoom(for: bytes.count, in: id) }
        defer { withExtendedLifetime(hold) {} }
        try await using(id) { workspace in
            _ = try await onFileThreads { try workspace.blobs.keep(bytes, for: .child(child)) }
        }
        return try await change(
            ResourceChange(
                area: .studio, child: child.entity, thing: artwork.entity,
                making: .artwork(artwork, of: child, new, on: query.day("date")),
                commands: { view in
                    // Sent again, it is there with all that was done to it since.
                    guard view.studio.model.existing(artwork) == nil else { return [] }
                    return [.studio(.uploadArtwork(artwork, of: child, new, ifKnown: ifKnown))]
                }, reading: { $0.studio.artwork(artwork, name: $0.name) }, path: "/artworks/" + artwork.text))
    }

    /// The child that the request names, or the only one.
    private func childAsked(in id: WorkspaceID) async throws -> ChildID {
        if let child: ChildID = query.identifier("child") { return child }
        let view = try await using(id) { await $0.view }
        let children = try await rendering(id) { view.studio.children(name: view.name).children }
        guard let only = children.first, children.count == 1 else {
            throw ProblemDocument(
                .unprocessableContent, "missingField",
                children.isEmpty ? "there is no child yet; add one first" : "say whose it is with child", field: "child")
        }
        return only.id
    }

    private func checkMayAdd(to child: ChildID, in id: WorkspaceID) throws {
        try decide(anyOf: [.studio(id, child: child.entity)], may: .write, by: try signedIn())
    }
}
