private import Archives
private import CArchive
package import Foundation
package import Kernel

/// Unpacks zip, tar and gzip into memory through libarchive: nothing of an archive ever reaches a path of its choosing.
package struct ArchiveReader: ~Copyable {
    private let path: String
    private let handle: OpaquePointer
    private var allowance: UnpackingAllowance
    private var entryCount = 0
    private let entriesMax: Int
    private let budget: ImportBudget
    /// The archive itself, where it is not on disk.
    private let memory: UnsafeMutableRawBufferPointer?
    /// Of a zip, once it is needed.
    private var directory: ZipDirectory?

    /// Opens the archive at `url`.
    ///
    /// - Parameters:
    ///   - raw: whether it is one compressed file without names, such as `.jsonl.gz`.
    ///   - entriesMax: how many entries it may have, whatever they are.
    package init(
        _ url: URL, raw: Bool = false, entriesMax: Int = ImportLimits.entriesMax,
        within budget: ImportBudget = .unlimited
    ) throws(ImportFailure) {
        let opened = try Self.open(url.path, raw: raw)
        path = url.path
        memory = nil
        handle = opened.handle
        allowance = UnpackingAllowance(packedBytes: opened.sizeBytes)
        self.entriesMax = entriesMax
        self.budget = budget
    }

    private static func open(
        _ path: String, raw: Bool
    ) throws(ImportFailure) -> (handle: OpaquePointer, sizeBytes: Int) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw .unreadable(path: path, reason: reason(errno)) }
        guard let handle = archive_read_new() else { throw .unreadable(path: path, reason: "out of memory") }
        archive_read_support_filter_gzip(handle)
        if raw {
            archive_read_support_format_raw(handle)
        } else {
            // By its list at the end, so that an archive that was cut off is seen to be.
            archive_read_support_format_zip_seekable(handle)
            archive_read_support_format_tar(handle)
        }
        guard archive_read_open_filename(handle, path, 64 << 10) == ARCHIVE_OK else {
            let problem = problem(of: handle)
            archive_read_free(handle)
            throw .damaged(path: path, place: "its beginning", problem: problem)
        }
        return (handle, Int(facts.st_size))
    }

    /// Opens a gzip or zip that is in memory already, such as one within another archive.
    private init(
        packed bytes: [UInt8], isZip: Bool = false, path: String, within allowance: UnpackingAllowance,
        budget: ImportBudget = .unlimited
    ) throws(ImportFailure) {
        let opened = try Self.open(packed: bytes, isZip: isZip, path: path)
        self.path = path
        handle = opened.handle
        memory = opened.memory
        self.allowance = allowance
        entriesMax = isZip ? ImportLimits.entriesMax : 1
        self.budget = budget
    }

    private static func open(
        packed bytes: [UInt8], isZip: Bool, path: String
    ) throws(ImportFailure) -> (handle: OpaquePointer, memory: UnsafeMutableRawBufferPointer) {
        guard let handle = archive_read_new() else { throw .unreadable(path: path, reason: "out of memory") }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        memory.copyBytes(from: bytes)
        if isZip {
            archive_read_support_format_zip_seekable(handle)
        } else {
            archive_read_support_filter_gzip(handle)
            archive_read_support_format_raw(handle)
        }
        guard archive_read_open_memory(handle, memory.baseAddress, memory.count) == ARCHIVE_OK else {
            let problem = problem(of: handle)
            archive_read_free(handle)
            memory.deallocate()
            throw .damaged(path: path, place: "its beginning", problem: problem)
        }
        return (handle, memory)
    }

    /// Unpacks a gzip that is in memory, under the same limits.
    static func gunzipped(_ bytes: [UInt8], path: String) throws(ImportFailure) -> [UInt8] {
        var allowance = UnpackingAllowance()
        return try gunzipped(bytes, path: path, within: &allowance)
    }

    /// Unpacks one gzip of many, all of which together stay under the limits.
    ///
    /// - Parameter allowance: what the others took of it; this one is added.
    static func gunzipped(
        _ bytes: [UInt8], path: String, within allowance: inout UnpackingAllowance
    ) throws(ImportFailure) -> [UInt8] {
        allowance.add(packedBytes: bytes.count)
        var reader = try ArchiveReader(packed: bytes, path: path, within: allowance)
        let unpacked = try reader.rawBytes()
        allowance = reader.allowance
        return unpacked
    }

    /// Unpacks one file of a zip that is in memory; nil where it has no such file.
    ///
    /// - Parameter allowance: what the others took of it; all that is read on the way is added.
    static func file(
        _ name: String, inZip bytes: [UInt8], path: String, within allowance: inout UnpackingAllowance
    ) throws(ImportFailure) -> [UInt8]? {
        allowance.add(packedBytes: bytes.count)
        var reader = try ArchiveReader(packed: bytes, isZip: true, path: path, within: allowance)
        var found: [UInt8]?
        while found == nil, let entry = try reader.next() {
            if entry.path == name, case .file(let bytes) = entry.kind { found = bytes }
        }
        allowance = reader.allowance
        return found
    }

    /// Unpacks all files of a zip that is in memory.
    ///
    /// - Parameter allowance: what the others took of it; this one is added.
    fileprivate static func files(
        inZip bytes: [UInt8], path: String, within allowance: inout UnpackingAllowance
    ) throws(ImportFailure) -> SourceTree {
        allowance.add(packedBytes: bytes.count)
        var reader = try ArchiveReader(packed: bytes, isZip: true, path: path, within: allowance)
        let tree = try SourceTree(&reader, path: path, entriesMax: ImportLimits.entriesMax)
        allowance = reader.allowance
        return tree
    }

    deinit {
        archive_read_free(handle)
        memory?.deallocate()
    }

    /// One thing in the archive.
    package struct Entry {
        /// Where `foreignName` is not nil, it is read in code page 437, and tells what the entry is in a sentence only.
        package var path: String
        /// A name that is not UTF-8: what it is shows in all names of the archive together.
        package var foreignName: [UInt8]?
        package var kind: Kind
        package var modified: Instant?

        package enum Kind { case directory, special, file([UInt8]) }
    }

    /// The next entry with its bytes; nil at the end.
    ///
    /// - Throws: when the archive is damaged, points outside itself, holds a symbolic link, or unpacks to more than it
    ///   should.
    package mutating func next() throws(ImportFailure) -> Entry? {
        try withUTF8Names { () throws(ImportFailure) in try nextEntry() }
    }

    private mutating func nextEntry() throws(ImportFailure) -> Entry? {
        var found: OpaquePointer?
        let status = archive_read_next_header(handle, &found)
        if status == ARCHIVE_EOF { return nil }
        guard status >= ARCHIVE_WARN, let found else {
            throw .damaged(
                path: path, place: "byte \(archive_filter_bytes(handle, -1))", problem: Self.problem(of: handle))
        }
        entryCount += 1
        try budget.proceed()
        guard entryCount <= entriesMax else {
            throw .tooLarge(path: path, problem: "it holds more than \(entriesMax) entries")
        }
        let (name, foreignName) = try name(of: found)
        let seconds = archive_entry_mtime(found)
        // A zip that knows no time says 1980-01-01, a tar 1970-01-01.
        let modified =
            archive_entry_mtime_is_set(found) != 0 && seconds > 315_705_600
            ? Instant(seconds: Int64(seconds)) : nil
        switch archive_entry_filetype(found) {
        case ArchiveEntryKind.directory.rawValue:
            return Entry(path: name, foreignName: foreignName, kind: .directory, modified: nil)
        case ArchiveEntryKind.symbolicLink.rawValue:
            // Left out, it would make the archive look whole; followed, it leads wherever its maker likes.
            throw .hostile(path: path, problem: "its entry “\(name)” is a symbolic link; pack the file itself")
        case ArchiveEntryKind.regular.rawValue:
            if archive_entry_hardlink(found) != nil { fallthrough }
            return Entry(
                path: name, foreignName: foreignName, kind: .file(try data(of: name)), modified: modified)
        default: return Entry(path: name, foreignName: foreignName, kind: .special, modified: nil)
        }
    }

    /// All the bytes of a raw archive's only entry.
    package mutating func rawBytes() throws(ImportFailure) -> [UInt8] {
        var found: OpaquePointer?
        guard archive_read_next_header(handle, &found) == ARCHIVE_OK else {
            throw .damaged(path: path, place: "its beginning", problem: Self.problem(of: handle))
        }
        return try data(of: "")
    }

    private mutating func data(of name: String) throws(ImportFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { archive_read_data(handle, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            guard count > 0 else {
                throw .damaged(
                    path: path, place: name.isEmpty ? "byte \(archive_filter_bytes(handle, -1))" : "entry \(name)",
                    problem: Self.problem(of: handle))
            }
            try allowance.consume(count, of: path)
            try budget.proceed()
            bytes.append(contentsOf: chunk[0..<count])
        }
    }

    /// The path of an entry; of one whose name is not UTF-8, the name itself too.
    private mutating func name(of entry: OpaquePointer) throws(ImportFailure) -> (path: String, foreign: [UInt8]?) {
        if let utf8 = archive_entry_pathname_utf8(entry), let name = String(validatingCString: utf8) {
            return (try Self.safePath(name, in: path), nil)
        }
        let raw = archive_entry_pathname(entry)
        if let raw, let name = String(validatingCString: raw) { return (try Self.safePath(name, in: path), nil) }
        let given = raw.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        guard let bytes = given ?? falseName() else {
            throw .damaged(path: path, place: "the list of entries", problem: "a name in it cannot be read")
        }
        return (CodePage437.text(bytes), bytes)
    }

    /// The name of the entry that is read now, which says that it is UTF-8 and is not.
    private mutating func falseName() -> [UInt8]? {
        if directory == nil {
            if let memory {
                directory = ZipDirectory(byteCount: memory.count) { offset, count in
                    guard offset >= 0, count >= 0, offset <= memory.count - count else { return nil }
                    return Array(memory[offset..<offset + count])
                }
            } else if let file = try? FileHandle(forReadingFrom: URL(filePath: path)) {
                // Nothing was written to it: closing it can lose nothing.
                defer { try? file.close() }
                let size = (try? file.seekToEnd()) ?? 0
                directory = ZipDirectory(byteCount: Int(size)) { offset, count in
                    guard offset >= 0, (try? file.seek(toOffset: UInt64(offset))) != nil,
                        let bytes = try? file.read(upToCount: count), bytes.count == count
                    else { return nil }
                    return [UInt8](bytes)
                }
            }
        }
        return directory?.falselyNamed(entryCount - 1)
    }

    /// The entry's path from the root of the archive at `path`.
    ///
    /// - Throws: for one that leads outside, on any system: absolute, with a drive, or through `..`; for one so deep that
    ///   the directories above it are a bomb of their own.
    fileprivate static func safePath(_ name: String, in path: String) throws(ImportFailure) -> String {
        guard let inside = ArchivePath.inside(name) else {
            throw .hostile(path: path, problem: "its entry “\(name)” leads outside the archive")
        }
        guard inside.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= ImportLimits.depthMax else {
            throw .hostile(
                path: path,
                problem: "its entry “\(inside.prefix(80))…” is nested deeper than \(ImportLimits.depthMax) levels")
        }
        return inside
    }

    private static func problem(of handle: OpaquePointer) -> String {
        guard let text = archive_error_string(handle) else { return "it cannot be unpacked" }
        return String(cString: text)
    }
}

