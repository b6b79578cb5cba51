package import Accounts
import JournalEngine
import Kernel

// The erasure of an account goes through many journals. Its intent is on disk before it begins:
//
//     DATA/system/erasing/NUMBER     of the account; empty, since a number tells nothing
//
// The next to open the accounts for writing who finds one finishes the erasure, if the account is withdrawn by then: that is
// its first step. If it is not, nobody was ever told that the account would be erased.
extension DataDirectory {
    private var erasingPath: String { accounts.root + "/erasing" }

    /// Notes that an account is to be erased.
    ///
    /// - Returns: when that is on disk.
    package func noteErasure(of user: UserID) throws(RuntimeFailure) {
        do throws(DiskError) {
            try disk.makeDirectories(erasingPath)
            try disk.writeFile(erasingPath + "/" + user.text, [])
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// The accounts that are to be erased and may not be yet.
    package func accountsToErase() throws(RuntimeFailure) -> [UserID] {
        do throws(DiskError) {
            return try disk.names(inDirectory: erasingPath).sorted().compactMap { UserID(text: $0) }
        } catch  where error.isAbsence {
            return []
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// - Precondition: the account is erased, or there is none, or its erasure never began.
    package func forgetErasure(of user: UserID) throws(RuntimeFailure) {
        do throws(DiskError) {
            do throws(DiskError) { try disk.remove(erasingPath + "/" + user.text) } catch  where error.isAbsence { return }
            try disk.syncDirectory(erasingPath)
        } catch {
            throw RuntimeFailure(error)
        }
    }
}
