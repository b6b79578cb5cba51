import Foundation
import KernelTesting
import Testing

@Suite("Cards in one line, for shortcuts and scripts")
struct CardsInOneLine {
    @Test(.shows("P-209"))
    func `a card is added as one says it, moved, and found by its tag, without a service or a browser`() throws {
        try inScratch { daybook in
            #expect(try daybook("card", "add", "Call school").status == 2)
            try daybook.done("add", "board", "House")
            try daybook.done("add", "column", "Later", "--board", "House")
            let added = try daybook.done("card", "add", "Call school 2026-12-01 !high #family", "--json").json()
            let id = try #require(added["entity"].text)
            let card = try daybook.done("show", "card", id, "--json").json()
            #expect(card["title"].text == "Call school")
            #expect(try daybook.done("show", "card", id).text.contains("2026-12-01"))
            #expect(try daybook.done("show", "board", "House").text.contains("Call school"))
            let words = try daybook.done("card", "add", "Buy", "paint", "#family/home", "--to", "House/Done").text
            #expect(words.hasPrefix("Added the card Buy paint (#family/home) to House/Done."))
            try daybook.done("card", "move", "Call school", "--to", "Later")
            #expect(try daybook.done("card", "find", "--tag", "family", "--json").json()["found"].int == 2)
            let found = try daybook.done("card", "find", "--tag", "family/home").text
            #expect(found.contains("House/Done/Buy paint"))
            #expect(!found.contains("Call school"))
            #expect(try daybook("card", "find").status == 2)
            let open = try daybook.done("board", "open", "House", "--json").json()
            let board = try #require(open["board"].text)
            #expect(open["url"].text == "http://127.0.0.1:8080/b/\(board)")
            #expect(try daybook.done("board", "open", "House").text == "http://127.0.0.1:8080/b/\(board)\n")
            #expect(try daybook("board", "open", "Nowhere").status == 4)
            try daybook.done("undo")
            #expect(try daybook.done("show", "board", "House").text.contains("Call school"))
        }
    }
}
