import Glibc

/// Says to other processes that this one uses an index: many use it, one at a time checks it or makes it anew.
///
/// An advisory lock, which goes with the process.
final class IndexLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `IndexTrouble` when there can be none, such as on a disk that cannot be written.
    init(_ path: String) throws(IndexTrouble) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno: errno) }
    }

    deinit { close(descriptor) }

    /// Whether nobody else uses the index now, and nobody can begin to.
    func takeAlone() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Waits while another process checks the index or makes it.
    func takeShared() throws(IndexTrouble) {
        while flock(descriptor, LOCK_SH) != 0 {
            guard errno == EINTR else { throw .system(errno: errno) }
        }
    }

    func give() { _ = flock(descriptor, LOCK_UN) }
}

/// Why there is no index for the moment. Searching works without.
package enum IndexTrouble: Error, Sendable, Equatable {
    case system(errno: Int32)
    case database(code: Int, message: String)
    /// Another process uses one that is of no use here.
    case usedElsewhere
    case journal(String)
    /// It was not wanted any more before it was made.
    case stopped

    /// For people and logs; never holds a word of what is searched.
    package var message: String {
        switch self {
        case .system(let errno): "the index cannot be reached (\(String(cString: strerror(errno))))"
        case .database(let code, let message): "the index cannot be used (\(message), code \(code))"
        case .usedElsewhere: "another process uses the index, and it is not of the same history"
        case .stopped: "the index was not wanted any more before it was made"
        case .journal(let message): "the journal cannot be read for the index: \(message)"
        }
    }
}
