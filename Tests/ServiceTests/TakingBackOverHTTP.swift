import Accounts
import Boards
import Capture
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Taking back over HTTP")
struct TakingBackOverHTTP {
    private func result(_ answer: ServiceFixture.Answer) throws -> CommandResult {
        try JSONFieldReader.read(CommandResult.self, from: Array(answer.text.utf8))
    }

    private func views(_ fixture: ServiceFixture, _ id: WorkspaceID) async throws -> String {
        let view = try await fixture.pool.using(id) { await $0.view }
        var json = JSONWriter()
        view.writeEverything(to: &json, times: false)
        return json.text
    }

    @Test func `M9: what would lead to nothing is asked about as what leads to something`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let viewer = try await fixture.visitor("ben")
            try await fixture.keeps(.addMember(home.id, viewer.user, role: .viewer, reach: .everything), as: home.author)
            let tokens = [try await fixture.token(of: home.anna, [.captures]), viewer.secret]
            let last = try await fixture.pool.using(home.id) { $0.journal.lastSequence }
            // The note is as it was then: nothing would come of any of these.
            let retitle = WorkspaceCommand.notes(.retitleNote(home.notes[0], to: Name(recorded: "Note 0")))
            let pin = WorkspaceCommand.notes(.unpinNote(home.notes[0]))
            for (index, secret) in (tokens + [home.anna.secret]).enumerated() {
                let isAllowed = index == tokens.count
                let restore = try await fixture.ask(
                    .post, home.path + "/things/\(home.notes[0].text)/restore", "{\"sequence\":1,\"record\":\(last)}",
                    as: secret)
                #expect(restore.status == (isAllowed ? 200 : 403), "\(restore.text)")
                let given = try await fixture.ask(
                    .post, home.path + "/commands", GivingCommands.batch([pin, retitle], from: 2), as: secret)
                let statuses = try GivingCommands.results(given).results.map(\.status)
                #expect(statuses == (isAllowed ? [200, 200] : [403, 403]), "\(given.text)")
            }
            #expect(try await fixture.pool.using(home.id) { $0.journal.lastSequence } == last)
        }
    }

    @Test(.shows("C-09"))
    func `what one did is undone and redone over HTTP, from another device too, and the views are identical`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let path = home.path
            let secret = home.anna.secret
            // The first command also names the person who gives it.
            try await fixture.ask(
                .post, path + "/commands", GivingCommands.batch([.notes(.pinNote(home.notes[0]))]), as: secret)
            let before = try await views(fixture, home.id)
            try await fixture.ask(
                .post, path + "/commands",
                GivingCommands.batch([.boards(.retitleCard(home.card, to: Name(recorded: "Sell paint")))], from: 2),
                as: secret)
            let after = try await views(fixture, home.id)
            #expect(before != after)

            let token = try await fixture.token(of: home.anna, [.everything])
            let undone = try await fixture.ask(.post, path + "/undo", "{\"sequence\":1}", as: token)
            #expect(undone.status == 200)
            #expect(try result(undone).events.map(\.kind) == ["card retitled"])
            #expect(try await views(fixture, home.id) == before)
            // Asked again with the same number, it is not undone once more.
            let again = try result(try await fixture.ask(.post, path + "/undo", "{\"sequence\":1}", as: token))
            #expect(again.isRepeated)
            #expect(again.first == (try result(undone)).first)
            #expect(try await views(fixture, home.id) == before)
            // W1: another deed under it is not taken for that one.
            for (deed, body) in [
                ("/redo", "{\"sequence\":1}"), ("/undo", "{\"sequence\":1,\"record\":1}"),
                ("/things/\(home.card.text)/restore", "{\"sequence\":1,\"record\":1}"),
            ] {
                let taken = try await fixture.ask(.post, path + deed, body, as: token)
                #expect(taken.status == 409 && taken.problem == "sequenceTaken" && taken.json["next"].int == 2, "\(deed)")
            }

            let redone = try await fixture.ask(.post, path + "/redo", "{\"sequence\":3}", as: secret)
            #expect(redone.status == 200)
            #expect(try await views(fixture, home.id) == after)
            let nothing = try await fixture.ask(.post, path + "/redo", "{\"sequence\":4}", as: secret)
            #expect(nothing.problem == "nothingToRedo")
        }
    }

    @Test(.shows("C-09"))
    func `commands that name one batch are undone as one, and what another device calls so is not among them`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (path, secret) = (home.path, home.anna.secret)
            let token = try await fixture.token(of: home.anna, [.everything])
            // The first command also names the person who gives it.
            for (secret, note) in zip([secret, token], home.notes) {
                try await fixture.ask(.post, path + "/commands", GivingCommands.batch([.notes(.pinNote(note))]), as: secret)
            }
            let batch: BatchID = fixture.pool.runtime.mint()
            func give(_ commands: [WorkspaceCommand], as secret: String) async throws -> [CommandResult] {
                let entries = commands.enumerated().map { index, command in
                    CommandEntry(
                        device: nil, sequence: UInt64(2 + index), base: nil, batch: batch, command: command)
                }
                let body = JSONFieldWriter.object(CommandBatch(commands: entries))
                let answer = try await fixture.ask(.post, path + "/commands", body, as: secret)
                return try GivingCommands.results(answer).results
            }
            func undone(_ sequence: Int, _ what: String = "undo") async throws -> CommandResult {
                try result(try await fixture.ask(.post, path + "/" + what, "{\"sequence\":\(sequence)}", as: secret))
            }
            let before = try await views(fixture, home.id)
            let commands: [WorkspaceCommand] = [
                .boards(.retitleCard(home.card, to: Name(recorded: "Sell paint"))),
                .boards(.retitleBoard(home.board, to: Name(recorded: "Flat"))), .capture(.starItem(home.items[0])),
            ]
            let given = try await give(commands, as: secret)
            #expect(given.map(\.outcome) == [.done, .done, .done])
            let between = try await views(fixture, home.id)
            #expect(try await give([.capture(.starItem(home.items[1]))], as: token).map(\.outcome) == [.done])
            let after = try await views(fixture, home.id)
            // Sent again it is answered again, and done once.
            #expect(try await give(commands, as: secret).allSatisfy { $0.isRepeated })
            #expect(try await views(fixture, home.id) == after)

            #expect(try await undone(5).events.count == 1)
            #expect(try await views(fixture, home.id) == between)
            #expect(try await undone(6).events.count == 3)
            #expect(try await views(fixture, home.id) == before)
            #expect(try await undone(7, "redo").events.count == 3)
            #expect(try await views(fixture, home.id) == between)
            // Any record of it stands for all.
            let record = try #require(given[1].first)
            let again = try result(
                try await fixture.ask(.post, path + "/undo", "{\"sequence\":8,\"record\":\(record)}", as: secret))
            #expect(again.events.count == 3)
            #expect(try await views(fixture, home.id) == before)
        }
    }

    @Test func `any record is undone by its number, once, and a thing is brought back to how it was`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let secret = home.anna.secret
            let titles = ["One", "Two", "Three"]
            let given = try GivingCommands.results(
                try await fixture.ask(
                    .post, home.path + "/commands",
                    GivingCommands.batch(
                        titles.map { .boards(.retitleCard(home.card, to: Name(recorded: $0))) }), as: secret))
            let records = given.results.compactMap(\.first)
            func title() async throws -> String? {
                try await fixture.get(home.path + "/cards/\(home.card.text)", as: secret).json["title"].string
            }
            let restored = try await fixture.ask(
                .post, home.path + "/things/\(home.card.text)/restore", "{\"sequence\":4,\"record\":\(records[0])}",
                as: secret)
            #expect(restored.status == 200)
            #expect(try await title() == "One")
            let undone = try await fixture.ask(
                .post, home.path + "/undo", "{\"sequence\":5,\"record\":\(try result(restored).first ?? 0)}", as: secret)
            #expect(undone.status == 200)
            #expect(try await title() == "Three")
            let twice = try await fixture.ask(
                .post, home.path + "/undo", "{\"sequence\":6,\"record\":\(try result(restored).first ?? 0)}", as: secret)
            #expect(twice.problem == "alreadyUndone")
            for (path, body, problem) in [
                ("/undo", "{}", "missingField"), ("/undo", "{\"sequence\":7,\"record\":99999}", "noSuchRecord"),
                ("/undo", "{\"sequence\":0}", "badField"), ("/redo", "{\"sequence\":7,\"record\":1}", "unknownField"),
                ("/undo", "{\"sequence\":7,\"device\":\"\(home.notes[0].text)\"}", "notYourDevice"),
                ("/things/\(home.card.text)/restore", "{\"sequence\":7}", "missingField"),
                ("/things/\(home.card.text)/restore", "{\"sequence\":7,\"record\":1}", "notThereYet"),
            ] {
                let answer = try await fixture.ask(.post, home.path + path, body, as: secret)
                #expect(answer.problem == problem, "\(path) \(body)")
            }
        }
    }

    @Test func `nobody takes back what they may not do`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let given = try GivingCommands.results(
                try await fixture.ask(
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
                    let answer = try await fixture.ask(
                        .post, home.path + "/undo", "{\"sequence\":\(index + 1),\"record\":\(record)}", as: secret)
                    names.append(answer.problem ?? "yes")
                }
                return names
            }
            for (name, role, reach, expected) in [
                (
                    "viewer", Role.viewer, MemberReach.everything,
                    ["ownersOnly", "roleTooLow", "roleTooLow", "roleTooLow", "roleTooLow"]
                ),
                (
                    "editorOfAda", .editor, .children([home.child.entity]),
                    ["ownersOnly", "outOfReach", "yes", "outOfReach", "yes"]
                ),
            ] {
                let member = try await fixture.visitor(name)
                try await fixture.keeps(
                    .addMember(home.id, member.user, role: role, reach: reach), as: home.author)
                #expect(try await answers(member.secret) == expected, "\(name)")
            }
            // Taking a withdrawal of consent back is giving it: the owners' alone.
            let editor = try await fixture.visitor("editor")
            try await fixture.keeps(
                .addMember(home.id, editor.user, role: .editor, reach: .everything), as: home.author)
            let again = try await fixture.ask(
                .post, home.path + "/undo", "{\"sequence\":1,\"record\":\(given.last + 1)}", as: editor.secret)
            #expect(again.problem == "ownersOnly")
            // Nor is a board brought back by anyone who may not see boards.
            let restored = try await fixture.ask(
                .post, home.path + "/things/\(home.board.text)/restore", "{\"sequence\":2,\"record\":\(records[0] - 1)}",
                as: editor.secret)
            #expect(restored.problem == "ownersOnly")
        }
    }

    /// Somebody who may edit, or look at, some children or everything.
    private func member(
        _ name: String, _ role: Role, _ reach: MemberReach, of home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture
    ) async throws -> Visitor {
        let member = try await fixture.visitor(name)
        try await fixture.keeps(.addMember(home.id, member.user, role: role, reach: reach), as: home.author)
        return member
    }

    /// Each command with the record that it led to, given by the owner.
    private func records(
        _ commands: [WorkspaceCommand], by home: ReadingOverHTTP.Furnished, at fixture: ServiceFixture
    ) async throws -> [UInt64] {
        let answer = try await fixture.ask(
            .post, home.path + "/commands", GivingCommands.batch(commands), as: home.anna.secret)
        return try GivingCommands.results(answer).results.map { try #require($0.first, "\(answer.text)") }
    }

    @Test(.shows("J-203"))
    func `whoever may not see a thing learns nothing of it from what cannot be taken or brought back`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let column = runtime.mint(ColumnID.self)
            let plan = runtime.mint(CollectionID.self)
            let ben = runtime.mint(ChildID.self)
            let today = try #require(CalendarDay(text: "2026-11-22"))
            let records = try await records(
                [
                    .boards(.addColumn(column, to: home.board, name: Name(recorded: "Bank accounts"), above: nil)),
                    .boards(
                        .addCard(
                            runtime.mint(), to: column, title: Name(recorded: "Joint one"), description: "",
                            above: nil)),
                    .capture(.createCollection(plan, name: Name(recorded: "Presents"), isStructured: true)),
                    .capture(.addToCollection(plan, home.items[0], under: nil, above: nil)),
                    .studio(
                        .addChild(ben, name: Name(recorded: "Ben"), birth: nil, age: 5, avatar: .none, today: today)),
                    .studio(.renameChild(ben, to: Name(recorded: "Benedikt"))),
                ], by: home, at: fixture)
            // A change that was taken back already says so to anyone who may see it.
            let taken = try await fixture.ask(
                .post, home.path + "/undo", "{\"sequence\":7,\"record\":\(records[3])}", as: home.anna.secret)
            #expect(taken.status == 200)
            let viewer = try await member("viewer", .viewer, .children([home.child.entity]), of: home, at: fixture)
            let widget = try await fixture.token(of: home.anna, [.widget])
            var number = 0
            func answer(_ path: String, _ record: UInt64, _ secret: String) async throws -> String? {
                number += 1
                let body = "{\"sequence\":\(number),\"record\":\(record)}"
                return try await fixture.ask(.post, home.path + path, body, as: secret).problem
            }
            var undone: [String?] = []
            for record in records { undone.append(try await answer("/undo", record, viewer.secret)) }
            #expect(undone == ["ownersOnly", "ownersOnly", "ownersOnly", "ownersOnly", "outOfReach", "outOfReach"])
            for record in records[2...] {
                #expect(try await answer("/undo", record, widget) == "scopeTooNarrow")
            }
            // Whether it was there by then, and whether anything changed since, is not told either.
            for record in [1, records[5]] {
                for (thing, problem) in [
                    (home.board.entity, "ownersOnly"), (plan.entity, "ownersOnly"), (ben.entity, "outOfReach"),
                ] {
                    #expect(try await answer("/things/\(thing.text)/restore", record, viewer.secret) == problem)
                }
            }
            let nothing = runtime.mint(NoteID.self)
            // What they may see and not change is refused for that, whatever was there by then (M9).
            for (thing, problem) in [(home.child.entity, "roleTooLow"), (nothing.entity, "notThereYet")] {
                #expect(try await answer("/things/\(thing.text)/restore", 1, viewer.secret) == problem)
            }
        }
    }

    @Test(.shows("J-310"))
    func `only an owner takes back that a consent was withdrawn, whoever withdrew it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let editor = try await member("editor", .editor, .everything, of: home, at: fixture)
            // Agreed to for all children, and not for this one: leaving that open again would be agreeing.
            let records = try await records(
                [.studio(.giveConsent(.stories, nil)), .studio(.withdrawConsent(.stories, home.child))], by: home,
                at: fixture)
            func isAgreed() async throws -> Bool {
                let family = try await fixture.pool.using(home.id) { await $0.view.studio.model }
                return family.allows(.stories, for: home.child)
            }
            func undo(_ number: Int, _ record: UInt64?, _ secret: String) async throws -> ServiceFixture.Answer {
                let place = record.map { ",\"record\":\($0)" } ?? ""
                return try await fixture.ask(.post, home.path + "/undo", "{\"sequence\":\(number)\(place)}", as: secret)
            }
            #expect(try await undo(1, records[1], editor.secret).problem == "ownersOnly")
            #expect(try await isAgreed() == false)
            #expect(try await undo(3, records[1], home.anna.secret).status == 200)
            #expect(try await isAgreed())
            let withdrawing = GivingCommands.batch([.studio(.withdrawConsent(.stories, home.child))], from: 2)
            let withdrawn = try await fixture.ask(.post, home.path + "/commands", withdrawing, as: editor.secret)
            #expect(try GivingCommands.results(withdrawn).results.map(\.outcome) == [.done])
            #expect(try await undo(3, nil, editor.secret).problem == "ownersOnly")
            #expect(try await isAgreed() == false)
        }
    }

    @Test func `what somebody or their device is called is taken back by themselves or by an owner`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let editor = try await member("editor", .editor, .everything, of: home, at: fixture)
            func naming(_ user: UserID, _ name: String) -> WorkspaceCommand {
                .registry(.nameActor(user.as(Actor.self), Name(recorded: name)))
            }
            let annas = try await records([naming(home.anna.user, "Anna")], by: home, at: fixture)
            let answer = try await fixture.ask(
                .post, home.path + "/commands", GivingCommands.batch([naming(editor.user, "Ed")]), as: editor.secret)
            let eds = try #require(try GivingCommands.results(answer).results[0].first, "\(answer.text)")
            func names() async throws -> [String?] {
                let registry = try await fixture.pool.using(home.id) { await $0.view.registry }
                return [home.anna.user, editor.user].map { registry.actors[$0.as(Actor.self)]?.text }
            }
            func undo(_ number: Int, _ record: UInt64, _ secret: String) async throws -> String? {
                let body = "{\"sequence\":\(number),\"record\":\(record)}"
                return try await fixture.ask(.post, home.path + "/undo", body, as: secret).problem
            }
            // What the service said of the owner's device stands just before the owner's first command.
            for record in [annas[0], annas[0] - 1] { #expect(try await undo(2, record, editor.secret) == "ownersOnly") }
            #expect(try await names() == ["Anna", "Ed"])
            #expect(try await undo(3, eds, editor.secret) == nil)
            #expect(try await names() == ["Anna", nil])
            #expect(try await undo(2, annas[0], home.anna.secret) == nil)
            #expect(try await names() == [nil, nil])
        }
    }
}
