import KernelTesting
import Testing

@Suite("The page of rules")
struct TheRules {
    @Test func `names only tests that are there, and none of the rules' tests is left out`() throws {
        try RulesPage.expectHolds(
            for: "Studio",
            besides: [
                "an autumn of a family reads as it always has", "an autumn of a family keeps its JSON",
                "what is not there is not read", "what was looked at last comes first among the recent ones",
                // Of the exporters, which borrow a simulation from here.
                "every event there is reads back from its JSON",
                "a family lived by chance reads the same, byte for byte, with its times",
                "every picture lies in its child's directory with its facts beside it",
                "a picture that is not what it was is left out, and said",
            ])
    }
}
