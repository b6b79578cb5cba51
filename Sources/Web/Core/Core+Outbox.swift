import Capture
import Kernel
import Workspace

/// The actions of a person on changes that wait or were refused.
extension Core {
    enum State: Sendable {
        case waiting, held, sent, answered, refused, elsewhere

        var name: StaticString {
            switch self {
            case .waiting: "waiting"
            case .held: "held"
            case .sent: "sent"
            case .answered: "answered"
            case .refused: "refused"
            case .elsewhere: "elsewhere"
            }
        }
    }

    /// - Parameter held: what stays on this device.
    func state(of change: Change, given held: [BatchID]) -> State {
        if change.isRefused, !change.isWaiting { return .refused }
        guard change.isWaiting else { return .answered }
        if change.device != device || change.actor != user { return .elsewhere }
        if change.isSent { return .sent }
        return held.contains(change.id) ? .held : .waiting
    }

    func state(of change: Change) -> State { state(of: change, given: held) }

    /// The changes that stay on this device: thoughts that never left it, and whatever was made on them since.
    ///
    /// - Complexity: O(bytes of what waits × thoughts that are held); nothing where none is.
    var held: [BatchID] {
        guard holdsThoughts else { return [] }
        var held: [BatchID] = []
        var things: [String] = []
        for kept in kept where kept.change.isWaiting && !kept.change.isSent {
            let new = kept.decoded.flatMap { $0.newItems }
            guard kept.decoded.contains(where: { $0.isThought }) || kept.mentions(things) else { continue }
            held.append(kept.change.id)
            things += new
        }
        return held
    }

    /// The changes that may go to the service.
    var going: [Kept] {
        let held = held
        return held.isEmpty ? kept : kept.filter { !held.contains($0.change.id) }
    }

    /// Takes back a change that never left.
    ///
    /// - Throws: why it cannot be as if it had never been.
    mutating func withdraw(_ id: String) throws(Problem) {
        guard let index = index(of: id) else { throw .noSuchChange }
        let change = kept[index].change
        guard [.waiting, .held].contains(state(of: change)) else {
            throw Problem("wasSent", "It may be at the service already. Undo it there once it has answered.", 409)
        }
        let numbers = change.commands.map { $0.number }
        let isBuiltOn = kept.contains { other in
            other.change.commands.contains { command in
                command.ownParents.contains { $0.device == change.device && numbers.contains($0.command) }
            }
        }
        var others = kept
        others.remove(at: index)
        let before = shown.refusals.map { $0.change }
        var without = confirmed
        let refused = Shown(others, on: &without, by: user, from: device).refusals.map { $0.change }
        guard !isBuiltOn, refused.allSatisfy({ before.contains($0) }) else {
            throw Problem("neededByLater", "Later changes need it. Undo those first.", 409)
        }
        remove(change.id)
        rebase()
    }

    /// Gives up a change that was refused, that waits for another device, that cannot be read, or that never left.
    mutating func discard(_ id: String) throws(Problem) {
        if removeUnreadable(id) { return }
        guard let index = index(of: id) else { throw .noSuchChange }
        let change = kept[index].change
        switch state(of: change) {
        case .refused, .elsewhere, .waiting, .held: remove(change.id)
        case .sent, .answered:
            throw Problem("wasSent", "It may be at the service already. Undo it there once it has answered.", 409)
        }
        rebase()
    }

    /// Makes a change anew that the service refused, or that waits for another device: under new numbers, on what is here
    /// by now, behind all that waits.
    ///
    /// - Parameter fresh: its new identifier, and what its commands are one by: else it would be taken back together with
    ///   what was done of it before.
    /// - Returns: false when all of it turned out to be done.
    /// - Throws: the rule that still forbids it; then it stays as it was.
    mutating func retry(_ id: String, as fresh: BatchID) throws(Refused) -> Bool {
        guard let index = index(of: id) else { throw Refused(problem: .noSuchChange, command: 0) }
        let former = kept[index]
        switch state(of: former.change) {
        case .refused, .elsewhere: break
        case .waiting, .held, .sent, .answered:
            throw Refused(
                problem: Problem("notRefused", "It waits for the service and needs no second try.", 409), command: 0)
        }
        var moved: [Moved] = []
        let anew = renumbered(former, as: fresh, &moved)
        guard !anew.change.commands.isEmpty else {
            remove(former.change.id)
            rebase()
            return false
        }
        var others = kept
        others.remove(at: index)
        var copy = confirmed
        let refusals = Shown(others + [anew], on: &copy, by: user, from: device).refusals
        if let refusal = refusals.first(where: { $0.change == fresh })?.refusal {
            throw Refused(problem: Problem(refusal), command: 0)
        }
        remove(former.change.id)
        put(anew)
        follow(moved)
        rebase()
        return true
    }

