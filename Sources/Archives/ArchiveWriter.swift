private import CArchive

/// Writes an archive through libarchive, from its beginning to its end: entries one after the other, each with its size
/// known before.
package final class ArchiveWriter {
    private let handle: OpaquePointer
    private let sink: Sink
    private let isZip: Bool

    package enum Format: Sendable {
        /// The format that every tar of the last thirty years reads.
        case ustar
        /// With names in UTF-8, compressed, in parts of more than 4 GiB where it must be (Zip64).
        case zip
    }

    /// Why nothing more can be written; a clause in libarchive's words.
    package struct Problem: Error, Equatable {
        package var text: String
    }

    /// Where libarchive's bytes go.
    private final class Sink {
        let take: (UnsafeRawBufferPointer) -> Bool

        init(_ take: @escaping (UnsafeRawBufferPointer) -> Bool) { self.take = take }
    }

    /// - Parameters:
    ///   - blockBytes: how many bytes are handed on at once.
    ///   - take: gets them in order; false when it could not keep them, which ends the writing.
    package init(
        _ format: Format, blockBytes: Int32, to take: @escaping (UnsafeRawBufferPointer) -> Bool
    ) throws(Problem) {
        guard let handle = archive_write_new() else { throw Problem(text: "memory is exhausted") }
        self.handle = handle
        sink = Sink(take)
        isZip = format == .zip
        switch format {
        case .ustar: archive_write_set_format_ustar(handle)
        case .zip: archive_write_set_format_zip(handle)
        }
        archive_write_set_bytes_per_block(handle, blockBytes)
        archive_write_set_bytes_in_last_block(handle, 1)
        let context = Unmanaged.passUnretained(sink).toOpaque()
        try check(
            archive_write_open(
                handle, context, nil,
                { _, context, bytes, count in
                    guard let context, let bytes else { return -1 }
                    let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
                    return sink.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
                }, nil))
    }

    /// Frees libarchive's memory; bytes that were not written by then are lost.
    deinit { archive_write_free(handle) }

    /// Begins a file of exactly `byteCount` bytes, last changed so many seconds after 1970.
    ///
    /// - Parameter isStored: in a ZIP, true for what is compressed already.
    package func begin(
        _ name: String, byteCount: UInt64, seconds: Int64, isStored: Bool = false
    ) throws(Problem) {
        if isZip {
            try check(
                isStored ? archive_write_zip_set_compression_store(handle) : archive_write_zip_set_compression_deflate(handle))
        }
        guard let entry = archive_entry_new() else { throw Problem(text: "memory is exhausted") }
        defer { archive_entry_free(entry) }
        archive_entry_set_size(entry, Int64(byteCount))
        archive_entry_set_filetype(entry, ArchiveEntryKind.regular.rawValue)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_mtime(entry, Int(seconds), 0)
        try withUTF8Names { () throws(Problem) in
            archive_entry_set_pathname(entry, name)
            try check(archive_write_header(handle, entry))
        }
    }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
        let count = archive_write_data(handle, bytes.baseAddress, bytes.count)
        guard count == bytes.count else { throw problem }
    }

    package func append(_ bytes: [UInt8]) throws(Problem) {
        let count = bytes.withUnsafeBytes { archive_write_data(handle, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw problem }
    }

    /// Writes the end.
    package func close() throws(Problem) { try check(archive_write_close(handle)) }

    private func check(_ status: Int32) throws(Problem) {
        guard status == ARCHIVE_OK else { throw problem }
    }

    private var problem: Problem {
        guard let text = archive_error_string(handle) else { return Problem(text: "it cannot be written") }
        return Problem(text: String(cString: text))
    }
}
