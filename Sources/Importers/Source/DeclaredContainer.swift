import Kernel

/// The kind that a container of several files declares in the file that its format has for that.
///
/// A preview or a picture in a container does not reveal its kind: the declaration is read first.
enum DeclaredContainer: Equatable {
    /// Xournal++ since 1.3: a ZIP with `mimetype` and `content.xml`. The path of its document.
    case xournal(document: String)
    /// TextBundle 2: `info.json`, a text and its assets; one alone, or several in folders of their own.
    case textBundles([TextBundle])
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
        let bundles = TextBundle.all(in: files)
        if !bundles.isEmpty {
            self = .textBundles(bundles)
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
