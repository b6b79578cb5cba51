import Client
import Kernel
import Runtime
import Workspace

// What only the service itself can do, when it can be asked: nothing of it waits here.
extension Session {
    /// Has the service do something now, and says what came of it.
    ///
    /// - Parameter sentence: given what happened, such as "note withdrawn".
    func perform(
        _ operation: ServiceOperation, through service: ServiceSession, of subject: EntityID? = nil,
        _ sentence: (String) -> String
    ) async throws {
        let (replica, device) = try await reached(service)
        let report = try await service.asking {
            try await replica.deliver(through: $0, then: operation, from: device)
        }
        self.report(of: report.delivery.refused)
        guard let answer = report.answer else {
            if let first = report.waiting.first {
                throw Problem(
                    .refused,
                    "\(counted(report.waiting.count, "change")) of yours could not be sent and would come after it, so "
                        + "nothing more was done: send what waits for a former device with "
                        + "`daybook outbox retry \(first.number)`, or give it up with "
                        + "`daybook outbox discard \(first.number)`.")
            }
            guard let trouble = report.trouble else {
                throw Problem(
                    .refused, "Something that waited was refused, so nothing more was done; `daybook outbox` lists it.")
            }
            console.say("daybook: whether it was done is not known; asked for again before anything else, it is done once.")
            throw trouble
        }
        if report.isOfEarlier { console.say("daybook: this was asked for before, and not answered then; it is done once.") }
        try show(answer, of: subject, sentence)
        if let trouble = report.trouble { reportStale(trouble) }
    }

    /// A replica that is as new as the service, and the device that this client is there.
    ///
    /// - Throws: `ClientFailure` when the service cannot be asked now.
    func reached(_ service: ServiceSession) async throws -> (Replica, DeviceID) {
        let (replica, absence) = try await service.copy(globals)
        if let absence {
            console.say("daybook: this needs the service at once, and is not kept for later.")
            throw absence
        }
        guard let device = DeviceID(text: try service.folder.memory().device) else {
            throw ClientFailure.noToken(path: service.tokenFile.path)
        }
        return (replica, device)
    }

    /// Says that what was done at the service could not be fetched.
    func reportStale(_ trouble: any Error) {
        console.say("daybook: it is done there, and not fetched yet. \(Problem(trouble).message)")
    }

    private func show(_ answer: ServiceAnswer, of subject: EntityID?, _ sentence: (String) -> String) throws {
        let events = answer.events ?? []
        guard answer.outcome == .done, let first = answer.first, let last = answer.last else {
            return try show(text: "Nothing to do: it is so already.") { json in
                json.object { json in
                    json.field("outcome", "nothingToDo")
                    json.field("entity", subject?.text)
                    json.key("events")
                    json.array { _ in }
                }
            }
        }
        let places = first == last ? "event \(first)" : "events \(first)–\(last)"
        let detail = [subject?.text, places].compactMap { $0 }.joined(separator: ", ")
        // Of what was done before the answer tells the place alone.
        let what = events.isEmpty ? "what was asked for before" : Outcome.words(forKinds: events.map(\.kind))
        let undone = answer.undone.map { UndoneChange($0) }
        try show(text: (undone?.sentence ?? sentence(what)) + console.styled("  (\(detail))", .dim)) { json in
            json.object { json in
                json.field("outcome", "done")
                json.field("entity", subject?.text)
                json.field("first", first)
                json.field("last", last)
                if let undone {
                    json.key("undone")
                    undone.write(to: &json)
                }
                json.key("events")
                json.array(events) { json, event in
                    json.object { json in
                        json.field("seq", event.sequence)
                        json.field("kind", event.kind)
                        json.field("entity", event.entity)
                    }
                }
            }
        }
    }
}

// Files: their bytes go to the service first, what speaks of them is a change like any other.
extension Session {
    /// Sends the files that a change speaks of, once it is known that nothing forbids it here.
    func upload(
        _ files: [[UInt8]], for plan: (WorkspaceView) throws -> Change, through service: ServiceSession
    ) async throws {
        let (replica, _) = try await reached(service)
        let waiting = try replica.outbox.changes()
        let owners: [Digest: Set<BlobScope>] = try await closing(try await replica.open()) { workspace in
            let view = try await service.draft(waiting, on: workspace).view
            return try view.fileScopes(after: try plan(view).commands.map { ImportStep($0) })
        }
        try await service.asking { client in
            for file in files {
                let digest = Digest(of: file)
                var child: EntityID?
                for case .child(let id) in owners[digest] ?? [] { child = id.entity }
                let sent = try await client.upload(
                    file, to: replica.workspace, named: digest.text, for: child)
                guard sent == digest.text else {
                    throw ClientFailure.badAnswer("it has other bytes than were sent")
                }
            }
        }
    }
}
