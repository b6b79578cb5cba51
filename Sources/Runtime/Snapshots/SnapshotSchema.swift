import Kernel
import Workspace

/// Says which code a snapshot was written by: a snapshot is trusted only by the code that would fold the same.
enum SnapshotSchema {
    /// Raised by hand whenever an event leads to another state or view than before, or a snapshot holds other fields. The
    /// golden `snapshot.txt` fails until that is done.
    static let version = 5

    /// SHA-256 over the version, every event's fields and everything a snapshot holds.
    static let digest: Digest = {
        var schema = FieldSchema()
        schema.message(named: "Snapshot") { schema in
            var body = SnapshotBody.blank
            body.code(&schema)
        }
        let text = "daybook snapshot \(version)\n" + schema.file(package: "daybook.snapshots") + WorkspaceEvent.schema
        return Digest(of: Array(text.utf8))
    }()
}
