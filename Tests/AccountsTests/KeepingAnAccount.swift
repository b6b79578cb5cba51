import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Keeping an account")
struct KeepingAnAccount {
    let spec = Fixture.spec

    @Test func `it is registered with an address, a password's hash and a name or none`() {
        spec.when(.registerUser(.emil, email: Fixture.email("emil@example.org"), password: Fixture.hash(5), name: nil))
            .then(
                .userRegistered(.emil, email: Fixture.email("emil@example.org"), password: Fixture.hash(5), name: nil))
        spec.when(.registerUser(.anna, email: Fixture.email("x@y"), password: Fixture.hash(5), name: nil)).thenNothing()
    }

    @Test func `an address belongs to one account, whatever its case and composition, and the refusal does not say it`() {
        for text in ["anna@example.org", "ANNA@EXAMPLE.ORG"] {
            spec.when(.registerUser(.emil, email: Fixture.email(text), password: Fixture.hash(5), name: nil))
                .thenRefused(.emailTaken)
            spec.when(.changeEmail(.ben, to: Fixture.email(text))).thenRefused(.emailTaken)
        }
        let composed = spec.given(.userReaddressed(.ben, email: Fixture.email("zo\u{EB}@example.org")))
        composed.when(.changeEmail(.dora, to: Fixture.email("ZOE\u{308}@example.org"))).thenRefused(.emailTaken)
        #expect(!AccountRefusal.emailTaken.message.lowercased().contains("anna"))
    }

    @Test func `an address is changed, also to another spelling of itself, and is then free for others`() {
        spec.when(.changeEmail(.anna, to: Fixture.email("anna@example.org")))
            .then(.userReaddressed(.anna, email: Fixture.email("anna@example.org")))
        spec.when(.changeEmail(.anna, to: Fixture.email("Anna@Example.org"))).thenNothing()
        let moved = spec.given(.userReaddressed(.anna, email: Fixture.email("anna@new.org")))
        moved.when(.changeEmail(.ben, to: Fixture.email("anna@example.org")))
            .then(.userReaddressed(.ben, email: Fixture.email("anna@example.org")))
        spec.when(.changeEmail(.emil, to: Fixture.email("a@b"))).thenRefused(.noSuchUser(.emil))
    }

    @Test(arguments: ["", "anna", "@example.org", "anna@", "a b@example.org", "a@b@c", "a@b\u{7}"])
    func `what is no address is refused`(text: String) {
        #expect(throws: EmailFault.notAnAddress) { try Email(text) }
        spec.when(.changeEmail(.anna, to: Fixture.email(text))).thenRefused(.badEmail(.notAnAddress))
    }

    @Test func `an address is trimmed and has at most 254 bytes`() throws {
        #expect(try Email("  anna@example.org\n").text == "anna@example.org")
        #expect(throws: EmailFault.tooLong(bytes: 256)) { try Email(String(repeating: "a", count: 254) + "@b") }
    }

    @Test func `a name is given and taken away`() {
        spec.when(.nameUser(.cleo, Fixture.name("Cleo"))).then(.userNamed(.cleo, name: Fixture.name("Cleo")))
        spec.when(.nameUser(.anna, nil)).then(.userNamed(.anna, name: nil))
        spec.when(.nameUser(.cleo, nil)).thenNothing()
        spec.when(.nameUser(.anna, Name.blank)).thenRefused(.badName(.empty))
        spec.when(.nameUser(.emil, nil)).thenRefused(.noSuchUser(.emil))
    }

    @Test func `a new password ends every session but the one that asks`() {
        let spec = spec.signedIn
        spec.when(.changePassword(.anna, to: Fixture.hash(7), keeping: .second))
            .then(.passwordChanged(.anna, Fixture.hash(7)), .sessionRevoked(.first))
        spec.when(.changePassword(.anna, to: Fixture.hash(1), keeping: .second)).then(.sessionRevoked(.first))
        self.spec.when(.changePassword(.anna, to: Fixture.hash(1), keeping: nil)).thenNothing()
        spec.when(.changePassword(.emil, to: Fixture.hash(7), keeping: nil)).thenRefused(.noSuchUser(.emil))
    }

    @Test(arguments: [
        "", "hunter2", "$y$", "$y$j9T$short", "not$a$hash$at$all$not$a$hash", "$y$j9T$with space in it$hash",
    ])
    func `what is no hash of a password is refused, so that none is stored by mistake`(text: String) {
        spec.when(.changePassword(.anna, to: PasswordHash(text), keeping: nil)).thenRefused(.badPasswordHash)
        spec.when(.registerUser(.emil, email: Fixture.email("e@x"), password: PasswordHash(text), name: nil))
            .thenRefused(.badPasswordHash)
    }

    @Test func `registering again after it was undone brings it back as it is asked for now`() {
        let gone = spec.given(.userWithdrawn(.dora))
        gone.when(
            .registerUser(.dora, email: Fixture.email("d@example.org"), password: Fixture.hash(8), name: nil)
        ).then(
            .userReaddressed(.dora, email: Fixture.email("d@example.org")), .passwordChanged(.dora, Fixture.hash(8)),
            .userNamed(.dora, name: nil), .userReinstated(.dora))
        // What was undone holds no address.
        gone.when(.registerUser(.emil, email: Fixture.email("dora@example.org"), password: Fixture.hash(5), name: nil))
            .then(
                .userRegistered(.emil, email: Fixture.email("dora@example.org"), password: Fixture.hash(5), name: nil))
        gone.when(.nameUser(.dora, nil)).thenRefused(.noSuchUser(.dora))
    }
}

