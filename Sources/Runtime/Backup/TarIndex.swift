private import Archives
private import CArchive
import JournalEngine

/// Finds the files of a tar where they lie in it, so that they can be read from there.
///
/// libarchive walks the headers and judges them; names that lead outside, links and anything special are refused.
struct TarIndex {
    private(set) var places: [String: BackupDisk.Place] = [:]

    private static let blockByteCount = 512
    /// A tar of hostile headers ends somewhere.
    private static let entriesMax = 10_000_000

    init(of path: String, on disk: any Disk) throws(BackupFailure) {
        let file = try BackupFailure.calling { () throws(DiskError) in try disk.open(path, .reading) }
        defer { file.close() }
        let byteCount = try BackupFailure.calling { () throws(DiskError) in try file.size() }
        let walk = try TarWalk(file, path)
        while let found = try walk.next() {
            guard places.count < Self.entriesMax else {
                throw .archive(path: path, problem: "it holds too many entries")
            }
            guard let name = ArchivePath.inside(found.name) else {
                throw .archive(path: path, problem: "its entry “\(found.name)” leads outside it")
            }
            switch found.kind {
            case .directory: continue
            case .regular: break
            case .symbolicLink, nil: throw .archive(path: path, problem: "its entry “\(name)” is not a plain file")
            }
            let start = try Self.dataStart(at: found.headerOffset, in: file, path)
            guard start + found.byteCount <= byteCount else {
                throw .archive(path: path, problem: "it ends in the middle of \(name)")
            }
            let place = BackupDisk.Place(path: path, offset: start, byteCount: found.byteCount)
            guard places.updateValue(place, forKey: name) == nil else {
                throw .archive(path: path, problem: "it holds \(name) twice")
            }
        }
    }

    /// Where an entry's bytes begin: behind its header, and behind those that only carry a long name.
    private static func dataStart(
        at offset: UInt64, in file: any DiskFile, _ path: String
    ) throws(BackupFailure) -> UInt64 {
        var at = offset
        while true {
            let head = try block(at: at, of: file, path)
            at += UInt64(blockByteCount)
            guard ["L", "K", "x", "g"].contains(Character(Unicode.Scalar(head[156]))) else { return at }
            let digits = head[124..<136].filter { (48..<56).contains($0) }
            let size = digits.reduce(UInt64(0)) { $0 << 3 | UInt64($1 - 48) }
            at += (size + UInt64(blockByteCount) - 1) / UInt64(blockByteCount) * UInt64(blockByteCount)
        }
    }

    private static func block(
        at offset: UInt64, of file: any DiskFile, _ path: String
    ) throws(BackupFailure) -> [UInt8] {
        var head: [UInt8] = []
        do {
            try file.forEachPiece(offset..<offset + UInt64(blockByteCount)) { head += $0 }
        } catch let failure as BackupFailure {
            throw failure
        } catch {
            throw .archive(path: path, problem: "it ends in the middle of a header")
        }
        return head
    }
}

/// libarchive reading a tar through the seam.
private final class TarWalk {
    private let path: String
    private let source: Source
    private let handle: OpaquePointer

    private final class Source {
        let file: any DiskFile
        var offset: UInt64 = 0
        var failure: DiskError?
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

        init(_ file: any DiskFile) { self.file = file }
        deinit { buffer.deallocate() }

        func next() -> Int {
            while true {
                do throws(DiskError) {
                    let count = try file.read(into: buffer, at: offset)
                    offset += UInt64(count)
                    return count
                } catch  where error.isInterruption {
                    continue
                } catch {
                    failure = error
                    return -1
                }
            }
        }
    }

    struct Found {
        var name: String
        /// Nil for what is neither a file, nor a directory, nor a symbolic link.
        var kind: ArchiveEntryKind?
        var byteCount: UInt64
        var headerOffset: UInt64
    }

    init(_ file: any DiskFile, _ path: String) throws(BackupFailure) {
        guard let handle = archive_read_new() else { throw .archive(path: path, problem: "memory is exhausted") }
        self.handle = handle
        self.path = path
        source = Source(file)
        archive_read_support_format_tar(handle)
        let context = Unmanaged.passUnretained(source).toOpaque()
        let status = archive_read_open2(
            handle, context, nil,
            { _, context, buffer in
                guard let context, let buffer else { return -1 }
                let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
                buffer.pointee = UnsafeRawPointer(source.buffer.baseAddress)
                return source.next()
            },
            { _, context, wanted in
                guard let context, wanted > 0 else { return 0 }
                Unmanaged<Source>.fromOpaque(context).takeUnretainedValue().offset += UInt64(wanted)
                return wanted
            }, nil)
        guard status == ARCHIVE_OK else { throw problem() }
    }

    deinit { archive_read_free(handle) }

    func next() throws(BackupFailure) -> Found? {
        var entry: OpaquePointer?
        let status = archive_read_next_header(handle, &entry)
        if status == ARCHIVE_EOF { return nil }
        guard status == ARCHIVE_OK, let entry else { throw problem() }
        guard let raw = archive_entry_pathname(entry), let name = String(validatingCString: raw) else {
            throw .archive(path: path, problem: "a name in it is not UTF-8")
        }
        let size = archive_entry_size(entry)
        let isLink = archive_entry_hardlink(entry) != nil
        return Found(
            name: name, kind: isLink ? nil : ArchiveEntryKind(rawValue: archive_entry_filetype(entry)),
            byteCount: UInt64(max(0, size)), headerOffset: UInt64(archive_read_header_position(handle)))
    }

    private func problem() -> BackupFailure {
        if let failure = source.failure { return .disk(failure) }
        guard let text = archive_error_string(handle) else { return .archive(path: path, problem: "it cannot be read") }
        return .archive(path: path, problem: String(cString: text))
    }
}
