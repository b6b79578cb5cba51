import Accounts
import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Runtime
import Testing

/// A few people with accounts, in a household's data directory.
struct Neighbours {
    let house: WorkspaceFixture
    let anna: UserID
    let ben: UserID
    let home: WorkspaceID
    let phone: UserDeviceID
    /// The person who keeps the installation.
    var keeper: Author { house.anna }

    init(_ house: WorkspaceFixture) {
        self.house = house
        anna = house.id()
        ben = house.id()
        home = house.id()
        phone = house.id()
    }

    static let hash = PasswordHash("$y$j9T$saltsaltsaltsalt$hashhashhash")

    func email(_ name: String) -> Email { Email(recorded: name + "@example.org") }

    func register(_ user: UserID, _ name: String) -> AccountCommand {
        .registerUser(user, email: email(name), password: Self.hash, name: Name(good: name))
    }

    func open() async throws -> AccountsStore {
        try await AccountsStore.openOrCreate(in: house.data, runtime: house.runtime)
    }

    /// Anna and Ben, and a workspace of Anna's with Ben as an editor.
    func move(into book: AccountsStore) async throws {
        for commands: [AccountCommand] in [
            [register(anna, "Anna")], [register(ben, "Ben")],
            [.addDevice(phone, of: anna, name: Name(good: "Phone"))],
            [
                .createWorkspace(home, owner: anna, name: Name(good: "Home")),
                .addMember(home, ben, role: .editor, reach: .everything),
            ],
        ] { _ = try await book.perform(commands, by: .machine, as: keeper) }
    }

    func signIn(_ secret: FreshSecret, at book: AccountsStore) async throws -> Principal {
        let session: SessionID = house.id()
        let now = house.runtime.now()
        let expires = Instant(microseconds: now.microseconds + 3_600_000_000)
        let open = AccountCommand.openSession(
            session, of: anna, on: phone, secret: secret.digest, at: now, expires: expires)
        _ = try await book.perform([open], by: .machine, as: keeper)
        return .session(session)
    }
}

extension AccountsView {
    func everything(times: Bool = true) -> String {
        var json = JSONWriter()
        writeCanonical(to: &json, times: times, name: { self.name(of: $0) })
        return json.text
    }
}

