import Client
import Foundation
import Kernel
import Runtime

/// A service that the command line works against: where it is, what is kept of it here, and who is signed in.
struct ServiceSession {
    let address: ServiceAddress
    let folder: ServiceFolder
    let tokenFile: TokenFile
    /// A PEM file with certificates that are trusted besides the system's.
    let authorities: String?

    /// The name of the environment variable for the address.
    static let addressVariable = "DAYBOOK_SERVER"
    static let tokenVariable = "DAYBOOK_TOKEN_FILE"
    static let authoritiesVariable = "DAYBOOK_CA_FILE"

    /// Nil where the command line works on the data itself.
    init?(_ globals: GlobalOptions, in directory: DataDirectory, environment: [String: String]) throws(ClientFailure) {
        let said = globals.server ?? environment[Self.addressVariable]
        guard let text = said ?? Chosen.current.server, !text.isEmpty else { return nil }
        address = try ServiceAddress(text)
        folder = ServiceFolder(
            of: address, in: directory, showing: environment[Self.tokenVariable].map { TokenFile(path: $0) })
        tokenFile = folder.token
        authorities = environment[Self.authoritiesVariable]
    }

    /// Asks the service, and gives the connections back whatever comes of it.
    ///
    /// - Parameter isSignedIn: whether the token goes with it.
    func asking<Result>(
        isSignedIn: Bool = true, _ body: (ServiceClient) async throws -> Result
    ) async throws -> Result {
        let token = isSignedIn ? try tokenFile.read() : nil
        let client = try ServiceClient(address, token: token, trusting: authorities)
        do {
            let result = try await body(client)
            try await client.close()
            return result
        } catch {
            // What went wrong first is what is told.
            try? await client.close()
            throw error
        }
    }

    /// The workspace that is meant: by its name or identifier there; the only one where none is named.
    func workspace(_ globals: GlobalOptions, among lines: [ServiceFolder.Memory.Line]) throws(ClientFailure) -> EntityID {
        let name = globals.workspaces.last ?? Chosen.current.workspace
        var found = lines.filter { line in name.map { $0 == line.id || $0 == line.name } ?? true }
        if name == nil, found.count > 1 {
            found = found.filter { $0.name.lowercased() == globals.workspace }
        }
        guard found.count == 1, let id = EntityID(text: found[0].id) else {
            throw .noWorkspace(
                globals.workspace,
                known: lines.map { line in
                    lines.count { $0.name == line.name } > 1 ? line.id : line.name
                })
        }
        return id
    }

    /// The replica of the workspace, as new as the service lets it be.
    ///
    /// - Parameter isBearable: whether it does as it was when the service was there last, where this went wrong.
    /// - Returns: and what went wrong.
    func copy(
        _ globals: GlobalOptions, despite isBearable: (ClientFailure) -> Bool = { $0.isPassing }
    ) async throws -> (replica: Replica, absence: ClientFailure?) {
        do {
            return try await asking { client in
                let replica = try await replica(globals, from: client)
                _ = try await Progress.during("asking \(address.text)") {
                    try await replica.refresh(from: client) { Console.say("daybook: \($0.words)") }
                }
                return (replica, nil)
            }
        } catch let failure as ClientFailure where isBearable(failure) {
            let known = try folder.memory().workspaces
            guard !known.isEmpty else { throw failure }
            let id = try workspace(globals, among: known)
            let replica = Replica(of: id, in: folder, runtime: RuntimeEnvironment())
            guard try replica.exists() else { throw failure }
            return (replica, failure)
        }
    }

