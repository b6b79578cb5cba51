import Cryptography
import Kernel
package import Workspace

extension WorkspaceView {
    /// SHA-256 of the canonical JSON of every view: equal exactly when everything reads the same.
    ///
    /// - Parameter times: without them, undoing leads to the identical digest.
    package func digest(times: Bool = true) -> Digest {
        var hash = SHA256()
        var json = JSONWriter(reserving: 1 << 16)
        writeEverything(to: &json, times: times) { json in
            hash.update(data: json.bytes)
            json.removeAll()
        }
        hash.update(data: json.bytes)
        return Digest(hash)
    }
}
