import Glibc
import JournalEngine

extension DiskError {
    static let noSpace = ENOSPC
    static let occupied = ENOTEMPTY

    /// The call did nothing and may be made again.
    var isInterruption: Bool { errno == EINTR }
    /// There is nothing of that name.
    var isAbsence: Bool { errno == ENOENT || errno == ENOTDIR }
}
