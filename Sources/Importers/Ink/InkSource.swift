import Foundation
import Kernel

/// Files of ink, read from disk and recognised by what is in them.
struct InkSource: Sendable {
    /// In the order of their paths; one file alone has the empty path.
    var files: [File] = []
    var leftovers: [ImportWarning] = []
    /// The index of each file by its name.
    private var named: [ByteText: Int] = [:]

    struct File: Sendable {
        /// Without its ending.
        var path: String
        var document: InkDocument
        var modified: Instant?
        /// SHA-256 of the bytes.
        var digest: [UInt8]
    }

    private enum Kind { case xournal, inkML }

    /// Returns whether the bytes begin as a document of ink; a gzip must have been unpacked before.
    static func looksLikeOne(_ bytes: [UInt8]) -> Bool { kind(of: bytes) != nil }

    private static func kind(of bytes: [UInt8]) -> Kind? {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard trimmed(head.replacingOccurrences(of: "\u{FEFF}", with: "")).hasPrefix("<") else { return nil }
        if head.contains("<xournal") { return .xournal }
        let isInk = head.contains("<ink") || head.contains(":ink")
        return isInk && (head.contains("InkML") || head.contains("<trace") || head.contains("<ink>")) ? .inkML : nil
    }

    /// Returns whether a name promises ink.
    static func isNamed(_ path: String) -> Bool {
        ending(of: path).map { ["xopp", "xoj", "inkml"].contains($0) } ?? false
    }

    /// Returns whether an archive or directory holds files of ink and no notes.
    static func holds(_ tree: SourceTree) -> Bool { tree.entries.contains { isNamed($0.path) } }

    private static func ending(of path: String) -> String? {
        let name = lastName(path)
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }

    /// One document.
    init(
        _ bytes: [UInt8], path: String, modified: Instant?, within budget: ImportBudget
    ) throws(ImportFailure) {
        files = [
            File(
                path: "", document: try Self.document(bytes, path: path, within: budget), modified: modified,
                digest: sha256(bytes))
        ]
    }

    /// The one document of a packaged Xournal++ file, which is called like the file.
    ///
    /// - Throws: where it cannot be read: then there is nothing else in it.
    init(
        package tree: SourceTree, document name: String, path: String, within budget: ImportBudget
    ) throws(ImportFailure) {
        leftovers = tree.notTaken
        for entry in tree.entries {
            guard case .file(let sizeBytes, let content) = entry.kind else { continue }
            if entry.path == name {
                guard sizeBytes <= ImportLimits.inkBytesMax else {
                    throw .tooLarge(path: path, problem: "it has more than \(ImportLimits.inkBytesMax >> 20) MiB")
                }
                let bytes: [UInt8]
                do { bytes = try content.read() } catch {
                    throw .unreadable(path: path, reason: describe(error))
                }
                let document = try Self.document(bytes, path: path, within: budget)
                files = [File(path: "", document: document, modified: entry.modified, digest: sha256(bytes))]
            } else if !Self.isOfPackage(entry.path) {
                leftovers.append(ImportWarning(what: "file", at: entry.path, why: "it is not ink"))
            }
        }
    }

    /// True if `path` is metadata of the package, or its preview.
    private static func isOfPackage(_ path: String) -> Bool {
        path == "mimetype" || path.hasPrefix("META-INF/") || path.lowercased().hasPrefix("thumbnails/")
    }

    /// All documents of an archive or directory; one that cannot be read is reported, and the others are taken.
    ///
    /// - Throws: for an archive whose documents unpack to far more than they are: then none of it can be trusted.
    init(_ tree: SourceTree, path: String, within budget: ImportBudget) throws(ImportFailure) {
        leftovers = tree.notTaken
        var allowance = UnpackingAllowance()
        for entry in tree.entries {
            try budget.proceed()
            guard case .file(let sizeBytes, let content) = entry.kind else { continue }
            let isXML = Self.ending(of: entry.path) == "xml"
            guard Self.isNamed(entry.path) || isXML else {
                leftovers.append(ImportWarning(what: "file", at: entry.path, why: "it is not ink"))
                continue
            }
            guard sizeBytes <= ImportLimits.inkBytesMax else {
                leftovers.append(
                    ImportWarning(
                        what: "file", at: entry.path, why: "it has more than \(ImportLimits.inkBytesMax >> 20) MiB"))
                continue
            }
            do {
                let bytes = try Self.unpacked(try content.read(), path: path + "/" + entry.path, within: &allowance)
                guard Self.looksLikeOne(bytes) else {
                    leftovers.append(ImportWarning(what: "file", at: entry.path, why: "it is not ink"))
                    continue
                }
                ingest(try Self.document(bytes, path: entry.path, within: budget), entry, digest: sha256(bytes))
            } catch let failure as ImportFailure {
                if case .hostile = failure, case .inMemory = content { throw failure }
                if case .overBudget = failure { throw failure }
                leftovers.append(ImportWarning(what: "file", at: entry.path, why: failure.reason))
            } catch {
                leftovers.append(ImportWarning(unreadable: "file", at: entry.path, reason: describe(error)))
            }
        }
    }

    private static func unpacked(
        _ bytes: [UInt8], path: String, within allowance: inout UnpackingAllowance
    ) throws(ImportFailure) -> [UInt8] {
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            // A packaged Xournal++ file; the tree around it is not one.
            return try ArchiveReader.file("content.xml", inZip: bytes, path: path, within: &allowance) ?? bytes
        }
        guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
        return try ArchiveReader.gunzipped(bytes, path: path, within: &allowance)
    }

    /// A document is called by its name without the ending; a second one of that name by the whole of it.
    private mutating func ingest(_ document: InkDocument, _ entry: SourceTree.Entry, digest: [UInt8]) {
        var name = String(entry.path.prefix(upTo: entry.path.lastIndex(of: ".") ?? entry.path.endIndex))
        if let twin = named[ByteText(name)] {
            guard files[twin].document != document else {
                leftovers.append(
                    ImportWarning(what: "file", at: entry.path, why: "another file of that name has the very same ink"))
                return
            }
            name = entry.path
        }
        named[ByteText(name)] = files.count
        files.append(File(path: name, document: document, modified: entry.modified, digest: digest))
    }

    private static func document(
        _ bytes: [UInt8], path: String, within budget: ImportBudget
    ) throws(ImportFailure) -> InkDocument {
        guard bytes.count <= ImportLimits.inkBytesMax else {
            throw .tooLarge(path: path, problem: "it has more than \(ImportLimits.inkBytesMax >> 20) MiB")
        }
        guard let kind = kind(of: bytes) else {
            throw .unrecognised(path: path, found: "is neither Xournal++ nor InkML")
        }
        let root = try XMLTree.root(of: bytes, path: path, within: budget)
        switch kind {
        case .xournal where root.name == "xournal": return XournalReader.read(root)
        case .inkML where root.name == "ink": return InkMLReader.read(root)
        default: throw .unrecognised(path: path, found: "is neither Xournal++ nor InkML")
        }
    }
}
