import ArgumentParser
import Boards
import Capture
import Kernel
import Workspace

/// Keeps a thought at once. Everything but the thought is optional.
struct CaptureTextCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "capture", abstract: "Keeps a thought, task or idea in the inbox.",
        discussion: """
            The text comes from the command line, from --file, or, without either, from standard input, there without \
            its last line break. It needs no quotes; everything else can be said now, later or never. Of words on the command \
            line #tag, a day such as tomorrow or next friday, and !high are understood as --tag, --follow-up and --star; the \
            text stays as it was typed, and --plain keeps it a text alone. Where the workspace \
            cannot be written now, since another process writes it or the disk is full, the capture is kept in a file beside \
            it, the next command that writes there takes it in, and this ends with 0. Where there are keys nothing \
            is written in clear: the text is printed back then, and this ends with 5.
            """)

    @Argument(help: "The text.") var text: [String] = []
    @Option(help: ArgumentHelp("A file that holds the text.", valueName: "file"), completion: .file()) var file: String?
    @Flag(help: "It is a task.") var task = false
    @Flag(help: "Star it.") var star = false
    @Flag(help: "Understand no word as a tag, a day or a star.") var plain = false
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
        let said = text.isEmpty || plain ? nil : CardPhrase(content, today: session.today)
        var tags = try tag.map { try Name($0) }
        for label in said?.tags ?? [] {
            // A label that no tag can have is a word like the others.
            if let tag = try? Name(label), !tags.contains(tag) { tags.append(tag) }
        }
        let star = star || [.high, .urgent].contains(said?.priority)
        let followUp = followUp ?? said?.due?.day
        let id: ItemID = session.mint()
        let now = session.runtime.now()
        let plan = { (view: WorkspaceView) throws -> Change in
            var commands: [CaptureCommand] = [.captureItem(id, content: content, captured: now)]
            if task { commands.append(.typeItem(id, .task)) }
            if star { commands.append(.starItem(id)) }
            if !tags.isEmpty { commands.append(.tagItem(id, tags)) }
            if let followUp { commands.append(.followUpItem(id, on: followUp)) }
            var sentence = CapturedItem.savedMessage
            let understood = Self.words(for: said)
            if let to {
                let collection = try view.collection(to)
                commands.append(.addToCollection(collection, id, under: nil, above: nil))
                sentence = "Saved to \(view.title(of: collection.entity) ?? to)."
            }
            if !understood.isEmpty { sentence += " " + understood }
            return Change(commands.map { .capture($0) }, of: id.entity, sentence)
        }
        try await session.capture(id, content, plan)
    }

    /// The facts that were understood of the words, for the person to see at once where they were not meant.
    private static func words(for said: CardPhrase?) -> String {
        guard let said else { return "" }
        var facts = said.tags.map { "#" + $0 }
        if let day = said.due?.day { facts.append("follow up " + day.text) }
        if [.high, .urgent].contains(said.priority) { facts.append("starred") }
        return facts.isEmpty ? "" : "(" + facts.joined(separator: ", ") + ")"
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
