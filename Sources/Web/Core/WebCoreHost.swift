#if !arch(wasm32)

    import Foundation
    import Kernel
    import Workspace

    /// The same core as a native program, to compare with the browser's: reads a `EventBatch` on standard input and writes
    /// the canonical JSON of every view to standard output.
    @main
    enum WebCoreHost {
        static func main() {
            do {
                var views = WorkspaceProjection.empty
                for fact in try EventBatch(bytes: Array(FileHandle.standardInput.readToEnd() ?? Data())).facts {
                    WorkspaceProjection.project(try fact.recorded(), into: &views)
                }
                var json = JSONWriter()
                views.writeEverything(to: &json)
                try FileHandle.standardOutput.write(contentsOf: Data(json.bytes))
            } catch {
                let words = (error as? CodingFault)?.message ?? error.localizedDescription
                FileHandle.standardError.write(Data("WebCore: standard input is not a fact stream: \(words)\n".utf8))
                exit(1)
            }
        }
    }

#endif
