import Capture
import Kernel
import Workspace

extension WorkspaceView {
    /// The views of captures.
    var captureFiles: [SnapshotFile] {
        var files = [
            SnapshotFile("inbox", capture.inbox()), SnapshotFile("collections", capture.collections(name: name)),
            SnapshotFile("logbook", capture.logbook()), SnapshotFile("follow-up", capture.followUps()),
            SnapshotFile("item-tags", capture.tags()), SnapshotFile("prompts", capture.prompts()),
            SnapshotFile("runs", capture.runs(name: name)), SnapshotFile("capture-trash", capture.trash()),
        ]
        capture.everyItem(name: name) { files.append(SnapshotFile("items/\($0.line.id.text)", $0)) }
        for id in capture.holdings.collections.ids.sorted() {
            guard let reading = capture.collection(id, name: name) else { continue }
            files.append(SnapshotFile("collections/\(id.text)", reading))
        }
        for id in capture.holdings.runs.ids.sorted() {
            if let reading = capture.run(id, name: name) { files.append(SnapshotFile("runs/\(id.text)", reading)) }
        }
        return files
    }
}