@Suite("Keeping accounts")
struct KeepingAccounts {
    @Test func `accounts have a journal of their own, and opening it again gives the identical view`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        await #expect(throws: RuntimeFailure.noAccounts(path: house.data.path)) {
            try await AccountsStore.open(in: house.data, access: .reading)
        }
        #expect(!FileManager.default.fileExists(atPath: house.data.path))
        let book = try await people.open()
        try await people.move(into: book)
        let before = await book.view
        #expect(try book.replay() == before)
        #expect(try book.verify().ok)
        try await book.close()
        await #expect(throws: RuntimeFailure.closed(path: house.data.accounts.root)) {
            try await book.perform([people.register(house.id(), "x")], by: .machine, as: people.keeper)
        }
        let again = try await AccountsStore.open(
            in: house.data, access: .reading, runtime: house.runtime)
        #expect(await again.view == before)
        #expect(await again.state == before.state)
        await #expect(throws: RuntimeFailure.openedForReading(path: house.data.accounts.root)) {
            try await again.perform([people.register(house.id(), "x")], by: .machine, as: people.keeper)
        }
        try await again.close()
        #expect(try house.data.workspaceNames() == [])
    }

    @Test func `a command sent twice is decided once, also after opening again`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        var book = try await people.open()
        let first = try await book.perform(
            [people.register(people.anna, "Anna")], by: .machine, as: people.keeper, command: 7)
        guard case .done(let commit) = first else {
            Issue.record("not done: \(first)")
            return
        }
        _ = try await book.perform([people.register(people.ben, "Ben")], by: .machine, as: people.keeper, command: 9)
        for isAgain in [false, true] {
            if isAgain {
                try await book.close()
                book = try await people.open()
            }
            let other = people.register(house.id(), "Cleo")
            let again = try await book.perform([other], by: .machine, as: people.keeper, command: 7)
            guard case .alreadyDecided(let from, let to) = again else {
                Issue.record("decided again: \(again)")
                return
            }
            #expect(from == commit.first && to == commit.last)
            guard case .nothingToDo = try await book.perform([other], by: .machine, as: people.keeper, command: 8)
            else {
                Issue.record("a number that was passed over was decided")
                return
            }
            #expect(await book.nextCommand(of: people.keeper.device) == 10)
        }
        #expect(await book.lastSequence == 2)
        try await book.close()
    }

    @Test func `a commit is wholly there or not at all`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        await #expect(throws: AccountRefusal.emailTaken) {
            try await book.perform(
                [people.register(people.anna, "Anna"), people.register(people.ben, "anna")], by: .machine,
                as: people.keeper)
        }
        #expect(await book.lastSequence == 0)
        #expect(await book.view.accounts().accounts.isEmpty)
        try await book.close()
    }

    @Test func `every command passes the policy, against what the ones before it lead to`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let anna = try await people.signIn(FreshSecret(), at: book)
        let author = Author(actor: people.anna.as(Actor.self), device: people.phone.as(Device.self))
        _ = try await book.perform([.renameWorkspace(people.home, to: Name(good: "Us"))], by: anna, as: author)
        let before = await book.lastSequence
        await #expect(throws: AuthorizationError.localAdminOnly) {
            try await book.perform([.choosePlan(people.anna, .paid)], by: anna, as: author)
        }
        await #expect(throws: AuthorizationError.notYourAccount) {
            try await book.perform([.nameUser(people.ben, nil)], by: anna, as: author)
        }
        // She makes Ben an owner, steps down, and may then do nothing more in the same breath.
        await #expect(throws: AuthorizationError.ownersOnly) {
            try await book.perform(
                [
                    .changeRole(people.home, of: people.ben, to: .owner),
                    .changeRole(people.home, of: people.anna, to: .viewer), .closeWorkspace(people.home),
                ], by: anna, as: author)
        }
        #expect(await book.lastSequence == before)
        try await book.close()
    }

    @Test func `a secret is found by its digest until the session ends`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let secret = FreshSecret()
        let anna = try await people.signIn(secret, at: book)
        let shown = FreshSecret.digest(of: secret.text)
        #expect(AuthorizationPolicy.principal(bearing: shown, given: await book.state, at: house.runtime.now()) == anna)
        _ = try await book.perform(
            [.signOutEverywhere(people.anna, keeping: nil)], by: anna,
            as: Author(actor: people.anna.as(Actor.self), device: people.phone.as(Device.self)))
        #expect(AuthorizationPolicy.principal(bearing: shown, given: await book.state, at: house.runtime.now()) == nil)
        #expect(FreshSecret().text != FreshSecret().text)
        #expect(secret.text.count == 64)
        try await book.close()
    }

    @Test func `after a failed sync it refuses to be written until its journal can be read again, and has what was answered`()
        async throws
    {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let disk = SimulatedDisk()
        let runtime = RuntimeEnvironment(disk: disk, now: house.runtime.now, chance: house.runtime.chance)
        let data = DataDirectory(path: "/disk", disk: disk)
        let book = try await AccountsStore.openOrCreate(in: data, runtime: runtime)
        _ = try await book.perform([people.register(people.anna, "Anna")], by: .machine, as: people.keeper)
        let durable = await book.view
        disk.script([DiskFault(.error(EIO), on: .fdatasync)])
        await #expect(throws: RuntimeFailure.self) {
            try await book.perform([people.register(people.ben, "Ben")], by: .machine, as: people.keeper)
        }
        // As long as the disk cannot be read either, nothing is written, and what was answered is still shown.
        disk.script([DiskFault(.error(EIO), on: .open, count: .max)])
        for _ in 0..<2 {
            await #expect(throws: RuntimeFailure.self) {
                try await book.perform([people.register(people.ben, "Ben")], by: .machine, as: people.keeper)
            }
        }
        disk.script([])
        // Several who ask at once are one reading.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["Cleo", "Dora", "Emil"] {
                group.addTask {
                    _ = try await book.perform(
                        [people.register(house.id(), name)], by: .machine, as: people.keeper)
                }
            }
            try await group.waitForAll()
        }
        #expect(await book.view.liveUsers.count >= 4)
        #expect(await book.state.model.existing(people.anna) != nil)
        #expect(try book.replay().everything() == (await book.view).everything())
        #expect(try book.view(at: .sequence(1)).everything() == durable.everything())
        try await book.close()
        disk.endProcess()
        let again = try await AccountsStore.open(in: data, access: .reading, runtime: runtime)
        #expect(await again.view.everything() == (await book.view).everything())
        try await again.close()
    }
}

