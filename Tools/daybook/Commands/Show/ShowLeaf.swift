import ArgumentParser
import Kernel
import Runtime
import Workspace

/// A command that shows one view.
protocol ShowLeaf: ServedLeaf {
    var moment: AtOption { get }

    /// - Parameters:
    ///   - view: everything as it was at the moment.
    ///   - today: everything as it is, for a thing that is asked for by a name it had not got yet.
    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws
}

extension ShowLeaf {
    func run(in session: Session) async throws {
        try await session.reading(despite: .shownUpTo) { workspace in
            let today = await workspace.view
            if let at = moment.at {
                let view = try await Progress.during("going back") { try workspace.view(at: at) }
                var then = session
                then.shown = try workspace.instant(of: at)
                try show(view, today: today, in: then)
            } else {
                try show(today, today: today, in: session)
            }
        }
    }
}

extension Session {
    /// Shows a view of the catalogue in the form that was asked for, all of it and not a page.
    ///
    /// - Parameters:
    ///   - path: such as `/boards/0190…`.
    ///   - name: what the thing was asked for by, for the message where there is nothing of it to be seen.
    func show(
        _ path: String, _ query: [(name: String, value: String)] = [], of view: WorkspaceView, named name: String = ""
    ) throws {
        let (kind, output): (String, ViewOutput?)
        do {
            guard let (declared, identifiers) = try ViewCatalogue.find(path) else { throw Problem.noView(path) }
            var request = ViewRequest(
                view, identifiers: identifiers, query: ViewQuery(checked: query), today: dayShown,
                dayOf: { Session.day(of: $0) })
            kind = declared.parameters.first ?? "view"
            output = try declared.show(&request, as: globals.json ? .json : console.isTerminal ? [.json, .text] : .text)
        } catch let error as ViewFault {
            throw Problem(.usage, error.message.prefix(1).uppercased() + error.message.dropFirst() + ".")
        }
        guard let output else { throw Problem.gone(kind, name) }
        let json = String(decoding: output.json, as: UTF8.self)
        if globals.json { return try console.line(json) }
        try show(text: output.text, marks: output.marks, json: json)
    }
}

extension Problem {
    /// A path that was typed leads to no view.
    static func noView(_ path: String) -> Problem {
        let known = ViewCatalogue.all.map { String($0.path.dropFirst()) }.joined(separator: ", ")
        return Problem(.usage, "No view is called \(path.dropFirst()); there are: \(known).")
    }

    /// The thing was found and yet there is nothing to show of it: it is in the trash, or was not made yet.
    static func gone(_ kind: String, _ ref: String) -> Problem {
        Problem(.notFound, "The \(kind) \(ref) is not to be seen at that moment; look in the trash or at another time.")
    }
}

/// A view of the catalogue under a name of the terminal.
protocol ShownView {
    /// Such as `folders`, after `daybook show`.
    static var command: String { get }
}

/// A view of one thing, which is asked for by a reference.
protocol ShownThing: ShownView {
    /// Of the catalogue, such as `/cards/{card}`.
    static var path: String { get }
    static func find(_ ref: String, in view: WorkspaceView) throws(ReferenceFault) -> EntityID
}

extension ShownView {
    fileprivate static func configuration(_ path: String) -> CommandConfiguration {
        guard let declared = ViewCatalogue.all.first(where: { $0.path == path }) else {
            preconditionFailure("no view has the path \(path)")
        }
        return CommandConfiguration(commandName: command, abstract: declared.summary)
    }
}

/// `daybook show folders`: a view that takes nothing but a moment. Its path is its name.
struct ShowList<View: ShownView>: ShowLeaf {
    static var configuration: CommandConfiguration { View.configuration("/" + View.command) }

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        try session.show("/" + View.command, of: view)
    }
}

/// `daybook show due --to 2026-12-24`: a view of some days.
struct ShowDays<View: ShownView>: ShowLeaf {
    static var configuration: CommandConfiguration { View.configuration("/" + View.command) }

    @Option(help: ArgumentHelp("The first day.", valueName: "day"), transform: CaptureArguments.day)
    var from: CalendarDay?
    @Option(help: ArgumentHelp("The last day.", valueName: "day"), transform: CaptureArguments.day)
    var to: CalendarDay?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let days = [("from", from), ("to", to)].compactMap { name, day in day.map { (name: name, value: $0.text) } }
        try session.show("/" + View.command, days, of: view)
    }
}

/// `daybook show card REF`: a view of one thing.
struct ShowThing<View: ShownThing>: ShowLeaf {
    static var configuration: CommandConfiguration { View.configuration(View.path) }

    @Argument(help: "Its name, path or id.") var ref: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func show(_ view: WorkspaceView, today: WorkspaceView, in session: Session) throws {
        let id = try view.named(today) { view throws(ReferenceFault) in try View.find(ref, in: view) }
        guard let start = View.path.firstIndex(of: "{"), let end = View.path.firstIndex(of: "}") else {
            preconditionFailure("\(View.path) names no thing")
        }
        try session.show(View.path.replacingCharacters(in: start...end, with: id.text), of: view, named: ref)
    }
}
