package import Kernel
import Studio

/// A folder or archive of pictures, each measured and known by its bytes; nothing is decided yet.
struct PicturesSource: Sendable {
    /// In the order of their paths.
    var pictures: [Picture] = []
    var leftovers: [NotTaken] = []

    struct Picture: Sendable {
        var path: String
        var facts: PictureFacts
        var digest: [UInt8]
        var sizeBytes: Int
        var content: SourceTree.Content
    }

    /// Whether there is a file that its name calls a picture.
    static func holds(_ tree: SourceTree) -> Bool {
        tree.entries.contains { ToolFolders.tool(in: $0.path) == nil && isNamed($0.path) && !isPreview($0.path) }
    }

    /// Whether it is where programs put a small picture of their document.
    private static func isPreview(_ path: String) -> Bool {
        let parts = path.lowercased().split(separator: "/").map(String.init)
        let folders = ["thumbnails", "thumbnail", "quicklook", "previews", "preview"]
        return parts.dropLast().contains(where: folders.contains)
            || ["thumbnail.png", "thumbnail.jpg", "preview.png", "preview.jpg"].contains(parts.last ?? "")
    }

    private static func isNamed(_ path: String) -> Bool {
        let endings = ["jpg", "jpeg", "jpe", "png", "gif", "webp", "bmp", "heic", "heif", "avif", "tif", "tiff"]
        let name = lastName(path).lowercased()
        return endings.contains { name.hasSuffix("." + $0) }
    }

    /// One picture alone.
    init(_ bytes: [UInt8], path: String) {
        take(lastName(path), sizeBytes: bytes.count, .inMemory(bytes))
    }

    init(_ tree: SourceTree, within budget: ImportBudget) throws(ImportFailure) {
        leftovers = tree.notTaken
        for entry in tree.entries {
            try budget.proceed()
            guard case .file(let sizeBytes, let content) = entry.kind else { continue }
            if ToolFolders.tool(in: entry.path) != nil || ToolFolders.isHidden(entry.path) {
                leftovers.append(NotTaken(what: "file", at: entry.path, why: "it is hidden, or a program's own"))
            } else {
                take(entry.path, sizeBytes: sizeBytes, content)
            }
        }
    }

    private mutating func take(_ path: String, sizeBytes: Int, _ content: SourceTree.Content) {
        let what = Self.isNamed(path) ? "picture" : "file"
        guard sizeBytes <= ImportLimits.pictureBytesMax else {
            leftovers.append(
                NotTaken(what: what, at: path, why: "it has more than \(ImportLimits.pictureBytesMax >> 20) MiB"))
            return
        }
        let bytes: [UInt8]
        do { bytes = try content.read() } catch {
            leftovers.append(NotTaken(unreadable: what, at: path, reason: describe(error)))
            return
        }
        guard let facts = PictureFacts(bytes) else {
            let kind = PictureKind(bytes)
            let why =
                kind.map { "it begins as \($0.name), and its size is not where that has it" } ?? "it is no picture"
            leftovers.append(NotTaken(what: what, at: path, why: why))
            return
        }
        // One that no artwork can have is refused by its rule: nothing is said of it as of one that is taken.
        let isPossible = max(facts.widthPixels, facts.heightPixels) <= ImageFacts.pixelsMax
        if !facts.isWhole, isPossible {
            leftovers.append(
                NotTaken(
                    what: "end of a picture", at: path,
                    why: "the file seems to be cut off; it is taken as it is"))
        }
        let (pixels, isTooMany) = facts.widthPixels.multipliedReportingOverflow(by: facts.heightPixels)
        if isPossible, isTooMany || pixels > PictureHead.decodedPixelsMax {
            let size = "\(facts.widthPixels) × \(facts.heightPixels) pixels"
            leftovers.append(
                NotTaken(
                    what: "view of a picture", at: path,
                    why: "it has \(size), too many to be decoded here; it is taken as it is"))
        }
        pictures.append(
            Picture(path: path, facts: facts, digest: sha256(bytes), sizeBytes: bytes.count, content: content))
    }
}

/// Whose pictures they are, and the day on which they are taken in.
package struct PicturesWish: Sendable {
    /// The child's name; nil for the only child there is.
    package var child: String?
    /// For a child that is new.
    package var age: Int?
    package var today: CalendarDay
    /// Says whether a picture can be shown smaller here, and nil where nobody knows. It is asked about kinds of which the head
    /// does not tell it, of each new picture once.
    package var canShow: @Sendable (_ bytes: [UInt8]) -> Bool?

    package init(
        child: String?, age: Int?, today: CalendarDay, canShow: @escaping @Sendable ([UInt8]) -> Bool? = { _ in nil }
    ) {
        self.child = child
        self.age = age
        self.today = today
        self.canShow = canShow
    }
}
