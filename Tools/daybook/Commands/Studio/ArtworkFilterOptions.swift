import ArgumentParser
import Kernel
import Studio
import Workspace

/// The filter for artworks: those for which every answer given is yes.
struct ArtworkFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Of this child; may be repeated.", valueName: "child")) var child: [String] = []
    @Option(help: ArgumentHelp("Of this kind; may be repeated.", valueName: "kind")) var category: [ArtworkCategory] =
        []
    @Option(help: ArgumentHelp("With this tag; may be repeated, and then all are meant.", valueName: "tag"))
    var tag: [String] = []
    @Option(
        help: ArgumentHelp("Made on this day or later.", valueName: "day"), transform: CalendarDay.typed)
    var from: CalendarDay?
    @Option(
        help: ArgumentHelp("Made on this day or earlier.", valueName: "day"), transform: CalendarDay.typed)
    var through: CalendarDay?
    @Flag(help: "Favourites only.") var favourites = false
    @Option(help: ArgumentHelp("With an analysis that says something of this skill.", valueName: "skill"))
    var skill: Skill?

    /// - Parameter find: a child by its reference, in the view that is asked about.
    func filter(_ find: (String) throws -> ChildID) throws -> ArtworkFilter {
        ArtworkFilter(
            children: try child.map(find), categories: category, tags: try tag.map { try Name($0) }, from: from,
            through: through, favouritesOnly: favourites, skill: skill)
    }
}
