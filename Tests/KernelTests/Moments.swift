import Foundation
import Kernel
import KernelTesting
import Testing

@Suite("Moments and identifiers in text")
struct Moments {
    @Test(arguments: Seed.hundred) func `agree with Foundation on every day`(seed: Seed) throws {
        var chance = seed.chance
        let formatter = ISO8601DateFormatter()
        for _ in 0..<20 {
            let seconds = Int64(chance.below(8_000_000_000)) - 2_000_000_000
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(Instant(seconds: seconds).keyText == text)
            #expect(Instant(text: text) == Instant(seconds: seconds))
        }
    }

    @Test func `keep a fraction and honour an offset`() {
        #expect(Instant(microseconds: -1).text == "1969-12-31T23:59:59.999999Z")
        #expect(Instant(text: "2024-02-29T10:00:00.25+02:00")?.text == "2024-02-29T08:00:00.250000Z")
        #expect(Instant(text: "2024-02-29T10:00:00.25+02:00")?.keyText == "2024-02-29T08:00:00.25Z")
        #expect(Instant(text: "2024-02-29")?.text == "2024-02-29T00:00:00.000000Z")
    }

    @Test func `the first and the last one have texts, and sums end there`() {
        #expect(Instant(microseconds: .max).text == "294247-01-10T04:00:54.775807Z")
        for first in [Instant(microseconds: .min), Instant(microseconds: .min + 1)] {
            #expect(first.text.hasSuffix("-12-21T19:59:05.\(first.microseconds == .min ? 224_192 : 224_193)Z"), "\(first.text)")
            #expect(first.keyText.hasSuffix("Z"))
            #expect(first.later(byMicroseconds: -2) == Instant(microseconds: .min))
        }
        #expect(Instant(microseconds: .max - 1).later(byMicroseconds: 2) == Instant(microseconds: .max))
        #expect(Instant.epoch.later(byMicroseconds: -5) == Instant(microseconds: -5))
    }

    /// W13: without its trailing zeros `…48.5Z` sorted behind `…48.500001Z`.
    @Test(arguments: Seed.hundred) func `have six digits of a second, and their texts sort as they do`(seed: Seed) throws {
        var chance = seed.chance
        let second = Int64(chance.below(8_000_000_000)) - 2_000_000_000
        let moments = (0..<40).map { _ in
            Instant(microseconds: second * 1_000_000 + Int64(chance.below(40)) * 50_000 + Int64(chance.below(2)))
        }
        for moment in moments {
            #expect(moment.text.utf8.count == 27)
            #expect(Instant(text: moment.text) == moment)
        }
        #expect(moments.sorted().map(\.text) == moments.map(\.text).sorted())
    }

    @Test(arguments: [
        "", "2023-02-29", "2024-13-01", "2024-01-01T25:00:00Z", "2024-01-01T10:00:00.Z", "yesterday",
        "2024-01-01T10:00:00+9",
    ])
    func `are refused when there is no such moment`(text: String) {
        #expect(Instant(text: text) == nil)
    }

    @Test func `identifiers read what they write and sort by their time`() throws {
        let early = EntityID.minted(at: Instant(seconds: 1_700_000_000), chance: (1, 2))
        let late = EntityID.minted(at: Instant(seconds: 1_700_000_001), chance: (0, 0))
        #expect(early < late)
        #expect(EntityID(text: early.text) == early)
        #expect(early.text == UUID(uuidString: early.text)?.uuidString.lowercased())
        #expect(EntityID(text: "not an identifier") == nil)
        #expect(EntityID(text: early.text + "0") == nil)
        let version = Array(early.text.utf8)[14]
        #expect(version == UInt8(ascii: "7"))
    }
}
