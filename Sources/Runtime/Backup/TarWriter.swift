private import Archives
import JournalEngine

/// Writes a tar onto the seam: entries one after the other, each with its size known before.
final class TarWriter {
    private let path: String
    private let sink: Sink
    private let archive: ArchiveWriter

    /// Where the bytes go, and why they do not any more.
    private final class Sink {
        let file: any DiskFile
        var offset: UInt64 = 0
        var failure: DiskError?

        init(_ file: any DiskFile) { self.file = file }

        func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
            do throws(DiskError) {
                try file.writeAll(bytes, at: offset)
                offset += UInt64(bytes.count)
                return true
            } catch {
                failure = error
                return false
            }
        }
    }

    init(to file: any DiskFile, named path: String) throws(BackupFailure) {
        let sink = Sink(file)
        self.path = path
        self.sink = sink
        do throws(ArchiveWriter.Problem) {
            archive = try ArchiveWriter(.ustar, blockBytes: 1 << 20) { sink.take($0) }
        } catch {
            throw .archive(path: path, problem: error.text)
        }
    }

    /// Begins a file of exactly `byteCount` bytes.
    func begin(_ name: String, byteCount: UInt64, seconds: Int64) throws(BackupFailure) {
        do throws(ArchiveWriter.Problem) {
            try archive.begin(name, byteCount: byteCount, seconds: seconds)
        } catch { throw failure(error) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(BackupFailure) {
        do throws(ArchiveWriter.Problem) { try archive.append(bytes) } catch { throw failure(error) }
    }

    /// Writes the end. The file still needs to be synced.
    func close() throws(BackupFailure) {
        do throws(ArchiveWriter.Problem) { try archive.close() } catch { throw failure(error) }
    }

    private func failure(_ problem: ArchiveWriter.Problem) -> BackupFailure {
        sink.failure.map { .disk($0) } ?? .archive(path: path, problem: problem.text)
    }
}
