import HTTPTypes
import Kernel
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Conflicts over HTTP")
struct ConflictsOverHTTP {
    @Test func `two who wrote at once find both versions, the base and the merge, until one goes on`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let note: NoteID = fixture.pool.runtime.mint()
            let path = home.path + "/things/\(note.text)/conflict"
            func give(_ number: Int, _ command: NoteCommand) async throws {
                let body = GivingCommands.batch([.notes(command)], from: number)
                let answer = try await fixture.ask(.post, home.path + "/commands", body, as: home.anna.secret)
                #expect(answer.status == 200, "\(answer.text)")
            }
            func inserting(_ text: String, at position: Int, on parents: [Int]) -> TextEdit {
                TextEdit(parents: parents, runs: [TextRun(position: position, deleteCount: 0, insertion: text)])
            }
            try await give(1, .createNote(note, title: Name(recorded: "List"), body: "Milk", in: nil))
            try await give(2, .editNote(note, inserting("Bread, ", at: 0, on: [0])))
            #expect(try await fixture.get(path, as: home.anna.secret).problem == "noConflict")
            // As a device does that was offline meanwhile.
            try await give(3, .editNote(note, inserting(", eggs", at: 4, on: [0])))

            let list = try await fixture.get(home.path + "/conflicts", as: home.anna.secret)
            #expect(list.json.list.map { $0["id"].string } == [note.text])
            #expect(list.json.list[0]["heads"].list == [.number(1), .number(2)])
            let conflict = try await fixture.get(path, as: home.anna.secret)
            #expect(conflict.status == 200)
            #expect(conflict.json["base"].string == "Milk")
            #expect(conflict.json["versions"].list.map { $0["text"].string } == ["Bread, Milk", "Milk, eggs"])
            #expect(conflict.json["merged"].string == "Bread, Milk, eggs")
            let tag = try #require(conflict.headers[.eTag])
            let again = try await fixture.get(path, as: home.anna.secret, headers: [.ifNoneMatch: tag])
            #expect(again.status == 304)
            let sequence = try #require(Call.sequenceHeader.flatMap { conflict.headers[$0] })

            try await give(4, .editNote(note, inserting("!", at: 17, on: [1, 2])))
            #expect(try await fixture.get(home.path + "/conflicts", as: home.anna.secret).json.list.isEmpty)
            #expect(try await fixture.get(path, as: home.anna.secret).problem == "noConflict")
            let before = try await fixture.get(path + "?at=\(sequence)", as: home.anna.secret)
            #expect(before.json["versions"].list.count == 2)
        }
    }
}
