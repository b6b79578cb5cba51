import Capture
import Kernel
import KernelTesting
import Synchronization

@testable import Intelligence

/// Identifiers that ascend, the same in every run.
final class Minting: Sendable {
    private let last = Mutex<UInt64>(0)

    func next() -> EntityID {
        let number = last.withLock { last in
            last += 1
            return last
        }
        return EntityID(hi: 0x0193_4D2C_7A00_7000, lo: 0x8000_0000_0000_0000 | number)
    }
}

func item(_ number: UInt64) -> ItemID { ItemID(hi: 0x0193_4D2C_7A00_7000, lo: 0x9000_0000_0000_0000 | number) }

/// A question over captures, numbered from 1.
func question(_ contents: String..., answers: [OrganiseQuestion.Answer] = []) -> OrganiseQuestion {
    OrganiseQuestion(
        items: contents.enumerated().map { .init(id: item(UInt64($0.offset) + 1), content: $0.element) },
        answers: answers)
}
