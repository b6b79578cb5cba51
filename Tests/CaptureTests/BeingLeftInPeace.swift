import Capture
import Kernel
import KernelTesting
import Testing

@Suite("Being left in peace")
struct BeingLeftInPeace {
    static let kinds = [PromptKind.organise, .uploadReminder, .milestone, .weeklySummary]
    let until = Fixture.moment(90)

    @Test(.shows("O-912"), arguments: kinds) func `every kind of prompt is put off, dismissed and allowed again`(
        kind: PromptKind
    ) {
        let start = Spec<CaptureDecider>.given()
        start.when(.snoozePrompt(kind, until: until)).then(.promptSnoozed(kind.id, kind, until: until))
        start.when(.dismissPrompt(kind)).then(.promptDismissed(kind.id, kind))
        start.when(.revivePrompt(kind)).thenNothing()
        let snoozed = start.given(.promptSnoozed(kind.id, kind, until: until))
        snoozed.when(.snoozePrompt(kind, until: until)).thenNothing()
        snoozed.when(.dismissPrompt(kind)).then(.promptDismissed(kind.id, kind))
        snoozed.when(.revivePrompt(kind)).then(.promptRevived(kind.id, kind))
    }

    @Test(.shows("O-912")) func `it is shown again after the moment, a dismissed one never`() {
        let snoozed = Fixture.view(of: [.promptSnoozed(PromptKind.organise.id, .organise, until: until)])
        #expect(!snoozed.mayPrompt(.organise, at: Fixture.moment(89)))
        #expect(snoozed.mayPrompt(.organise, at: until))
        #expect(snoozed.mayPrompt(.milestone, at: Fixture.moment(0)), "others are not meant")
        let dismissed = Fixture.view(of: [.promptDismissed(PromptKind.organise.id, .organise)])
        #expect(!dismissed.mayPrompt(.organise, at: Fixture.moment(1_000_000)))
        #expect(snoozed.snoozed(.organise) == until && snoozed.snoozed(.milestone) == nil)
        #expect(dismissed.snoozed(.organise) == nil)
    }

    @Test(.shows("O-912")) func `a rule that knows days alone asks on the day on which the moment is`() {
        let day = Fixture.day("2026-11-21")
        let next = Fixture.day("2026-11-22")
        let start = Spec<CaptureDecider>.given()
        let kind = PromptKind.uploadReminder
        #expect(start.state.mayPrompt(kind, on: day))
        let snoozed = start.given(.promptSnoozed(kind.id, kind, until: Fixture.moment(16 * 60)))
        #expect(!snoozed.state.mayPrompt(kind, on: day) && snoozed.state.mayPrompt(kind, on: next))
        let dismissed = start.given(.promptDismissed(kind.id, kind))
        #expect(!dismissed.state.mayPrompt(kind, on: next))
        #expect(dismissed.given(.promptRevived(kind.id, kind)).state.mayPrompt(kind, on: day))
    }

    @Test func `a kind is a word of letters, digits and dashes, with the same identifier on every device`() {
        let wrong = PromptKind(recorded: "Überzahl")
        for command: CaptureCommand in [.dismissPrompt(wrong), .snoozePrompt(wrong, until: until), .revivePrompt(wrong)] {
            Spec<CaptureDecider>.given().when(command).thenRefused(.badPrompt("Überzahl"))
        }
        #expect(PromptKind("") == nil && PromptKind(String(repeating: "x", count: 65)) == nil)
        #expect(PromptKind("weekly-summary") == .weeklySummary)
        #expect(PromptKind.organise.id.text == "cdef96ba-4de0-83e9-8659-90b32e853559")
        #expect(Set(Self.kinds.map(\.id)).count == Self.kinds.count)
    }
}
