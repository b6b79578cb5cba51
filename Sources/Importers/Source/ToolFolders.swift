/// Directories that belong to a program, not to the person: their settings, caches, trash and version stores.
enum ToolFolders {
    private static let names: Set<String> = [
        ".obsidian", ".git", ".svn", ".hg", ".trash", ".Trash", ".Trashes", ".stfolder", ".stversions", ".sync",
        ".vscode", ".idea", ".DS_Store", ".Spotlight-V100", ".fseventsd", ".logseq", ".dendron.cache", "__MACOSX",
        "@eaDir", ".smart-connections", ".makemd", ".space",
    ]

    static func isTool(_ name: String) -> Bool { names.contains(name) }

    /// The outermost tool directory on the way to `path`, such as `Notes/.obsidian`.
    static func tool(in path: String) -> String? {
        var end = path.startIndex
        for name in path.split(separator: "/", omittingEmptySubsequences: false) {
            end = name.endIndex
            if isTool(String(name)) { return String(path[..<end]) }
        }
        return nil
    }

    /// Returns whether a name on the way begins with a dot.
    static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.utf8.first == UInt8(ascii: ".") }
    }
}
