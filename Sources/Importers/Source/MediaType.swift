/// The media type that a file's name promises; the reader of the file checks the content.
package enum MediaType {
    private static let byEnding: [String: String] = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "heic": "image/heic",
        "avif": "image/avif", "pdf": "application/pdf", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav",
        "ogg": "audio/ogg", "flac": "audio/flac", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
        "txt": "text/plain", "csv": "text/csv", "html": "text/html", "htm": "text/html", "css": "text/css",
        "md": "text/markdown", "org": "text/org", "json": "application/json", "yml": "application/yaml",
        "yaml": "application/yaml", "xml": "application/xml", "canvas": "application/json", "zip": "application/zip",
        "js": "text/javascript", "3gp": "audio/3gp", "amr": "audio/amr", "epub": "application/epub+zip",
    ]

    package static func of(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return byEnding[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    /// The ending of a file that has no name, such as `png` for `image/png`; of several the first by its letters.
    static func ending(of mediaType: String) -> String? {
        byEnding.filter { $0.value == mediaType }.keys.min {
            $0.utf8.count != $1.utf8.count ? $0.utf8.count < $1.utf8.count : $0 < $1
        }
    }
}
