import Foundation
import Kernel
private import Cryptography

/// The text of one note of Evernote with the files that it shows.
struct EvernoteContent {
    private(set) var files: [ForeignFile] = []
    /// A sentence for each file that cannot be read.
    private(set) var problems: [String] = []
    private(set) var lost: [MarkdownConversion.Loss: Int] = [:]
    /// True if the text is too large to be converted, and attached as it is.
    private(set) var isKeptAsFile = false
    private let tree: MarkupTree?
    private let tasks: [String: [String]]
    private let ids: ForeignIdentifiers
    private let noteKey: String
    /// The files by what the text calls them.
    private var targets: [String: Int] = [:]

    init(_ note: EnexNote, _ ids: ForeignIdentifiers, noteKey: String) {
        self.ids = ids
        self.noteKey = noteKey
        tasks = EnexTask.lines(note.tasks)
        tree = MarkupTree(note.content[...])
        for resource in note.resources { ingest(resource) }
        if let tree {
            ingestInlineImages(tree)
        } else {
            isKeptAsFile = true
            keep(note.content, key: "enml", name: "note.enml", mediaType: "application/xml")
        }
    }

    private mutating func ingest(_ resource: EnexResource) {
        let named = resource.fileName.isEmpty ? "a file without name" : resource.fileName
        guard let data = Data(base64Encoded: Data(resource.data), options: .ignoreUnknownCharacters) else {
            problems.append("\(named) is not valid Base64")
            return
        }
        guard !data.isEmpty else {
            problems.append("\(named) is empty")
            return
        }
        let hash = hex(Array(Insecure.MD5.hash(data: data)))
        let key = "hash:" + hash
        if let first = targets[key] {
            problems.append("\(named) is the very same file as \(files[first].name) and is kept once")
            return
        }
        let ending = MediaType.ending(of: resource.mediaType).map { "." + $0 } ?? ""
        let name = resource.fileName.isEmpty ? hash.prefix(8) + ending : resource.fileName
        keep([UInt8](data), key: key, name: String(name), mediaType: resource.mediaType)
    }

    /// Pictures that stand in the text itself, as `data:` addresses, or that it leads to so.
    private mutating func ingestInlineImages(_ tree: MarkupTree) {
        for index in tree.nodes.indices {
            guard let tag = tree.tag(index), let source = (tag["src"] ?? tag["href"]).map(trimmed),
                targets[source] == nil, let image = DataAddress(source)
            else { continue }
            let ending = MediaType.ending(of: image.mediaType).map { "." + $0 } ?? ""
            let name = hex(sha256(image.bytes)).prefix(8) + ending
            keep(image.bytes, key: source, name: String(name), mediaType: image.mediaType)
        }
    }

    private mutating func keep(_ bytes: [UInt8], key: String, name: String, mediaType: String) {
        do {
            let short = key.utf8.count > 100 ? "data:" + hex(sha256(bytes)) : key
            let type = mediaType.isEmpty ? MediaType.of(name) : mediaType
            files.append(try ForeignFile(key: short, name: name, mediaType: type, content: .inMemory(bytes)))
            targets[key] = files.count - 1
        } catch {
            problems.append("\(name) cannot be read: \(describe(error))")
        }
    }

    /// The text as Markdown; what it does not show stands at its end.
    ///
    /// - Parameter note: the address of the one note with a title.
    mutating func markdown(note: @escaping (String) -> String?) -> String {
        var parts: [String] = []
        var used: Set<Int> = []
        var usedTasks: Set<String> = []
        if let tree {
            let (files, targets, ids, noteKey) = (files, targets, ids, noteKey)
            var conversion = MarkdownConversion(tree, .lines, tasks: tasks) { key in
                if let title = MarkdownAddress.title(of: key) {
                    return note(title).map { .init(address: $0, name: title, isImage: false) }
                }
                return targets[key].map { index in
                    let file = files[index]
                    return .init(address: ids.address(file, of: noteKey), name: file.name, isImage: file.isImage)
                }
            }
            parts.append(conversion.markdown())
            lost = conversion.lost
            used = Set(conversion.used.compactMap { targets[$0] })
            usedTasks = conversion.usedTasks
        }
        for group in tasks.keys.sorted(by: precedes) where !usedTasks.contains(group) {
            parts.append((tasks[group] ?? []).joined(separator: "\n"))
        }
        let unused = files.indices.filter { !used.contains($0) }.map { files[$0].markdown(ids, of: noteKey) }
        parts.append(unused.joined(separator: "\n"))
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

extension ForeignFile {
    /// The Markdown that shows the file, or links to it, in the text of its note.
    func markdown(_ ids: ForeignIdentifiers, of note: String) -> String {
        let shown = InlineText(InlinePiece.pieces(of: name)).lines(isInLink: true).joined(separator: " ")
        return (isImage ? "!" : "") + "[\(shown)](\(ids.address(self, of: note)))"
    }
}

/// Bytes that stand in an address: `data:image/png;base64,…`.
struct DataAddress {
    var mediaType: String
    var bytes: [UInt8]

    init?(_ address: String) {
        guard address.lowercased().hasPrefix("data:"), let comma = address.firstIndex(of: ",") else { return nil }
        let head = address[..<comma].dropFirst(5).lowercased()
        guard head.hasSuffix(";base64"),
            let data = Data(
                base64Encoded: String(address[address.index(after: comma)...]), options: .ignoreUnknownCharacters),
            !data.isEmpty
        else { return nil }
        mediaType = String(head.prefix { $0 != ";" })
        bytes = [UInt8](data)
    }
}
