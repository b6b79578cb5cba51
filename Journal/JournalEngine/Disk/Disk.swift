/// The seam under the engine: the few system calls a journal is made of.
///
/// Each method is *one* system call that may fail, be interrupted (`EINTR`) or do less than asked; the loops that make
/// it whole live above the seam (`DiskFile+Whole.swift`), so that a simulated disk can tear them anywhere.
///
/// State that a power cut may take until the named call returned, and that a disk must keep from then on:
/// - bytes written and the file's length, until `syncData` or `sync` of that file returned;
/// - names made, renamed or removed in a directory, until `syncDirectory` of it returned.
package protocol Disk: Sendable {
    /// Opens the file at `path` as `mode` says.
    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile

    /// Makes one directory. Fails with `EEXIST` when something of that name is there.
    func makeDirectory(_ path: String) throws(DiskError)

    /// The names in a directory, in no particular order, without `.` and `..`.
    func names(inDirectory path: String) throws(DiskError) -> [String]

    /// Gives a file another name, replacing what stood there, at once for everybody who looks.
    func rename(_ path: String, to newPath: String) throws(DiskError)

    /// Removes the name of a file.
    func remove(_ path: String) throws(DiskError)

    /// Returns once every name made, renamed or removed in the directory so far is on disk.
    func syncDirectory(_ path: String) throws(DiskError)
}

/// One open file. Closed by `close`, at the latest when the last reference goes.
///
/// Reads may run on any thread at any time; writes, truncation and syncs come from one thread at a time.
package protocol DiskFile: AnyObject, Sendable {
    /// The current length of the file in bytes.
    func size() throws(DiskError) -> UInt64

    /// Reads at most `buffer.count` bytes at `offset`. 0 means the file ends at or before `offset`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int

    /// Writes at most `bytes.count` bytes at `offset`, growing the file where it must, and says how many.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int

    /// Cuts the file, or grows it with zeros, to `size` bytes.
    func truncate(to size: UInt64) throws(DiskError)

    /// Begins to carry bytes that were written to the disk, and does not wait for it (`sync_file_range`).
    ///
    /// It promises nothing, and a disk that has nothing to begin does nothing: only what `syncData` returns after it counts.
    func beginSync(of range: Range<UInt64>) throws(DiskError)

    /// Returns once the bytes, and a length needed to read them, are on disk (`fdatasync`).
    func syncData() throws(DiskError)

    /// Returns once the bytes and everything about the file are on disk (`fsync`).
    func sync() throws(DiskError)

    /// Takes the one exclusive lock on the file, held until the file is closed or its process ends.
    ///
    /// - Returns: false, at once, when somebody else holds it.
    func lock() throws(DiskError) -> Bool

    /// Returns whether `path` leads to this very file now: false once that name was removed or given to another file.
    ///
    /// A lock on a file without its name keeps nobody out, and what is written to such a file goes with it. Two system
    /// calls, `fstat` and `stat`.
    func isFound(at path: String) throws(DiskError) -> Bool

    /// Gives the file and its lock back. Closing twice is allowed.
    func close()
}

/// The mode in which a file is opened.
package enum OpenMode: Sendable {
    /// An existing file, to read.
    case reading
    /// An existing file, to read and write.
    case writing
    /// A new file, to read and write; fails with `EEXIST` when the name is taken.
    case creating
    /// An existing or new file, to read and write; what it holds stays.
    case creatingIfAbsent
}

/// The calls of the seam, as messages and traces name them.
package enum SystemCall: String, Sendable {
    case open, mkdir, readdir, rename, unlink, fsyncDirectory
    case fstat, stat, pread, pwrite, ftruncate, fdatasync, fsync, flock
    case syncFileRange = "sync_file_range"
    case threadCreate = "pthread_create"
}

/// A system call said no.
package struct DiskError: Error, Equatable {
    package let call: SystemCall
    package let path: String
    /// The C library's `errno`.
    package let errno: Int32

    package init(call: SystemCall, path: String, errno: Int32) {
        self.call = call
        self.path = path
        self.errno = errno
    }
}
