import Kernel
import Studio

/// The facts about one picture, in a file of its own beside it: for programs that look at nothing else.
struct ArtworkSidecar: OpenFile {
    static let kind = "daybook-artwork"
    static let version = 1

    var kind: String = Self.kind
    var version: Int = Self.version
    var id: Written<ArtworkID>
    var image: Written<ImageID>
    /// The name of the file where it came from.
    var name: String
    var child: String
    var date: String
    var uploaded: String
    var category: String
    var medium: String?
    var caption: String?
    var notes: String
    var tags: [String]
    var favourite: Bool
    var trashed: Bool
    var removed: Bool
    var widthPixels: Int
    var heightPixels: Int
    var orientation: Int
    var taken: String?
    var edits: JSONTree?
    var mediaType: String
    var sizeBytes: Int
    var sha256: String
}
