private import Archives
private import CArchive
import JournalEngine

/// Writes a tar through libarchive onto the seam: entries one after the other, each with its size known before.
///
/// The form is `ustar`, which every tar of the last thirty years reads.
final class TarWriter {
    private let path: String
    private let sink: Sink
    private let handle: OpaquePointer

    /// Where libarchive's bytes go, and why they do not any more.
    private final class Sink {
        let file: any DiskFile
        var offset: UInt64 = 0
        var failure: DiskError?

        init(_ file: any DiskFile) { self.file = file }

        func take(_ bytes: UnsafeRawBufferPointer) -> Int {
            do throws(DiskError) {
                try file.writeAll(bytes, at: offset)
                offset += UInt64(bytes.count)
                return bytes.count
            } catch {
                failure = error
                return -1
            }
        }
    }

    init(to file: any DiskFile, named path: String) throws(BackupFailure) {
        guard let handle = archive_write_new() else {
            throw .archive(path: path, problem: "there is not enough memory")
        }
        self.path = path
        self.handle = handle
        sink = Sink(file)
        archive_write_set_format_ustar(handle)
        archive_write_set_bytes_per_block(handle, 1 << 20)
        archive_write_set_bytes_in_last_block(handle, 1)
        let context = Unmanaged.passUnretained(sink).toOpaque()
        let status = archive_write_open(
            handle, context, nil,
            { _, context, bytes, count in
                guard let context, let bytes else { return -1 }
                let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
                return sink.take(UnsafeRawBufferPointer(start: bytes, count: count))
            }, nil)
        try check(status)
    }

    /// Gives libarchive's memory back; what it had not written by then is of no use to anybody.
    deinit { archive_write_free(handle) }

    /// Begins a file of exactly `byteCount` bytes.
    func begin(_ name: String, byteCount: UInt64, seconds: Int64) throws(BackupFailure) {
        guard let entry = archive_entry_new() else {
            throw .archive(path: path, problem: "there is not enough memory")
        }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_size(entry, Int64(byteCount))
        archive_entry_set_filetype(entry, ArchiveEntryKind.regular.rawValue)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_mtime(entry, Int(seconds), 0)
        try check(archive_write_header(handle, entry))
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(BackupFailure) {
        let count = archive_write_data(handle, bytes.baseAddress, bytes.count)
        guard count == bytes.count else { throw problem() }
    }

    /// Writes the end. The file still needs to be synced.
    func close() throws(BackupFailure) { try check(archive_write_close(handle)) }

    private func check(_ status: Int32) throws(BackupFailure) {
        guard status == ARCHIVE_OK else { throw problem() }
    }

    private func problem() -> BackupFailure {
        if let failure = sink.failure { return .disk(failure) }
        guard let text = archive_error_string(handle) else {
            return .archive(path: path, problem: "it cannot be written")
        }
        return .archive(path: path, problem: String(cString: text))
    }
}
