import Foundation
import Kernel

/// Exports that lie inside the data directory. One elsewhere is in the hands of whoever made it.
///
/// An export is known by the `daybook-export.json` in it (`Sources/Exporters/Export.md`), and its JSON files name each
/// thing by its identifier: so it can be told, without reading texts, whether it holds something that is erased.
struct KeptExports {
    static let marker = "daybook-export.json"
    /// Directories below each other that are looked through.
    private static let depthMax = 8

    let directory: URL

    /// - Parameter path: the data directory.
    init(below path: String) { directory = URL(filePath: path, directoryHint: .isDirectory) }

    /// Erases every export that names one of `gone`: overwritten, then removed. Done again after a crash, it goes on.
    ///
    /// - Returns: their paths.
    func erase(holding gone: [EntityID]) throws -> [String] {
        guard !gone.isEmpty else { return [] }
        let names = Set(gone.map { Data($0.text.utf8) })
        var erased: [String] = []
        for export in try exports(in: directory, depth: 0) where try holds(export, names) {
            try Self.erase(export)
            erased.append(export.path)
        }
        return erased
    }

    /// Never inside an export, and nowhere that journals, keys, snapshots or files of Daybook's own lie.
    private func exports(in directory: URL, depth: Int) throws -> [URL] {
        guard depth < Self.depthMax else { return [] }
        let files = FileManager.default
        guard files.fileExists(atPath: directory.path) else { return [] }
        if files.fileExists(atPath: directory.appending(path: Self.marker).path) { return [directory] }
        var found: [URL] = []
        for child in try Self.children(of: directory) where try Self.isDirectory(child) {
            if ["journal", "blobs", "snapshots", "keys"].contains(child.lastPathComponent) { continue }
            found += try exports(in: child, depth: depth + 1)
        }
        return found
    }

    /// - Complexity: O(bytes of its JSON files), however many things are meant.
    private func holds(_ export: URL, _ names: Set<Data>) throws -> Bool {
        for file in try Self.filesBelow(export) where file.pathExtension == "json" {
            if Self.identifiers(in: try Data(contentsOf: file, options: .mappedIfSafe), among: names) { return true }
        }
        return false
    }

    /// Looks only where the dashes of an identifier are.
    private static func identifiers(in bytes: Data, among names: Set<Data>) -> Bool {
        let length = 36
        guard bytes.count >= length else { return false }
        return bytes.withUnsafeBytes { raw in
            (0...(raw.count - length)).contains { at in
                let dash = UInt8(ascii: "-")
                guard raw[at + 8] == dash, raw[at + 13] == dash, raw[at + 18] == dash, raw[at + 23] == dash else {
                    return false
                }
                return names.contains(Data(raw[at..<(at + length)]))
            }
        }
    }

    /// The marker goes last: what is left after a crash is still known as an export, and still names what it holds
    /// unless all that named it is gone.
    private static func erase(_ export: URL) throws {
        let all = try filesBelow(export).sorted { a, b in
            (rank(a), a.path) < (rank(b), b.path)
        }
        for file in all {
            try overwrite(file)
            try FileManager.default.removeItem(at: file)
        }
        try FileManager.default.removeItem(at: export)
    }

    private static func rank(_ file: URL) -> Int {
        file.lastPathComponent == marker ? 2 : file.pathExtension == "json" ? 1 : 0
    }

    private static func overwrite(_ file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        defer { handle.closeFile() }
        var left = try handle.seekToEnd()
        try handle.seek(toOffset: 0)
        let zeros = Data(count: 1 << 16)
        while left > 0 {
            let count = Int(min(left, UInt64(zeros.count)))
            try handle.write(contentsOf: zeros.prefix(count))
            left -= UInt64(count)
        }
        try handle.synchronize()
    }

    private static func filesBelow(_ directory: URL) throws -> [URL] {
        var found: [URL] = []
        for child in try children(of: directory) {
            if try isDirectory(child) { found += try filesBelow(child) } else { found.append(child) }
        }
        return found
    }

    private static func children(of directory: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().map {
            directory.appending(path: $0)
        }
    }

    /// A link to a directory is none: what it leads to is not ours.
    private static func isDirectory(_ url: URL) throws -> Bool {
        try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType == .typeDirectory
    }
}
