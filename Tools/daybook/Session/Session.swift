import Client
import Foundation
import Glibc
import Kernel
import Runtime
import Workspace

/// One command at work: where the data is, who asks, and where the answer goes.
struct Session {
    let globals: GlobalOptions
    let console: Console
    let directory: DataDirectory
    let runtime: RuntimeEnvironment
    /// The keys of the installation, where it has some.
    let keyStore: KeyStore
    /// When that was which is shown; nil for now.
    var shown: Instant?

    init(globals: GlobalOptions, console: Console) {
        self.globals = globals
        self.console = console
        let environment = ProcessInfo.processInfo.environment
        directory = DataDirectory(path: globals.data ?? DataDirectory.defaultPath(environment: environment))
        // Asks for nothing yet: most installations have no passphrase, and many commands open nothing.
        let unlocking = Unlocking(environment: environment, ask: PasswordInput.passphrase)
        keyStore = KeyStore(of: directory, unlocking: unlocking)
        runtime = RuntimeEnvironment(keyStore: keyStore)
    }

    /// A session on data that a service has open.
    init(
        globals: GlobalOptions, console: Console, in directory: DataDirectory, _ runtime: RuntimeEnvironment,
        _ keyStore: KeyStore
    ) {
        self.globals = globals
        self.console = console
        self.directory = directory
        self.runtime = runtime
        self.keyStore = keyStore
    }

    /// A new identifier.
    func mint<Kind>(_: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> { runtime.mint() }

    func paths() throws(RuntimeFailure) -> WorkspacePaths { try directory.workspace(named: globals.workspace) }

    /// Returns whether there is anything to read yet.
    func workspaceExists() throws -> Bool { exists(try paths()) }

    func exists(_ paths: WorkspacePaths) -> Bool { FileManager.default.fileExists(atPath: paths.journal) }

    func fileExists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Why there is nothing to read, in one sentence that says how to begin.
    func nothingThere() async throws -> Problem {
        let names = try directory.workspaceNames()
        guard !names.isEmpty else {
            let failure = RuntimeFailure.noDataDirectory(path: directory.path)
            return Problem(.machine, failure.message)
        }
        let paths = try paths()
        guard !names.contains(globals.workspace) else {
            return Problem(
                .machine,
                "\(paths.root) is there, but its journal is not: \(paths.journal). Restore it from a backup; where there "
                    + "never was one, the next thing that is added begins it.")
        }
        let called = await workspaceNamesOfPeople()
        let known = names.map { name in called[name].map { "\(name) (\"\($0)\")" } ?? name }
        return Problem(
            .machine,
            "\(directory.path) has no workspace \"\(globals.workspace)\"; it has \(known.joined(separator: ", ")), "
                + "which --workspace chooses.")
    }

    /// Opens the workspace for reading: needs no lock, and never creates or changes a file; searching alone notes the
    /// last record that it read, in `search/known.json`.
    ///
    /// - Throws: what `body` throws; before that, or after it where `damage` says so, that the journal is damaged. What
    ///   stands before the damage must never be taken for the whole.
    func reading<Result>(
        despite damage: DamageTolerance = .none, _ body: (WorkspaceActor) async throws -> Result
    ) async throws -> Result {
        let workspace = try await openForReading(despite: damage)
        return try await closing(workspace) { workspace in
            let found = damage == .reported ? nil : workspace.damage
            guard let found else { return try await body(workspace) }
            let path = workspace.paths.root
            guard damage == .shownUpTo else { throw found }
            let last = workspace.journal.lastSequence
            do { _ = try await body(workspace) } catch {
                console.say("daybook: \(Problem(error).message)")
            }
            throw Problem(
                .different, "Only what stands before record \(last + 1) can be read of \(path): \(found.message)")
        }
    }

    /// A sign that changes when somebody writes into the workspace's journal: its files, and when each was written last.
    func journalStamp() throws -> [String] {
        let folder = try paths().journal
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0 else { return name }
            return "\(name) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        }
    }

    /// The workspace itself, or the replica of a service's.
    private func openForReading(despite damage: DamageTolerance) async throws -> WorkspaceActor {
        if let service = try service() { return try await service.opened(globals, telling: console) }
        guard try workspaceExists() else {
            let paths = try paths()
            if let failure = try await vouched().goneJournal(of: paths) { throw failure }
            throw try await nothingThere()
        }
        try keyStore.unlock()
        return try await Progress.during("opening \(globals.workspace)") {
            let runtime = damage == .reported ? try await vouched() : runtime
            return try await WorkspaceActor.open(at: paths(), access: .reading, in: runtime)
        }
    }

    /// The action of a reading command when the journal is damaged.
    enum DamageTolerance {
        /// Nothing: half a result would be worse than none.
        case none
        /// Shows what stands before the damage, then says so and ends with `ExitStatus.different`.
        case shownUpTo
        /// Goes on, because finding damage is its job.
        case reported
    }

    /// Opens the workspace for writing, makes it where it is not there yet, and says who writes.
    ///
    /// The caller has made sure that what it is about to do will not be refused for a reason it could have known.
    func writing<Result>(_ body: (WorkspaceActor, Author) async throws -> Result) async throws -> Result {
        try keyStore.unlock()
        try await finishErasures()
        if try !workspaceExists(), exists(directory.accounts) {
            console.say(
                "daybook: this begins the workspace \"\(globals.workspace)\", which no account of the service here sees; "
                    + "`daybook serve --adopt \(globals.workspace) --owner EMAIL` hands it over.")
        }
        let vouched = try await vouched()
        let place = try paths()
        if !exists(place), let failure = try vouched.goneJournal(of: place) { throw failure }
        if !exists(place), try isEmptied(place) {
            console.say(
                "daybook: \(place.root) was there, but nothing in it; a new journal is begun. Where there was one, restore it "
                    + "from a backup instead.")
        }
        let workspace = try await Progress.during("opening \(globals.workspace)") {
            // Without this file another process may be about to make the journal.
            guard try !fileExists(paths().journal + "/JOURNAL") else { return try await openWaiting(in: vouched) }
            return try await patience.creating(in: directory.path) { try await openWaiting(in: vouched) }
        }
        if let trouble = workspace.opening.unfinishedErasure {
            console.say("daybook: something that is to be erased is still there: \(trouble.message)")
        }
        if let words = workspace.clockWords { console.say("daybook: \(words)") }
        return try await closing(workspace) { workspace in
            report(of: await workspace.takenCaptures)
            return try await body(workspace, try await introduce(to: workspace))
        }
    }

    /// Returns whether the directory of a workspace is there with nothing in it, or with an empty journal's directory only.
    private func isEmptied(_ paths: WorkspacePaths) throws -> Bool {
        let files = FileManager.default
        guard fileExists(paths.root) else { return false }
        let names = try files.contentsOfDirectory(atPath: paths.root)
        guard !names.isEmpty else { return true }
        return try names == ["journal"] && files.contentsOfDirectory(atPath: paths.journal).isEmpty
    }

    /// Opens the workspace for writing as soon as no other process writes it; makes it where it is not there yet.
    private func openWaiting(in runtime: RuntimeEnvironment) async throws -> WorkspaceActor {
        try await patience.waiting { try await WorkspaceActor.openOrCreate(at: paths(), in: runtime) }
    }

    /// The time to wait for other processes that write here.
    var patience: LockPatience {
        .chosen(globals.wait, environment: ProcessInfo.processInfo.environment)
    }

    /// Closes whatever happens; the first error is the one that is told.
    func closing<Result>(
        _ workspace: WorkspaceActor, after body: (WorkspaceActor) async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body(workspace)
            try await workspace.close()
            return result
        } catch {
            do { try await workspace.close() } catch let second {
                console.say("daybook: closing the workspace failed as well: \(Problem(second).message)")
            }
            throw error
        }
    }

