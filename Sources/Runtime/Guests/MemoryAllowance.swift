import Synchronization

/// The number of bytes that one holder may keep in memory, within the limit of all together.
package final class MemoryAllowance: Sendable {
    package let bytesMax: Int
    private let whole: MemoryAllowance?
    private let used = Mutex(0)

    /// - Parameter whole: what this is a part of; taken from as well.
    package init(bytesMax: Int, of whole: MemoryAllowance? = nil) {
        self.bytesMax = bytesMax
        self.whole = whole
    }

    package var usedBytes: Int { used.withLock { $0 } }

    /// Bytes that can still be taken.
    package var freeBytes: Int {
        let own = max(0, bytesMax - usedBytes)
        return whole.map { min(own, $0.freeBytes) } ?? own
    }

    /// Takes so many bytes; false, and nothing is taken, when there are not that many.
    func take(_ byteCount: Int) -> Bool {
        let isRoom = used.withLock { used in
            guard byteCount <= bytesMax - used else { return false }
            used += byteCount
            return true
        }
        guard isRoom else { return false }
        if let whole, !whole.take(byteCount) {
            used.withLock { $0 -= byteCount }
            return false
        }
        return true
    }

    func giveBack(_ byteCount: Int) {
        used.withLock { $0 -= byteCount }
        whole?.giveBack(byteCount)
    }
}
