import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime
import Workspace

extension RouteTable {
    /// Everything that changes a workspace.
    static let commands: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/commands", "giveCommands",
            "Runs commands in their order, each by itself. Sending one again under its number answers the same and does nothing "
                + "more; another command under a used number is refused with `sequenceTaken` and the `next` free one.",
            .commands, content: .document(schema: "CommandBatch"),
            answerSchema: "CommandResults", furtherStatuses: [428]
        ) { try await $0.giveCommands() },
        Route(
            .get, "/v1/workspaces/{workspace}/commands", "showNextSequence",
            "The number for the next command of a device in this workspace.", .commands,
            query: [FieldShape("device", .identifier, "One's device; the one that asks by default.").optional]
        ) { call in
            let device = try call.device(call.query.identifier("device"))
            let next = try await call.using(call.workspace()) { await $0.nextFreeCommand(of: device) }
            return .json { json in
                json.object { json in
                    json.field("device", device.text)
                    json.field("next", next)
                }
            }
        },
        Route(
            .post, "/v1/workspaces/{workspace}/undo", "undo",
            "Takes back what one did last, or what any record belongs to: by events of its own, nothing is removed.",
            .commands,
            body: numbered + [
                FieldShape("record", .number(1...Int.max), "Any record of what is to be taken back.").optional
            ], answerSchema: "CommandResult"
        ) { call in
            let record = call.body.number("record").map { UInt64($0) }
            return try await call.revert { workspace, author, number, permit in
                try await workspace.undo(record, as: author, command: number, permit: permit)
            }
        },
        Route(
            .post, "/v1/workspaces/{workspace}/redo", "redo",
            "Does again what one took back last, as long as one did nothing new since.", .commands, body: numbered,
            answerSchema: "CommandResult"
        ) { call in
            try await call.revert { workspace, author, number, permit in
                try await workspace.redo(as: author, command: number, permit: permit)
            }
        },
        Route(
            .post, "/v1/workspaces/{workspace}/things/{thing}/restore", "restoreVersion",
            "Brings one thing back to how it was right after a record; what came between stays in its history.", .commands,
            body: numbered + [FieldShape("record", .number(1...Int.max), "The record after which it was so.")],
            answerSchema: "CommandResult"
        ) { call in
            let thing: EntityID = try call.identifier("thing")
            let record = UInt64(call.body.number("record") ?? 1)
            return try await call.revert { workspace, author, number, permit in
                try await workspace.restore(thing, to: record, as: author, command: number, permit: permit)
            }
        },
    ]

    /// The fields that number a change, so that asking twice does it once.
    private static let numbered = [
        FieldShape("device", .identifier, "One's device; the one that is signed in on by default.").optional,
        FieldShape(
            "sequence", .number(1...Int(CommandEntry.sequenceMax)),
            "The device's own number for this, above those of its commands."),
    ]
}

extension Call {
    /// - Throws: a problem for a device that is not the caller's.
    fileprivate func device(_ asked: DeviceID?) throws -> DeviceID {
        let caller = try signedIn()
        guard let asked, asked != caller.device else { return caller.device }
        // A program numbers for itself on each machine that has its token.
        if case .token(let id) = caller.principal, TokenDevices(of: id).holds(asked) { return asked }
        let known = accounts.model.existing(asked.as(KnownDevice.self))
        guard caller.session != nil, let known, known.user == caller.user, known.isUsable else {
            throw ProblemDocument(
                .forbidden, "notYourDevice", "this is not a device of yours; leave it out, or sign in on it first",
                field: "device")
        }
        return asked
    }

    /// Returns the sender on these devices, with the names for the workspace. An address is not a name: it stays with
    /// the accounts.
    private func sender(on devices: Set<DeviceID>) throws -> Sender {
        let caller = try signedIn()
        var names: [DeviceID: Name] = [:]
        for device in devices { names[device] = accounts.model.name(of: device.entity).map { Name(recorded: $0) } }
        return Sender(
            caller.principal, actor: caller.author.actor, name: accounts.model.existing(caller.user)?.name,
            deviceNames: names)
    }

    fileprivate func giveCommands() async throws -> Response {
        let batch = try CommandBatch.parse(
            try await jsonBytes(), entriesMax: service.configuration.number(.commandsPerBatch))
        return try await renewed().give(batch)
    }

