/// The contents of a disk at one moment: every path, and the bytes behind it. A crash leaves one of these.
package struct DiskImage: Sendable, Equatable {
    package var directories: Set<String>
    package var files: [String: [UInt8]]

    package init(directories: Set<String> = [], files: [String: [UInt8]] = [:]) {
        self.directories = directories
        self.files = files
    }

    /// Tells images apart within one process, so that no image is counted twice.
    ///
    /// The lock file is left out: it holds a process number and nothing of the journal, so two images that
    /// differ in it alone are the same case.
    package var fingerprint: Int {
        var hasher = Hasher()
        for directory in directories.sorted() { hasher.combine(directory) }
        for path in files.keys.sorted() where !path.hasSuffix("/LOCK") {
            guard let bytes = files[path] else { continue }
            hasher.combine(path)
            hasher.combine(bytes.count)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    /// The file with the greatest name among those ending in `suffix`; of segments, the last.
    package func lastPath(endingIn suffix: String) -> String? {
        files.keys.filter { $0.hasSuffix(suffix) }.max()
    }

    /// The path that `path` becomes once `directory` is called `name`: another one where it lies in the directory, or is it.
    package static func path(_ path: String, renaming directory: String, to name: String) -> String {
        path == directory || path.hasPrefix(directory + "/") ? name + path.dropFirst(directory.count) : path
    }

    /// The name under which a directory stands in `directories`: the top one is empty there.
    static func directory(_ path: String) -> String { path == "/" ? "" : path }

    /// The directory that holds `path`: the part before the last slash.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return String(path[..<slash])
    }
}
