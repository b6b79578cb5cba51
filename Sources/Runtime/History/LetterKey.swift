import Glibc
import JournalEngine
import Kernel

extension DataDirectory {
    var letterKeyPath: String { path + "/letters.key" }

    /// The secret that proves that a link in a letter was made here; made and kept the first time, in `DATA/letters.key`.
    ///
    /// It is in no backup: where it is gone another is made, and the links in older letters stop working.
    ///
    /// - Returns: once it is on disk. Bytes of text, from 256 bits of chance.
    package func letterKey() throws(RuntimeFailure) -> [UInt8] {
        let place = letterKeyPath
        do throws(DiskError) {
            let known = try disk.readFile(place)
            if known.count == FreshSecret().text.utf8.count { return known }
        } catch  where error.errno != ENOENT {
            throw RuntimeFailure(error)
        } catch {
            // The first letter.
        }
        let made = Array(FreshSecret().text.utf8)
        do throws(DiskError) { try disk.writeFile(place, made) } catch { throw RuntimeFailure(error) }
        return made
    }
}
