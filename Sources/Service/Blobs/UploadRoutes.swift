import HTTPTypes
import Hummingbird
import Kernel
import Workspace

extension RouteTable {
    /// Files on their way in, by the tus 1.0 protocol: an upload that was cut off anywhere goes on where it stopped.
    ///
    /// - Source: tus resumable upload protocol 1.0.0, with creation, termination, checksum and expiration.
    static let uploads: [Route] = [
        Route(
            .options, path, "describeUploads", "What of the tus protocol is spoken here, and how large a file may be.",
            .uploads, answer: .nothing
        ) { try await $0.describeUploads() },
        Route(
            .post, path, "beginUpload", "Begins an upload; its bytes follow, at the Location that this answers with.",
            .uploads,
            headers: [
                .resumable,
                FieldShape("Upload-Length", .number(0...UploadRule.bytesMax), "How many bytes the file has."),
                FieldShape(
                    "Upload-Metadata", .text(bytesMax: UploadRule.metadataBytesMax),
                    "filename, and child for the picture of a child: each with its value in base64, separated by commas."
                ).optional,
            ], answer: .empty(.created), furtherStatuses: [412, 413, 415]
        ) { try await $0.beginUpload() },
        Route(
            .head, path + "/{upload}", "measureUpload", "How much of an upload is here, and what became of it.",
            .uploads, headers: [.resumable], answer: .empty(.ok), furtherStatuses: [412, 413, 415]
        ) { try await $0.measureUpload() },
        Route(
            .get, path + "/{upload}", "showUpload",
            "How much of an upload is here; once all is, its digest and what a picture says about itself.", .uploads,
            furtherStatuses: [409, 422, 507]
        ) { try await $0.showUpload() },
        Route(
            .patch, path + "/{upload}", "continueUpload",
            "The next bytes of an upload. With the last of them the file is kept, and Daybook-Digest says its digest.",
            .uploads,
            headers: [
                .resumable, FieldShape("Upload-Offset", .number(0...UploadRule.bytesMax), "Where these bytes begin."),
                FieldShape(
                    "Upload-Checksum", .text(bytesMax: 128),
                    "sha256 or sha1 of these bytes in base64, after the name of the algorithm and a space; "
                        + "bytes that do not match are not kept."
                ).optional,
            ], content: .bytes([UploadRule.mediaType]), answer: .nothing, furtherStatuses: [412, 423, 460]
        ) { try await $0.continueUpload() },
        Route(
            .delete, path + "/{upload}", "dropUpload", "Drops an upload; what was sent is erased.", .uploads,
            headers: [.resumable], answer: .nothing, furtherStatuses: [412, 413, 415]
        ) { try await $0.dropUpload() },
    ]

    private static let path = "/v1/workspaces/{workspace}/uploads"
}

/// The constants that apply to every upload.
enum UploadRule {
    static let version = "1.0.0"
    static let mediaType = "application/offset+octet-stream"
    /// The most that `uploads.bytes` may allow: what the store of files keeps at all.
    static let bytesMax = 512 << 20
    static let metadataBytesMax = 2_048
    static let checksums = ["sha256", "sha1"]
}

extension FieldShape {
    fileprivate static let resumable = FieldShape(
        "Tus-Resumable", .word([UploadRule.version]), "The version of the tus protocol.")
}
