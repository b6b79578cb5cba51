import Foundation
import Intelligence
import Runtime

extension WorkspacePool {
    /// The folder of installed models: the one that is set, or that of the data directory.
    nonisolated var models: ModelFolder {
        let chosen = configuration.text(.modelsFolder)
        return ModelFolder(path: chosen.isEmpty ? directory.path + "/" + ModelFolder.name : chosen)
    }

    /// Lines to the providers that the administrator set up; none where nobody did.
    ///
    /// - Throws: `ConfigurationFault.badProviders`.
    nonisolated func providers() throws(ConfigurationFault) -> [EndpointClient] {
        let chosen = configuration.text(.providersFile)
        let path = chosen.isEmpty ? directory.path + "/" + ProvidersFile.name : chosen
        guard !chosen.isEmpty || FileManager.default.fileExists(atPath: path) else { return [] }
        do throws(ProvidersFile.Fault) {
            let file = try ProvidersFile(path: path, environment: ProcessInfo.processInfo.environment)
            return file.endpoints.map { EndpointClient($0) }
        } catch { throw .badProviders(error.words) }
    }
}
