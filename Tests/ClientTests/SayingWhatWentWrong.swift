import Testing

@testable import Client

@Suite("Saying what went wrong at a service")
struct SayingWhatWentWrong {
    @Test func `a sentence ends once, whether or not the service ended its own`() {
        for detail in ["There is nothing to undo.", "There is nothing to undo"] {
            let failure = ClientFailure.problem(status: 409, name: "nothingToUndo", detail: detail)
            #expect(failure.message == "The service says no: There is nothing to undo.")
            let answer = ServiceAnswer(1, status: 409, .refused, problem: .init(name: "nothingToUndo", detail: detail))
            #expect(answer.reason == "There is nothing to undo")
        }
    }

    @Test func `that nobody listens is said in the words of the system, without their numbers`() async throws {
        // Nobody may listen at port 1 but the system itself.
        let client = try ServiceClient(try ServiceAddress("http://127.0.0.1:1"))
        await #expect(throws: ClientFailure.unreachable("http://127.0.0.1:1", reason: "Connection refused")) {
            try await client.ask(.get, "/healthz")
        }
        try await client.close()
    }
}
