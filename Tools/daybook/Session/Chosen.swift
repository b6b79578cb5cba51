import Foundation
import Runtime

/// The service and the workspace that commands are about where nothing else is said: `daybook use`.
struct Chosen: Codable {
    var server: String?
    var workspace: String?

    /// The choice that this run goes by.
    @TaskLocal static var current = Chosen()

    init(server: String? = nil, workspace: String? = nil) {
        self.server = server
        self.workspace = workspace
    }

    /// - Throws: a problem where the file is there and cannot be understood: the command would go to another place.
    init(in directory: DataDirectory) throws {
        guard let data = FileManager.default.contents(atPath: Self.path(in: directory)) else { return }
        do { self = try JSONDecoder().decode(Chosen.self, from: data) } catch {
            throw Problem(
                .machine, "\(Self.path(in: directory)) cannot be understood; `daybook use` writes it anew, or remove it.")
        }
    }

    func write(in directory: DataDirectory) throws {
        let files = FileManager.default
        let path = Self.path(in: directory)
        do {
            guard server != nil || workspace != nil else {
                if files.fileExists(atPath: path) { try files.removeItem(atPath: path) }
                return
            }
            try files.createDirectory(
                atPath: directory.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Problem(.machine, "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    private static func path(in directory: DataDirectory) -> String { directory.path + "/chosen.json" }
}
