import Foundation
import Glibc

/// The secret of a session with a service, in a file that only its owner reads. A password is never kept.
package struct TokenFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    private static let bytesMax = 1_024

    /// - Throws: `ClientFailure.noToken` where nobody is signed in, and `.openToken` where others could read it.
    package func read() throws(ClientFailure) -> String {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == ENOENT ? .noToken(path: path) : .file(path: path, reason: String(cString: strerror(errno)))
        }
        guard facts.st_mode & 0o077 == 0 else { throw .openToken(path: path) }
        guard facts.st_size <= Self.bytesMax, let bytes = FileManager.default.contents(atPath: path) else {
            throw .file(path: path, reason: "it is not a token")
        }
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .file(path: path, reason: "it is not a token")
        }
        return token
    }

    /// Puts a token in place of the old one: whole or not at all, and never readable for others.
    package func write(_ token: String) throws(ClientFailure) {
        let parent = URL(filePath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .file(path: parent, reason: "the directory cannot be made")
        }
        let fresh = path + ".tmp"
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw .file(path: fresh, reason: String(cString: strerror(errno))) }
        let bytes = Array((token + "\n").utf8)
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let trouble = errno
        Glibc.close(descriptor)
        guard isWritten, rename(fresh, path) == 0 else {
            throw .file(path: path, reason: String(cString: strerror(isWritten ? errno : trouble)))
        }
    }

    package func remove() throws(ClientFailure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
