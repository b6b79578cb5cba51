import Foundation
import Kernel

/// The files of a vault, by path and by name: to say which entries are wanted, and which embeds lead nowhere.
struct KeyStoreContents {
    private var wantedHidden: Set<ByteText> = []
    private var paths: Set<String> = []
    private var names: Set<String> = []

    init(_ tree: SourceTree) {
        for entry in tree.entries {
            guard case .file = entry.kind, ToolFolders.tool(in: entry.path) == nil else { continue }
            paths.insert(Self.key(entry.path))
            names.insert(Self.key(lastName(entry.path)))
            guard Self.isNote(entry.path) else { continue }
            paths.insert(Self.key(Self.withoutEnding(entry.path)))
            names.insert(Self.key(Self.withoutEnding(lastName(entry.path))))
            guard ToolFolders.isHidden(entry.path) else { continue }
            var path = entry.path
            while !path.isEmpty {
                wantedHidden.insert(ByteText(path))
                path = parentPath(path)
            }
        }
    }

    /// Returns whether the entry is the person's: not hidden, or a note, or on the way to one.
    func isWanted(_ entry: SourceTree.Entry) -> Bool {
        !ToolFolders.isHidden(entry.path) || wantedHidden.contains(ByteText(entry.path))
    }

    /// Returns whether a file is Markdown by its ending.
    static func isNote(_ path: String) -> Bool { !withoutEnding(lastName(path)).isEmpty && ending(of: path) != nil }

    /// The endings of Markdown files: those of RFC 7763, and those that editors and wikis use.
    static let endings = [".md", ".markdown", ".mdown", ".mkdn", ".mkd", ".mdwn", ".mdtext"]

    private static func ending(of path: String) -> String? {
        let name = path.suffix(10).lowercased()
        return endings.first { name.hasSuffix($0) }
    }

    /// The file's name without its ending.
    static func title(of path: String) -> String { withoutEnding(lastName(path)) }

    private static func withoutEnding(_ path: String) -> String { String(path.dropLast(ending(of: path)?.count ?? 0)) }

    /// Names are looked up as people and file systems of notes programs do: without regard to case or composition.
    private static func key(_ path: String) -> String { normalFormC(path.lowercased()) }
}

// MARK: - Where embeds lead

extension KeyStoreContents {
    /// Returns whether a link names a file that should be in the vault: a path with an extension other than a web page's.
    static func isFileLink(_ target: MarkdownScan.Target) -> Bool {
        let name = lastName(target.path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        let ending = name[name.index(after: dot)...].lowercased()
        return (1...5).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
            && !endings.contains("." + ending)
            && !["html", "htm", "com", "org", "net", "gov", "io", "php", "dev"].contains(ending)
    }

    /// Returns whether the vault holds what `target`, written in the note at `note`, shows. What is not of the vault, such as
    /// an address on the web or a template's placeholder, counts as held.
    func holds(_ target: MarkdownScan.Target, seenFrom note: String) -> Bool {
        let path = target.path.removingPercentEncoding ?? target.path
        if Self.isElsewhere(path) { return true }
        if let alias = target.alias, names.contains(Self.key(alias)) { return true }
        if target.isWiki, !path.contains("/") { return names.contains(Self.key(path)) }
        let absolute = path.hasPrefix("/") ? path : parentPath(note) + "/" + path
        if paths.contains(Self.key(Self.resolved(absolute))) { return true }
        if paths.contains(Self.key(Self.resolved(path))) { return true }
        // Obsidian's shortest form: the end of a path.
        return target.isWiki && names.contains(Self.key(lastName(path)))
    }

    private static func isElsewhere(_ path: String) -> Bool {
        if path.hasPrefix("//") || path.contains("{{") || path.contains("{%") || path.contains("<%") { return true }
        let scheme = path.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == ".") }
        return scheme.count > 1 && path.dropFirst(scheme.count).first == ":"
    }

    /// Without `.` and `..`; nothing leads above the vault.
    private static func resolved(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
