import Glibc
package import JournalEngine
package import Runtime

/// The questions of a workspace that left this machine and whose answers are not on disk yet: an empty file for each.
///
/// A service that is killed while a provider answers finds the file at its next start. It does not ask a second time by itself,
/// since what was sent was counted and paid for: the person is told, and asks again.
package struct SentQuestions: Sendable {
    private let path: String
    private let disk: any Disk

    package init(of workspace: WorkspacePaths, on disk: any Disk) {
        path = workspace.asked
        self.disk = disk
    }

    private func file(_ job: Job) -> String { path + "/" + job.word }

    /// Notes that a question leaves now.
    ///
    /// - Returns: false where it left before, without an answer; true when the note is on disk.
    /// - Throws: what the disk says; the question must not leave then.
    package func begin(_ job: Job) throws(RuntimeFailure) -> Bool {
        do throws(DiskError) {
            try disk.makeDirectories(path)
            let note: any DiskFile
            do throws(DiskError) { note = try disk.open(file(job), .creating) } catch  where error.errno == EEXIST {
                return false
            }
            defer { note.close() }
            try note.sync()
            try disk.syncDirectory(path)
            return true
        } catch { throw .disk(error) }
    }

    /// Forgets a question whose answer, or the reason why there is none, is on disk. One that is not there is fine.
    package func end(_ job: Job) throws(RuntimeFailure) {
        do throws(DiskError) {
            do throws(DiskError) { try disk.remove(file(job)) } catch  where error.errno == ENOENT { return }
            try disk.syncDirectory(path)
        } catch { throw .disk(error) }
    }
}