    private func renumbered(_ kept: Kept, as id: BatchID, _ moved: inout [Moved]) -> Kept {
        var change = kept.change
        let former = change.device
        (change.id, change.device, change.actor, change.base) = (id, device, user, confirmed.sequence)
        (change.commands, change.isSent) = ([], false)
        var decoded: [WorkspaceCommand] = []
        var number = max(lastNumber, confirmed.own.mark(of: device))
        for (command, wish) in zip(kept.change.commands, kept.decoded) where !(command.answer?.isSettled ?? false) {
            // Of another device it may be done, though nobody said so.
            if command.answer == nil, confirmed.own.trace(of: command.number, by: former) != nil { continue }
            number += 1
            moved.append(Moved(number: command.number, device: former, now: number, by: device))
            var command = command
            (command.number, command.answer) = (number, nil)
            command.follow(moved)
            change.commands.append(command)
            decoded.append(wish)
        }
        change.batch = decoded.count > 1 ? id : nil
        return Kept(change, decoded)
    }

    /// Has what was made on commands with new numbers say those.
    mutating func follow(_ moved: [Moved]) {
        for index in kept.indices {
            var change = kept[index].change
            for place in change.commands.indices { change.commands[place].follow(moved) }
            guard change != kept[index].change else { continue }
            note(change, at: index)
            touch(change.id)
        }
    }

    /// Has what waits from a device that this person had here before go by the one that it is now: the service took no more
    /// from the old one when it gave the new one, so what the records do not have of it was not done.
    ///
    /// Under the same numbers, which keeps the order. Where the records cannot tell, since something after it is hidden or
    /// erased, or where the new device has come further than that, it waits until its person sends it again.
    mutating func takeOver() {
        let mark = confirmed.own.mark(of: device)
        let left = kept.filter { $0.change.isWaiting && $0.change.actor == user && $0.change.device != device }
        for former in left where former.change.first > mark {
            var change = former.change
            let device = change.device
            guard confirmed.own.tellsAll(of: change.first, by: device, after: change.base) else { continue }
            change.base = base(of: former, after: left)
            for index in change.commands.indices where change.commands[index].answer == nil {
                guard let trace = confirmed.own.trace(of: change.commands[index].number, by: device) else { continue }
                change.commands[index].answer = Answer(first: trace.first, last: trace.last)
            }
            (change.device, change.isSent) = (self.device, false)
            if change.isWaiting || change.isRefused {
                put(Kept(change, former.decoded))
            } else {
                remove(change.id)
            }
        }
        rebase()
    }

    /// The record that a change was made on, as another device says it: with what its own put in the place of the same texts
    /// before, which the service would hold against it by now as somebody else's.
    private func base(of kept: Kept, after left: [Kept]) -> UInt64 {
        var own: [(text: LastOverwrite, last: UInt64)] = []
        for earlier in left
        where earlier.change.device == kept.change.device && earlier.change.first < kept.change.first {
            for (command, decoded) in zip(earlier.change.commands, earlier.decoded) {
                guard let trace = confirmed.own.trace(of: command.number, by: earlier.change.device),
                    let text = decoded.replaced
                else { continue }
                own.append((text, trace.last))
            }
        }
        var least: UInt64?
        for (command, decoded) in zip(kept.change.commands, kept.decoded)
        where command.answer == nil && confirmed.own.trace(of: command.number, by: kept.change.device) == nil {
            guard let text = decoded.replaced else { continue }
            let base = max(kept.change.base, own.last { $0.text == text }?.last ?? 0)
            least = min(least ?? base, base)
        }
        return least ?? kept.change.base
    }
}

extension Problem {
    fileprivate static var noSuchChange: Problem {
        Problem("noSuchChange", "There is no such change here any more; look at the list again.", 404)
    }
}

extension WorkspaceCommand {
    /// True if it is a thought that was captured.
    fileprivate var isThought: Bool { if case .capture(.captureItem) = self { true } else { false } }

    /// The items that it makes.
    fileprivate var newItems: [String] {
        switch self {
        case .capture(.captureItem(let item, _, _)): [item.text]
        case .capture(.splitItem(_, let items)): items.map { $0.id.text }
        default: []
        }
    }
}

extension Kept {
    /// Returns whether one of its commands names one of these.
    fileprivate func mentions(_ things: [String]) -> Bool {
        !things.isEmpty
            && change.commands.contains { command in
                let json = Array(command.json.utf8)
                return things.contains { json.holds($0) }
            }
    }
}
