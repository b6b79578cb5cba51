import Kernel

/// What a container of several files says it is, in the file that its format has for that.
///
/// A preview or a picture that lies in a container says nothing of it: this is asked first.
enum DeclaredContainer: Equatable {
    /// Xournal++ since 1.3: a ZIP with `mimetype` and `content.xml`. The path of its document.
    case xournal(document: String)
    /// TextBundle 2: `info.json`, a text and its assets. The path of the text, and where the bundle begins.
    case textBundle(text: String, root: String)
    /// Of another program; nothing here reads it.
    case foreign(String)

    /// Nil for files that are in no container.
    init?(_ tree: SourceTree) {
        var files: [String: SourceTree.Content] = [:]
        for entry in tree.entries {
            if case .file(_, let content) = entry.kind { files[entry.path] = content }
        }
        if let mediaType = Self.mediaType(files) {
            if mediaType.hasPrefix("application/xournal"), files["content.xml"] != nil {
                self = .xournal(document: "content.xml")
            } else {
                self = .foreign("says that it is \(mediaType)")
            }
            return
        }
        if let bundle = Self.textBundle(files) {
            self = bundle
            return
        }
        guard let sign = Self.signs.first(where: { files[$0.path] != nil }) else { return nil }
        self = .foreign("is \(sign.name)")
    }

    /// Source: OpenDocument 1.3, part 2, 3.3; EPUB OCF 3.3, 4.3: the file `mimetype` at the root.
    private static func mediaType(_ files: [String: SourceTree.Content]) -> String? {
        guard let content = files["mimetype"], let bytes = try? content.read(), bytes.count <= 256 else { return nil }
        let text = trimmed(String(decoding: bytes, as: UTF8.self))
        let isOne = text.contains("/") && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isOne ? text : nil
    }

    /// Source: textbundle.org, specification 2: `info.json` beside `text.*`, at the root or in one `*.textbundle`.
    private static func textBundle(_ files: [String: SourceTree.Content]) -> Self? {
        let infos = files.keys.filter { lastName($0) == "info.json" && $0.split(separator: "/").count <= 2 }
        for info in infos.sorted() {
            let folder = parentPath(info)
            guard folder.isEmpty || folder.lowercased().hasSuffix(".textbundle"),
                let content = files[info], let bytes = try? content.read(),
                folder.isEmpty ? String(decoding: bytes, as: UTF8.self).contains("\"version\"") : true
            else { continue }
            let root = folder.isEmpty ? "" : folder + "/"
            for ending in ["md", "markdown", "mdown", "mkd", "txt"] where files[root + "text." + ending] != nil {
                return .textBundle(text: root + "text." + ending, root: root)
            }
        }
        return nil
    }

    /// Files by which formats are known that have no `mimetype`.
    private static let signs: [(path: String, name: String)] = [
        ("[Content_Types].xml", "an Office Open XML document, such as of Word, Excel or PowerPoint"),
        ("META-INF/MANIFEST.MF", "a Java archive"), ("AndroidManifest.xml", "an Android app"),
        ("META-INF/container.xml", "an electronic book"), ("META-INF/manifest.xml", "an OpenDocument file"),
        ("Index/Document.iwa", "a document of Pages, Numbers or Keynote"),
        ("Index.zip", "a document of Pages, Numbers or Keynote"), ("index.apxl", "a document of Keynote"),
        ("Document.archive", "a drawing of Procreate"),
        ("Document.xml", "a document of another program"),
        ("content.xml", "a document of another program"), ("index.notes.pb", "a notebook of GoodNotes"),
        ("Session.plist", "a notebook of Notability"),
    ]
}

extension SourceTree {
    /// A text bundle as a vault: its text under the bundle's name, beside its assets; without what only describes it.
    func unbundled(text: String, root: String, as title: String) -> SourceTree {
        var vault = self
        vault.entries = []
        for var entry in entries {
            if entry.path == root + "info.json" {
                vault.notTaken.append(
                    NotTaken(what: "file", at: entry.path, why: "it only describes the bundle"))
                continue
            }
            if entry.path == text { entry.path = root + title + ".md" }
            vault.entries.append(entry)
        }
        vault.sort()
        return vault
    }
}
