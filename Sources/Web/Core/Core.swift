import Kernel
import Workspace

/// One workspace in a browser: what is confirmed, what waits, and both together as views. Does no input or output: it says
/// what is to be stored and sent, and is handed what came back.
struct Core: Sendable {
    private(set) var workspace = EntityID.zero
    private(set) var user = ActorID.zero
    private(set) var device = DeviceID.zero
    private(set) var confirmed = Confirmed()
    /// In the order of their numbers.
    private(set) var kept: [Kept] = []
    /// Rows that this build cannot read; nothing is sent before that is settled.
    private(set) var unreadable: [Unreadable] = []
    /// The highest number that was ever given out.
    private(set) var lastNumber: UInt64 = 0
    /// Everything was fetched since the device is this one.
    private(set) var isUpToDate = false
    /// Thoughts that are captured here stay on this device. What was held goes under new numbers once that ends, since the service
    /// has gone past its own by then. Requirement O-011.
    var holdsThoughts = false
    /// The state of sending the next commands.
    var sending = Sending()
    /// Rows that differ from what is stored.
    private var touched: [BatchID] = []
    private var removed: [String] = []
    /// Nil until somebody looks.
    private var shownNow: Shown?

    struct Unreadable: Sendable {
        var id: String
        var message: String
    }

    // MARK: Beginning

    /// Says whose core this is. What waits from another device of the same person goes by this one where the records allow it.
    mutating func begin(_ workspace: EntityID, user: ActorID, device: DeviceID) {
        if device != self.device || user != self.user { isUpToDate = false }
        (self.workspace, self.user, self.device) = (workspace, user, device)
        adoptDevices()
        (sending, shownNow) = (Sending(), nil)
    }

    /// Takes the rows of the outbox as they are stored, in the place of what is here.
    mutating func load(_ rows: [(id: String, json: String)], lastNumber: UInt64) {
        let former = kept
        (kept, unreadable, touched, removed) = ([], [], [], [])
        for row in rows {
            do throws(JSONFault) {
                var change = try JSONFieldReader.read(Change.self, from: Array(row.json.utf8))
                guard !change.commands.isEmpty, sameBytes(change.id.text, row.id) else {
                    unreadable.append(Unreadable(id: row.id, message: "it is not the change that it is stored as"))
                    continue
                }
                change.recall(former.first { $0.change.id == change.id }?.change)
                keep(try Kept(change))
            } catch {
                unreadable.append(
                    Unreadable(id: row.id, message: "this build does not know its command: " + error.message))
            }
        }
        self.lastNumber = max(self.lastNumber, lastNumber)
        for kept in kept { self.lastNumber = max(self.lastNumber, kept.change.last) }
        adoptDevices()
        settle()
        shownNow = nil
    }

    private mutating func adoptDevices() {
        confirmed.adopt(device)
        for kept in kept { confirmed.adopt(kept.change.device) }
    }

    /// Takes the place of what is confirmed by something that was put by.
    mutating func restore(_ confirmed: Confirmed) {
        self.confirmed = confirmed
        isUpToDate = false
        adoptDevices()
        shownNow = nil
    }

    // MARK: Confirmed and shown

    /// Takes in records of the service.
    ///
    /// - Returns: whether it was the last page.
    mutating func ingest(_ page: RecordPage) throws(PageFault) -> Bool {
        // Dropped first, so that nothing of it is copied to be changed.
        shownNow = nil
        let waiting = kept
        let isLast = try confirmed.ingest(page) { trace in waiting.contains { $0.waits(on: trace) } }
        if isLast {
            isUpToDate = true
            takeOver()
        }
        settle()
        return isLast
    }

    private var isAnythingShown: Bool { kept.contains { $0.change.actor == user } }

    /// The view that a person sees.
    var view: WorkspaceView {
        mutating get {
            if let shownNow { return shownNow.view }
            guard isAnythingShown else { return confirmed.view }
            return shown.view
        }
    }

    var shown: Shown {
        mutating get {
            if let shownNow { return shownNow }
            let fresh = Shown(kept, on: &confirmed, by: user, from: device)
            shownNow = fresh
            return fresh
        }
    }

    // MARK: Doing

    /// A wish of a person: commands that are done together or not at all.
    struct Wish: FieldMessage, Sendable {
        /// Minted by the caller.
        var id = BatchID.zero
        /// Microseconds since 1970.
        var now: Int64 = 0
        var says = ""
        /// As Commands.md has them.
        var commands: [String] = []

