import Kernel

/// One Markdown file, read: what becomes of it as a note.
struct VaultNote {
    var path: String
    var title: Name
    var body: String
    var frontMatter: FrontMatter
    var scan: MarkdownScan
    /// From front matter and text, each once.
    var tags: [Name] = []
    /// A sentence for each tag that cannot be one here.
    var unusableTags: [String] = []
    private var modified: Instant?

    init(path: String, title: Name, body: String, bytes: [UInt8], modified: Instant?) {
        self.path = path
        self.title = title
        self.body = body
        self.modified = modified
        frontMatter = FrontMatter(of: bytes)
        scan = MarkdownScan(bytes, from: frontMatter.endByte)
        var seen: Set<ByteText> = []
        for text in frontMatter.tags + scan.tags {
            do {
                let tag = try Name(text)
                guard seen.insert(ByteText(tag.text)).inserted else { continue }
                if tags.count < Limits.tagsMax {
                    tags.append(tag)
                } else {
                    unusableTags.append("#\(tag.text) is one more than the \(Limits.tagsMax) that a note has at most")
                }
            } catch {
                unusableTags.append("#\(text.prefix(40)): \(error.message)")
            }
        }
    }

    /// When it was first written, as it says itself; else when its file was last changed.
    var created: Instant? { frontMatter.created ?? frontMatter.updated ?? modified }
    var updated: Instant? { frontMatter.updated ?? modified ?? frontMatter.created }

    var fingerprint: Fingerprint {
        var print = Fingerprint()
        print.note("body", body)
        return print
    }
}