    /// Opens the copy for reading, with what waits in the outbox on top, and says on `console` how new it is. What waits is
    /// sent first where the service answers.
    func opened(_ globals: GlobalOptions, telling console: Console) async throws -> WorkspaceActor {
        let (replica, absence) = try await copy(globals)
        if let absence {
            console.say(
                "daybook: \(absence.message) What follows is as of record \(try replica.state().sequence), which was fetched before."
            )
        } else {
            try await sendWaiting(of: replica, telling: console)
        }
        let changes = try replica.outbox.changes()
        let workspace = try await replica.open()
        guard !changes.isEmpty else { return workspace }
        do {
            let draft = try await draft(changes, on: workspace)
            guard draft.waitingCount > 0 else { return workspace }
            await workspace.show(draft.view)
            console.say(
                "daybook: \(counted(draft.waitingCount, "change")) of yours not at the service yet \(draft.waitingCount == 1 ? "is" : "are") "
                    + "shown; histories, audits and --at know only what is there.")
            return workspace
        } catch {
            // Nothing was written to it: what went wrong first is what counts.
            try? await workspace.close()
            throw error
        }
    }

    /// Sends what was kept while the service did not answer. It does by now, whatever it was asked for.
    private func sendWaiting(of replica: Replica, telling console: Console) async throws {
        guard try replica.outbox.changes().contains(where: \.isWaiting) else { return }
        do {
            let report = try await asking { try await replica.deliver(through: $0) }
            if report.doneCount > 0 {
                let verb = report.doneCount == 1 ? "is" : "are"
                console.say("daybook: \(counted(report.doneCount, "change")) of yours that waited \(verb) at the service now.")
            }
            console.report(of: report)
        } catch let failure as ClientFailure where failure.isPassing {
            // It went away again: what waits is shown as such.
            console.say("daybook: \(failure.message)")
        }
    }

    /// The copy with changes on top.
    func draft(_ changes: [KeptChange], on workspace: WorkspaceActor) async throws -> Draft {
        let memory = try folder.memory()
        guard let user = EntityID(text: memory.user), let device = DeviceID(text: memory.device) else {
            throw ClientFailure.noToken(path: tokenFile.path)
        }
        return try await Draft(
            changes, on: workspace, by: ActorID(hi: user.hi, lo: user.lo), from: device,
            formerly: memory.formerDevices ?? [])
    }

    /// Asks which workspaces there are, and keeps the answer for when nobody can be asked.
    func replica(_ globals: GlobalOptions, from client: ServiceClient) async throws -> Replica {
        let workspaces = try await client.workspaces()
        let mark = client.token.map { ServiceFolder.Memory.mark(of: $0) }
        let caller = try folder.memory().wantsCaller(showing: mark) ? try await client.caller() : nil
        let runtime = RuntimeEnvironment()
        let memory = try await folder.take(workspaces, caller, showing: mark, in: runtime)
        return Replica(of: try workspace(globals, among: memory.workspaces), in: folder, runtime: runtime)
    }
}

extension Session {
    /// The service that the command line names, or the environment; nil for the data itself.
    func service() throws(ClientFailure) -> ServiceSession? {
        try ServiceSession(globals, in: directory, environment: ProcessInfo.processInfo.environment)
    }

    /// - Throws: a usage problem for a command that does not work against a service, where one is named.
    func check(_ leaf: any DaybookLeaf) throws {
        guard !(leaf is any ServedLeaf), let service = try service() else { return }
        let name = type(of: leaf).configuration.commandName ?? "this command"
        throw Problem(
            .usage,
            "\"\(name)\" works on the data itself, not through the service \(service.address.text); "
                + "run it where the data lies, without --server and \(ServiceSession.addressVariable), and after `daybook use here`."
        )
    }
}

extension Session {
    /// The proof for later that history was not rewritten: the head of the service's journal, where there is one, since a
    /// replica has a chain of its own.
    func chainHead(of workspace: WorkspaceActor) throws -> String {
        guard let service = try service() else {
            let head = try workspace.chainHead()
            return "chain head \(head.hash) after record \(head.sequence)"
        }
        let id = try service.workspace(globals, among: service.folder.memory().workspaces)
        let state = try Replica(of: id, in: service.folder, runtime: RuntimeEnvironment()).state()
        return "chain head \(state.chain) of the service after record \(state.sequence)"
    }
}

/// A command that works against a service as it does on the data itself.
protocol ServedLeaf: DaybookLeaf {}
