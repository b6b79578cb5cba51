import KernelTesting
import Testing

@Suite("The page of rules")
struct TheRules {
    @Test func `names only tests that are there, and none of the rules' tests is left out`() throws {
        try RulesPage.expectHolds(
            for: "Capture",
            besides: [
                "a week of captures reads as it always has", "a week of captures keeps its JSON",
                "what is not there is not read", "the logbook shows what is done, the last first",
                "what is open is read by the day to follow it up, from one day to another",
                "tags are read nested, with what is counted at each and below it",
                "what was looked at last is read first",
                // Of the exporters, which borrow a simulation from here.
                "every event there is reads back from its JSON",
                "captures made by chance read the same, byte for byte, with their times",
            ])
    }
}
