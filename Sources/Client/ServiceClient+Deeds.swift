package import Kernel

/// What the service does at once or not at all, because what it does depends on what is there at that moment: it never
/// waits in an outbox.
package enum ServiceDeed: Sendable, Equatable {
    /// Takes back what one did last, or what any record belongs to.
    case undo(record: UInt64?)
    case redo
    /// Brings a thing back to how it was right after a record.
    case restore(EntityID, to: UInt64)

    fileprivate var path: String {
        switch self {
        case .undo: "/undo"
        case .redo: "/redo"
        case .restore(let thing, _): "/things/\(thing.text)/restore"
        }
    }

    fileprivate var record: UInt64? {
        switch self {
        case .undo(let record): record
        case .redo: nil
        case .restore(_, let record): record
        }
    }
}

extension ServiceClient {
    /// Has the service do something now.
    ///
    /// - Parameter number: the device's own, above all before it: asked twice under the same, it is done once.
    func perform(
        _ deed: ServiceDeed, in workspace: EntityID, from device: DeviceID, as number: UInt64
    ) async throws(ClientFailure) -> ServiceAnswer {
        var json = JSONWriter()
        json.object { json in
            json.field("device", device.text)
            json.field("sequence", number)
            if let record = deed.record { json.field("record", record) }
        }
        let path = "/v1/workspaces/\(workspace.text)" + deed.path
        let answer: Answer
        do throws(ClientFailure) { answer = try await ask(.post, path, body: json.text) } catch {
            guard case .unreachable = error else { throw error }
            // Nobody knows whether it was done. Under the same number it is not done twice.
            answer = try await ask(.post, path, body: json.text)
        }
        return try answer.decoded()
    }
}

extension Replica {
    /// Sends what waits, then has the service do something, and brings the replica up to date.
    ///
    /// - Returns: what came of what waited; no answer where some of that was refused by the service: then nothing more
    ///   was asked, since it would be about something else than its author saw.
    /// - Throws: `ClientFailure`, such as when the service cannot be asked.
    package func deliver(
        through client: ServiceClient, then deed: ServiceDeed, from device: DeviceID
    ) async throws -> (report: Delivery.Report, answer: ServiceAnswer?) {
        try await folder.alone(.sending) {
            let report = try await delivery(through: client).run()
            guard report.refused.isEmpty else { return (report, nil) }
            let number = try await takeNumber(of: device)
            let answer = try await client.perform(deed, in: workspace, from: device, as: number)
            try await refresh(from: client)
            return (report, answer)
        }
    }

    /// A number that nothing else will have: what is kept from now on has a later one, and is sent later.
    private func takeNumber(of device: DeviceID) async throws -> UInt64 {
        try await folder.alone(.keeping) {
            let copy = try await open()
            let mark = await copy.nextCommand(of: device) - 1
            try await copy.close()
            return try outbox.takeNumber(after: mark)
        }
    }
}
