import ArgumentParser
import Foundation
import Importers
import Kernel
import Runtime
import Studio
import Workspace

struct AddArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Takes in one artwork of one to twenty pictures.",
        discussion: """
            The pictures are kept as they are. The artwork was made on the day that its first dated picture was taken, \
            unless --date says otherwise; without either it is dated today. Through a service it needs a \
            connection, over which the pictures go first.
            """)

    @Argument(help: "The pictures, in their order.", completion: .file()) var files: [String]
    @Option(help: ArgumentHelp("Whose it is; may be left out where there is one child.", valueName: "child"))
    var child: String?
    @Option(
        help: ArgumentHelp("The day it was made on.", valueName: "day"), transform: CalendarDay.typed)
    var date: CalendarDay?
    @Option(help: ArgumentHelp("What it is called.", valueName: "text")) var caption: String?
    @Option(help: ArgumentHelp("The kind of work (default: drawing).", valueName: "kind"))
    var category: ArtworkCategory?
    @Option(help: ArgumentHelp("What it is made of.", valueName: "medium")) var medium: String?
    @Option(help: ArgumentHelp("A tag; may be repeated.", valueName: "tag")) var tag: [String] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("What there is to say of it.", valueName: "text"))
    var notes: String = ""
    @Flag(help: "Take it in although the very same picture is here, or was deleted.") var again = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let pictures = try files.map { try Self.picture($0, session.mint()) }
        let new = NewArtwork(
            images: pictures.map(\.facts), date: date, uploaded: session.today, category: category ?? .drawing,
            medium: try medium.map { try Name($0) }, caption: try caption.map { try Name($0) }, notes: notes,
            tags: try tag.map { try Name($0) })
        let id: ArtworkID = session.mint()
        try await session.change(keeping: pictures.map(\.bytes)) { view in
            let child = try child.map { try view.child($0) } ?? Self.onlyChild(of: view)
            return Change(
                .studio(.uploadArtwork(id, of: child, new, ifKnown: again ? .kept : .refused)), of: id.entity,
                "Took in \(new.caption?.text ?? counted(pictures.count, "picture")) of \(view.title(of: child.entity))."
            )
        }
    }

    private static func onlyChild(of view: WorkspaceView) throws(Problem) -> ChildID {
        let children = view.studio.children(name: view.name).children
        if children.count == 1 { return children[0].id }
        throw Problem(
            .usage,
            children.isEmpty
                ? "There is no child yet; `daybook child add NAME` adds one."
                : "Say --child: " + children.map(\.name).joined(separator: ", ") + ".")
    }

    private static func picture(_ path: String, _ id: ImageID) throws -> (facts: ImageFacts, bytes: [UInt8]) {
        let url = URL(filePath: path)
        let bytes: [UInt8]
        do { bytes = [UInt8](try Data(contentsOf: url)) } catch {
            throw Problem(.machine, "cannot read \(path): \(reason(for: error))")
        }
        guard let facts = ImageFacts(picture: bytes, id: id, name: try Name(verbatim: url.lastPathComponent)) else {
            throw Problem(
                .refused, "\(path) is not a picture that daybook knows: JPEG, PNG, GIF, WebP, HEIC, AVIF and BMP are.")
        }
        return (facts, bytes)
    }
}
