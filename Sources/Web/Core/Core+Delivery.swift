import Kernel
import Workspace

/// State of sending: what is on its way, and how much goes at once.
struct Sending: Sendable {
    /// One command on its way.
    struct Outgoing: Sendable, Equatable {
        var number: UInt64
        /// Nil for a command that replaces no text: it asks for none.
        var base: UInt64?
        var batch: BatchID?
        var json: String
    }

    var inFlight: [Outgoing] = []
    var commandsMax = Self.commandsMaxUsual
    /// Commands that go one by one, to find the one that the service does not read.
    var singly = 0
    var renumberings = 0

    static let commandsMaxUsual = 200
    static let bytesMax = 512 << 10
    /// More than another client with the same numbers can be in the way by chance.
    static let renumberingsMax = 16
}

/// Brings what waits to the service, in order, and settles what came of it: the rules of the terminal's `Delivery`.
///
/// Whatever stops it, nothing is lost and nothing is done twice: a change leaves the outbox when the service has answered for
/// all of it and the views have what it led to. Sent again before that, it is known by its numbers.
extension Core {
    enum Next: Sendable, Equatable {
        case nothing
        case send(String)
        /// The next command is numbered by records that are not here yet.
        case ingestFirst
        case unreadable(id: String, message: String)
    }

    /// The next commands that can go together. Its writes say that they are sent: stored before they go.
    mutating func outgoing() -> Next {
        sending.inFlight = []
        if let first = unreadable.first { return .unreadable(id: first.id, message: first.message) }
        let going = going
        guard going.contains(where: { $0.change.isWaiting && isOwn($0.change) }) else {
            (sending.renumberings, sending.singly, sending.commandsMax) = (0, 0, Sending.commandsMaxUsual)
            return .nothing
        }
        guard isUpToDate else { return .ingestFirst }
        var senders: [BatchID] = []
        guard let batch = nextBatch(of: going, &senders) else { return .ingestFirst }
        guard !batch.isEmpty else { return .nothing }
        for id in senders {
            guard let index = kept.firstIndex(where: { $0.change.id == id }), !kept[index].change.isSent else {
                continue
            }
            var change = kept[index].change
            change.isSent = true
            note(change, at: index)
            touch(id)
        }
        sending.inFlight = batch
        return .send(body(of: batch))
    }

    private func isOwn(_ change: Change) -> Bool { change.device == device && change.actor == user }

    /// A command whose text was edited by one before it goes alone after it: only then it is known what that one's revision is
    /// called there. One on an edit that waits for another device waits with it, and so does what comes after it: of a lower
    /// number nothing would be taken any more. What has a number that the records know of goes before all else: either it was
    /// done, or the number was used for something else.
    ///
    /// - Returns: nil where records have to be fetched first.
    private mutating func nextBatch(of all: [Kept], _ senders: inout [BatchID]) -> [Sending.Outgoing]? {
        var batch: [Sending.Outgoing] = []
        var byteCount = 0
        let mark = confirmed.own.mark(of: device)
        let isBehind = all.contains { kept in
            isOwn(kept.change) && kept.change.commands.contains { $0.answer == nil && $0.number <= mark }
        }
        let elsewhere = all.filter { !isOwn($0.change) }.flatMap { kept in
            kept.change.commands.filter { $0.answer == nil }.map { (kept.change.device, $0.number) }
        }
        let most = sending.singly > 0 ? 1 : sending.commandsMax
        for kept in all where isOwn(kept.change) {
            for (place, (command, decoded)) in zip(kept.change.commands, kept.decoded).enumerated()
            where command.answer == nil {
                if isBehind, command.number > mark, !batch.isEmpty { return batch }
                let isFull = batch.count >= most || byteCount + command.json.utf8.count > Sending.bytesMax
                if isFull, !batch.isEmpty { return batch }
                let waits = command.ownParents.contains { own in
                    elsewhere.contains { $0.1 == own.command && $0.0 == own.device }
                        || batch.contains { $0.number == own.command }
                }
                if waits { return batch }
                if command.ownParents.contains(where: { isUnfetched($0, in: all) }) {
                    return batch.isEmpty ? nil : batch
                }
                guard let resolved = resolve(command, decoded) else {
                    refuse(kept.change.id, place)
                    continue
                }
                var outgoing = Sending.Outgoing(
                    number: command.number, batch: kept.change.batch, json: resolved.json)
                // A service that was put back from a backup has not come as far as it had when the change was made.
                if resolved.replaced != nil { outgoing.base = min(kept.change.base, confirmed.sequence) }
                batch.append(outgoing)
                byteCount += outgoing.json.utf8.count
                if !senders.contains(kept.change.id) { senders.append(kept.change.id) }
            }
        }
        return batch
    }

