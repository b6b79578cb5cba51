private import Archives
import Foundation
package import Kernel
import Synchronization
package import Workspace

/// An export as one ZIP, made piece by piece while it is sent: nothing of it ever lies on a disk here.
///
/// It unpacks to what `WorkspaceExport` writes, in one directory, and `daybook import` takes the ZIP as it is.
package final class ExportArchive: Sendable {
    private let state: Mutex<State>

    fileprivate struct State {
        let plan: ExportPlan
        let root: String
        let made: Instant
        let writer: ArchiveWriter
        let output: Output
        var fileCount = 0
        var isClosed = false
    }

    /// The bytes that were written and not yet handed on.
    fileprivate final class Output {
        var bytes: [UInt8] = []

        func taken() -> [UInt8] {
            defer { bytes = [] }
            return bytes
        }
    }

    /// - Parameters:
    ///   - journal: what the view was made from, so that the export says whose it is.
    ///   - root: the directory that everything in it is in.
    ///   - made: the time of files that have none of their own.
    /// - Complexity: O(what the workspace holds), without the bytes of attached files.
    package init(
        _ view: WorkspaceView, of journal: EntityID? = nil, root: String, made: Instant
    ) throws(ExportFailure) {
        let plan: ExportPlan
        do { plan = try ExportPlan(view, of: journal) } catch {
            throw .unwritable(path: root, reason: String(describing: error))
        }
        let output = Output()
        let writer: ArchiveWriter
        do throws(ArchiveWriter.Problem) {
            writer = try ArchiveWriter(.zip, blockBytes: 1 << 16) { bytes in
                output.bytes.append(contentsOf: bytes)
                return true
            }
        } catch {
            throw .unwritable(path: root, reason: error.text)
        }
        state = Mutex(State(plan: plan, root: root, made: made, writer: writer, output: output))
    }

    /// The next bytes of the ZIP, of at least one file; nil after the last.
    ///
    /// - Throws: when an attached file cannot be read. The bytes handed out before are then not a whole archive, and every
    ///   program says so: the list at its end is missing.
    package func next(blobs: @Sendable (_ digest: [UInt8]) throws -> [UInt8]) throws(ExportFailure) -> [UInt8]? {
        try state.withLock { state throws(ExportFailure) in try state.next(blobs) }
    }
}

extension ExportArchive.State {
    /// Small files go together: as many bytes as are worth sending by themselves.
    private static let pieceBytes = 1 << 16

    fileprivate mutating func next(
        _ blobs: @Sendable (_ digest: [UInt8]) throws -> [UInt8]
    ) throws(ExportFailure) -> [UInt8]? {
        while output.bytes.count < Self.pieceBytes, !isClosed {
            guard fileCount < plan.files.count else {
                isClosed = true
                do throws(ArchiveWriter.Problem) { try writer.close() } catch { throw failure(root, error) }
                break
            }
            try add(plan.files[fileCount], blobs)
            fileCount += 1
        }
        let bytes = output.taken()
        return bytes.isEmpty ? nil : bytes
    }

    private func add(_ file: ExportPlan.File, _ blobs: WorkspaceExport.Blobs) throws(ExportFailure) {
        let bytes = try file.bytes(blobs)
        do throws(ArchiveWriter.Problem) {
            try writer.begin(
                root + "/" + file.path, byteCount: UInt64(bytes.count),
                seconds: (file.modified ?? made).microseconds / 1_000_000)
            try writer.append(bytes)
        } catch {
            throw failure(file.path, error)
        }
    }

    private func failure(_ path: String, _ problem: ArchiveWriter.Problem) -> ExportFailure {
        .unwritable(path: path, reason: problem.text)
    }
}