extension SourceTree {
    /// Reads a zip or tar of a vault.
    ///
    /// Archives in it are files like any other and are not unpacked.
    /// - Parameter entriesMax: how many entries it may have, whatever they are.
    /// - Throws: the failures of `ArchiveReader`; nothing is taken of an archive that is not safe.
    package static func archive(
        at url: URL, entriesMax: Int = ImportLimits.entriesMax, within budget: ImportBudget = .unlimited
    ) throws(ImportFailure) -> SourceTree {
        var reader = try ArchiveReader(url, entriesMax: entriesMax, within: budget)
        return try SourceTree(&reader, path: url.path, entriesMax: entriesMax)
    }

    /// Reads a zip that is in memory, such as one within another archive.
    ///
    /// - Parameter allowance: what the others took of it; this one is added.
    static func archive(
        packed bytes: [UInt8], path: String, within allowance: inout UnpackingAllowance
    ) throws(ImportFailure) -> SourceTree {
        try ArchiveReader.files(inZip: bytes, path: path, within: &allowance)
    }

    fileprivate init(_ reader: inout ArchiveReader, path: String, entriesMax: Int) throws(ImportFailure) {
        var unpacking = Unpacking(path: path, entriesMax: entriesMax)
        var foreign: [(name: [UInt8], entry: ArchiveReader.Entry)] = []
        while let entry = try reader.next() {
            if let name = entry.foreignName {
                guard foreign.count < entriesMax else { throw unpacking.tooMany }
                foreign.append((name, entry))
            } else {
                try unpacking.add(entry)
            }
        }
        try unpacking.add(foreign)
        unpacking.tree.sort()
        self = unpacking.tree
    }
}

