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

@Suite("Giving commands over HTTP")
struct GivingCommands {
    /// `{"commands":[…]}` of commands with the numbers from `first` on.
    static func batch(_ commands: [WorkspaceCommand], from first: Int = 1, base: UInt64? = nil) -> String {
        let entries = commands.enumerated().map { index, command in
            CommandEntry(device: nil, sequence: UInt64(first + index), base: base, command: command)
        }
        return JSONFieldWriter.object(CommandBatch(commands: entries))
    }

    /// Reads an answer strictly: what its schema does not say would be an error.
    static func results(_ answer: ServiceFixture.Answer) throws -> CommandResults {
        try JSONFieldReader.read(CommandResults.self, from: Array(answer.text.utf8))
    }

    func give(
        _ fixture: ServiceFixture, _ home: ReadingOverHTTP.Furnished, _ body: String, as secret: String? = nil
    ) async throws -> ServiceFixture.Answer {
        try await fixture.ask(.post, home.path + "/commands", body, as: secret ?? home.anna.secret)
    }

    @Test func `each command has an outcome of its own, and a refused one keeps none from being done`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (board, note) = (fixture.pool.runtime.mint(BoardID.self), home.notes[0])
            let answer = try await give(
                fixture, home,
                Self.batch([
                    .notes(.pinNote(note)), .notes(.pinNote(note)),
                    .boards(.retitleBoard(board, to: Name(recorded: "Nowhere"))),
                    .boards(.retitleBoard(home.board, to: Name(recorded: "Home"))),
                ]))
            #expect(answer.status == 200)
            let results = try Self.results(answer)
            #expect(results.results.map(\.outcome) == [.done, .nothingToDo, .refused, .done])
            #expect(results.results.map(\.status) == [200, 200, 404, 200])
            #expect(results.results.map(\.sequence) == [1, 2, 3, 4])
            #expect(results.results[2].problem?.name == "boards.noSuchBoard")
            #expect(results.results[0].events.map(\.kind) == ["note pinned"])
            #expect(results.results[3].events.map(\.entity) == [home.board.entity])
            #expect(results.results[3].last == results.last)
            let seen = try await fixture.get(home.path + "/boards/\(home.board.text)", as: home.anna.secret)
            #expect(seen.json["title"].string == "Home")
            #expect(seen.headers[try #require(HTTPField.Name("Daybook-Sequence"))] == String(results.last))
        }
    }

    @Test(.shows("B-33"))
    func `a column is archived with its cards, which are refused by name until it is back`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let path = home.path + "/boards/\(home.board.text)"
            let before = try await fixture.get(path, as: home.anna.secret).json["columns"]
            let column = try #require(ColumnID(text: before.list[0]["id"].string ?? ""))
            let answer = try await give(
                fixture, home,
                Self.batch([.boards(.archiveColumn(column)), .boards(.prioritiseCard(home.card, .high))]))
            let results = try Self.results(answer)
            #expect(results.results.map(\.outcome) == [.done, .refused])
            #expect(results.results[0].events.map(\.kind) == ["column archived"])
            #expect(results.results[1].problem?.name == "boards.columnArchived")
            #expect(results.results[1].status == 409)
            let away = try await fixture.get(path, as: home.anna.secret).json["columns"]
            #expect(away.list.count == before.list.count - 1)
            let archive = try await fixture.get(path + "/archive", as: home.anna.secret).json["archivedColumns"]
            #expect(archive.list.map { $0["id"].string } == [column.text])
            #expect(archive.list[0]["cards"].list.map { $0["id"].string } == [home.card.text])
            let card = try await fixture.get(home.path + "/cards/\(home.card.text)", as: home.anna.secret)
            #expect(card.json["columnState"].string == "archived")
            let back = try await give(fixture, home, Self.batch([.boards(.unarchiveColumn(column))], from: 3))
            #expect(try Self.results(back).results.map(\.outcome) == [.done])
            let after = try await fixture.get(path, as: home.anna.secret).json["columns"]
            #expect(after.list.map { $0["id"].string } == before.list.map { $0["id"].string })
        }
    }

    @Test func `what is sent again is answered the same and done once, also after others wrote`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let mint = fixture.pool.runtime
            let (card, column) = (mint.mint(CardID.self), mint.mint(ColumnID.self))
            let body = Self.batch([
                .notes(.pinNote(home.notes[0])),
                .boards(
                    .addCard(
                        card, to: column, title: Name(recorded: "X"), description: "", above: nil)),
                .notes(.pinNote(home.notes[0])), .notes(.unpinNote(home.notes[0])), .notes(.trashNote(home.notes[1])),
            ])
            let first = try Self.results(try await give(fixture, home, body))
            #expect(first.results.map(\.outcome) == [.done, .refused, .nothingToDo, .done, .done])
            _ = try await fixture.pool.using(home.id) { [home] in
                try await $0.perform([.notes(.restoreNote(home.notes[1]))], as: home.author)
            }
            let again = try Self.results(try await give(fixture, home, body))
            #expect(again.last == first.last + 1)
            for (before, after) in zip(first.results, again.results) {
                var expected = before
                expected.isRepeated = before.outcome == .done
                #expect(after == expected)
            }
            let one = try Self.results(
                try await give(fixture, home, Self.batch([.notes(.unpinNote(home.notes[0]))], from: 4)))
            #expect(one.results[0].first == first.results[3].first)
            #expect(one.results[0].isRepeated)
        }
    }

    @Test func `the memory of what was refused may go; then a repeated one says that nothing was written`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let body = Self.batch([
                .notes(.pinNote(fixture.pool.runtime.mint())), .notes(.pinNote(home.notes[0])),
            ])
            #expect(try Self.results(try await give(fixture, home, body)).results[0].problem?.name == "notes.noSuchNote")
            try await fixture.pool.using(home.id) { await $0.forgetAnswers() }
            let again = try Self.results(try await give(fixture, home, body))
            #expect(again.results[0].problem?.name == "passedOver")
            #expect(again.results[1].isRepeated)
        }
    }

    @Test func `W1: a number that was used for another command is refused, and what comes behind it is done`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (first, second, mint) = (home.notes[0], home.notes[1], fixture.pool.runtime)
            let made =
                [
                    .notes(.pinNote(first)), .notes(.pinNote(mint.mint())), .notes(.pinNote(first)),
                    .capture(.captureItem(mint.mint(), content: "One", captured: .epoch)),
                ] as [WorkspaceCommand]
            let before = try Self.results(try await give(fixture, home, Self.batch(made)))
            #expect(before.results.map(\.outcome) == [.done, .refused, .nothingToDo, .done])
            let others =
                [
                    .notes(.unpinNote(first)), .notes(.pinNote(second)), .notes(.trashNote(second)),
                    .capture(.captureItem(mint.mint(), content: "One", captured: .epoch)), .notes(.pinNote(second)),
                ] as [WorkspaceCommand]
            let after = try Self.results(try await give(fixture, home, Self.batch(others)))
            #expect(after.results.map { $0.problem?.name } == Array(repeating: "sequenceTaken", count: 4) + [nil])
            #expect(after.results.map(\.status) == [409, 409, 409, 409, 200])
            #expect(after.results.prefix(4).allSatisfy { $0.problem?.next == 6 && $0.events.isEmpty && !$0.isRepeated })
            #expect(after.last == before.last + 1)
            let alone = try await give(fixture, home, Self.batch([.notes(.trashNote(first))], from: 4))
            #expect(alone.status == 409 && alone.problem == "sequenceTaken" && alone.json["next"].int == 6)
            let told = try await fixture.get(home.path + "/commands", as: home.anna.secret)
            #expect(told.json["next"].int == 6 && told.json["device"].string?.isEmpty == false)
            // The same commands are answered as they were, by then from the journal alone.
            try await fixture.pool.using(home.id) { await $0.forgetAnswers() }
            let again = try Self.results(try await give(fixture, home, Self.batch([made[0]])))
            #expect(again.results[0].isRepeated && again.results[0].first == before.results[0].first)
        }
    }

    @Test func `W1: each place that has a token numbers for itself, and only under that token`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let token = try await fixture.token(of: home.anna, [.everything])
            let session = try await fixture.get("/v1/session", as: token)
            let prefix = try #require(session.json["devices"].string)
            #expect(try await fixture.get("/v1/session", as: home.anna.secret).json["devices"].string == nil)
            let places = ["8000-000000000001", "bfff-ffffffffffff"].map { DeviceID(text: prefix + "-" + $0) }
            func give(_ command: WorkspaceCommand, from device: DeviceID?, as secret: String) async throws
                -> ServiceFixture.Answer
            {
                let entry = CommandEntry(device: device, sequence: 1, base: nil, command: command)
                return try await fixture.ask(
                    .post, home.path + "/commands", JSONFieldWriter.object(CommandBatch(commands: [entry])), as: secret)
            }
            for (place, note) in zip(places, home.notes) {
                let answer = try Self.results(try await give(.notes(.pinNote(note)), from: place, as: token))
                #expect(answer.results[0].outcome == .done && answer.results[0].device == place)
            }
            let strange = try #require(DeviceID(text: prefix + "-c000-000000000001"))
            let other = try await fixture.token(of: home.anna, [.everything])
            for (device, secret) in [(strange, token), (places[0], other), (places[0], home.anna.secret)] {
                let answer = try await give(.notes(.unpinNote(home.notes[0])), from: device, as: secret)
                #expect(answer.status == 403 && answer.problem == "notYourDevice")
            }
        }
    }

    @Test func `a text is replaced only by whoever says what they saw, and not over what others wrote since`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let item = home.items[0]
            let base = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let blind = try await give(fixture, home, Self.batch([.capture(.rewordItem(item, to: "Mine"))]))
            #expect(blind.status == 428)
            #expect(blind.problem == "baseRequired")
            // Refused before it was decided: its number may be used again.
            let seen = try await give(fixture, home, Self.batch([.capture(.rewordItem(item, to: "Mine"))], base: base))
            #expect(try Self.results(seen).results[0].outcome == .done)
            // What the device did itself is what its person sees.
            let own = try await give(
                fixture, home, Self.batch([.capture(.rewordItem(item, to: "Mine too"))], from: 2, base: base))
            #expect(try Self.results(own).results[0].outcome == .done)

            let mine = try #require(try Self.results(own).results[0].last)
            _ = try await fixture.pool.using(home.id) { [home] in
                for command in [CaptureCommand.rewordItem(item, to: "Theirs"), .starItem(home.items[1])] {
                    _ = try await $0.perform([.capture(command)], as: home.author)
                }
            }
            let late = try await give(
                fixture, home, Self.batch([.capture(.rewordItem(item, to: "Mine again"))], from: 3, base: mine))
            #expect(late.status == 409)
            #expect(late.problem == "stale")
            let problem = try JSONFieldReader.read(Problem.self, from: Array(late.text.utf8))
            #expect(problem.changes.map(\.sequence) == [mine + 1])
            #expect(problem.changes.map(\.entity) == [item.entity])
            #expect(problem.changes.first?.event.contains("Theirs") == true)
            // Others changed another part of it: that is not a conflict.
            let other = try await give(
                fixture, home,
                Self.batch([.capture(.rewordItem(home.items[1], to: "Fresh"))], from: 3, base: base + 1))
            #expect(try Self.results(other).results[0].outcome == .done)
            // The same from the journal alone, as after a restart.
            try await fixture.pool.using(home.id) { await $0.forgetReplaced() }
            let still = try await give(
                fixture, home, Self.batch([.capture(.rewordItem(item, to: "Mine again"))], from: 4, base: mine))
            #expect(still.problem == "stale")
            let future = try await give(
                fixture, home, Self.batch([.capture(.rewordItem(item, to: "?"))], from: 4, base: 9_999))
            #expect(future.problem == "unknownBase")
            // A title may be replaced blindly; a command that states a base is held to it.
            let title = try await give(
                fixture, home,
                Self.batch([.boards(.retitleBoard(home.board, to: Name(recorded: "A")))], from: 4))
            #expect(title.status == 200)
        }
    }

    @Test func `what only a server can know is put in or not taken from a client`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let mint = fixture.pool.runtime
            let (item, run) = (mint.mint(ItemID.self), mint.mint(RunID.self))
            let future = try #require(Instant(text: "2031-01-01T00:00:00Z"))
            let stranger = try await fixture.visitor("stranger")
            let answer = try await give(
                fixture, home,
                Self.batch([
                    .capture(.captureItem(item, content: "Tomorrow", captured: future)),
                    .capture(.forgetRunPayload(run)),
                    .registry(.nameActor(stranger.user.as(Actor.self), Name(recorded: "Me"))),
                    .registry(.nameDevice(home.author.device, Name(recorded: "Mine"))),
                    .registry(.recordSource(item.entity, source: "x", fingerprint: .blank, textRevision: 0)),
                    .studio(.remindOfUpload(today: try #require(CalendarDay(text: "2026-12-24")))),
                    .notes(
                        .attachFile(
                            mint.mint(), to: .note(home.notes[0]),
                            FileFacts(
                                name: Name(recorded: "a.txt"), mediaType: "text/plain", sizeBytes: 1,
                                digest: [UInt8](repeating: 7, count: 32)))),
                ]))
            let results = try Self.results(answer).results
            #expect(results[0].outcome == .done)
            #expect(
                results.dropFirst().map { $0.problem?.name } == [
                    "servicesOnly", "notYourAccount", "notYourAccount", "servicesOnly", "wrongDay", "fileNotKept",
                ])
            let seen = try await fixture.get(home.path + "/items/\(item.text)", as: home.anna.secret)
            #expect(seen.text.contains("Tomorrow") && !seen.text.contains("2031"))
        }
    }

    @Test(arguments: [false, true])
    func `a file is as large as its bytes are, whatever a command says`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let digest = try await fixture.pool.using(home.id) { workspace in
                try workspace.blobs.keep(Array("twelve bytes".utf8), for: .workspace)
            }
            let attaching = [1, 0, -1, 13, Int.max, 12].map { size in
                let file = FileFacts(
                    name: Name(recorded: "a.txt"), mediaType: "text/plain", sizeBytes: size, digest: digest.bytes)
                return WorkspaceCommand.notes(
                    .attachFile(fixture.pool.runtime.mint(), to: .note(home.notes[0]), file))
            }
            let answer = try await give(fixture, home, Self.batch(attaching))
            let results = try Self.results(answer).results
            #expect(results.map(\.outcome) == [.refused, .refused, .refused, .refused, .refused, .done])
            #expect(results.dropLast().allSatisfy { $0.problem?.name == "fileOfOtherSize" }, "\(answer.text)")
        }
    }

    @Test(.shows("J-203"), arguments: [false, true])
    func `a file is named by who sent it or sees what it hangs on, and to others it is not there`(
        isEncrypted: Bool
    ) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let ben = runtime.mint(ChildID.self)
            let bytes = Array("a drawing of Ben's".utf8)
            let digest = Digest(of: bytes)
            let today = try #require(CalendarDay(text: "2026-11-22"))
            let later = try #require(CalendarDay(text: "2026-11-24"))
            func upload(of child: ChildID, on day: CalendarDay) -> WorkspaceCommand {
                let file = FileFacts(
                    name: Name(recorded: "sun.png"), mediaType: "image/png", sizeBytes: bytes.count,
                    digest: digest.bytes)
                let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 10, heightPixels: 10)
                let new = NewArtwork(images: [image], uploaded: day)
                return .studio(.uploadArtwork(runtime.mint(), of: child, new, ifKnown: .kept))
            }
            let commands: [WorkspaceCommand] = [
                .studio(
                    .addChild(ben, name: Name(recorded: "Ben"), birth: nil, age: 5, avatar: .none, today: today)),
                upload(of: ben, on: today),
            ]
            _ = try await fixture.pool.using(home.id) { workspace in
                try workspace.blobs.keep(bytes, for: .child(ben))
                return try await workspace.perform(commands, as: home.author)
            }
            let editor = try await fixture.visitor("editor")
            try await fixture.keeps(
                .addMember(home.id, editor.user, role: .editor, reach: .children([home.child.entity])),
                as: home.author)
            let blob = home.path + "/blobs/" + digest.text
            func names(_ number: Int, on day: CalendarDay) async throws -> ServiceFixture.Answer {
                let batch = Self.batch([upload(of: home.child, on: day)], from: number)
                return try await give(fixture, home, batch, as: editor.secret)
            }
            let guessed = try await names(1, on: today)
            #expect(guessed.status == 409 && guessed.problem == "fileNotKept")
            #expect(try await fixture.get(blob, as: editor.secret).problem == "noSuchFile")

            // Who has the bytes may send them, and is answered as if they were new.
            let metadata = "child " + Data(home.child.text.utf8).base64EncodedString()
            let place = try await UploadingOverHTTP.begin(
                bytes.count, in: home, at: fixture, metadata: metadata, as: editor.secret)
            let sent = try await fixture.send(
                .patch, place, bytes: bytes, as: editor.secret, headers: UploadingOverHTTP.patch(at: 0))
            #expect(sent.status == 204, "\(sent.text)")
            let named = try await names(2, on: today)
            #expect(try Self.results(named).results.map(\.outcome) == [.done])
            #expect(try await fixture.get(blob, as: editor.secret).status == 200)
            // When the upload is forgotten it hangs on what they see.
            fixture.wait(seconds: 2 * 86_400)
            let again = try await names(3, on: later)
            #expect(try Self.results(again).results.map(\.outcome) == [.done])
        }
    }

    @Test func `nothing is made under the identifier of something else`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let editor = try await fixture.visitor("editor")
            try await fixture.keeps(
                .addMember(home.id, editor.user, role: .editor, reach: .everything), as: home.author)
            let note = WorkspaceCommand.notes(.createNote(home.child.as(Note.self), title: nil, body: "", in: nil))
            let answer = try await give(fixture, home, Self.batch([note]), as: editor.secret)
            #expect(answer.status == 409 && answer.problem == "across.identifierTaken")
            let free = WorkspaceCommand.notes(
                .createNote(fixture.pool.runtime.mint(), title: nil, body: "", in: nil))
            let batch = Self.batch([note, free], from: 2)
            let results = try Self.results(try await give(fixture, home, batch, as: editor.secret)).results
            #expect(results.map(\.outcome) == [.refused, .done])
        }
    }

    @Test(.shows("P-701"))
    func `role, scope and reach are asked about each command by itself`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let body = Self.batch([
                .notes(.pinNote(home.notes[0])), .boards(.pinBoard(home.board)), .capture(.starItem(home.items[0])),
                .studio(.renameChild(home.child, to: Name(recorded: "Ada L"))), .studio(.turnRemindersOff),
                .studio(.giveConsent(.stories, home.child)),
            ])
            func names(_ secret: String) async throws -> [String] {
                try Self.results(try await give(fixture, home, body, as: secret)).results.map {
                    $0.problem?.name ?? "yes"
                }
            }
            for (name, role, reach, expected) in [
                (
                    "viewer", Role.viewer, MemberReach.everything,
                    ["roleTooLow", "ownersOnly", "ownersOnly", "roleTooLow", "roleTooLow", "ownersOnly"]
                ),
                (
                    "editorOfAda", .editor, .children([home.child.entity]),
                    ["outOfReach", "ownersOnly", "ownersOnly", "yes", "outOfReach", "ownersOnly"]
                ),
                ("editor", .editor, .everything, ["yes", "ownersOnly", "ownersOnly", "yes", "yes", "ownersOnly"]),
            ] {
                let member = try await fixture.visitor(name)
                try await fixture.keeps(
                    .addMember(home.id, member.user, role: role, reach: reach), as: home.author)
                #expect(try await names(member.secret) == expected, "\(name)")
            }
            let token = try await fixture.token(of: home.anna, [.boards])
            #expect(
                try await names(token) == [
                    "scopeTooNarrow", "yes", "scopeTooNarrow", "scopeTooNarrow", "scopeTooNarrow", "notForTokens",
                ])
            let stranger = try await fixture.visitor("stranger")
            let refused = try await give(fixture, home, body, as: stranger.secret)
            #expect(refused.problem == "notAMember")
        }
    }

    @Test func `the devices of others number nothing, and one's own other device does`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let ben = try await fixture.visitor("ben")
            let model = await fixture.pool.book.state.model
            let (bens, annas) = (
                try #require(model.devices(of: ben.user).first), try #require(model.devices(of: home.anna.user).first)
            )
            let command = "{\"type\":\"notes.pinNote\",\"note\":\"\(home.notes[0].text)\"}"
            func entry(_ device: UserDeviceID) -> String {
                "{\"commands\":[{\"device\":\"\(device.text)\",\"sequence\":1,\"command\":\(command)}]}"
            }
            #expect(try await give(fixture, home, entry(bens)).problem == "notYourDevice")
            #expect(try await give(fixture, home, entry(annas)).status == 200)
            let history = try await fixture.get(
                home.path + "/things/\(home.notes[0].text)/history", as: home.anna.secret)
            #expect(history.json.list.last?["device"].string == "Phone")
        }
    }
}

extension WorkspaceActor {
    /// As after a restart of the service.
    func forgetAnswers() { answered = AnswerMemory() }
    func forgetReplaced() { replaced = OverwriteIndex(after: fold.sequence) }
}