    /// Returns whether the service has done the command of a revision, and its records are not here yet.
    private func isUnfetched(_ own: Change.OwnRevision, in all: [Kept]) -> Bool {
        all.contains { kept in
            kept.change.device == own.device
                && kept.change.commands.contains {
                    $0.number == own.command && $0.answer?.last ?? 0 > confirmed.sequence
                }
        }
    }

    private func resolve(_ command: Change.Command, _ decoded: WorkspaceCommand) -> WorkspaceCommand? {
        command.resolved(decoded) { text, own in
            confirmed.own.revision(of: text, after: own.command, by: own.device)
                ?? confirmed.own.revision(of: text, after: own.command, by: device)
        }
    }

    private mutating func refuse(_ id: BatchID, _ place: Int) {
        guard let index = kept.firstIndex(where: { $0.change.id == id }) else { return }
        var change = kept[index].change
        change.commands[place].answer = Answer(
            status: 409, outcome: .refused,
            problem: Problem("madeOnRefused", "it was made on a change of the same text that was refused", 409))
        note(change, at: index)
        touch(id)
        rebase()
    }

    private func body(of batch: [Sending.Outgoing]) -> String {
        var body = "{\"commands\":["
        for (index, command) in batch.enumerated() {
            if index > 0 { body += "," }
            body += "{\"device\":\"" + device.text + "\",\"sequence\":" + String(command.number)
            if let base = command.base { body += ",\"base\":" + String(base) }
            if let batch = command.batch { body += ",\"batch\":\"" + batch.text + "\"" }
            body += ",\"command\":" + command.json + "}"
        }
        return body + "]}"
    }

    // MARK: What came back

    struct Settled: Sendable {
        enum Kind: Sendable, Equatable {
            /// To go on with records, then with what is next.
            case settled
            /// It passes: to be tried again later.
            case later
            case signIn
            /// To be shown; nothing helps but to look.
            case stuck
        }

        var kind = Kind.settled
        var problem: Problem?
        /// Changes of which something was refused now, and of which nothing waits any more.
        var refused: [BatchID] = []
        /// Changes that are done there, each with its first record: any record of a change says which one is to be taken back.
        var done: [(change: BatchID, record: UInt64)] = []
    }

    /// Forgets what is on its way: nobody knows whether it came.
    mutating func unanswered() { sending.inFlight = [] }

    /// Settles what was on its way.
    mutating func answered(_ status: Int, _ body: [UInt8]) -> Settled {
        let batch = sending.inFlight
        sending.inFlight = []
        guard !batch.isEmpty else { return Settled() }
        guard (200..<300).contains(status) else { return failed(status, body, batch) }
        guard let answers = [Reply](body), !answers.isEmpty, answers.count <= batch.count,
            zip(answers, batch).allSatisfy({ $0.number == $1.number })
        else {
            return Settled(
                kind: .later, problem: Problem("badAnswer", "It answers for other commands than were sent.", status))
        }
        if sending.singly > 0 { sending.singly -= answers.count }
        return settle(answers, batch)
    }

    private mutating func failed(_ status: Int, _ body: [UInt8], _ batch: [Sending.Outgoing]) -> Settled {
        guard let problem = Problem(body, status) else {
            return Settled(
                kind: status == 401 ? .signIn : .later,
                problem: Problem("badAnswer", "It answered with status " + String(status) + " and no reason.", status))
        }
        if status == 408, batch.count > 1 {
            // The way there is too slow for as much at once.
            sending.commandsMax = batch.count / 2
            return Settled()
        }
        if status == 401 { return Settled(kind: .signIn, problem: problem) }
        let isPassing = status == 408 || status == 429 || status >= 500 || status < 400
        if isPassing || sameBytes(problem.name, "erasing") || sameBytes(problem.name, "csrf") {
            return Settled(kind: .later, problem: problem)
        }
        // Either the service cannot read one, or all are too large together: sent alone, each shows which.
        guard batch.count == 1 else {
            sending.singly = batch.count
            return Settled()
        }
        if sending.singly > 0 { sending.singly -= 1 }
        let answer = Answer(status: status, outcome: .refused, problem: problem)
        return settle([Reply(number: batch[0].number, answer: answer, next: Reply.next(in: body))], batch)
    }