@Suite("Looking back at accounts")
struct LookingBackAtAccounts {
    @Test func `views at a sequence number and at a time are those of then`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let then = await book.view
        let sequence = await book.lastSequence
        let time = house.runtime.now()
        _ = try await book.perform([.closeWorkspace(people.home)], by: .machine, as: people.keeper)
        #expect(try book.view(at: .sequence(sequence)) == then)
        #expect(try book.view(at: .time(time)) == then)
        #expect(throws: RuntimeFailure.noSuchRecord(99, last: sequence + 1)) { try book.view(at: .sequence(99)) }
        try await book.close()
    }

    @Test func `history and audit name who, what and when, and hold no secret`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let secret = FreshSecret()
        _ = try await people.signIn(secret, at: book)
        let names = await book.view
        let story = try book.history(of: people.home.entity, names: names)
        #expect(story.map(\.summary) == ["created the workspace \"Home\"", "made \"Ben\" an editor"])
        #expect(story.map(\.kind) == ["workspace created", "workspace member added"])
        #expect(throws: RuntimeFailure.noHistory(house.anna.actor.entity)) {
            try book.history(of: house.anna.actor.entity, names: names)
        }
        var rows: [AuditRow] = []
        try book.audit(AuditFilter(), names: names) { row in
            rows.append(row)
            return .next
        }
        #expect(rows.count == 6)
        let said = rows.map { $0.json + $0.csv }.joined()
        #expect(!said.contains(hexText(secret.digest.bytes)))
        #expect(said.contains(hexText(secret.digest.bytes.prefix(4)) + "…"))
        #expect(!said.contains(hexText(Neighbours.hash.bytes)))
        #expect(!said.contains("$y$"))
        var users: [String] = []
        try book.audit(AuditFilter(kind: "user"), names: names) { row in
            users.append(row.kind)
            return .next
        }
        #expect(users == ["user registered", "user registered"])
        var ofOne = 0
        try book.audit(AuditFilter(entities: [people.home.entity]), names: names) { _ in
            ofOne += 1
            return .next
        }
        #expect(ofOne == 2)
        try await book.close()
    }

    @Test func `what was done is undone and redone to the identical view, and what is final is refused`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let before = await book.view.everything(times: false)
        let commands: [AccountCommand] = [
            .choosePlan(people.anna, .paid), .chooseTheme(people.anna, Theme(.dark)),
            .changeRole(people.home, of: people.ben, to: .viewer), .renameWorkspace(people.home, to: Name(good: "Us")),
            .removeMember(people.home, people.ben),
        ]
        _ = try await book.perform(commands, by: .machine, as: people.keeper)
        let after = await book.view.everything(times: false)
        _ = try await book.undo(by: .machine, as: people.keeper)
        #expect(await book.view.everything(times: false) == before)
        _ = try await book.redo(by: .machine, as: people.keeper)
        #expect(await book.view.everything(times: false) == after)
        _ = try await people.signIn(FreshSecret(), at: book)
        let last = await book.lastSequence
        await #expect(throws: AccountRefusal.final(.sessionOpening)) {
            try await book.undo(last, by: .machine, as: people.keeper)
        }
        #expect(await book.lastSequence == last)
        #expect(try book.replay() == (await book.view))
        try await book.close()
    }

    @Test func `undoing passes the policy too`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let anna = try await people.signIn(FreshSecret(), at: book)
        let author = Author(actor: people.anna.as(Actor.self), device: people.phone.as(Device.self))
        let plan = try await book.perform([.choosePlan(people.anna, .paid)], by: .machine, as: people.keeper)
        let theme = try await book.perform([.chooseTheme(people.anna, Theme(.dark))], by: anna, as: author)
        guard case .done(let chosen) = plan, case .done(let themed) = theme else {
            Issue.record("not done")
            return
        }
        await #expect(throws: AuthorizationError.localAdminOnly) { try await book.undo(chosen.first, by: anna, as: author) }
        _ = try await book.undo(themed.first, by: anna, as: author)
        #expect(await book.view.model.users[people.anna]?.preferences.theme == Theme(.system))
        try await book.close()
    }
}

@Suite("Passwords")
struct HashingPasswords {
    @Test func `a hash is memory-hard, salted, and right for its password alone`() throws {
        let hash = try Passwords.hash("correct horse battery staple")
        #expect(hash.text.hasPrefix("$y$"))
        #expect(hash.isWellFormed)
        #expect(Passwords.isRight("correct horse battery staple", for: hash))
        #expect(!Passwords.isRight("correct horse battery stapler", for: hash))
        #expect(!Passwords.isRight("", for: hash))
        #expect(try Passwords.hash("correct horse battery staple") != hash)
        #expect(!Passwords.isRight("x", for: PasswordHash("*0")))
    }

    @Test func `what would be cut is refused instead`() throws {
        let long = String(repeating: "ä", count: 255) + "b"
        #expect(long.utf8.count == Passwords.bytesMax)
        #expect(Passwords.isRight(long, for: try Passwords.hash(long)))
        #expect(throws: RuntimeFailure.self) { try Passwords.hash(long + "c") }
        #expect(throws: RuntimeFailure.self) { try Passwords.hash("") }
        #expect(throws: RuntimeFailure.self) { try Passwords.hash("a\0b") }
    }
}
