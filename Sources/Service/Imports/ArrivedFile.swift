import CMemoryFile
import Foundation
import Glibc
import Hummingbird
import NIOCore

/// A file that came with a request, held in memory under a name of its own: nothing of it reaches the disk, where in an
/// encrypted installation nothing may lie in clear.
///
/// Its path goes through `/proc`, for libraries that want one; the link to it is gone with the value.
final class ArrivedFile: Sendable {
    private let descriptor: Int32
    private let folder: String
    let path: String

    /// - Parameter name: what it is called, which some formats are told apart by; only its last part counts.
    /// - Throws: what the machine says, such as that there are no descriptors left.
    init(named name: String) throws {
        descriptor = daybook_memory_file("daybook-import")
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        folder = FileManager.default.temporaryDirectory.path + "/daybook-import-" + UUID().uuidString
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        path = folder + "/" + (last.isEmpty || last == "." || last == ".." ? "import" : last)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: "/proc/self/fd/\(descriptor)")
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// - Throws: when there is no more memory for it.
    func append(_ buffer: ByteBuffer) throws {
        try buffer.withUnsafeReadableBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                rest = rest.dropFirst(count)
            }
        }
    }

    deinit {
        close(descriptor)
        // Two names without content; what cannot be removed is swept with the rest of the temporary directory.
        unlink(path)
        rmdir(folder)
    }
}
