import Capture
import Kernel
import Workspace

extension ExportPlan {
    /// Everything captured as one JSON file, and the files that hang on it.
    mutating func addCapture(_ view: CaptureView) throws {
        var file = CaptureFile()
        let facts = CaptureFacts(view, selection).facts
        guard !facts.isEmpty else { return }
        for (event, attribution) in facts {
            switch event {
            case .itemCaptured: report.items += 1
            case .itemTrashed, .itemMerged: report.inTrash += 1
            case .fileAttached(let id, _, let facts):
                guard let path = addBlob(facts, in: directory("Capture"), modified: attribution.instant) else { continue }
                paths[id.entity] = path
                file.files.append(OpenFileFacts(facts, at: path))
                report.attachments += 1
            default: break
            }
            file.facts.append(try OpenFact(.capture(event), attribution))
        }
        try add(file, at: CaptureFile.fileName)
    }
}
