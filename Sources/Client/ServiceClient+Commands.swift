import Foundation
package import Kernel

extension ServiceClient {
    /// Has the service decide commands, in their order.
    ///
    /// - Returns: an answer beside each, refusals among them; of the first ones alone where it is not known what came of
    ///   the rest.
    /// - Throws: `ClientFailure` when it is not known what came of them, or the service does not take commands now.
    package func give(
        _ commands: [Delivery.Outgoing], to workspace: EntityID
    ) async throws(ClientFailure) -> [ServiceAnswer] {
        let answer = try await exchange(
            .post, "/v1/workspaces/\(workspace.text)/commands",
            body: "{\"commands\":[" + commands.map(\.entry).joined(separator: ",") + "]}")
        if answer.status < 300 {
            struct Results: Decodable { var results: [ServiceAnswer] }
            let results: Results = try answer.decoded()
            return results.results
        }
        let failure = Self.problem(answer)
        guard case .problem(let status, let name, let detail) = failure, !failure.isPassing, status != 401,
            name != "erasing"
        else { throw failure }
        // Either the service cannot read one, or all are too large together: sent alone, each shows which.
        guard commands.count == 1, let command = commands.first else {
            var answers: [ServiceAnswer] = []
            for command in commands {
                do throws(ClientFailure) { answers += try await give([command], to: workspace) } catch {
                    guard !answers.isEmpty else { throw error }
                    return answers
                }
            }
            return answers
        }
        let problem: ServiceAnswer.Problem = (try? answer.decoded()) ?? .init(name: name, detail: detail)
        return [ServiceAnswer(command.number, status: status, .refused, problem: problem)]
    }

    /// Waits until something changes in a workspace after a record, and at most some seconds.
    ///
    /// - Returns: the last record that there is.
    package func changes(
        in workspace: EntityID, after sequence: UInt64, waiting seconds: Int
    ) async throws(ClientFailure) -> UInt64 {
        struct Changes: Decodable { var last: UInt64 }
        let answer = try await ask(
            .get, "/v1/workspaces/\(workspace.text)/changes",
            query: [("after", String(sequence)), ("seconds", String(seconds))], waiting: seconds)
        let changes: Changes = try answer.decoded()
        return changes.last
    }

    /// The caller, as the service knows them.
    package struct Caller: Decodable, Sendable {
        package var user: String
        package var device: String
        /// Nil for a token.
        package var session: String?
        /// The beginning of the identifiers of a token's devices; nil for a session, and from older services.
        package var devices: String?
    }

    /// The number for the next command of one's device.
    func nextNumber(of device: DeviceID, in workspace: EntityID) async throws(ClientFailure) -> UInt64 {
        struct Next: Decodable { var next: UInt64 }
        let next: Next = try await ask(
            .get, "/v1/workspaces/\(workspace.text)/commands", query: [("device", device.text)]
        ).decoded()
        return next.next
    }

    package func caller() async throws(ClientFailure) -> Caller { try await ask(.get, "/v1/session").decoded() }
}

extension Delivery.Outgoing {
    /// With its envelope, as Commands.md has it.
    fileprivate var entry: String {
        var entry = "{\"device\":\"\(device)\",\"sequence\":\(number)"
        if let base { entry += ",\"base\":\(base)" }
        if let batch { entry += ",\"batch\":\"\(batch)\"" }
        return entry + ",\"command\":\(json)}"
    }
}