/// An archive on its way into a tree.
private struct Unpacking {
    var tree = SourceTree()
    private var seen: Set<ByteText> = []
    private let path: String
    private let entriesMax: Int

    init(path: String, entriesMax: Int) {
        self.path = path
        self.entriesMax = entriesMax
    }

    var tooMany: ImportFailure {
        .tooLarge(path: path, problem: "it holds more than \(entriesMax) files and directories")
    }

    /// - Parameter isOther: whether it is known to be another file than any of the same path.
    mutating func add(_ entry: ArchiveReader.Entry, isOther: Bool = false) throws(ImportFailure) {
        guard !entry.path.isEmpty else { return }
        guard tree.entries.count < entriesMax else { throw tooMany }
        switch entry.kind {
        case .special:
            tree.notTaken.append(
                ImportWarning(what: "special file", at: entry.path, why: "it is neither a file nor a directory"))
        case .directory:
            addDirectories(to: entry.path)
        case .file(let bytes):
            addDirectories(to: parentPath(entry.path))
            var path = entry.path
            if !seen.insert(ByteText(path)).inserted {
                guard isOther else {
                    tree.notTaken.append(
                        ImportWarning(
                            what: "file", at: path, why: "the archive holds this path twice; the first is taken"))
                    return
                }
                path = freePath(path)
                tree.notTaken.append(
                    ImportWarning(
                        what: "name", at: entry.path,
                        why: "another file of the archive is called so in another encoding; this one is taken as "
                            + "“\(lastName(path))”"))
            }
            tree.entries.append(
                SourceTree.Entry(
                    path: path, kind: .file(sizeBytes: bytes.count, .inMemory(bytes)), modified: entry.modified))
        }
    }

