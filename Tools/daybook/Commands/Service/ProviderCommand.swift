import ArgumentParser
import Foundation
import Intelligence
import Kernel
import NIOHTTP1

/// Looks at the providers that were set up, and tries them.
struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Lists and tries the providers that are asked for suggestions, tips and stories.",
        discussion: """
            Set up in the file providers.json of the data directory: Sources/Intelligence/Intelligence.md says how. Without it \
            everything is done by this program, and nothing leaves the machine.
            """, subcommands: [ListProviders.self, TestProvider.self])
}

struct ListProviders: DaybookLeaf {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Says who is asked for what.")

    @Option(help: ArgumentHelp("Another file of providers.", valueName: "file"), completion: .file()) var file: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let (endpoints, runtime) = (try session.endpoints(file: file), session.runtime)
        let installed = session.models.holds(.englishSpeech) ? InstallableModel.englishSpeech : .speech
        let lines = Capability.allCases.map { capability in
            let first = endpoints.first { $0.models[capability] != nil }
            let embedded = EmbeddedProvider { runtime.mint() }.method(for: capability)
            let listens = capability == .transcribe && session.models.holds(installed)
            return (
                capability, first?.name ?? (listens ? EmbeddedProvider.name : embedded?.provider.text),
                first?.models[capability] ?? (listens ? installed.model : embedded?.model.text), first?.address
            )
        }
        try session.show(
            text: lines.map { capability, name, model, address in
                let who = name.map { "\($0), \(model ?? "")\(address.map { ", at \($0)" } ?? ", on this machine")" }
                return capability.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0) + (who ?? "nobody")
            }.joined(separator: "\n")
        ) { json in
            json.array(lines) { json, line in
                json.object { json in
                    json.field("does", line.0.rawValue)
                    json.field("provider", line.1)
                    json.field("model", line.2)
                    json.field("address", line.3)
                }
            }
        }
    }
}

struct TestProvider: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Asks a provider a made-up question, and shows what goes out and what comes back.",
        discussion: "Nothing of yours is sent, and nothing is recorded. A key is never shown.")

    @Argument(help: "Which provider.") var name: String
    @Option(help: ArgumentHelp("What to ask it for; for whatever it has a model for by default.", valueName: "capability"))
    var capability: String?
    @Option(help: ArgumentHelp("Another file of providers.", valueName: "file"), completion: .file()) var file: String?
    @Option(help: ArgumentHelp("How long it may take.", valueName: "seconds")) var seconds = 60
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let endpoints = try session.endpoints(file: file)
        guard let endpoint = endpoints.first(where: { $0.name == name }) else {
            let known = endpoints.isEmpty ? "none is set up" : "known are " + endpoints.map(\.name).joined(separator: ", ")
            throw Problem(.usage, "There is no provider \(name); \(known).")
        }
        let client = EndpointClient(endpoint) { Console.say(Self.words(of: $0)) }
        let runtime = session.runtime
        let trial = ProviderTrial(of: RemoteProvider(client) { runtime.mint() }, seconds: seconds)
        let chosen = try Capability.allCases.filter { candidate in
            try capability.map { try Self.capability(named: $0) == candidate } ?? (endpoint.models[candidate] != nil)
        }
        var failures: [String] = []
        for capability in chosen {
            let result: String
            do throws(ProviderFailure) { result = try await trial.ask(for: capability) } catch {
                result = error.message
                failures.append(capability.rawValue)
            }
            try session.console.line("\(capability.rawValue): \(result)")
        }
        await client.close()
        guard failures.isEmpty else { throw Problem(.different, "\(name) does not \(failures.joined(separator: ", nor ")).") }
    }

    private static func capability(named word: String) throws -> Capability {
        guard let capability = Capability(rawValue: word) else {
            throw Problem(.usage, "“\(word)” is none of " + Capability.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return capability
    }

    /// The words that went over the wire, without pictures.
    private static func words(of event: EndpointClient.WireEvent) -> String {
        switch event {
        case .asked(let request, let address):
            "> POST \(address)\n> " + shown(request.body)
        case .answered(let answer):
            "< \(answer.status)\(answer.requestID.isEmpty ? "" : ", request \(answer.requestID)")\n< " + shown(answer.body)
        case .failed(let failure): "< " + failure.message
        }
    }

    /// Long runs of base64 say nothing to a person.
    private static func shown(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes.prefix(20_000), as: UTF8.self) else { return "(\(bytes.count) bytes)" }
        return text.replacing(/[A-Za-z0-9+\/=]{200,}/) { "(\($0.output.count) characters of base64)" }
    }
}
