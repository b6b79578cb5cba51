import HTTPTypes
import Hummingbird
import Kernel
import Workspace

extension RouteTable {
    /// Attached files and pictures, by the SHA-256 that views say of them.
    static let files: [Route] = [
        Route(
            .get, path, "readFile", "The bytes of a file that something here speaks of, or a range of them.", .files,
            query: [
                FieldShape(
                    "stripped", .flag,
                    "A picture as it is seen, without what the camera wrote into it: no place, no time, no device."
                ).optional
            ],
            headers: [
                FieldShape("Range", .text(bytesMax: 256), "One range of bytes; several get the whole.").optional,
                FieldShape("If-Range", .text(bytesMax: 128), "The ETag that the range is of.").optional,
            ], answer: .bytes("application/octet-stream"), furtherStatuses: [206, 304, 415, 416, 422],
            formats: SentFile.shown.sorted()
        ) { try await $0.readFile() },
        Route(
            .get, path + "/facts", "showFile", "How large a file is, its kind, and what a picture says about itself.",
            .files
        ) { try await $0.showFile() },
        Route(
            .get, path + "/thumbnail", "showThumbnail",
            "A picture at most so many pixels wide and high, the right way up, as WebP.", .files,
            query: [
                FieldShape(
                    "size", .word(PictureVariant.sizes.map(String.init)),
                    "Pixels; \(PictureVariant.sizeUsual) by default."
                ).optional
            ], answer: .bytes("image/webp"), furtherStatuses: [206, 304, 415, 416, 422]
        ) { try await $0.showThumbnail() },
    ]

    private static let path = "/v1/workspaces/{workspace}/blobs/{digest}"
}
