package import Kernel
package import Studio

/// A folder or archive of pictures, each measured and known by its bytes; nothing is decided yet.
struct PicturesSource: Sendable {
    /// In the order of their paths.
    var pictures: [Picture] = []
    var leftovers: [ImportWarning] = []
    /// Shared by all plans that are made of the source.
    let trials = PictureTrials()

    struct Picture: Sendable {
        var path: String
        var facts: PictureFacts
        /// True if its structure shows that it was cut off or damaged, which is reported.
        var isFaulty: Bool
        var digest: [UInt8]
        var sizeBytes: Int
        var content: SourceTree.Content
    }

    /// Returns whether there is a file that its name calls a picture.
    static func holds(_ tree: SourceTree) -> Bool {
        tree.entries.contains { ToolFolders.tool(in: $0.path) == nil && isNamed($0.path) && !isPreview($0.path) }
    }

    /// Returns whether it is where programs put a small picture of their document.
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
        ingest(lastName(path), sizeBytes: bytes.count, .inMemory(bytes))
    }

    init(_ tree: SourceTree, within budget: ImportBudget) throws(ImportFailure) {
        leftovers = tree.notTaken
        for entry in tree.entries {
            try budget.proceed()
            guard case .file(let sizeBytes, let content) = entry.kind else { continue }
            if ToolFolders.tool(in: entry.path) != nil || ToolFolders.isHidden(entry.path) {
                leftovers.append(ImportWarning(what: "file", at: entry.path, why: "it is hidden, or a program's own"))
            } else {
                ingest(entry.path, sizeBytes: sizeBytes, content)
            }
        }
    }

    private mutating func ingest(_ path: String, sizeBytes: Int, _ content: SourceTree.Content) {
        let what = Self.isNamed(path) ? "picture" : "file"
        guard sizeBytes <= ImportLimits.pictureBytesMax else {
            leftovers.append(
                ImportWarning(what: what, at: path, why: "it has more than \(ImportLimits.pictureBytesMax >> 20) MiB"))
            return
        }
        let bytes: [UInt8]
        do { bytes = try content.read() } catch {
            leftovers.append(ImportWarning(unreadable: what, at: path, reason: describe(error)))
            return
        }
        guard let facts = PictureFacts(bytes) else {
            let kind = PictureKind(bytes)
            let why =
                kind.map { "it begins as \($0.name), and its size is not where that has it" } ?? "it is not a picture"
            leftovers.append(ImportWarning(what: what, at: path, why: why))
            return
        }
        // One that no artwork can have is refused by its rule: nothing is said of it as of one that is taken.
        let isPossible = max(facts.widthPixels, facts.heightPixels) <= ImageFacts.pixelsMax
        let fault = PictureStructure.fault(in: bytes, facts.kind)
        if !facts.isWhole, isPossible {
            leftovers.append(
                ImportWarning(
                    what: "end of a picture", at: path,
                    why: "the file seems to be cut off; it is taken as it is"))
        } else if let fault, isPossible {
            leftovers.append(
                ImportWarning(
                    what: "damaged picture", at: path,
                    why: "\(fault); it is taken as it is, and parts of it may not be shown"))
        }
        if isPossible, !PictureHead.isDecoded(facts) {
            let size = "\(facts.widthPixels) × \(facts.heightPixels) pixels"
            leftovers.append(
                ImportWarning(
                    what: "view of a picture", at: path,
                    why: "it has \(size), too many to be decoded here; it is taken as it is"))
        }
        pictures.append(
            Picture(
                path: path, facts: facts, isFaulty: !facts.isWhole || fault != nil, digest: sha256(bytes),
                sizeBytes: bytes.count, content: content))
    }
}

/// The child that drew the pictures, and the day on which they are taken in.
package struct PicturesWish: Sendable {
    /// The child's name; nil for the only child there is.
    package var child: String?
    /// For a child that is new.
    package var age: Int?
    package var today: CalendarDay
    /// The children whose pictures the person may know of; nil for all. Those of others are as if they were not there.
    package var reach: [ChildID]?
    /// Decodes a picture, to say whether it can be shown here; nil where nobody knows. It is asked of each new picture once, as
    /// long as all of them together do not take too long. Nil itself where there is nobody to ask.
    package var trial: (@Sendable (_ bytes: [UInt8]) -> PictureTrial?)?
    /// Time that only ever goes on, for how long that takes.
    var clock: @Sendable () -> Duration

    package init(
        child: String?, age: Int?, today: CalendarDay, reach: [ChildID]? = nil,
        trial: (@Sendable (_ bytes: [UInt8]) -> PictureTrial?)? = nil,
        clock: (@Sendable () -> Duration)? = nil
    ) {
        self.child = child
        self.age = age
        self.today = today
        self.reach = reach
        self.trial = trial
        let start = ContinuousClock.now
        self.clock = clock ?? { ContinuousClock.now - start }
    }
}
