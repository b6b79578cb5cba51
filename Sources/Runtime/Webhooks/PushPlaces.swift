import Cryptography
import Glibc
import JournalEngine
import Kernel

extension DataDirectory {
    static let pushName = "push"
    private var pushPath: String { path + "/" + Self.pushName }
    private var pushKeyPath: String { path + "/push.key" }

    /// The last record of a workspace that devices were notified of, in `DATA/push/`.
    ///
    /// It is in no backup: where it is gone, what happened lately is told again.
    ///
    /// - Parameter name: the workspace's identifier.
    package func pushLog(_ name: String) throws(RuntimeFailure) -> WebhookLog {
        do throws(DiskError) { try disk.makeDirectories(pushPath) } catch { throw RuntimeFailure(error) }
        return try WebhookLog(at: pushPath + "/" + name + Self.pushSuffix, disk: disk, from: 0, keptMax: 100)
    }

    /// The workspaces that something is kept of, by their identifiers.
    package func pushLogNames() throws(RuntimeFailure) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: pushPath).filter { $0.hasSuffix(Self.pushSuffix) }
                .map { String($0.dropLast(Self.pushSuffix.utf8.count)) }.sorted()
        } catch  where error.isAbsence {
            return []
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Removes what was kept of a workspace; one that nothing is kept of is fine.
    package func removePushLog(_ name: String) throws(RuntimeFailure) {
        do throws(DiskError) {
            try disk.remove(pushPath + "/" + name + Self.pushSuffix)
            try disk.syncDirectory(pushPath)
        } catch  where error.isAbsence {
            // Gone already.
        } catch {
            throw RuntimeFailure(error)
        }
    }

    private static let pushSuffix = ".log"

    /// The private key of P-256 by which push services know this service; made and kept the first time, in `DATA/push.key`.
    ///
    /// It is in no backup: where it is gone another is made, and browsers subscribe anew when the app is opened there.
    ///
    /// - Returns: once it is on disk.
    package func pushKey() throws(RuntimeFailure) -> [UInt8] {
        do throws(DiskError) {
            let known = try disk.readFile(pushKeyPath)
            if (try? P256.PrivateKey(rawRepresentation: known)) != nil { return known }
        } catch  where error.errno != ENOENT {
            throw RuntimeFailure(error)
        } catch {
            // The first that is notified.
        }
        let made = Array(P256.PrivateKey().rawRepresentation)
        do throws(DiskError) { try disk.writeFile(pushKeyPath, made) } catch { throw RuntimeFailure(error) }
        return made
    }
}
