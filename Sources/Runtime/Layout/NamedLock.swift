import JournalEngine

/// A lock on a file of its own that knows whether the file still has its name: once it was removed or replaced, another
/// process may hold a lock of the same name. Goes with the process that holds it.
struct NamedLock: Sendable {
    let path: String
    private let file: any DiskFile

    /// The most times that a lock is opened again which is removed between opening and locking it.
    private static let triesMax = 8

    /// - Parameters:
    ///   - path: of the lock's file, whose directory is there.
    ///   - sign: writes into the file that is locked.
    /// - Returns: nil while somebody else holds it.
    static func acquire(
        _ disk: any Disk, _ path: String, sign: (any DiskFile) throws(DiskError) -> Void = { _ throws(DiskError) in }
    ) throws(DiskError) -> NamedLock? {
        for _ in 1...triesMax {
            let file = try disk.open(path, .creatingIfAbsent)
            do throws(DiskError) {
                guard try file.lock() else {
                    file.close()
                    return nil
                }
                if try file.isFound(at: path) {
                    try sign(file)
                    return NamedLock(path: path, file: file)
                }
            } catch {
                file.close()
                throw error
            }
            file.close()
        }
        return nil
    }

    private init(path: String, file: any DiskFile) {
        self.path = path
        self.file = file
    }

    var isNamed: Bool { get throws(DiskError) { try file.isFound(at: path) } }

    func release() { file.close() }
}
