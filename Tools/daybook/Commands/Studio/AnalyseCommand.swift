import ArgumentParser
import Intelligence
import Kernel
import Studio
import Workspace

/// Asks for an analysis of an artwork.
struct AnalyseCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "analyse", abstract: "Measures an artwork, and gives tips that go with its measures.",
        discussion: """
            The picture is measured by this program, and nothing is said of the child. Tips come from a curated list, or from \
            the provider that is set up (`daybook provider list`), for which a parent must have agreed to its name. It needs \
            consent: `daybook consent give analysis`. With --server, the provider that is set up there is asked.
            """)

    @Argument(help: "Which artwork.") var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let fresh: AnalysisID = session.mint()
        try await session.asking(
            route: { view in
                var json = JSONWriter()
                json.object { $0.field("analysis", fresh.text) }
                let artwork = "/artworks/\(try view.artwork(ref).text)"
                return (artwork + "/analyses", json.text, artwork)
            },
            job: { view, asking in
                let artwork = try view.artwork(ref)
                let asked = try asking.analyse(artwork, as: fresh)
                let attempt = (view.studio.model.existing(asked.analysis)?.attempt ?? 0) + (asked.command == nil ? 0 : 1)
                return (.analysis(asked.analysis, attempt: attempt), asked.command)
            })
        try await session.reading { workspace in
            let view = await workspace.view
            let artwork = try view.artwork(ref)
            try session.show("/artworks/\(artwork.text)", of: view, named: ref)
        }
    }
}
