import Foundation
import Kernel
import Workspace

extension EntityID {
    /// Sixteen bytes, the first of the text first.
    var blob: Data {
        var data = Data(capacity: 16)
        for word in [hi, lo] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                data.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return data
    }

    init?(blob: Data) {
        guard blob.count == 16 else { return nil }
        var words: [UInt64] = [0, 0]
        for (index, byte) in blob.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        self.init(hi: words[0], lo: words[1])
    }
}

extension Referent {
    /// The thing of a row; nil for a kind that there is not.
    init?(kind word: String, _ entity: EntityID) {
        guard let kind = EntityKind.allCases.first(where: { $0.word == word }) else { return nil }
        self.init(kind, entity)
    }
}
