import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Testing

@testable import Workspace

@Suite("Naming one thing")
struct NamingOneThing {
    /// A board with three cards, and two captures.
    private func desk() throws -> (Desk, cards: [CardID]) {
        var desk = Desk()
        let (_, column) = try desk.board("House")
        let cards = try ["Buy milk", "Buttermilk cake", "Call the dentist"].map { try desk.card($0, in: column) }
        for words in ["don't forget: dentist", "牛奶和面包"] {
            let item: ItemID = desk.id()
            _ = try desk.ask(.capture(.captureItem(item, content: words, captured: Instant(seconds: 1))))
        }
        return (desk, cards)
    }

    private func message(_ ref: String, _ kinds: [EntityKind], in desk: Desk) throws -> String {
        do throws(ReferenceFault) { return "\(try desk.view.resolve(ref, as: kinds))" } catch { return error.message }
    }

    @Test func `a part of a name names the one thing that has it, from the beginning of a word on, in any case`() throws {
        let (desk, cards) = try desk()
        #expect(try desk.view.resolve("milk", as: [.card]) == .card(cards[0]))
        #expect(try desk.view.resolve("BUTTER", as: [.card]) == .card(cards[1]))
        #expect(try desk.view.resolve("the den", as: [.card]) == .card(cards[2]))
        #expect(try desk.view.resolve("dentist", as: [.item]).kind == .item)
        #expect(try desk.view.resolve("面包", as: [.item]).kind == .item, "words without spaces have no beginnings")
        #expect(throws: ReferenceFault.self) { try desk.view.resolve("entist", as: [.card]) }
        #expect(throws: ReferenceFault.self) { try desk.view.resolve("a", as: [.card]) }
    }

    @Test func `a part that several things have is ambiguous, and a whole name is preferred`() throws {
        var (desk, cards) = try desk()
        #expect(try message("dentist", [.card, .item], in: desk).hasPrefix("\"dentist\" names 2 things: "))
        #expect(try message("bu", [.card], in: desk).contains("House/To Do/Buttermilk cake"))
        let column = try #require(desk.view.boards.model.cards[cards[0]]?.column)
        cards.append(try desk.card("Milk", in: column))
        #expect(try desk.view.resolve("milk", as: [.card]) == .card(cards[3]))
    }

    @Test func `nothing is erased, and nothing brought back, by a part of its name`() throws {
        var (desk, cards) = try desk()
        #expect(throws: ReferenceFault.self) { try desk.view.erasable("milk", .card) }
        #expect(try desk.view.erasable("buy milk", .card) == .card(cards[0]))
        _ = try desk.ask(.boards(.trashCard(cards[0])))
        #expect(throws: ReferenceFault.self) { try desk.view.resolve("milk", as: [.card], in: .trash) }
    }

    @Test func `a slash within a name may be escaped, and of two things with one path the one without is meant`() throws {
        var (desk, _) = try desk()
        let (folder, above, below): (FolderID, NoteID, NoteID) = (desk.id(), desk.id(), desk.id())
        for command in [
            NoteCommand.createFolder(folder, name: Name(recorded: "x"), in: nil),
            .createNote(above, title: Name(recorded: "x/y"), body: "", in: nil),
            .createNote(below, title: Name(recorded: "y"), body: "", in: folder),
        ] { _ = try desk.ask(.notes(command)) }
        #expect(try desk.view.resolve("x\\/y", as: [.note]) == .note(above))
        #expect(try desk.view.resolve("X\\/Y", as: [.note]) == .note(above))
        #expect(try desk.view.resolve("x/y", as: [.note]) == .note(below))
        let inside: NoteID = desk.id()
        _ = try desk.ask(.notes(.createNote(inside, title: Name(recorded: "TCP/IP"), body: "", in: folder)))
        for ref in ["x/TCP\\/IP", "TCP\\/IP", "tcp\\/ip", "x/TCP/IP", "TCP/IP"] {
            #expect(try desk.view.resolve(ref, as: [.note]) == .note(inside), "\(ref)")
        }
        #expect(try message("TCP/IQ", [.note], in: desk).contains("did you mean x/TCP\\/IP?"))
        #expect(throws: ReferenceFault.self) { try desk.view.resolve("x\\/TCP/IP", as: [.note]) }
    }

    @Test func `a slip of the finger is answered with what was meant`() throws {
        let (desk, _) = try desk()
        #expect(
            try message("Bui milk", [.card], in: desk)
                == "There is no card \"Bui milk\"; did you mean House/To Do/Buy milk? Else give its id, four or more digits "
                + "of its beginning, or its path.")
        #expect(try message("Buy mikl", [.card], in: desk).contains("did you mean House/To Do/Buy milk?"))
        #expect(try message("Cal the dentits", [.card], in: desk).contains("did you mean House/To Do/Call the dentist?"))
        #expect(try message("Hose", [.board], in: desk).contains("did you mean House?"))
        #expect(
            try message("Sell milk", [.card], in: desk)
                == "There is no card \"Sell milk\"; give its id, four or more digits of its beginning, or its path.")
    }
}