        static var schemaName: StaticString { "CoreWish" }
        static var blank: Wish { Wish() }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "id", &id)
            coder.field(2, "now", &now)
            coder.field(3, "says", &says)
            coder.field(4, "commands", &commands)
        }
    }

    /// A refusal, and the place of the command among those that were wished.
    struct Refused: Error, Sendable {
        var problem: Problem
        var command: Int
    }

    /// Decides commands on what is shown, and keeps them.
    ///
    /// - Returns: false when there is nothing to do.
    /// - Throws: the rule that forbids one of them, or what is wrong with one; then none is kept.
    mutating func perform(_ wish: Wish) throws(Refused) -> Bool {
        // Asked twice, it is done once.
        guard !kept.contains(where: { $0.change.id == wish.id }) else {
            touch(wish.id)
            return true
        }
        var commands: [WorkspaceCommand] = []
        for (index, json) in wish.commands.enumerated() {
            do throws(JSONFault) { commands.append(try WorkspaceCommand(json: Array(json.utf8))) } catch {
                throw Refused(problem: Problem(error), command: index)
            }
        }
        var change = Change(
            id: wish.id, device: device, actor: user, made: wish.now, base: confirmed.sequence, says: wish.says)
        var decoded: [WorkspaceCommand] = []
        var draft = shown
        // Held once, so that nothing of it is copied to be changed; after a refusal it is worked out anew.
        shownNow = nil
        let first = nextNumber
        for (index, command) in commands.enumerated() {
            let events: [WorkspaceEvent]
            do throws(WorkspaceRefusal) { events = try draft.decide(command) } catch {
                throw Refused(problem: Problem(error), command: index)
            }
            guard !events.isEmpty else { continue }
            let number = first + UInt64(decoded.count)
            change.commands.append(
                Change.Command(number: number, json: command.json, ownParents: draft.ownParents(of: command)))
            decoded.append(command)
            draft.ingest(events, of: command, as: number, by: device, user, at: wish.now)
        }
        shownNow = draft
        guard !decoded.isEmpty else { return false }
        if decoded.count > 1 { change.batch = wish.id }
        put(Kept(change, decoded))
        return true
    }

    /// The number for the next command.
    private var nextNumber: UInt64 { max(lastNumber, confirmed.own.mark(of: device)) + 1 }

    /// A number that no change has or will have.
    mutating func reserveNumber() -> UInt64 {
        lastNumber = nextNumber
        return lastNumber
    }

    // MARK: Rows

    /// Rows to be stored and removed.
    struct Writes: Sendable {
        var put: [Change] = []
        var remove: [String] = []
        var lastNumber: UInt64 = 0
    }

    /// Everything to be written since this was asked last.
    mutating func drainWrites() -> Writes {
        let changes = touched.compactMap { id in kept.first { $0.change.id == id }?.change }
        let writes = Writes(put: changes, remove: removed, lastNumber: lastNumber)
        (touched, removed) = ([], [])
        return writes
    }

    func index(of id: String) -> Int? { kept.firstIndex { sameBytes($0.change.id.text, id) } }

    /// Keeps a change in its order.
    private mutating func keep(_ new: Kept) {
        let place = kept.lastIndex { $0.change.first < new.change.first }.map { $0 + 1 } ?? 0
        kept.insert(new, at: place)
    }

    /// Keeps a change, or what became of it, and has it stored.
    mutating func put(_ new: Kept) {
        kept.removeAll { $0.change.id == new.change.id }
        keep(new)
        lastNumber = max(lastNumber, new.change.last)
        touch(new.change.id)
    }

    /// Has a change stored as it is now.
    mutating func touch(_ id: BatchID) {
        if !touched.contains(id) { touched.append(id) }
    }

    /// Notes what became of a change, without having it stored.
    mutating func note(_ change: Change, at index: Int) { kept[index].change = change }

    mutating func remove(_ id: BatchID) {
        kept.removeAll { $0.change.id == id }
        touched.removeAll { $0 == id }
        removed.append(id.text)
    }

    mutating func removeUnreadable(_ id: String) -> Bool {
        guard let place = unreadable.firstIndex(where: { sameBytes($0.id, id) }) else { return false }
        removed.append(id)
        unreadable.remove(at: place)
        return true
    }

    /// Has what is shown worked out anew.
    mutating func rebase() { shownNow = nil }

    /// Removes the changes that the service has answered for wholly, and that the views have.
    mutating func settle() {
        for change in kept.map({ $0.change })
        where !change.isWaiting && !change.isRefused && change.lastRecord <= confirmed.sequence {
            remove(change.id)
        }
    }
}

extension Change {
    /// Takes over what is known of the same change since it was stored. What the service did is not stored, so that it is
    /// asked again where its history turns out to be another.
    fileprivate mutating func recall(_ former: Change?) {
        guard !isRefused else { return }
        for index in commands.indices { commands[index].answer = nil }
        guard let former, former.commands.count == commands.count, former.device == device else { return }
        for index in commands.indices where former.commands[index].number == commands[index].number {
            commands[index].answer = former.commands[index].answer
        }
    }
}

extension Kept {
    /// Returns whether it is needed to know what a command led to.
    fileprivate func waits(on trace: OwnCommands.Trace) -> Bool {
        change.commands.contains { command in
            command.answer == nil
                && (command.number == trace.command && change.device == trace.device
                    || command.ownParents.contains { $0.command == trace.command })
        }
    }
}
