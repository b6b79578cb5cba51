import ArgumentParser
import Client
import Intelligence
import Kernel
import Runtime
import Service
import Workspace

/// Finds things that are like another one, and places that it would fit into.
struct SimilarCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "similar", abstract: "Finds things whose texts mean much the same, the nearest first.",
        discussion: """
            By a model on this machine (`daybook models install similar`), which knows English; with --server, by that of the service. \
            With --kind folder or collection it finds the places that a thing would fit into. Nothing is kept of it.
            """)

    @Argument(help: "What they are to be like: a note, card, item, artwork, folder, plan or list.") var ref: String
    @Option(
        help: ArgumentHelp(
            "The kind of thing that is sought: \(Gist.kinds.map(\.word).joined(separator: ", ")).", valueName: "kind"))
    var kind: EntityKind = .note
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard Gist.kinds.contains(kind) else {
            throw ValidationError("--kind is one of \(Gist.kinds.map(\.word).joined(separator: ", ")).")
        }
    }

    func run(in session: Session) async throws {
        if let service = try session.service() {
            let thing = try await session.reading { try await $0.view.find(ref, as: Gist.kinds) }
            let found = try await service.asking { client in
                let workspace = try service.workspace(globals, among: service.folder.memory().workspaces)
                let path = "/v1/workspaces/\(workspace.text)/similar"
                var json = JSONWriter()
                json.object { json in
                    json.field("thing", thing.entity.text)
                    json.field("kind", kind.word)
                }
                let body = json.text
                var answer = try await client.ask(.post, path, body: body).decoded(as: Similar.self)
                var rest = answer.rest + 1
                // Each question looks at some more.
                while answer.rest > 0, answer.rest < rest {
                    rest = answer.rest
                    answer = try await client.ask(.post, path, body: body).decoded(as: Similar.self)
                }
                return answer
            }
            return try await session.reading { workspace in
                let view = await workspace.view
                let things = found.things.compactMap { line in
                    EntityID(text: line.id).flatMap { view.referent(of: $0) }.map { ($0, line.likeness) }
                }
                try session.show(SimilarView(things, rest: found.rest, in: view))
            }
        }
        try await session.reading { workspace in
            let view = await workspace.view
            guard let gist = view.gist(of: try view.find(ref, as: Gist.kinds), in: .everything) else {
                throw Problem(.different, "There is nothing in \(ref) that could be compared.")
            }
            let gists = view.gists(of: kind, in: .everything, count: MeaningIndex.comparedMax)
            let reading = try await session.withReader { reader in
                let index = MeaningIndex(reader)
                return try await Progress.during("comparing") {
                    while true {
                        do {
                            let (found, rest) = try await index.things(
                                like: gist.text, but: gist.referent, among: gists)
                            if rest == 0 { return SimilarView(found, rest: 0, in: view) }
                        } catch let failure as ProviderFailure {
                            throw Problem(.different, "Nothing was compared: \(failure.message).")
                        }
                    }
                }
            }
            try session.show(reading)
        }
    }

    private struct Similar: Decodable {
        struct Line: Decodable {
            var id: String
            var likeness: Int
        }

        var things: [Line]
        var rest: Int
    }
}