@Suite("What a plan entitles to")
struct WhatAPlanEntitlesTo {
    let spec = Fixture.spec

    @Test func `a plan is chosen`() {
        spec.when(.choosePlan(.anna, .paid)).then(.planChosen(.anna, .paid))
        spec.when(.choosePlan(.anna, .free)).thenNothing()
        spec.when(.choosePlan(.emil, .paid)).thenRefused(.noSuchUser(.emil))
    }

    @Test(.shows("O-406"))
    func `the paid plan has features before others`() {
        #expect(!Entitlements(plan: .free).has(.early))
        #expect(Entitlements(plan: .paid).has(.early))
        let paid = Fixture.view(of: spec.given(.planChosen(.anna, .paid)).history)
        #expect(paid.account(.anna, name: Fixture.name(of:))?.features == ["early access"])
    }

    @Test(.shows("O-406", "N-017", "O-006"))
    func `the policy lets the paid plan use early features, and says to others why not`() {
        let opened = spec.given(
            .sessionOpened(.first, of: .anna, on: .phone, secret: Fixture.secret(1), expires: Fixture.nextMonth))
        let session = Principal.session(.first)
        func may(_ who: Principal, _ spec: Spec<AccountDecider>) -> Permission {
            AuthorizationPolicy.decide(who, mayUse: .early, given: spec.state, at: Fixture.morning)
        }
        #expect(may(session, opened) == .refused(.notInPlan))
        let paid = opened.given(.planChosen(.anna, .paid))
        #expect(may(session, paid) == .allowed)
        #expect(may(session, paid.given(.planChosen(.anna, .free))) == .refused(.notInPlan))
        #expect(may(.machine, opened) == .allowed)
        #expect(may(.guest(Fixture.id(900)), paid) == .refused(.notForGuests))
        #expect(may(.session(Fixture.id(901)), paid) == .refused(.notSignedIn))
        #expect(may(.token(Fixture.id(902)), paid) == .refused(.notSignedIn))
        // What the account itself says of it: the record of what is entitled to, on both plans.
        for (plan, features, runs) in [(Plan.free, [], 30), (.paid, ["early access"], 1_000)] {
            let account = Fixture.view(of: opened.given(.planChosen(.anna, plan)).history)
                .account(.anna, name: Fixture.name(of:))
            #expect(account?.plan == plan && account?.features == features && account?.aiRunsPerMonthMax == runs)
            #expect(account?.text.contains("plan") == true)
        }
    }

    @Test(.shows("O-402", "O-403"), arguments: [Plan.free, .paid])
    func `captures and lists are counted on no plan`(plan: Plan) {
        let entitlements = Entitlements(plan: plan, storageBytesMax: 0)
        for what in [Metered.captures, .lists] {
            #expect(entitlements.hardMax(of: what) == nil)
            #expect(entitlements.softMax(of: what) == nil)
            #expect(entitlements.verdict(on: what, used: 1_000_000_000) == .allowed)
            #expect(entitlements.verdict(on: what, used: .max) == .allowed)
        }
    }

    @Test func `AI runs have a limit on the free plan, a warning on the paid one, and a hard limit on both`() {
        let free = Entitlements(plan: .free)
        #expect(free.verdict(on: .aiRunsPerMonth, used: 29) == .allowed)
        #expect(free.verdict(on: .aiRunsPerMonth, used: 30) == .refused(max: 30))
        let paid = Entitlements(plan: .paid)
        #expect(paid.verdict(on: .aiRunsPerMonth, used: 299) == .allowed)
        #expect(paid.verdict(on: .aiRunsPerMonth, used: 300) == .warned(past: 300))
        #expect(paid.verdict(on: .aiRunsPerMonth, used: 1000) == .refused(max: 1000))
        #expect(paid.verdict(on: .aiRunsPerMonth, used: .max) == .refused(max: 1000))
    }

    @Test(.shows("J-111"))
    func `storage has no limit unless the keeper sets one`() {
        #expect(spec.state.model.users[.anna]?.entitlements.hardMax(of: .storageBytes) == nil)
        spec.when(.limitStorage(.anna, bytesMax: 1000)).then(.storageLimited(.anna, bytesMax: 1000))
        spec.when(.limitStorage(.anna, bytesMax: nil)).thenNothing()
        spec.when(.limitStorage(.anna, bytesMax: -1)).thenRefused(.badPreference(.storage))
        spec.when(.limitStorage(.emil, bytesMax: 1)).thenRefused(.noSuchUser(.emil))
        let limited = Entitlements(plan: .paid, storageBytesMax: 1000)
        #expect(limited.verdict(on: .storageBytes, used: 900, adding: 100) == .allowed)
        #expect(limited.verdict(on: .storageBytes, used: 900, adding: 101) == .refused(max: 1000))
        #expect(limited.verdict(on: .storageBytes, used: 900, adding: .max) == .refused(max: 1000))
    }

    @Test func `an issuer speaks of an address in whatever ASCII case, and of no other letters that fold alike (L7)`() {
        let kate = Fixture.email("kate@example.org")
        #expect(kate.isSameMailbox(as: Fixture.email("KATE@Example.ORG")))
        #expect(kate.key == Fixture.email("\u{212A}ate@example.org").key, "they are one account to register")
        #expect(!kate.isSameMailbox(as: Fixture.email("\u{212A}ate@example.org")))
    }
}