    private mutating func settle(_ replies: [Reply], _ batch: [Sending.Outgoing]) -> Settled {
        for reply in replies {
            // No rule forbids it: the caller is not known as this device any more. It waits.
            if let problem = reply.answer.problem, sameBytes(problem.name, "notYourDevice") {
                return Settled(kind: .stuck, problem: problem)
            }
        }
        var taken: UInt64?
        var known: UInt64 = 0
        for (reply, command) in zip(replies, batch) where reply.isRepeated && !reply.isOfAnother(than: command.json) {
            known = reply.number
        }
        var settled = Settled()
        for (reply, command) in zip(replies, batch) {
            // Passed over before one of ours that was done: it came with that one and led to nothing then. Done now, it would
            // come after what followed it.
            let isDecided = reply.isPassedOver && reply.number < known
            if !isDecided, reply.isOfAnother(than: command.json) {
                taken = taken ?? reply.number
            } else if taken == nil || reply.answer.outcome != .refused {
                note(reply, &settled)
            }
            // What is refused behind one whose number was used may have been made on it: it goes again after it.
        }
        if let taken {
            sending.renumberings += 1
            guard sending.renumberings <= Sending.renumberingsMax else {
                sending.renumberings = 0
                settled.kind = .stuck
                settled.problem = Problem(
                    "sequenceTaken",
                    "Another client with the same device keeps using the numbers of this one; what waits is kept here and "
                        + "can be sent again.", 409)
                return settled
            }
            renumber(from: taken, next: replies.reduce(1) { max($0, $1.next ?? 1) })
        }
        settle()
        rebase()
        return settled
    }

    private mutating func note(_ reply: Reply, _ settled: inout Settled) {
        for index in kept.indices where isOwn(kept[index].change) {
            var change = kept[index].change
            guard let place = change.commands.firstIndex(where: { $0.answer == nil && $0.number == reply.number })
            else { continue }
            change.commands[place].answer = reply.answer
            note(change, at: index)
            if let record = reply.answer.first, !settled.done.contains(where: { $0.change == change.id }) {
                settled.done.append((change.id, record))
            }
            // A refusal is in no journal.
            guard change.isRefused else { return }
            touch(change.id)
            if !change.isWaiting { settled.refused.append(change.id) }
            return
        }
    }

    /// Gives what waits from `first` on numbers that nothing has, in the same order.
    ///
    /// - Parameter next: the first one that is free at the service, as far as it says.
    private mutating func renumber(from first: UInt64, next: UInt64) {
        var number = max(lastNumber, max(next, 1) - 1, confirmed.own.mark(of: device))
        var moved: [Moved] = []
        for former in kept where isOwn(former.change) {
            var change = former.change
            guard change.commands.contains(where: { $0.answer == nil && $0.number >= first }) else { continue }
            for index in change.commands.indices where change.commands[index].answer == nil {
                number += 1
                moved.append(
                    Moved(number: change.commands[index].number, device: device, now: number, by: device))
                change.commands[index].number = number
            }
            put(Kept(change, former.decoded))
        }
        follow(moved)
    }
}

/// The reply of the service to one command.
struct Reply: Sendable {
    var number: UInt64
    var answer: Answer
    /// The number had come before, and nothing was decided now.
    var isRepeated = false
    /// The things that the events are about.
    var things: [String] = []
    /// The number to send the command under, where its own was used.
    var next: UInt64?

    var isPassedOver: Bool { answer.problem.map { sameBytes($0.name, "passedOver") } ?? false }

    /// Returns true when the service used the number for another command, or went past it: then nothing was done for `json`.
    ///
    /// A service that compares no commands answers as if the one that it knows were this one. It is another where no event is
    /// about anything that the command names.
    func isOfAnother(than json: String) -> Bool {
        if let problem = answer.problem { return isPassedOver || sameBytes(problem.name, "sequenceTaken") }
        guard isRepeated, !things.isEmpty else { return false }
        let bytes = Array(json.utf8)
        return bytes.namesAThing && things.allSatisfy { !bytes.holds($0) }
    }
}

extension Array<UInt8> {
    /// True if an identifier stands somewhere in it.
    fileprivate var namesAThing: Bool {
        let byteCount = 36
        guard count >= byteCount else { return false }
        return (0...(count - byteCount)).contains { start in
            (0..<byteCount).allSatisfy { place in
                let isDash = place == 8 || place == 13 || place == 18 || place == 23
                return isDash ? self[start + place] == UInt8(ascii: "-") : hexValue(self[start + place]) != nil
            }
        }
    }
}
