import Glibc

extension JournalError {
    /// Something ran out: nothing is broken, and trying again later may work.
    var isShortage: Bool {
        guard case .system(let call, let path, let errno) = self else { return false }
        return DiskError(call: call, path: path, errno: errno).isShortage
    }
}

extension DiskError {
    /// There is nothing of that name.
    var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

    /// A directory was asked for, and there is a file.
    var isNoDirectory: Bool { errno == ENOTDIR }

    /// A file was asked for, and there is a directory.
    var isNoFile: Bool { errno == EISDIR }

    /// Something the machine has only so much of ran out: nothing is broken, and trying again later may work.
    var isShortage: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EAGAIN].contains(errno) }
}
