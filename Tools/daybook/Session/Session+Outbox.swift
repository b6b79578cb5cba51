import Client
import Kernel
import Runtime
import Workspace

// Changing through a service: kept on this machine first, sent when the service answers.
extension Session {
    /// Works out a change from what is seen here, keeps it, and sends it with all that waited before.
    ///
    /// A change that a rule forbids by the state known here is refused at once and kept nowhere. Each command is decided on its
    /// own at the service; where it cannot be asked, or no longer knows the person asking, the change waits in the outbox.
    func change(through service: ServiceSession, _ plan: (WorkspaceView) throws -> Change) async throws {
        switch try await settle(through: service, plan) {
        case .nothingToDo: try show(text: "Nothing to do: it is so already.") { $0.outcome("nothingToDo") }
        case .existing(let kept, let waiting, let until):
            try show(
                text: kept.sentence + console.styled(kept.place(), .dim)
                    + "\nKept here as \(kept.number), and sent \(until); "
                    + "\(counted(waiting, "change")) \(waiting == 1 ? "waits" : "wait") now."
            ) { json in
                json.outcome("kept", kept.thing) { json in
                    json.field("number", kept.number)
                    json.field("waiting", waiting)
                }
            }
        case .sent(let kept, let report): try show(kept, given: report)
        }
    }

    /// The outcome of a change.
    enum Settled {
        case nothingToDo
        /// It waits, with as many others as make this count; for what, in words.
        case existing(KeptChange, waitingCount: Int, until: String)
        case sent(KeptChange, Delivery.Report)
    }

    /// The same as `change`, without a word about the change itself.
    func settle(through service: ServiceSession, _ plan: (WorkspaceView) throws -> Change) async throws -> Settled {
        let (replica, absence) = try await copyToChange(through: service, plan)
        let made: KeptChange?
        do { made = try await keep(plan, in: replica, of: service) } catch {
            // What is not found, say, may only not be known here.
            if let absence { report(absence, asOf: try replica.state().sequence) }
            throw error
        }
        guard var kept = made else { return .nothingToDo }
        let report: Delivery.Report
        do {
            if let absence { throw absence }
            report = try await service.asking { try await replica.deliver(through: $0) }
        } catch {
            // It is kept, whatever came of sending it.
            let left = try replica.outbox.changes()
            return .existing(
                left.first { $0.isVersion(of: kept) } ?? kept, waitingCount: left.count { $0.isWaiting },
                until: sayWhatIsWaitedFor(error))
        }
        kept = report.followed(kept)
        var told = report
        told.refused.removeAll { $0.isVersion(of: kept) }
        console.report(of: told)
        // Another process of ours may have sent it: then only what was refused is left of it.
        let left = try replica.outbox.changes()
        let rest = left.first { $0.isVersion(of: kept) }
        if let rest, rest.isWaiting {
            return .existing(
                rest, waitingCount: left.count { $0.isWaiting }, until: "once what waits for another device is there")
        }
        return .sent(rest ?? kept, report)
    }

    /// Says why something was not sent.
    ///
    /// - Returns: when it will be.
    private func sayWhatIsWaitedFor(_ error: any Error) -> String {
        console.say("daybook: \(Problem(error).message)")
        return (error as? ClientFailure)?.wantsSignIn ?? false
            ? "once somebody has signed in again, by `daybook sign-in EMAIL`"
            : "as soon as a command reaches the service, or by `daybook sync`"
    }

    /// Sends changes again that the service refused, as made now, and says what came of them.
    ///
    /// - Parameter numbers: which, as the outbox has them; nil for all that were refused.
    func resend(_ numbers: Set<UInt64>?, through service: ServiceSession) async throws {
        let (replica, absence) = try await service.copy(globals, despite: { _ in true })
        if let numbers { try check(numbers, in: replica, of: service, isFresh: absence == nil) }
        let again = try await replica.resend { change in
            numbers?.contains(change.number) ?? (change.isRefused && !change.isWaiting)
        }
        var until = ""
        do {
            if let absence { throw absence }
            console.report(of: try await service.asking { try await replica.deliver(through: $0) })
        } catch {
            until = sayWhatIsWaitedFor(error)
        }
        let left = try replica.outbox.changes().filter { change in again.contains { $0.isVersion(of: change) } }
        let (waiting, refused) = (left.count { $0.isWaiting }, left.count { !$0.isWaiting })
        let sent = again.count - left.count
        let words = [
            again.isEmpty ? "Nothing is left to send again." : "Sent \(counted(sent, "change")) again.",
            waiting > 0 ? "\(counted(waiting, "change")) kept here, and sent \(until)." : "",
        ]
        try show(text: words.filter { !$0.isEmpty }.joined(separator: " ")) { json in
            json.object { json in
                json.field("sent", sent)
                json.field("refused", refused)
                json.field("waiting", waiting)
            }
        }
        guard refused == 0 else {
            throw Problem(
                .refused, "The service refused \(counted(refused, "change")) again; `daybook outbox` lists why.")
        }
    }

