import Synchronization

/// The entity indexes of sealed segments that were asked for last: read and checked once, not for every question.
///
/// An index is 24 bytes for each entity of a segment; checking it is most of the work of finding one entity's records. It holds
/// identifiers and places, and nothing of what records say.
final class IndexCache: Sendable {
    /// Bytes that are kept at most, over all segments of a journal.
    static let byteCountMax = 32 << 20

    /// The message of an index, which never changes.
    final class Kept: @unchecked Sendable {
        let bytes: UnsafeRawBufferPointer

        init(copying message: UnsafeRawBufferPointer) {
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 16)
            room.copyMemory(from: message)
            bytes = UnsafeRawBufferPointer(room)
        }

        deinit { bytes.deallocate() }
    }

    private struct Entry {
        let segment: UInt64
        /// A segment that was rewritten has another.
        let generation: UInt32
        let kept: Kept
    }

    /// The one that was asked for last stands last.
    private let entries = Mutex<[Entry]>([])

    /// The index of a segment, from memory or from `load`.
    func index(
        of segment: Segment, _ load: () throws(JournalError) -> Kept
    ) throws(JournalError) -> Kept {
        let (number, generation) = (segment.number, segment.header.generation)
        let known = entries.withLock { entries -> Kept? in
            guard let place = entries.firstIndex(where: { $0.segment == number }) else { return nil }
            let entry = entries.remove(at: place)
            guard entry.generation == generation else { return nil }
            entries.append(entry)
            return entry.kept
        }
        if let known { return known }
        let kept = try load()
        guard kept.bytes.count <= Self.byteCountMax else { return kept }
        entries.withLock { entries in
            entries.removeAll { $0.segment == number }
            entries.append(Entry(segment: number, generation: generation, kept: kept))
            var (sum, kept) = (0, 0)
            for entry in entries.reversed() {
                sum += entry.kept.bytes.count
                if sum > Self.byteCountMax { break }
                kept += 1
            }
            entries.removeFirst(entries.count - kept)
        }
        return kept
    }
}
