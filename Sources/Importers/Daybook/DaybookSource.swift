package import Exporters
import Foundation
import Kernel

/// An export of our own, read from its directory or from an archive of it; nothing is decided yet.
package struct DaybookSource: Sendable {
    let path: String
    private let place: Place
    package let manifest: ExportManifest
    let people: PeopleFile
    let notes: NotesFile
    let boards: [(path: String, file: BoardFile)]
    /// Empty where nothing was captured, or nothing drawn.
    let capture: CaptureFile
    let studio: StudioFile

    private enum Place: Sendable {
        case directory(URL)
        /// The archive's files by their paths, and the directory in it that holds the export.
        case archive([ByteText: SourceTree.Content], below: String)
    }

    /// Returns whether the directory says that it is one.
    static func isOne(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.appending(path: ExportManifest.fileName).path)
    }

    /// Where in an archive the manifest lies: at its top or in its one directory. Nil when it is no export.
    static func prefix(in tree: SourceTree) -> String? {
        let found = tree.entries.first { lastName($0.path) == ExportManifest.fileName }.map { parentPath($0.path) }
        guard let found, !found.contains("/") else { return nil }
        return found
    }

    init(directory url: URL, within budget: ImportBudget) throws(ImportFailure) {
        try self.init(.directory(url), path: url.path, within: budget)
    }

    init(
        _ tree: SourceTree, below prefix: String, path: String, within budget: ImportBudget
    ) throws(ImportFailure) {
        var files: [ByteText: SourceTree.Content] = [:]
        for entry in tree.entries {
            if case .file(_, let content) = entry.kind { files[ByteText(entry.path)] = content }
        }
        try self.init(.archive(files, below: prefix), path: path, within: budget)
    }

    private init(_ place: Place, path: String, within budget: ImportBudget) throws(ImportFailure) {
        self.place = place
        self.path = path
        manifest = try Self.read(ExportManifest.fileName, in: place, of: path)
        people = try Self.read(PeopleFile.fileName, in: place, of: path)
        notes = try Self.read(NotesFile.fileName, in: place, of: path)
        var boards: [(path: String, file: BoardFile)] = []
        var named: Set<ByteText> = []
        for file in manifest.files where file.hasSuffix(BoardFile.ending) && named.insert(ByteText(file)).inserted {
            try budget.proceed()
            boards.append((file, try Self.read(file, in: place, of: path)))
        }
        self.boards = boards
        capture = try Self.readIfNamed(by: manifest, in: place, of: path)
        studio = try Self.readIfNamed(by: manifest, in: place, of: path)
    }

    private static func readIfNamed<File: FactsFile>(
        by manifest: ExportManifest, in place: Place, of path: String
    ) throws(ImportFailure) -> File {
        manifest.files.contains(File.fileName) ? try read(File.fileName, in: place, of: path) : File()
    }

    private static func read<File: OpenFile>(
        _ file: String, in place: Place, of path: String
    ) throws(ImportFailure) -> File {
        let bytes: [UInt8]
        do {
            guard let content = content(file, in: place) else { throw CocoaError(.fileReadNoSuchFile) }
            guard try content.sizeBytes() <= ImportLimits.documentBytesMax else {
                throw CocoaError(.fileReadTooLarge)
            }
            bytes = try content.read()
        } catch {
            throw .damaged(path: path, place: file, problem: describe(error))
        }
        do { return try File(reading: bytes) } catch {
            throw .damaged(path: path, place: file, problem: JSONProblem.text(of: error))
        }
    }
}

// MARK: - The files in it

extension DaybookSource {
    /// The bytes of one file that the JSON names; nil when it is not there or lies outside the export.
    func content(_ file: String) -> SourceTree.Content? { Self.content(file, in: place) }

    private static func content(_ file: String, in place: Place) -> SourceTree.Content? {
        let names = file.split(separator: "/", omittingEmptySubsequences: false)
        guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        switch place {
        case .archive(let files, let prefix): return files[ByteText(prefix.isEmpty ? file : prefix + "/" + file)]
        case .directory(let root):
            // Looked at name by name, so that no link leads out of the directory.
            var path = root.path
            for (index, name) in names.enumerated() {
                path += "/" + name
                var facts = stat()
                guard lstat(path, &facts) == 0 else { return nil }
                guard facts.st_mode & S_IFMT == (index == names.count - 1 ? S_IFREG : S_IFDIR) else { return nil }
            }
            return .onDisk(URL(filePath: path, directoryHint: .notDirectory))
        }
    }
}

extension SourceTree.Content {
    fileprivate func sizeBytes() throws -> Int {
        switch self {
        case .inMemory(let bytes): bytes.count
        case .onDisk(let url): try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        }
    }
}
