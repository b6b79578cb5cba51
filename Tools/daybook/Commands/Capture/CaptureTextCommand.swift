import ArgumentParser
import Capture
import Kernel
import Workspace

/// Keeps a thought at once. Everything but the thought is optional.
struct CaptureTextCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "capture", abstract: "Keeps a thought, task or idea in the inbox.",
        discussion: """
            The text comes from the command line, from --file, or, without either, from standard input, there without \
            its last line break. It needs no quotes; everything else can be said now, later or never. Where the workspace \
            cannot be written now, since another process writes it or the disk is full, the capture is kept in a file beside \
            it, the next command that writes there takes it in, and this ends with 0. Where there are keys nothing \
            is written in clear: the text is printed back then, and this ends with 5.
            """)

    @Argument(help: "The text.") var text: [String] = []
    @Option(help: ArgumentHelp("A file that holds the text.", valueName: "file"), completion: .file()) var file: String?
    @Flag(help: "It is a task.") var task = false
    @Flag(help: "Star it.") var star = false
    @Option(help: ArgumentHelp("A tag; may be repeated.", valueName: "tag")) var tag: [String] = []
    @Option(
        help: ArgumentHelp("A day to look at it again; nothing will remind of it.", valueName: "day"),
        transform: CaptureArguments.day)
    var followUp: CalendarDay?
    @Option(help: ArgumentHelp("A plan or list to put it into.", valueName: "plan|list")) var to: String?
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if !text.isEmpty, file != nil { throw ValidationError("Say the text or --file, not both.") }
    }

    func run(in session: Session) async throws {
        let content = try content()
        let tags = try tag.map { try Name($0) }
        let id: ItemID = session.mint()
        let now = session.runtime.now()
        let plan = { (view: WorkspaceView) throws -> Change in
            var commands: [CaptureCommand] = [.captureItem(id, content: content, captured: now)]
            if task { commands.append(.typeItem(id, .task)) }
            if star { commands.append(.starItem(id)) }
            if !tags.isEmpty { commands.append(.tagItem(id, tags)) }
            if let followUp { commands.append(.followUpItem(id, on: followUp)) }
            var sentence = CapturedItem.savedMessage
            if let to {
                let collection = try view.collection(to)
                commands.append(.addToCollection(collection, id, under: nil, above: nil))
                sentence = "Saved to \(view.title(of: collection.entity) ?? to)."
            }
            return Change(commands.map { .capture($0) }, of: id.entity, sentence)
        }
        try await session.capture(id, content, plan)
    }

    private func content() throws(Problem) -> String {
        if !text.isEmpty { return text.joined(separator: " ") }
        var input = TextInput()
        input.body = nil
        input.file = file ?? "-"
        let typed = try input.read() ?? ""
        // The line break that ends a line typed into a shell is the shell's, not the person's.
        guard file == nil, typed.utf8.last == UInt8(ascii: "\n") else { return typed }
        return String(
            decoding: typed.utf8.dropLast(typed.utf8.dropLast().last == UInt8(ascii: "\r") ? 2 : 1), as: UTF8.self)
    }
}
