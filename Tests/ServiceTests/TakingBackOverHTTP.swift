import Accounts
import Boards
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Taking back over HTTP")
struct TakingBackOverHTTP {
    private func result(_ answer: Premises.Answer) throws -> CommandResult {
        try JSONFieldReader.read(CommandResult.self, from: Array(answer.text.utf8))
    }

    private func views(_ premises: Premises, _ id: WorkspaceID) async throws -> String {
        let view = try await premises.installation.using(id) { await $0.view }
        var json = JSONWriter()
        view.writeEverything(to: &json, times: false)
        return json.text
    }

    @Test(.shows("C-09"))
    func `what one did is undone and redone over HTTP, from another device too, and the views are identical`() async throws
    {
        try await Premises.open { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let path = home.path
            let secret = home.anna.secret
            // The first command also names whoever gives it.
            try await premises.ask(.post, path + "/commands", GivingCommands.batch([.notes(.pinNote(home.notes[0]))]), as: secret)
            let before = try await views(premises, home.id)
            try await premises.ask(
                .post, path + "/commands",
                GivingCommands.batch([.boards(.retitleCard(home.card, to: Name(recorded: "Sell paint")))], from: 2),
                as: secret)
            let after = try await views(premises, home.id)
            #expect(before != after)

            let token = try await premises.token(of: home.anna, [.everything])
            let undone = try await premises.ask(.post, path + "/undo", "{\"sequence\":1}", as: token)
            #expect(undone.status == 200)
            #expect(try result(undone).events.map(\.kind) == ["card retitled"])
            #expect(try await views(premises, home.id) == before)
            // Asked again with the same number, it is not undone once more.
            let again = try result(try await premises.ask(.post, path + "/undo", "{\"sequence\":1}", as: token))
            #expect(again.isRepeated)
            #expect(again.first == (try result(undone)).first)
            #expect(try await views(premises, home.id) == before)

            let redone = try await premises.ask(.post, path + "/redo", "{\"sequence\":3}", as: secret)
            #expect(redone.status == 200)
            #expect(try await views(premises, home.id) == after)
            let nothing = try await premises.ask(.post, path + "/redo", "{\"sequence\":4}", as: secret)
            #expect(nothing.problem == "nothingToRedo")
        }
    }

    @Test func `any record is undone by its number, once, and a thing is brought back to how it was`() async throws {
        try await Premises.open { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let secret = home.anna.secret
            let titles = ["One", "Two", "Three"]
            let given = try GivingCommands.results(
                try await premises.ask(
                    .post, home.path + "/commands",
                    GivingCommands.batch(
                        titles.map { .boards(.retitleCard(home.card, to: Name(recorded: $0))) }), as: secret))
            let records = given.results.compactMap(\.first)
            func title() async throws -> String? {
                try await premises.get(home.path + "/cards/\(home.card.text)", as: secret).json["title"].string
            }
            let restored = try await premises.ask(
                .post, home.path + "/things/\(home.card.text)/restore", "{\"sequence\":4,\"record\":\(records[0])}",
                as: secret)
            #expect(restored.status == 200)
            #expect(try await title() == "One")
            let undone = try await premises.ask(
                .post, home.path + "/undo", "{\"sequence\":5,\"record\":\(try result(restored).first ?? 0)}", as: secret)
            #expect(undone.status == 200)
            #expect(try await title() == "Three")
            let twice = try await premises.ask(
                .post, home.path + "/undo", "{\"sequence\":6,\"record\":\(try result(restored).first ?? 0)}", as: secret)
            #expect(twice.problem == "alreadyUndone")
            for (path, body, problem) in [
                ("/undo", "{}", "missingField"), ("/undo", "{\"sequence\":7,\"record\":99999}", "noSuchRecord"),
                ("/undo", "{\"sequence\":0}", "badField"), ("/redo", "{\"sequence\":7,\"record\":1}", "unknownField"),
                ("/undo", "{\"sequence\":7,\"device\":\"\(home.notes[0].text)\"}", "notYourDevice"),
                ("/things/\(home.card.text)/restore", "{\"sequence\":7}", "missingField"),
                ("/things/\(home.card.text)/restore", "{\"sequence\":7,\"record\":1}", "notThereYet"),
            ] {
                let answer = try await premises.ask(.post, home.path + path, body, as: secret)
                #expect(answer.problem == problem, "\(path) \(body)")
            }
        }
    }

    @Test func `nobody takes back what they may not do`() async throws {
        try await Premises.open { premises in
            let home = try await ReadingOverHTTP.furnish(premises)
            let given = try GivingCommands.results(
                try await premises.ask(
                    .post, home.path + "/commands",
                    GivingCommands.batch([
                        .boards(.retitleBoard(home.board, to: Name(recorded: "Hut"))), .notes(.pinNote(home.notes[0])),
                        .studio(.giveConsent(.stories, home.child)), .studio(.turnRemindersOff),
                        .studio(.renameChild(home.child, to: Name(recorded: "Ada L"))),
                    ]), as: home.anna.secret))
            let records = try given.results.map { try #require($0.last) }
            func answers(_ secret: String) async throws -> [String] {
                var names: [String] = []
                for (index, record) in records.enumerated() {
                    let answer = try await premises.ask(
                        .post, home.path + "/undo", "{\"sequence\":\(index + 1),\"record\":\(record)}", as: secret)
                    names.append(answer.problem ?? "yes")
                }
                return names
            }
            for (name, role, reach, expected) in [
                ("viewer", Role.viewer, MemberReach.everything,
                    ["ownersOnly", "roleTooLow", "roleTooLow", "roleTooLow", "roleTooLow"]),
                ("editorOfAda", .editor, .children([home.child.entity]),
                    ["ownersOnly", "outOfReach", "yes", "outOfReach", "yes"]),
            ] {
                let member = try await premises.visitor(name)
                try await premises.keeps(
                    .addMember(home.id, member.user, role: role, reach: reach), as: home.author)
                #expect(try await answers(member.secret) == expected, "\(name)")
            }
            // Taking a withdrawal of consent back is giving it: the owners' alone.
            let editor = try await premises.visitor("editor")
            try await premises.keeps(
                .addMember(home.id, editor.user, role: .editor, reach: .everything), as: home.author)
            let again = try await premises.ask(
                .post, home.path + "/undo", "{\"sequence\":1,\"record\":\(given.last + 1)}", as: editor.secret)
            #expect(again.problem == "ownersOnly")
            // Nor is a board brought back by whoever may not see boards.
            let restored = try await premises.ask(
                .post, home.path + "/things/\(home.board.text)/restore", "{\"sequence\":2,\"record\":\(records[0] - 1)}",
                as: editor.secret)
            #expect(restored.problem == "ownersOnly")
        }
    }
}