    private func give(_ batch: [CommandBatch.Asked]) async throws -> Response {
        var results: [CommandResult?] = []
        var given: [DeviceCommand] = []
        var lastNumbers: [DeviceID: UInt64] = [:]
        for (index, asked) in batch.enumerated() {
            let entry = asked.entry
            let device = try entry.device ?? signedIn().device
            guard entry.sequence > lastNumbers[device] ?? 0 else {
                throw ProblemDocument(
                    .unprocessableContent, "badCommand", "the commands of a device must be in the order of their numbers",
                    field: "commands[\(index)].sequence")
            }
            lastNumbers[device] = entry.sequence
            do {
                if let problem = asked.problem { throw problem }
                let arrival = Arrival(user: try signedIn().user, device: try self.device(entry.device), now: now)
                let command = try entry.command.taken(on: arrival)
                given.append(
                    DeviceCommand(
                        device: device, number: entry.sequence, base: entry.base, batch: entry.batch, command,
                        asked: entry.command))
                results.append(nil)
            } catch let problem as ProblemDocument {
                results.append(CommandResult(device, entry.sequence, refused: problem))
            }
        }
        let sender = try sender(on: Set(lastNumbers.keys))
        let workspace = try workspace()
        let authorizer = WorkspaceAuthorizer(of: workspace, given: accounts)
        let answered = try await using(workspace) { [given] workspace in
            var given = given
            if given.contains(where: \.lacksPictureFacts) {
                given = try await onFileThreads { [given] in
                    given.map { command in
                        var command = command
                        command.fillPictureFacts(from: workspace.blobs)
                        return command
                    }
                }
            }
            let answers = try await workspace.perform(given, from: sender, through: authorizer)
            let names = await workspace.view
            let decided = zip(given, answers).map { CommandResult($0, $1, names: names) }
            return (decided, last: names.asOf.sequence)
        }
        // A story is asked for by its command, and told behind the request.
        if given.contains(where: \.asksForStory) { await service.jobs.notice(try home(of: workspace)) }
        var decided = answered.0.makeIterator()
        let whole = CommandResults(last: answered.last, results: results.compactMap { $0 ?? decided.next() })
        // One command alone is answered as a request of its own would be.
        if whole.results.count == 1, var problem = whole.results[0].problem {
            problem.instance = Problem.instance(of: requestID)
            var response = Response.document(HTTPResponse.Status(code: problem.status), problem)
            response.headers[.contentType] = ProblemDocument.mediaType
            return response
        }
        return .document(.ok, whole)
    }

    /// Takes something back, or brings it back, for the caller.
    fileprivate func revert(
        _ body: @Sendable (WorkspaceActor, Author, UInt64, EventPermit) async throws -> Outcome
    ) async throws -> Response {
        let device = try device(self.body.identifier("device"))
        let number = UInt64(self.body.number("sequence") ?? 1)
        let sender = try sender(on: [device])
        let id = try workspace()
        let permit = sender.permit(through: WorkspaceAuthorizer(of: id, given: accounts), at: now)
        let author = Author(actor: sender.actor, device: device)
        let (outcome, takenBack) = try await using(id) { workspace in
            let outcome = try await body(workspace, author, number, permit)
            guard case .done(let commit) = outcome else { return (outcome, TakenBack?.none) }
            // What it took back says nothing of the bytes that this takes: they are measured before the next change.
            pool.storage.outdate(id)
            return (outcome, try await workspace.takenBack(by: commit))
        }
        var result = CommandResult(device, number, outcome)
        result.undone = takenBack.map { CommandResult.Undone($0) }
        return .document(.ok, result)
    }
}

extension DeviceCommand {
    fileprivate var asksForStory: Bool {
        switch command {
        case .studio(.requestStory), .studio(.regenerateStory): true
        default: false
        }
    }
}

extension CommandResult {
    fileprivate init(_ device: DeviceID, _ number: UInt64, _ outcome: Outcome) {
        switch outcome {
        case .done(let commit): self.init(device, number, done: CommandAnswer.Records(commit))
        case .alreadyDecided(let first, let last):
            self.init(device, number, done: CommandAnswer.Records(first: first, last: last, isRepeated: true))
        case .nothingToDo: self.init(device: device, sequence: number, status: 200, outcome: .nothingToDo)
        }
    }
}

extension CommandResult.Undone {
    fileprivate init(_ change: TakenBack) {
        self.init(
            sequence: change.sequence, kind: change.kind, title: change.title, summary: change.summary,
            isRedone: change.isRedone)
    }
}

extension Response {
    /// A value of a field list as JSON.
    static func document(_ status: HTTPResponse.Status, _ value: some FieldMessage) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: JSONFieldWriter.object(value))))
    }
}
