import KernelTesting
import Testing

@Suite("The page of rules")
struct TheRules {
    @Test func `names only tests that are there, and none of the rules' tests is left out`() throws {
        try RulesPage.expectHolds(
            for: "Boards",
            besides: [
                "a morning on a board reads as it always has", "a morning on a board keeps its JSON",
                "what is not there is not read",
                "inserting and removing keeps the order that sorting gives",
                "a blank place, which only a foreign journal can hold, gives way",
                "the big list of naughty strings is kept to the byte, as title, description, item, tag and comment",
                "more tags than a card may have are not held against each other",
            ])
    }
}
