import Glibc
import JournalEngine

/// Says to other processes that this one uses an index: many use it, one at a time checks it or makes it anew.
///
/// An advisory lock, which goes with the process. Once its file was removed or replaced, others may use the index alone.
final class IndexLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// The most times that a lock is opened again which is removed between opening and locking it.
    private static let triesMax = 8

    /// Takes the lock alone, where nobody else uses the index, and else with the others.
    ///
    /// - Parameter afterOpening: called before the file is locked, for tests.
    /// - Throws: `IndexTrouble` when there can be none, such as on a disk that cannot be written.
    static func take(
        _ path: String, afterOpening: () -> Void = {}
    ) throws(IndexTrouble) -> (lock: IndexLock, isAlone: Bool) {
        for _ in 1...triesMax {
            let lock = try IndexLock(path)
            afterOpening()
            let isAlone = lock.takeAlone()
            if !isAlone { try lock.takeShared() }
            if try lock.isNamed { return (lock, isAlone) }
        }
        throw .lockLost
    }

    private init(_ path: String) throws(IndexTrouble) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(errno: errno) }
    }

    private var isNamed: Bool {
        get throws(IndexTrouble) {
            do throws(DiskError) { return try POSIXDisk.leads(path, to: descriptor) } catch {
                throw .system(errno: error.errno)
            }
        }
    }

    /// Checks that the lock still keeps others away.
    ///
    /// - Throws: `.lockLost` otherwise.
    func check() throws(IndexTrouble) {
        guard try isNamed else { throw .lockLost }
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
    /// The lock was removed or replaced, so another process may use the index alone.
    case lockLost
    case journal(String)
    /// It was not wanted any more before it was made.
    case stopped

    /// For people and logs; never holds a word of what is searched.
    package var message: String {
        switch self {
        case .system(let errno): "the index cannot be reached (\(String(cString: strerror(errno))))"
        case .database(let code, let message): "the index cannot be used (\(message), code \(code))"
        case .usedElsewhere: "another process uses the index, and it is not of the same history"
        case .lockLost: "the lock of the index was removed or replaced, so another process may be making it anew"
        case .stopped: "the index was not wanted any more before it was made"
        case .journal(let message): "the journal cannot be read for the index: \(message)"
        }
    }
}
