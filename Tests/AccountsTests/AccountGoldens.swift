import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("What the journal and the reader will find of accounts")
struct AccountGoldens {
    @Test(arguments: AccountEvent.oneOfEach)
    func `every event keeps its bytes`(event: AccountEvent) throws {
        let (subject, payload) = event.encoded()
        try expectGolden(hexText(payload) + "\n", "bytes/\(event.tag).hex")
        #expect(try AccountEvent(tag: event.tag, subject: subject, payload: payload.span.bytes) == event)
    }

    @Test func `oneOfEach forgets none`() {
        #expect(AccountEvent.oneOfEach.map(\.tag) == AccountEvent.Tag.allCases)
        #expect(AccountEvent.Tag.allCases.allSatisfy { $0.rawValue < 256 })
    }

    @Test func `every event keeps its JSON and its story`() throws {
        var lines = ""
        var view = AccountProjection.empty
        for fact in Fixture.recorded(AccountEvent.oneOfEach) {
            let before = view
            AccountProjection.project(fact, into: &view)
            let summary = AccountHistory.summary(
                of: fact.event, before: before, after: view, name: view.model.name(of:))
            lines += "\(AccountEvent.kindName(of: fact.event.tag))\n  \(fact.event.json)\n  \(summary)\n"
        }
        try expectGolden(lines, "events.txt")
    }

