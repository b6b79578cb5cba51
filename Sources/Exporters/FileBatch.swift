private import CFileSystem
package import Foundation

/// Many files that are made durable together: each is written without waiting for the disk, and one sync at the end
/// waits for all of them.
package enum FileBatch {
    /// - Throws: the system's error; the file may be there in part.
    package static func write(_ bytes: Data, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure() }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// Waits until everything that was written to the file system of `path` is on the disk.
    package static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { _ = close(descriptor) }
        guard daybook_sync_file_system(descriptor) == 0 else { throw failure() }
    }

    private static func failure() -> any Error {
        let code = errno
        return POSIXErrorCode(rawValue: code).map { POSIXError($0) as any Error }
            ?? NSError(domain: NSPOSIXErrorDomain, code: Int(code))
    }
}
