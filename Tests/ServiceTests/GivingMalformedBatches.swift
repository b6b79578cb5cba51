import Foundation
import HTTPTypes
import Kernel
import Notes
import Testing

@testable import Runtime
@testable import Service

extension GivingCommands {
    @Test func `a command that cannot be read keeps none of the others from being done`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let mint = fixture.pool.runtime
            func entry(_ number: Int, _ command: String) -> String { "{\"sequence\":\(number),\"command\":\(command)}" }
            func creating(_ note: NoteID, _ title: String) -> String {
                "{\"type\":\"notes.createNote\",\"note\":\"\(note.text)\",\"title\":\"\(title)\",\"body\":\"\",\"folder\":null}"
            }
            let (first, second): (NoteID, NoteID) = (mint.mint(), mint.mint())
            let long = creating(mint.mint(), String(repeating: "x", count: 300))
            let commands = [
                entry(1, creating(first, "One")), entry(2, long), entry(3, "{\"type\":\"notes.fly\"}"),
                entry(4, "[7]"), entry(5, creating(second, "Two")),
            ]
            let answer = try await give(fixture, home, "{\"commands\":[\(commands.joined(separator: ","))]}")
            #expect(answer.status == 200, "\(answer.text)")
            let results = try Self.results(answer).results
            #expect(results.map(\.outcome) == [.done, .refused, .refused, .refused, .done])
            #expect(results.map(\.status) == [200, 422, 422, 422, 200])
            #expect(results.map(\.sequence) == [1, 2, 3, 4, 5])
            #expect(
                results.compactMap { $0.problem?.field } == [
                    "commands[1].command.title", "commands[2].command.type", "commands[3].command",
                ])
            for note in [first, second] {
                #expect(try await fixture.get(home.path + "/notes/\(note.text)", as: home.anna.secret).status == 200)
            }
            // Alone it is answered as a request of its own would be.
            let alone = try await give(fixture, home, "{\"commands\":[\(entry(6, long))]}")
            #expect(alone.status == 422 && alone.problem == "badCommand")
            #expect(alone.json["field"].string == "commands[0].command.title")
        }
    }

    @Test func `a malformed batch is refused as a whole, with the place of what is wrong`() async throws {
        try await ServiceFixture.open(ServiceConfiguration().with(.commandsPerBatch, 3)) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let pin = "{\"type\":\"notes.pinNote\",\"note\":\"\(home.notes[0].text)\"}"
            let good = "{\"sequence\":1,\"command\":\(pin)}"
            for (body, expected, field) in [
                ("{", "400 badJSON", nil), ("{}", "422 badCommand", "commands"), ("[]", "422 badCommand", nil),
                ("{\"commands\":[]}", "422 badField", "commands"),
                (
                    "{\"commands\":[\(good),{\"sequence\":2,\"command\":\(pin),\"commanded\":1}]}", "422 badCommand",
                    "commands[1].commanded"
                ),
                ("{\"commands\":[\(good),\(good)]}", "422 badCommand", "commands[1].sequence"),
                ("{\"commands\":[{\"sequence\":0,\"command\":\(pin)}]}", "422 badCommand", "commands[0]"),
                ("{\"commands\":[{\"sequence\":18446744073709551615,\"command\":\(pin)}]}", "422 badCommand", "commands[0]"),
                ("{\"commands\":[{\"command\":\(pin)}]}", "422 badCommand", "commands[0].sequence"),
                ("{\"commands\":[\(good)],\"force\":true}", "422 badCommand", "force"),
                ("{\"commands\":[\(good),\(good),\(good),\(good)]}", "413 tooManyCommands", "commands"),
                // Counted before any of them is looked at.
                ("{\"commands\":[{},{},{},{}]}", "413 tooManyCommands", "commands"),
            ] as [(String, String, String?)] {
                let answer = try await give(fixture, home, body)
                #expect("\(answer.status) \(answer.problem ?? "")" == expected, "\(body)")
                #expect(answer.json["field"].string == field, "\(body)")
            }
            let note = try await fixture.get(home.path + "/notes/\(home.notes[0].text)", as: home.anna.secret)
            #expect(note.json["isPinned"] != .flag(true))
            let text = try await fixture.ask(
                .post, home.path + "/commands", "{}", as: home.anna.secret, headers: [.contentType: "text/plain"])
            #expect(text.problem == "notJSON")
        }
    }
}