    @Test func `a family's accounts read as they always have`() throws {
        let view = Fixture.view(of: Year.history)
        try expectGolden(try #require(view.account(.anna, name: Fixture.name(of:))).text, "account.txt")
        try expectGolden(try #require(view.members(of: .home, name: Fixture.name(of:))).text, "members.txt")
        try expectGolden(view.accounts().text, "accounts.txt")
        try expectGolden(view.shareLinks(in: .home, name: Fixture.name(of:)).text, "share-links.txt")
        try expectGolden(
            view.webhooks(of: .home, name: Fixture.name(of:), kind: { "kind \($0)" }).text, "webhooks.txt")
    }

    @Test func `a family's accounts keep their JSON`() throws {
        let view = Fixture.view(of: Year.history)
        var json = JSONWriter()
        var pieces = ""
        view.writeCanonical(to: &json, name: Fixture.name(of:)) { json in
            pieces += json.text
            json.removeAll()
        }
        pieces += json.text
        try expectGolden(pieces + "\n", "canonical.json")
        var whole = JSONWriter()
        view.writeCanonical(to: &whole, name: Fixture.name(of:))
        #expect(whole.text == pieces, "written in pieces or at once, it is the same")
    }

    @Test func `what is not there is not read`() {
        let view = Fixture.view(of: Fixture.spec.given(.userWithdrawn(.dora), .workspaceWithdrawn(.home)).history)
        #expect(view.account(.dora, name: Fixture.name(of:)) == nil)
        #expect(view.account(.emil, name: Fixture.name(of:)) == nil)
        #expect(view.members(of: .home, name: Fixture.name(of:)) == nil)
        #expect(view.members(of: .shed, name: Fixture.name(of:)) == nil)
        #expect(view.shareLinks(in: .home, name: Fixture.name(of:)).links.isEmpty)
        #expect(view.shareLinks(in: .shed, name: Fixture.name(of:)).text == "Nothing is shared.\n")
        #expect(view.accounts().accounts.map(\.email) == ["Anna@Example.org", "ben@example.org", "cleo@example.org"])
        #expect(AccountProjection.empty.accounts().text == "No accounts yet.\n")
    }

    @Test func `no secret is in any reading, JSON or line of history`() throws {
        let view = Fixture.view(of: Year.history)
        var json = JSONWriter()
        view.writeCanonical(to: &json, name: Fixture.name(of:))
        var said = json.text
        for id in view.liveUsers { said += try #require(view.account(id, name: Fixture.name(of:))).text }
        said += try #require(view.members(of: .home, name: Fixture.name(of:))).text
        said += view.shareLinks(in: .home, name: Fixture.name(of:)).text
        var folded = AccountProjection.empty
        for fact in Fixture.recorded(Year.history + AccountEvent.oneOfEach) {
            let before = folded
            AccountProjection.project(fact, into: &folded)
            said += fact.event.json
            said += AccountHistory.summary(of: fact.event, before: before, after: folded, name: view.model.name(of:))
        }
        // Hashes of passwords, as text and in hexadecimal.
        for number in 0..<10 {
            #expect(!said.contains(Fixture.hash(number).text))
            #expect(!said.contains(hexText(Fixture.hash(number).bytes)))
        }
        #expect(!said.contains("$y$"))
        // Digests of secrets: eight digits are shown, never a ninth.
        for number in 0...UInt8.max {
            let digits = hexText(Fixture.secret(number).bytes)
            #expect(!said.contains(digits.prefix(10)))
        }
        #expect(said.contains("0101c0c0"))
        // Of the keys that webhooks sign with, no byte: the digits that tell one from another are not part of the key.
        for number in 0...UInt8.max {
            #expect(!said.contains(hexText(Fixture.signing(number).bytes).prefix(10)))
            #expect(!said.contains(hexText(Fixture.signing(number).key).prefix(8)))
        }
        #expect(said.contains("0a0ac0de"))
    }
}

/// A year with a bit of everything.
enum Year {
    static let history = Fixture.spec.signedIn.after([
        .choosePlan(.anna, .paid), .limitStorage(.anna, bytesMax: 50_000_000_000),
        .chooseTheme(.anna, Theme(.dark, accent: 0xFF8800)), .switchHumour(.anna, isOn: true),
        .switchWeeklySummary(.anna, isOn: true), .assignShortcut(.anna, action: "card.add", keys: "N"),
        .assignShortcut(.anna, action: "board.add", keys: "Shift+N"), .choosePrimaryBoard(.anna, Fixture.id(80)),
        .chooseRetention(.anna, of: .trash, days: 30), .chooseRetention(.anna, of: .history, days: 1),
        .chooseZone(.anna, "Europe/Berlin"), .addDevice(.tablet, of: .anna, name: Fixture.name("Tablet 家")),
        .revokeDevice(.tablet), .revokeSession(.first), .subscribePush(.phone, Fixture.push(1)),
        .issueToken(
            .widget, of: .anna, name: Fixture.name("Kitchen widget"), secret: Fixture.secret(5), scopes: [.widget],
            at: Fixture.morning, expires: Fixture.nextMonth),
        .createWorkspace(.shed, owner: .anna, name: Fixture.name("Allotment")), .closeWorkspace(.shed),
        .sendInvitation(
            .letter, to: .home, role: .viewer, reach: .children([Fixture.mila, Fixture.jonas]),
            email: Fixture.email("dora@example.org"), secret: Fixture.secret(6), at: Fixture.morning,
            expires: Fixture.nextMonth),
        .acceptInvitation(.letter, by: .dora, secret: Fixture.secret(6), at: Fixture.morning),
        .sendInvitation(
            .other, to: .home, role: .editor, reach: .everything, email: nil, secret: Fixture.secret(7),
            at: Fixture.morning, expires: Fixture.nextMonth),
        .makeShareLink(
            .picture, of: SharedThing(.artwork, Fixture.id(95)), in: .home, by: .anna, secret: Fixture.secret(8),
            password: Fixture.hash(8), isViewOnly: true, at: Fixture.morning, expires: Fixture.nextMonth, daysMax: 365),
        .makeShareLink(
            .drawing, of: SharedThing(.note, Fixture.id(96)), in: .home, by: .anna, secret: Fixture.secret(10),
            password: nil, isViewOnly: false, at: Fixture.morning, expires: Fixture.nextMonth, daysMax: 365),
        .revokeShareLink(.drawing),
        .removeMember(.home, .cleo), .nameUser(.dora, Fixture.name("Dóra")),
        .changePassword(.ben, to: Fixture.hash(9), keeping: nil),
        .addWebhook(.hook, to: .home, of: .anna, Fixture.target, secret: Fixture.signing(8), after: 7),
        .disableWebhook(.hook, attempts: 20),
        .addWebhook(
            .bell, to: .home, of: .anna, WebhookTarget(address: "http://127.0.0.1:9/", areas: [.boards], kinds: [0x0320]),
            secret: Fixture.signing(9), after: 0),
        .rotateWebhookSecret(.bell, to: Fixture.signing(10), formerUntil: Fixture.nextMonth), .pauseWebhook(.bell),
    ]).history
}
