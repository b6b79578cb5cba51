import KernelTesting
import Testing

@Suite("The page of rules")
struct TheRules {
    @Test func `names only tests that are there, and none of the rules' tests is left out`() throws {
        try RulesPage.expectHolds(
            for: "Studio",
            besides: [])
    }
}
