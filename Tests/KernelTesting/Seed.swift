import Foundation
import Testing

/// The one number a randomised test depends on. It stands in the test's name, so that a failure names what to repeat.
package struct Seed: Hashable, Sendable, CustomTestStringConvertible {
    package var number: UInt64

    package init(_ number: UInt64) { self.number = number }

    package var testDescription: String { "seed \(number)" }

    /// The seeds of a generated test, always the same hundred; in a quick run every tenth of them.
    package static let hundred: [Seed] = isQuick ? every(10) : every(1)
    /// For what is slow: every tenth of the hundred; in a quick run the last alone.
    package static let ten: [Seed] = isQuick ? every(100) : every(10)

    private static func every(_ step: UInt64) -> [Seed] {
        stride(from: step, through: 100, by: Int(step)).map { Seed($0) }
    }

    /// Between two edits: `DAYBOOK_QUICK=1`, as `Tools/test --quick` sets it.
    private static let isQuick = ProcessInfo.processInfo.environment["DAYBOOK_QUICK"] == "1"

    /// Chance that this seed determines wholly.
    package var chance: SplitMix64 { SplitMix64(seed: number) }
}

/// A small generator with good statistics whose whole state is one word.
///
/// - Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// A number below `bound`; 0 when `bound` is.
    package mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    /// True once in `count` times.
    package mutating func once(in count: Int) -> Bool { below(count) == 0 }

    /// One of `choices`; nil when there are none.
    package mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element?
    where Choices.Index == Int {
        choices.isEmpty ? nil : choices[choices.startIndex + below(choices.count)]
    }
}
