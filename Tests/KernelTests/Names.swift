import Kernel
import KernelTesting
import Testing

@Suite("A name", .shows("N-103.3"))
struct Names {
    @Test func `is trimmed and composed`() throws {
        #expect(try Name("  Cafe\u{301}\n").text.utf8.elementsEqual("Café".utf8))
    }

    @Test func `is refused when nothing is left of it`() {
        #expect(throws: NameFault.empty) { try Name(" \t\u{A0} ") }
    }

    @Test func `has at most 255 characters as people count them`() throws {
        let family = "👨‍👩‍👧"
        #expect(try Name(String(repeating: family, count: 110)).text.count == 110)
        #expect(try Name(String(repeating: "é", count: 255)).text.count == 255)
        #expect(throws: NameFault.tooLong(count: 256, max: 255, unit: .graphemes)) {
            try Name(String(repeating: "é", count: 256))
        }
        #expect(throws: NameFault.tooLong(count: 2500, max: 2048, unit: .bytes)) {
            try Name(String(repeating: family, count: 138) + String(repeating: "x", count: 16))
        }
    }

    @Test func `is one line`() {
        #expect(throws: NameFault.controlCharacter) { try Name("two\nlines") }
    }

    @Test func `clashes with itself in another case or composition`() throws {
        #expect(try Name("ÉTÉ").clashKey == Name(verbatim: "e\u{301}te\u{301}").clashKey)
        #expect(try Name("Ete").clashKey != Name("Été").clashKey)
    }

    @Test func `suggests the first number that is free`() throws {
        let taken = ["Plan", "Plan 2", "Plan 3"]
        #expect(try Name("Plan").firstFree { taken.contains($0.text) }.text == "Plan 4")
    }

    @Test func `from elsewhere keeps its bytes`() throws {
        #expect(try Name(verbatim: " e\u{301} ").text.utf8.elementsEqual(" e\u{301} ".utf8))
    }
}
