import Foundation

/// The project as a tree of files, for rules that no compiler holds.
enum SourceTree {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The table of requirements, which is no part of the project.
    static let requirements = root.deletingLastPathComponent().appending(path: "shared/REQUIREMENTS.tsv")

    /// Every Swift file below `folder`, by its path from the root, without what is built.
    static func swiftFiles(below folder: String) -> [String] {
        files(below: folder).filter { $0.hasSuffix(".swift") }
    }

    static func files(below folder: String) -> [String] {
        let base = root.appending(path: folder).path
        let found = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
        return found.filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } }
            .map { folder + "/" + $0 }.sorted()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The modules that the file imports, whatever stands before the word.
    static func imports(of path: String) throws -> Set<String> {
        var modules: Set<String> = []
        for line in try text(of: path).split(separator: "\n") where line.contains("import ") {
            let words = line.split(separator: " ")
            guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
                words[..<at].allSatisfy({
                    ["package", "public", "internal", "private", "fileprivate"].contains($0) || $0.hasPrefix("@")
                })
            else { continue }
            // Of some modules one name is imported: `import struct Kernel.Position`.
            let isScoped = ["protocol", "struct", "enum", "class", "typealias", "func", "var"].contains(words[at + 1])
            guard let name = words[(isScoped ? at + 2 : at + 1)...].first else { continue }
            modules.insert(String(name.split(separator: ".")[0]))
        }
        return modules
    }
}
