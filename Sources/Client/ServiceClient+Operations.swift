import Foundation
package import Kernel

/// An action that the service does at once or not at all, because it depends on what is there at that moment: it never
/// waits in an outbox.
package enum ServiceOperation: Sendable, Equatable {
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

    /// The words that tell it from any other.
    fileprivate var words: String { path + (record.map { " \($0)" } ?? "") }
}

/// An operation that was asked for and not answered: nobody knows whether it was done.
///
/// - Format: a JSON file beside the outbox, `asked`; keys are added, never renamed.
private struct PendingOperation: Codable {
    var device: String
    var number: UInt64
    var deed: String

    static let fields: Set = ["device", "number", "deed"]
}

/// The outcome of an operation.
package struct OperationResult: Sendable {
    /// The outcome of the changes that waited before it.
    package var delivery: Delivery.Report
    /// None where something that waited was refused, or waits on: then nothing was asked, since it would be about something
    /// else than its author saw. None too where none came.
    package var answer: ServiceAnswer?
    /// It is the answer to what was asked before, when none came: it was done once.
    package var isOfEarlier = false
    /// The error: without an answer it is not known whether it was done, with one only what the replica lacks.
    package var trouble: (any Error)?
    /// The person's own changes that could not be sent: then nothing was asked either.
    package var waiting: [KeptChange] = []
}

extension ServiceClient {
    /// Has the service do something now.
    ///
    /// - Parameter number: the device's own, above all before it: asked twice under the same, it is done once.
    /// - Returns: and whether it was asked twice now.
    func perform(
        _ operation: ServiceOperation, in workspace: EntityID, from device: DeviceID, as number: UInt64
    ) async throws(ClientFailure) -> (answer: ServiceAnswer, isSecond: Bool) {
        var json = JSONWriter()
        json.object { json in
            json.field("device", device.text)
            json.field("sequence", number)
            if let record = operation.record { json.field("record", record) }
        }
        let path = "/v1/workspaces/\(workspace.text)" + operation.path
        do throws(ClientFailure) { return (try await ask(.post, path, body: json.text).decoded(), false) } catch {
            guard case .unreachable = error else { throw error }
            // Nobody knows whether it was done. Under the same number it is not done twice.
            return (try await ask(.post, path, body: json.text).decoded(), true)
        }
    }
}

extension Replica {
    /// Sends what waits, then has the service do something, and brings the replica up to date.
    ///
    /// Where no answer comes, its number is remembered: the same deed is asked for under it again, as long as nothing of
    /// this device came after it, and so is never done twice.
    ///
    /// - Throws: what kept it from being asked for, or the service's no.
    package func deliver(
        through client: ServiceClient, then operation: ServiceOperation, from device: DeviceID
    ) async throws -> OperationResult {
        try await folder.alone(.sending) {
            var report = OperationResult(delivery: try await delivery(through: client).run())
            guard report.delivery.refused.isEmpty else { return report }
            let memory = try folder.memory()
            report.waiting = try outbox.changes().filter { $0.isWaiting && memory.isOwn($0) }
            guard report.waiting.isEmpty else { return report }
            do {
                (report.answer, report.isOfEarlier) = try await ask(client, for: operation, from: device)
            } catch let error as ClientFailure {
                if error.isAnswer {
                    forgetAsked()
                    throw error
                }
                report.trouble = error
                return report
            }
            forgetAsked()
            // It is done, whatever can be fetched now.
            do { try await refresh(from: client) } catch { report.trouble = error }
            return report
        }
    }

    private static let numbersMax = 16

    /// Asks for a deed under a number that the service used for nothing else: a data directory that was restored or copied
    /// numbers as its original does.
    ///
    /// - Returns: and whether it is the answer to what was asked for before.
    private func ask(
        _ client: ServiceClient, for operation: ServiceOperation, from device: DeviceID
    ) async throws -> (ServiceAnswer, isOfEarlier: Bool) {
        var (number, isKnown) = try await number(for: operation, from: device)
        for _ in 1...Self.numbersMax {
            do throws(ClientFailure) {
                let (answer, isSecond) = try await client.perform(operation, in: workspace, from: device, as: number)
                // A service that compares nothing answers for what it knows under this number.
                if answer.repeated != true || isKnown || isSecond { return (answer, isKnown) }
            } catch {
                guard case .problem(_, let name, _) = error, name == "sequenceTaken" || name == "passedOver" else {
                    throw error
                }
            }
            forgetAsked()
            try await refresh(from: client)
            var free: UInt64 = 1
            do throws(ClientFailure) { free = try await client.nextNumber(of: device, in: workspace) } catch {
                // A service that does not tell it: the replica is as new as can be.
                guard case .problem(let status, _, _) = error, status == 404 || status == 405 else { throw error }
            }
            (number, isKnown) = try await self.number(for: operation, from: device, above: free - 1)
        }
        throw ClientFailure.problem(
            status: 409, name: "sequenceTaken",
            detail: "another client with the same device keeps using the numbers of this one; ask again")
    }

    /// A number that nothing else will have: what is kept from now on has a later one, and is sent later.
    ///
    /// - Parameter floor: the last one that the service used, as far as it was asked.
    /// - Returns: and whether the same was asked for under it before.
    private func number(
        for operation: ServiceOperation, from device: DeviceID, above floor: UInt64 = 0
    ) async throws -> (number: UInt64, isKnown: Bool) {
        try await folder.keeping { turn in
            let outbox = outbox.under(turn)
            let copy = try await open()
            let mark = max(await copy.nextCommand(of: device) - 1, floor)
            try await copy.close()
            if let asked = asked(), asked.device == device.text, asked.deed == operation.words,
                try outbox.nextNumber(after: try outbox.changes(), mark) == asked.number + 1
            {
                return (asked.number, true)
            }
            let number = try outbox.takeNumber(after: mark)
            try turn.check()
            try folder.write(PendingOperation(device: device.text, number: number, deed: operation.words), to: askedPath)
            return (number, false)
        }
    }

    private var askedPath: String { outbox.path + "/asked" }

    /// Nil where everything was answered, and where it is not what was written: half of it, before anything was asked for,
    /// or a damaged one; then the replica shows whether it was done.
    private func asked() -> PendingOperation? {
        ServiceFolder.value(at: askedPath, fields: PendingOperation.fields)
    }

    private func forgetAsked() {
        // What cannot be removed is asked for once more, and answered the same: the answer at hand counts more.
        try? FileManager.default.removeItem(atPath: askedPath)
    }
}

extension ClientFailure {
    /// True if the service itself said no: then nothing was done.
    fileprivate var isAnswer: Bool {
        if case .problem = self { !isPassing } else { false }
    }
}
