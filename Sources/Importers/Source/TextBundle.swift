import Foundation

/// One text bundle among the files of a container: a text, its assets, and `info.json`.
///
/// Source: textbundle.org, specification 2: `info.json` beside `text.*`, in a directory `*.textbundle`, or packed as a zip
/// `*.textpack`.
struct TextBundle: Equatable {
    /// The path of the text.
    var text: String
    /// Where the bundle begins, with a slash at its end; empty for one that is all there is.
    var root: String

    private static let infoName = "info.json"
    private static let ending = ".textbundle"

    /// All of them, in the order of their paths. What lies at the top is one only where no other is.
    static func all(in files: [String: SourceTree.Content]) -> [TextBundle] {
        let infos = files.keys.filter { lastName($0) == infoName }.sorted()
        let found = infos.filter { parentPath($0).lowercased().hasSuffix(ending) }
            .compactMap { bundle(at: parentPath($0) + "/", files) }
        guard found.isEmpty, let content = files[infoName], let bytes = try? content.read(),
            String(decoding: bytes, as: UTF8.self).contains("\"version\"")
        else { return found }
        return bundle(at: "", files).map { [$0] } ?? []
    }

    private static func bundle(at root: String, _ files: [String: SourceTree.Content]) -> TextBundle? {
        for ending in ["md", "markdown", "mdown", "mkd", "txt"] where files[root + "text." + ending] != nil {
            return TextBundle(text: root + "text." + ending, root: root)
        }
        return nil
    }
}

extension SourceTree {
    /// Text bundles as parts of a vault: each text under its bundle's name, beside its assets; without what only describes
    /// it.
    ///
    /// - Parameter name: what a bundle is called that is all there is.
    func unbundled(_ bundles: [TextBundle], called name: String) -> SourceTree {
        var titles: [String: String] = [:]
        for bundle in bundles {
            let directory = lastName(String(bundle.root.dropLast()))
            titles[bundle.text] =
                bundle.root + (directory.isEmpty ? name : ImportSource.baseName(of: directory)) + ".md"
        }
        let infos = Set(bundles.map { $0.root + "info.json" })
        var vault = self
        vault.entries = []
        for var entry in entries {
            if infos.contains(entry.path) {
                vault.notTaken.append(ImportWarning(what: "file", at: entry.path, why: "it only describes the bundle"))
                continue
            }
            if let title = titles[entry.path] { entry.path = title }
            vault.entries.append(entry)
        }
        vault.sort()
        return vault
    }

    /// Packed text bundles among the files as directories; one that cannot be read stays a file, and is reported.
    ///
    /// - Throws: for one that unpacks to far more than it is, or leads out of itself: then none of it can be trusted.
    func unpackingTextPacks(_ path: String) throws(ImportFailure) -> SourceTree {
        guard entries.contains(where: { Self.isTextPack($0.path) }) else { return self }
        var tree = self
        tree.entries = []
        var paths = Set(entries.map(\.path))
        var allowance = UnpackingAllowance()
        for entry in entries {
            guard case .file(_, let content) = entry.kind, Self.isTextPack(entry.path), let bytes = try? content.read()
            else {
                tree.entries.append(entry)
                continue
            }
            do throws(ImportFailure) {
                let pack = try Self.archive(packed: bytes, path: path + "/" + entry.path, within: &allowance)
                tree.notTaken += pack.notTaken
                tree.entries += pack.asTextBundle(at: entry.path, besides: &paths)
            } catch {
                if case .hostile = error { throw error }
                let why = error.reason + "; it is kept as a file"
                tree.notTaken.append(ImportWarning(what: "text bundle", at: entry.path, why: why))
                tree.entries.append(entry)
            }
        }
        tree.sort()
        return tree
    }

    private static let bundleEnding = ".textbundle"

    private static func isTextPack(_ path: String) -> Bool { path.lowercased().hasSuffix(".textpack") }

    /// The entries below a directory that is called like the pack, without the one that the pack has for them.
    private func asTextBundle(at path: String, besides paths: inout Set<String>) -> [Entry] {
        var root = String(path.dropLast(".textpack".count)) + Self.bundleEnding
        while !paths.insert(root).inserted {
            root = String(root.dropLast(Self.bundleEnding.count)) + " 2" + Self.bundleEnding
        }
        let own = entries.map(\.path).first { !$0.contains("/") && $0.lowercased().hasSuffix(Self.bundleEnding) }
        let directory = Entry(path: root, kind: .directory, modified: nil)
        return [directory]
            + entries.compactMap { entry in
                var entry = entry
                if let own, entry.path == own { return nil }
                if let own, entry.path.hasPrefix(own + "/") { entry.path = String(entry.path.dropFirst(own.count + 1)) }
                entry.path = root + "/" + entry.path
                return entry
            }
    }
}
