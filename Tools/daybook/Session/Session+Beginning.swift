import Foundation
import Kernel
import Runtime
import Workspace

extension Session {
    /// Runs one command with what was chosen for the data directory, and with the list that this terminal showed last.
    static func beginning(
        _ globals: GlobalOptions, on console: Console, isChoosing: Bool, _ body: (Session) async throws -> Void
    ) async throws {
        let environment = ProcessInfo.processInfo.environment
        let directory = DataDirectory(path: globals.data ?? DataDirectory.defaultPath(environment: environment))
        let chosen: Chosen
        // What chooses anew mends a choice that cannot be understood.
        do { chosen = try Chosen(in: directory) } catch { if isChoosing { chosen = Chosen() } else { throw error } }
        try await Chosen.$current.withValue(chosen) {
            let session = Session(globals: globals, console: console)
            try await ShownList.$last.withValue(ShownList(of: try session.place, environment: environment)) {
                try await body(session)
            }
        }
    }

    /// The workspace that a command is about, and where it lies: what tells one list of numbers from another.
    private var place: String {
        get throws { "\(try service()?.address.text ?? directory.path) \(globals.workspace)" }
    }

    /// Shows a reading as text: on a terminal with numbers and with short times.
    ///
    /// - Parameter json: asked for on a terminal alone.
    func show(text: String, marks: [Lines.Mark], json: @autoclosure () -> String) throws {
        guard console.isTerminal else { return try console.line(text) }
        let list = ShownList(marks.map(\.entity), in: try place)
        let isNumbered = !marks.isEmpty && list.keep(environment: ProcessInfo.processInfo.environment)
        let shown = TerminalText(
            text, marks: marks, json: json(), now: runtime.now(), zone: .current, isNumbered: isNumbered)
        try console.line(shown.text)
    }

    /// A time as it is shown: short and of the place on a terminal, and in full elsewhere.
    func shown(_ instant: Instant) -> String {
        console.isTerminal ? instant.spoken(now: runtime.now(), zone: .current) : instant.text
    }
}

extension WorkspaceView {
    /// The one thing that `ref` names, as `resolve` finds it; a number of the list that was shown last names its line, unless
    /// something is called just so.
    func find(
        _ ref: String, as kinds: [EntityKind] = EntityKind.allCases, in scope: ReferenceScope = .present, isWhole: Bool = false
    ) throws(ReferenceFault) -> EntityRef {
        if let listed = ShownList.last?.thing(ref) {
            if let named = try? resolve(ref, as: kinds, in: scope, isWhole: true) { return named }
            if let thing = try? resolve(listed.text, as: kinds, in: scope) { return thing }
        }
        return try resolve(ref, as: kinds, in: scope, isWhole: isWhole)
    }
}
