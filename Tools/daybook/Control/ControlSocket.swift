import Foundation
import Glibc
import Runtime
import Synchronization

/// The socket in the data directory by which a command reaches the service that has the data open.
///
/// Its mode lets its owner and root alone open it. One connection is one command: a JSON object, then its answer.
struct ControlSocket {
    /// A command for the service to carry out.
    struct Request: Codable {
        let arguments: [String]
        /// The one that the command is about where its arguments say nothing.
        let workspace: String
        /// The one that the person typed unseen.
        let password: String?
    }

    /// The result of a command.
    struct Answer: Codable {
        let output: String
        /// Told besides the result.
        let notices: String
        /// An exit status, and the words for it where it is not 0.
        let status: Int32
        let message: String
    }

    /// In the data directory.
    static let name = "control.sock"
    /// The longest command and answer.
    private static let bytesMax = 4 * 1024 * 1024
    /// A peer that says nothing for so long is hung up on; a service that answers may take longer.
    private static let secondsOfPeer = 10

    private let directory: String

    init(in directory: DataDirectory) { self.directory = directory.path }

    /// Has the service carry out a command.
    ///
    /// - Returns: nil where no service listens.
    func ask(_ request: Request) throws(Problem) -> Answer? {
        guard FileManager.default.fileExists(atPath: directory + "/" + Self.name) else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Problem(.machine, "no socket can be made: \(words(for: errno))") }
        defer { close(descriptor) }
        guard withAddress({ connect(descriptor, $0, $1) }) == 0 else {
            // A service that was killed leaves its socket behind.
            if errno == ECONNREFUSED || errno == ENOENT { return nil }
            throw Problem(.machine, "the service here cannot be reached by \(directory)/\(Self.name): \(words(for: errno))")
        }
        let bytes: Data
        do {
            try Self.write(try JSONEncoder().encode(request), to: descriptor)
            shutdown(descriptor, Int32(SHUT_WR))
            bytes = try Self.read(from: descriptor)
            return try JSONDecoder().decode(Answer.self, from: bytes)
        } catch {
            throw Problem(
                .machine,
                "The service here broke off; look with the same command whether it was done. (\(error.localizedDescription))")
        }
    }

    /// Listens until `stop` is called.
    ///
    /// - Parameter answer: carries a command out; called for one at a time.
    /// - Throws: a problem where the socket cannot be made.
    func listen(_ answer: @escaping @Sendable (Request) async -> Answer) throws(Problem) -> Listener {
        let path = directory + "/" + Self.name
        unlink(path)  // Only one process has the data open for writing, so the one that made it is gone.
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Problem(.machine, "no socket can be made: \(words(for: errno))") }
        let mask = umask(0o177)
        let isBound = withAddress { bind(descriptor, $0, $1) } == 0
        let reason = errno
        umask(mask)
        guard isBound, Glibc.listen(descriptor, 8) == 0 else {
            close(descriptor)
            throw Problem(.machine, "\(path) cannot be listened on: \(words(for: reason))")
        }
        let listener = Listener(descriptor: descriptor, path: path)
        Thread.detachNewThread {
            while let peer = listener.accepted() {
                Self.serve(peer, answer)
                close(peer)
            }
        }
        return listener
    }

    /// A socket that is listened on.
    final class Listener: Sendable {
        private let descriptor: Int32
        private let path: String
        private let isStopped = Mutex(false)

        init(descriptor: Int32, path: String) {
            self.descriptor = descriptor
            self.path = path
        }

        /// The next peer; nil once it was stopped.
        func accepted() -> Int32? {
            while !isStopped.withLock({ $0 }) {
                let peer = accept(descriptor, nil, nil)
                if peer >= 0 {
                    _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
                    return peer
                }
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EMFILE, ENFILE, ENOMEM, ENOBUFS: Thread.sleep(forTimeInterval: 0.1)
                default: return nil
                }
            }
            return nil
        }

        /// Takes no command any more.
        func stop() {
            isStopped.withLock { $0 = true }
            unlink(path)
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
        }
    }

    private static func serve(_ peer: Int32, _ answer: @escaping @Sendable (Request) async -> Answer) {
        var patience = timeval(tv_sec: secondsOfPeer, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(peer, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        guard
            let request = try? JSONDecoder().decode(Request.self, from: read(from: peer)),
            let answered = try? Awaited.value({ await answer(request) }), let bytes = try? JSONEncoder().encode(answered)
        else { return }
        // Where the asker went away it was done all the same, and the asker was told to look.
        try? write(bytes, to: peer)
    }

    /// The address by way of the open directory: a path in a socket's address has 107 bytes at most.
    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return -1 }
        defer { close(folder) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            place.copyBytes(from: "/proc/self/fd/\(folder)/\(Self.name)".utf8)
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    private static func write(_ data: Data, to descriptor: Int32) throws {
        try data.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = send(descriptor, buffer.baseAddress! + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
                if count > 0 { sent += count } else if errno != EINTR { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            }
        }
    }

    private static func read(from descriptor: Int32) throws -> Data {
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count == 0 { return data }
            if count > 0 {
                data += chunk[..<count]
                guard data.count <= bytesMax else { throw POSIXError(.EMSGSIZE) }
            } else if errno != EINTR {
                throw POSIXError(.init(rawValue: errno) ?? .EIO)
            }
        }
    }
}
