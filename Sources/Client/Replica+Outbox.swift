import Kernel
package import Runtime
import Workspace

extension Replica {
    package var outbox: Outbox { Outbox(of: workspace, in: folder) }

    /// Opens it for reading.
    package func open() async throws -> WorkspaceActor {
        try await WorkspaceActor.open(at: paths(), access: .reading, in: runtime)
    }

    private func reading<Result>(_ body: (WorkspaceActor) async throws -> Result) async throws -> Result {
        let workspace = try await open()
        do {
            let result = try await body(workspace)
            try await workspace.close()
            return result
        } catch {
            // Nothing was written to it: what went wrong first is what counts.
            try? await workspace.close()
            throw error
        }
    }

    /// Sends what waits until nothing waits, and brings the replica up to date.
    ///
    /// - Throws: what stopped it; what was not settled by then waits on.
    package func deliver(through client: ServiceClient) async throws -> Delivery.Report {
        try await folder.alone(.sending) { try await delivery(through: client).run() }
    }

    /// Changes that wait from a device that is gone are taken over first.
    func delivery(through client: ServiceClient) async throws -> Delivery {
        let memory = try folder.memory()
        try await takeOver(by: memory)
        return Delivery(
            of: outbox, by: memory.device, send: { try await client.give($0, to: workspace) },
            refresh: { try await refresh(from: client) },
            // In the middle of being fetched anew it would say less than it knows.
            last: { try await folder.alone { try state().sequence } },
            mark: {
                guard let device = DeviceID(text: memory.device), try exists() else { return 0 }
                return try await reading { await $0.nextCommand(of: device) - 1 }
            },
            revision: { text, command, device in
                try await reading { try $0.revision(of: text, after: command, of: device) }
            },
            alone: { body in try await folder.keeping { try body(outbox.under($0)) } })
    }

    /// Has what waits from a device that this client was before go by the one that it is now: the service took no more from
    /// the old one when it gave the new one, so what the replica does not have of it was not done.
    ///
    /// Under the same numbers, which keeps the order. Where the replica cannot tell, since something after it is hidden or
    /// erased, or where the new device has come further than that, it waits until its person sends it again.
    private func takeOver(by memory: ServiceFolder.Memory) async throws {
        let former = memory.formerDevices ?? []
        guard !former.isEmpty, let device = DeviceID(text: memory.device) else { return }
        let left = try outbox.changes().filter {
            $0.isWaiting && $0.actor == memory.user && former.contains($0.device)
        }
        guard !left.isEmpty else { return }
        let (mark, traces) = try await reading { replica in
            (await replica.nextCommand(of: device) - 1, try Self.traces(of: left, in: replica))
        }
        for change in left where change.first > mark {
            guard let trace = traces[change.device], trace.tellsAll(after: change.base) else { continue }
            var taken = change.takenOver(by: memory.device, given: trace)
            taken.base = try Self.base(of: change, after: left, given: trace)
            if taken.isWaiting || taken.isRefused { try outbox.keep(taken) } else { try outbox.remove(taken) }
        }
    }

    /// Returns the base of a change as another device states it: with what its own put in the place of the same texts before,
    /// which the service would hold against it by now as somebody else's.
    static func base(
        of change: KeptChange, after left: [KeptChange], given trace: DeviceTrace
    ) throws(ClientFailure) -> UInt64 {
        var own: [LastOverwrite: UInt64] = [:]
        for earlier in left where earlier.device == change.device && earlier.first < change.first {
            for command in earlier.commands {
                guard let records = trace.records[command.number],
                    let text = try command.decodedOrFailure(in: earlier).replaced
                else { continue }
                own[text] = records.upperBound
            }
        }
        var bases: [UInt64] = []
        for command in change.commands where command.answer == nil && trace.records[command.number] == nil {
            guard let text = try command.decodedOrFailure(in: change).replaced else { continue }
            bases.append(max(change.base, own[text] ?? 0))
        }
        return bases.min() ?? change.base
    }

    /// Returns the commands of changes that the replica has, by their devices.
    private static func traces(
        of changes: [KeptChange], in replica: WorkspaceActor
    ) throws -> [String: DeviceTrace] {
        var traces: [String: DeviceTrace] = [:]
        for (name, changes) in Dictionary(grouping: changes, by: \.device) {
            guard let device = DeviceID(text: name) else { continue }
            traces[name] = try replica.trace(of: Set(changes.flatMap { $0.commands.map(\.number) }), by: device)
        }
        return traces
    }

    /// Makes changes anew that the service refused, or that wait for a device or a token that will not come back: with new
    /// numbers, on what is here by now, behind all that waits.
    ///
    /// - Parameter isMeant: of changes of the person who is signed in; of a waiting one only where another device numbered it.
    /// - Returns: as they wait now. What turned out to be done already is gone.
    package func resend(where isMeant: (KeptChange) -> Bool) async throws -> [KeptChange] {
        let memory = try folder.memory()
        guard let device = DeviceID(text: memory.device) else { throw ClientFailure.noToken(path: folder.token.path) }
        return try await folder.alone(.sending) {
            try await folder.keeping { turn in
                let outbox = outbox.under(turn)
                let all = try outbox.changes()
                let meant = all.filter {
                    $0.actor == memory.user && ($0.isWaiting ? $0.device != memory.device : $0.isRefused) && isMeant($0)
                }
                guard !meant.isEmpty else { return [] }
                let (mark, base, traces) = try await reading { replica in
                    (
                        await replica.nextCommand(of: device) - 1, await replica.lastSequence,
                        try Self.traces(of: meant.filter(\.isWaiting), in: replica)
                    )
                }
                var number = try outbox.nextNumber(after: all, mark)
                var moved: [UInt64: UInt64] = [:]
                var waiting: [KeptChange] = []
                for change in meant {
                    var fresh = change.renumbered(
                        from: number, by: memory.device, on: base, &moved, given: traces[change.device] ?? DeviceTrace())
                    // Else it would be taken back together with what was done of it before.
                    fresh.batch = fresh.commands.count > 1 ? runtime.mint(BatchID.self).text : nil
                    if fresh.commands.isEmpty {
                        try outbox.remove(change)
                    } else {
                        try outbox.replace(change, by: fresh)
                        waiting.append(fresh)
                        number = fresh.last + 1
                    }
                }
                for change in try outbox.changes() {
                    let followed = change.following(moved, by: memory.device)
                    if followed != change { try outbox.keep(followed) }
                }
                return waiting
            }
        }
    }
}
