import KernelTesting
import Testing

@Suite("The page of rules")
struct TheRules {
    @Test func `names only tests that are there, and none of the rules' tests is left out`() throws {
        try RulesPage.expectHolds(
            for: "Accounts",
            besides: [
                "a family's accounts read as they always have", "a family's accounts keep their JSON",
                "what is not there is not read", "the names of refusals stay as they are",
            ])
    }
}
