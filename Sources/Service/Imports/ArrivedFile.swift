import CLinuxCalls
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
    /// - Throws: a problem for what no file can be called; else what the machine says, such as that there are no
    ///   descriptors left.
    init(named name: String) throws {
        // To the machine a name ends there.
        guard !name.utf8.contains(0) else { throw Self.unusableName }
        descriptor = daybook_memory_file("daybook-import")
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        folder = FileManager.default.temporaryDirectory.path + "/daybook-import-" + UUID().uuidString
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        path = folder + "/" + (last.isEmpty || last == "." || last == ".." ? "import" : last)
        // From here on everything is set: what is thrown lets go of it in `deinit`.
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        guard symlink("/proc/self/fd/\(descriptor)", path) == 0 else {
            let code = errno
            // The directory is new and ours: what else these could mean is the name.
            guard ![ENAMETOOLONG, EILSEQ, EINVAL].contains(code) else { throw Self.unusableName }
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
    }

    private static let unusableName = ProblemDocument(
        .badRequest, "badParameter", "no file can be called what name says; send a shorter or a plainer one",
        field: "name")

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
