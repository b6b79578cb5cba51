import Accounts
import Kernel
import KernelTesting
import Testing

/// Finding H5: work on lists and texts of a command, and on what a person has, must not grow with its square.
@Suite("The cost of the accounts' commands")
struct CostOfAccountCommands {
    /// Well above what linear work grows by (8) and n log n (10), well below what quadratic work does (64).
    private static let timesMax = 24.0

    /// One command by how long its list or text is.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (Int) -> AccountCommand

        init(_ name: String, _ make: @escaping @Sendable (Int) -> AccountCommand) {
            (testDescription, self.make) = (name, make)
        }
    }

    private static func children(_ count: Int) -> MemberReach {
        .children((0..<UInt64(count)).map { Fixture.id(1_000 + $0 * 7_919 % 100_003) })
    }

    private static func text(_ count: Int) -> String { String(repeating: "a@b.c/é ", count: count / 9) }
    private static func name(_ count: Int) -> Name { Name(recorded: text(count)) }

    private static let samples: [Sample] = [
        Sample("name") { .nameUser(.anna, name($0)) },
        Sample("address") { .changeEmail(.anna, to: Email(recorded: text($0))) },
        Sample("shortcut") { .assignShortcut(.anna, action: text($0), keys: text($0)) },
        Sample("zone") { .chooseZone(.anna, text($0)) },
        Sample("device") { .renameDevice(.phone, to: name($0)) },
        Sample("scopes") { count in
            .issueToken(
                .script, of: .anna, name: Fixture.name("A"), secret: Fixture.secret(40),
                scopes: Array(repeating: [.notes, .boards], count: count / 2).flatMap { $0 }, at: Fixture.morning,
                expires: nil)
        },
        Sample("reach") { .changeReach(.home, of: .cleo, to: children($0)) },
        Sample("new member") { .addMember(.home, .dora, role: .viewer, reach: children($0)) },
        Sample("invitation") {
            .sendInvitation(
                .letter, to: .home, role: .viewer, reach: children($0), email: Email(recorded: text($0)),
                secret: Fixture.secret(41), at: Fixture.morning, expires: Fixture.nextMonth)
        },
        Sample("webhook") { count in
            let target = WebhookTarget(
                address: "https://example.org/" + text(count), areas: Array(repeating: .notes, count: count),
                kinds: (0..<UInt64(count)).map { $0 * 7_919 % 100_003 })
            return .addWebhook(Fixture.id(500), to: .home, of: .anna, target, secret: Fixture.signing(1), after: 0)
        },
    ]

    @Test(arguments: samples) func `H5: a list or a text that is eight times as long costs about eight times as much`(
        sample: Sample
    ) throws {
        let state = Fixture.spec.state
        let times = try growth(from: 1_000, sample.make) { live($0, given: state) }
        #expect(times < Self.timesMax)
    }

    @Test func `H5: signing out of eight times as many sessions costs about eight times as much`() throws {
        func state(_ count: Int) -> AccountsState {
            var state = Fixture.spec.state
            for number in 0..<UInt64(count) {
                let digest = SecretDigest(bytes: (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 8))) })
                AccountDecider.evolve(
                    &state,
                    with: .sessionOpened(
                        Fixture.id(10_000 + number), of: .anna, on: .phone, secret: digest, expires: Fixture.nextMonth))
            }
            return state
        }
        let times = try growth(from: 100, state) { live(.signOutEverywhere(.anna, keeping: nil), given: $0) }
        #expect(times < Self.timesMax)
    }

    /// Decides, and lives with what it leads to; a refusal costs what it took to say no.
    private func live(_ command: AccountCommand, given state: AccountsState) {
        guard let events = try? AccountDecider.decide(command, given: state) else { return }
        var (state, view) = (state, AccountProjection.empty)
        for fact in Fixture.recorded(events) {
            AccountDecider.evolve(&state, with: fact.event)
            AccountProjection.project(fact, into: &view)
        }
    }
}