    /// Adds entries whose names are not UTF-8, all of them read in one encoding.
    mutating func add(_ foreign: [(name: [UInt8], entry: ArchiveReader.Entry)]) throws(ImportFailure) {
        guard !foreign.isEmpty else { return }
        let names = ArchiveNames(foreign.map(\.name))
        if let line = names.notTaken(in: lastName(path)) { tree.notTaken.append(line) }
        var met: Set<[UInt8]> = []
        for (at, text) in names.texts.enumerated() {
            var entry = foreign[at].entry
            // Programs of Windows write the separator of its own, which libarchive mends in names that it can read.
            let isOfWindows = !text.utf8.contains(UInt8(ascii: "/"))
            let name = isOfWindows ? String(text.map { $0 == "\\" ? "/" : $0 }) : text
            guard ArchivePath.inside(text) != nil else {
                throw .hostile(path: path, problem: "its entry “\(text)” leads outside the archive")
            }
            entry.path = try ArchiveReader.safePath(name, in: path)
            try add(entry, isOther: met.insert(foreign[at].name).inserted)
        }
    }

    /// A path like this one that no file has yet, and takes it.
    private mutating func freePath(_ path: String) -> String {
        let name = lastName(path)
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        let stem = path.dropLast(name.count) + name[..<dot]
        var number = 2
        while !seen.insert(ByteText("\(stem) (\(number))\(name[dot...])")).inserted { number += 1 }
        return "\(stem) (\(number))\(name[dot...])"
    }

    /// Directories that an archive only implies, from the top down.
    private mutating func addDirectories(to path: String) {
        guard !path.isEmpty, !seen.contains(ByteText(path)) else { return }
        addDirectories(to: parentPath(path))
        seen.insert(ByteText(path))
        tree.entries.append(SourceTree.Entry(path: path, kind: .directory, modified: nil))
    }
}
