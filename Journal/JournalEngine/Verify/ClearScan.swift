/// Walks the frames of an encrypted segment as far as they can be judged without the key: checksums, places, order.
///
/// The number of records in a frame cannot be seen, so a missing last frame shows in marks and footers only.
/// - Complexity: O(bytes).
struct ClearScan {
    let header: SegmentHeader
    private(set) var runs: [(offset: UInt64, first: UInt64)] = []
    /// Where the frames end.
    private(set) var end: Int
    /// A sound mark right after the last frame.
    private(set) var mark: CloseMarker?
    /// Why what stands at `end` is neither a frame nor a rightful end.
    private(set) var fault: Corruption?

    init(_ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader, dataStart: Int) {
        self.header = header
        end = dataStart
        while end + 4 <= bytes.count, EncryptedFrame.isFrame(bytes.suffix(from: end)) {
            do throws(Corruption) {
                let frame = try EncryptedFrame.read(bytes.suffix(from: end))
                guard belongs(frame.place) else { throw .place }
                runs.append((UInt64(end), frame.place.first))
                end += frame.byteCount
            } catch {
                fault = error
                return
            }
        }
        if header.generation == 0 { scanTail(bytes) }
    }

    private func belongs(_ place: FrameAddress) -> Bool {
        guard let before = runs.last else { return place.belongs(to: header, first: header.first) }
        return place.first > before.first && place.belongs(to: header, first: place.first)
    }

    private mutating func scanTail(_ bytes: UnsafeRawBufferPointer) {
        var at = end
        if let (mark, size) = soundMark(bytes.suffix(from: at)) {
            self.mark = mark
            at += size
        }
        fault = Padding.walk(bytes, from: at, framesEnd: end).fault
    }

    private func soundMark(_ bytes: UnsafeRawBufferPointer) -> (mark: CloseMarker, byteCount: Int)? {
        guard let (mark, size) = CloseMarker.read(bytes), mark.journal == header.journal, mark.segment == header.segment,
            mark.generation == header.generation, mark.last + 1 >= header.first, mark.last >= runs.last?.first ?? 0
        else { return nil }
        return (mark, size)
    }

    /// Returns whether what stands behind `end` proves that something acknowledged stood there: a mark, or frames of two groups.
    /// The later of them was written once the earlier one was synced, and what stood at `end` is older than both.
    func isProvenDamage(in bytes: UnsafeRawBufferPointer) -> Bool {
        var group: UInt64?
        for at in (end + 1)..<max(end + 1, bytes.byteCountWithoutTrailingZeros) where at + 4 <= bytes.count {
            let rest = bytes.suffix(from: at)
            switch rest.fixed(UInt32.self, at: 0) {
            case FrameMagic.mark where soundMark(rest).map { $0.mark.last > runs.last?.first ?? 0 } ?? false:
                return true
            case FrameMagic.encrypted:
                guard let found = laterGroup(rest) else { continue }
                if let group, found != group { return true }
                group = found
            default: continue
            }
        }
        return false
    }

    private func laterGroup(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        do throws(Corruption) {
            let place = try EncryptedFrame.read(bytes).place
            let isLater = place.belongs(to: header, first: place.first) && place.groupFirst > runs.last?.first ?? 0
            return isLater ? place.groupFirst : nil
        } catch {
            return nil
        }
    }
}