    /// The author of this installation, with its names in the workspace's register.
    private func introduce(to workspace: WorkspaceActor) async throws -> Author {
        let isNew = try directory.identity() == nil
        let identity = try directory.identity(
            orCreateFor: Self.loginName, on: Self.hostName, in: runtime)
        let registry = await workspace.view.registry
        if isNew, registry.actors.values.contains(where: { $0.text == identity.actorName }) {
            console.say(
                "daybook: \(directory.identityPath) was not there, so this is by a new person and device; what "
                    + "\"\(identity.actorName)\" did here before stays, and is not yours to undo. Restore the file from a backup "
                    + "to go on as them.")
        }
        if registry.actors[identity.actor] == nil || registry.devices[identity.device] == nil {
            let names: [WorkspaceCommand] = [
                .registry(.nameActor(identity.actor, try Name(identity.actorName))),
                .registry(.nameDevice(identity.device, try Name(identity.deviceName))),
            ]
            _ = try await workspace.perform(names, as: identity.author)
        }
        return identity.author
    }

    /// The device that changes are made on: this installation's, or the one that a service knows this client as.
    func device() async throws -> DeviceID {
        if let service = try service() {
            // A token from elsewhere: only the service knows whose it is.
            if try service.folder.memory().device.isEmpty { _ = try await service.copy(globals) }
            guard let device = DeviceID(text: try service.folder.memory().device) else {
                throw ClientFailure.noToken(path: service.tokenFile.path)
            }
            return device
        }
        return try directory.identity(orCreateFor: Self.loginName, on: Self.hostName, in: runtime).device
    }

    static var loginName: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["USER"] ?? environment["LOGNAME"] ?? "someone"
    }

    static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this device" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "this device" : name
    }
}

extension Session {
    /// Shows one reading in the form that was asked for.
    func show(_ reading: some CanonicalView) throws {
        if globals.json { return try console.line(reading.json) }
        try show(text: reading.text, marks: console.isTerminal ? reading.marks : [], json: reading.json)
    }

    /// Shows one value as JSON, or what `text` says.
    func show(text: @autoclosure () -> String, _ json: (inout JSONWriter) -> Void) throws(Problem) {
        guard globals.json else { return try console.line(text()) }
        var writer = JSONWriter()
        json(&writer)
        try console.line(writer.text)
    }
}

/// "1 note", "3 notes".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
