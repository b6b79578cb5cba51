import ArgumentParser
import Foundation
import Kernel
import Workspace

/// Shows the main job from end to end, on a sample and in a directory of its own.
struct TourCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "tour",
        abstract: "Shows the main job on a shipped sample, step by step, explained.",
        discussion: "Every line after $ is run for real, in a temporary directory that is removed afterwards. Your own "
            + "data is not touched.")

    @Option(
        help: ArgumentHelp("Leave everything there to look at; must be empty or new.", valueName: "dir"),
        completion: .directory)
    var keep: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let place = try makePlace()
        defer { if keep == nil { try? FileManager.default.removeItem(at: place) } }
        let tour = Tour(place: place, console: session.console, asJSON: globals.json)
        try await tour.run()
        guard !globals.json else { return }
        try session.console.line(
            keep == nil
                ? "That was all of it. Begin with your own: daybook import PATH"
                : "Everything is still there: daybook --data \(tour.data.path) show folders")
    }

    private func makePlace() throws(Problem) -> URL {
        let files = FileManager.default
        let name = "daybook-tour-\(UUID().uuidString.prefix(8).lowercased())"
        let place = keep.map { URL(filePath: $0) } ?? files.temporaryDirectory.appending(path: name)
        do {
            if files.fileExists(atPath: place.path), try !files.contentsOfDirectory(atPath: place.path).isEmpty {
                throw Problem(.refused, "\(place.path) is not empty; the tour needs a directory of its own.")
            }
            try files.createDirectory(at: place, withIntermediateDirectories: true)
            return place
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.machine, "cannot make \(place.path): \(reason(for: error))")
        }
    }
}