    /// - Throws: a problem for a number that names no change which could be sent again.
    private func check(
        _ numbers: Set<UInt64>, in replica: Replica, of service: ServiceSession, isFresh: Bool
    ) throws {
        let memory = try service.folder.memory()
        let changes = try replica.outbox.changes()
        for number in numbers.sorted() {
            guard let change = changes.first(where: { $0.number == number }) else { throw Problem.noChange(number) }
            guard change.actor == memory.user else {
                throw Problem(.refused, "\(number) is somebody else's: sign in as they did.")
            }
            guard change.isWaiting else { continue }
            guard change.device != memory.device else {
                throw Problem(.refused, "\(number) was not refused: it waits, and `daybook sync` sends it.")
            }
            guard isFresh else {
                throw Problem(
                    .refused, "\(number) was made on another device, and only the service knows whether it was done there.")
            }
        }
    }

    /// - Returns: nil when there is nothing to do.
    private func keep(
        _ plan: (WorkspaceView) throws -> Change, in replica: Replica, of service: ServiceSession
    ) async throws -> KeptChange? {
        try await service.folder.keeping { turn in
            let outbox = replica.outbox.under(turn)
            let waiting = try outbox.changes()
            return try await closing(try await replica.open()) { workspace in
                var draft = try await service.draft(waiting, on: workspace)
                let change = try plan(draft.view)
                let kept = try draft.change(
                    change.commands, of: change.subject, change.sentence,
                    from: try outbox.nextNumber(after: waiting, draft.mark), as: runtime.mint(),
                    at: runtime.now())
                if let kept { try outbox.keep(kept) }
                return kept
            }
        }
    }

    /// Shows the result of a change that was sent.
    private func show(_ kept: KeptChange, given report: Delivery.Report) throws {
        let answers = kept.commands.compactMap { report.answers[$0.number] ?? $0.answer }
        if let refused = answers.first(where: { $0.outcome == .refused }) {
            let part = answers.contains { $0.outcome == .done } ? "Only part of it was done. " : ""
            throw Problem(
                .refused,
                "\(part)The service says no: \(refused.reason). It is kept as \(kept.number); `daybook outbox` lists it.")
        }
        let events = answers.flatMap { $0.events ?? [] }
        guard let first = answers.compactMap(\.first).min(), let last = answers.compactMap(\.last).max() else {
            // Somebody else did the same meanwhile, or it was sent by another process.
            return try show(text: kept.sentence + console.styled(kept.place(), .dim)) { json in
                json.outcome("done", kept.thing)
            }
        }
        let places = first == last ? "event \(first)" : "events \(first)–\(last)"
        try show(text: kept.sentence + console.styled(kept.place(places), .dim)) { json in
            json.outcome("done", kept.thing) { json in
                json.field("first", first)
                json.field("last", last)
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

    func report(_ absence: ClientFailure, asOf sequence: UInt64) {
        console.say("daybook: \(absence.message) What is known here is as of record \(sequence), which was fetched before.")
    }

    /// Says of changes made earlier that the service refused them.
    func report(of refused: [KeptChange]) { console.report(of: refused) }
}

extension Console {
    /// Says of changes made earlier that the service refused them.
    func report(of refused: [KeptChange]) {
        for change in refused {
            for reason in change.reasons { say("daybook: refused: \(change.number) \(change.sentence) \(reason)") }
        }
    }

    /// The same, and what was not sent.
    func report(of report: Delivery.Report) {
        self.report(of: report.refused)
        guard !report.elsewhere.isEmpty else { return }
        let words =
            report.elsewhere.count == 1
            ? "change waits for the person who made it" : "changes wait for the people who made them"
        say(
            "daybook: \(report.elsewhere.count) \(words), on another device or with another token; "
                + "`daybook outbox` lists what waits.")
    }
}

extension Problem {
    static func noChange(_ number: UInt64) -> Problem {
        Problem(.notFound, "There is no change \(number) in the outbox; `daybook outbox` lists them.")
    }
}

extension KeptChange {
    /// The number by which people refer to the change.
    var number: UInt64 { first }
    /// The thing it is about; nil for many.
    fileprivate var thing: String? { subject.isEmpty ? nil : subject }

    /// Behind the sentence: what it is about, and where it stands in the journal.
    fileprivate func place(_ events: String? = nil) -> String {
        let parts = [thing, events].compactMap { $0 }
        return parts.isEmpty ? "" : "  (\(parts.joined(separator: ", ")))"
    }

    /// Why the service refused what it refused.
    var reasons: [String] { commands.compactMap(\.answer).filter { $0.outcome == .refused }.map(\.reason) }
}

extension JSONWriter {
    fileprivate mutating func outcome(
        _ outcome: String, _ entity: String? = nil, _ more: (inout JSONWriter) -> Void = { _ in }
    ) {
        object { json in
            json.field("outcome", outcome)
            json.field("entity", entity)
            more(&json)
        }
    }
}
