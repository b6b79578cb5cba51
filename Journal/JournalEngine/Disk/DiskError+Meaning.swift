import Glibc

extension DiskError {
    /// There is nothing of that name.
    var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

    /// Something the machine has only so much of ran out: nothing is broken, and trying again later may work.
    var isShortage: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EAGAIN].contains(errno) }
}
