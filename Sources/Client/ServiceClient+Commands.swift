import Foundation
package import Kernel

extension ServiceClient {
    /// Has the service decide commands, in their order.
    ///
    /// - Returns: an answer beside each, refusals among them.
    /// - Throws: `ClientFailure` when it is not known what came of them, or the service does not take commands now.
    package func give(
        _ commands: [Delivery.Outgoing], to workspace: EntityID
    ) async throws(ClientFailure) -> [ServiceAnswer] {
        let entries = commands.map { command in
            "{\"device\":\"\(command.device)\",\"sequence\":\(command.number),\"base\":\(command.base),\"command\":\(command.json)}"
        }
        let answer = try await exchange(
            .post, "/v1/workspaces/\(workspace.text)/commands",
            body: "{\"commands\":[" + entries.joined(separator: ",") + "]}")
        if answer.status < 300 {
            struct Results: Decodable { var results: [ServiceAnswer] }
            let results: Results = try answer.decoded()
            return results.results
        }
        let failure = Self.problem(answer)
        guard case .problem(let status, let name, let detail) = failure, !failure.isPassing, status != 401,
            name != "erasing"
        else { throw failure }
        // One that the service cannot read, or all too large together: which it is, each says by itself.
        guard commands.count == 1, let command = commands.first else {
            var answers: [ServiceAnswer] = []
            for command in commands { answers += try await give([command], to: workspace) }
            return answers
        }
        let problem: ServiceAnswer.Problem = (try? answer.decoded()) ?? .init(name: name, detail: detail)
        return [ServiceAnswer(command.number, status: status, .refused, problem: problem)]
    }

    /// Who is asking.
    package struct Caller: Decodable, Sendable {
        package var user: String
        package var device: String
    }

    package func caller() async throws(ClientFailure) -> Caller { try await ask(.get, "/v1/session").decoded() }
}
