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

    @Test(.shows("P-203"))
    func `a card of which nobody says where begins on the primary board of the only account`() throws {
        try inScratch { daybook in
            func place(of title: String) throws -> String? {
                let words = try daybook.done("card", "add", title).text
                return words.firstMatch(of: /to ([A-Za-z]+)\/To Do\./).map { String($0.1) }
            }
            try daybook.done("add", "board", "House")
            let zoo = try #require(try daybook.done("add", "board", "Zoo", "--json").json()["entity"].text)
            #expect(try place(of: "One") == "House")
            try daybook.done("account", "add", "anna@example.org", input: "correct horse\n")
            #expect(try place(of: "Two") == "House")
            try daybook.done("account", "prefer", "anna@example.org", "--primary-board", zoo)
            #expect(try place(of: "Three") == "Zoo")
            #expect(try daybook.done("card", "add", "Four", "--to", "House/Done").text.contains("to House/Done."))
            // One that is in the trash is none.
            try daybook.done("delete", "board", "Zoo")
            #expect(try place(of: "Five") == "House")
            try daybook.done("restore", "board", "Zoo")
            #expect(try place(of: "Six") == "Zoo")
            // Of several people nobody knows who is at the terminal.
            try daybook.done("account", "add", "ben@example.org", input: "battery staple\n")
            #expect(try place(of: "Seven") == "House")
        }
    }
}
