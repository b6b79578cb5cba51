import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Celebrating a milestone")
struct Celebrating {
    let family = Fixture.spec
    let kind = MilestoneKind.custom(Fixture.name("First face"))
    var swum: Spec<StudioDecider> { family.given(.milestoneCelebrated(.swim, kind, of: .mia, on: Fixture.today)) }

    @Test(.shows("J-005"))
    func `a family celebrates what it likes, and renames, dates, hides and shows it`() {
        let celebrate = StudioCommand.celebrateMilestone(
            .swim, name: Fixture.name("First face"), of: .mia, on: Fixture.today)
        family.when(celebrate).then(.milestoneCelebrated(.swim, kind, of: .mia, on: Fixture.today))
        swum.when(.renameMilestone(.swim, to: Fixture.name("A face")))
            .then(.milestoneRenamed(.swim, name: Fixture.name("A face")))
        swum.when(.dateMilestone(.swim, Fixture.day("2026-11-20")))
            .then(.milestoneDated(.swim, Fixture.day("2026-11-20")))
        swum.when(.hideMilestone(.swim)).then(.milestoneHidden(.swim))
        let hidden = swum.given(.milestoneHidden(.swim))
        hidden.when(.showMilestone(.swim)).then(.milestoneShown(.swim))
        #expect(Fixture.view(of: hidden.history).milestones().milestones.isEmpty)
        #expect(Fixture.view(of: hidden.history).milestones(hidden: true).milestones.map(\.id) == [.swim])

        swum.when(celebrate).thenNothing()
        swum.when(.renameMilestone(.swim, to: Fixture.name("First face"))).thenNothing()
        swum.when(.dateMilestone(.swim, Fixture.today)).thenNothing()
        swum.when(.showMilestone(.swim)).thenNothing()
        hidden.when(.hideMilestone(.swim)).thenNothing()
    }

    @Test func `an unknown one, an unknown child and a name that is none are refused`() {
        for command: StudioCommand in [
            .hideMilestone(.swim), .showMilestone(.swim), .dateMilestone(.swim, Fixture.today),
        ] {
            family.when(command).thenRefused(.noSuchMilestone(.swim))
        }
        family.when(.celebrateMilestone(.swim, name: Fixture.name("x"), of: .lea, on: Fixture.today))
            .thenRefused(.noSuchChild(.lea))
        family.when(.celebrateMilestone(.swim, name: Fixture.name(""), of: .mia, on: Fixture.today))
            .thenRefused(.badName(.empty))
        let byRule = family.given(.milestoneCelebrated(.swim, .firstUpload, of: .mia, on: Fixture.today))
        byRule.when(.renameMilestone(.swim, to: Fixture.name("x"))).thenRefused(.milestoneNamedByRule(.swim))
        byRule.given(.milestoneWithdrawn(.swim))
            .when(.celebrateMilestone(.swim, name: Fixture.name("x"), of: .mia, on: Fixture.today))
            .thenRefused(.milestoneNamedByRule(.swim))
    }

    @Test func `one whose celebration was undone comes back as it is asked for now`() {
        swum.given(.milestoneWithdrawn(.swim))
            .when(.celebrateMilestone(.swim, name: Fixture.name("A face"), of: .mia, on: Fixture.day("2026-11-20")))
            .then(
                .milestoneRenamed(.swim, name: Fixture.name("A face")),
                .milestoneDated(.swim, Fixture.day("2026-11-20")), .milestoneReinstated(.swim))
    }
}

@Suite("Reminding the family")
struct Reminding {
    /// The last upload was on 21 November.
    let family = Fixture.spec

    @Test(.shows("J-208"), arguments: 0...20)
    func `a reminder comes after seven days without an upload, and then every seven days`(days: Int) {
        let today = day(days)
        let outcome = family.when(.remindOfUpload(today: today))
        if days >= 7 { outcome.then(.uploadReminded(.ours, on: today)) } else { outcome.thenNothing() }
        let reminded = family.given(.uploadReminded(.ours, on: day(7))).when(.remindOfUpload(today: today))
        if days >= 14 { reminded.then(.uploadReminded(.ours, on: today)) } else { reminded.thenNothing() }
    }

    @Test(.shows("J-208"))
    func `an upload starts the seven days anew, and who never uploaded is not reminded`() {
        var new = Fixture.artwork(7)
        new.uploaded = day(5)
        let uploaded = family.after([.uploadArtwork(.new, of: .ben, new)])
        uploaded.when(.remindOfUpload(today: day(8))).thenNothing()
        uploaded.when(.remindOfUpload(today: day(12))).then(.uploadReminded(.ours, on: day(12)))
        uploaded.given(.artworkWithdrawn(.new)).when(.remindOfUpload(today: day(8)))
            .then(.uploadReminded(.ours, on: day(8)))
        Spec<StudioDecider>.given(Array(family.history.prefix(2))).when(.remindOfUpload(today: day(400))).thenNothing()
    }

    @Test(.shows("J-208"))
    func `reminders are put off, turned off and turned on again`() {
        family.when(.snoozeReminders(until: day(30), today: Fixture.today)).then(
            .remindersSnoozed(.ours, until: day(30)))
        let snoozed = family.given(.remindersSnoozed(.ours, until: day(30)))
        snoozed.when(.remindOfUpload(today: day(29))).thenNothing()
        snoozed.when(.remindOfUpload(today: day(30))).then(.uploadReminded(.ours, on: day(30)))
        snoozed.when(.snoozeReminders(until: nil, today: Fixture.today)).then(.remindersSnoozed(.ours, until: nil))
        for days in [0, -1, 367] {
            family.when(.snoozeReminders(until: day(days), today: Fixture.today)).thenRefused(.badSnooze(day(days)))
        }
        family.when(.turnRemindersOff).then(.remindersTurnedOff(.ours))
        family.when(.turnRemindersOn).thenNothing()
        let off = family.given(.remindersTurnedOff(.ours))
        off.when(.turnRemindersOff).thenNothing()
        off.when(.remindOfUpload(today: day(99))).thenNothing()
        off.when(.turnRemindersOn).then(.remindersTurnedOn(.ours))
    }

    @Test(.shows("J-208"))
    func `what a reminder says is calm`() {
        let words = Fixture.view(of: family.given(.uploadReminded(.ours, on: day(9))).history).reminders().words
        #expect(
            words == "The last picture is from 9 days ago. Whenever you like, there is room for the next one.")
        for word in ["!", "must", "should", "miss", "forgot", "late"] { #expect(!words.contains(word)) }
    }

    private func day(_ days: Int) -> CalendarDay {
        CalendarDay(daysSinceEpoch: Fixture.today.daysSinceEpoch + days)
    }
}
