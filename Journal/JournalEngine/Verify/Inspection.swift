import LZ4

/// One piece of a segment file, in words: what a person needs who looks at a journal's bytes.
package struct InspectedFrame: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case header, data, mark, padding, footer, encrypted, damage
    }

    package let kind: Kind
    package let byteOffset: UInt64
    package let byteCount: UInt64
    /// The records it holds; nil when it holds none.
    package let sequences: ClosedRange<UInt64>?
    package let words: String
}

/// Walks a segment file as it lies there, sound or not. Trusts nothing, so it also explains what cannot be opened.
///
/// What it can get wrong: bytes inside a damaged frame that look like a sound frame are shown as one.
struct Inspection: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private var frames: [InspectedFrame] = []
    private var scratch = ByteBuffer(capacity: 64 << 10)

    /// Everything in the file, in order and without gaps.
    static func frames(of bytes: UnsafeRawBufferPointer, segment: UInt64) -> [InspectedFrame] {
        var inspection = Inspection(bytes: bytes)
        inspection.run(segment: segment)
        return inspection.frames
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func run(segment: UInt64) {
        var at = 0
        while at < bytes.count {
            if let frame = read(at, segment: segment) {
                frames.append(frame)
                at += Int(frame.byteCount)
                continue
            }
            var next = at + 1
            while next < bytes.count, !looksSound(next) { next += 1 }
            let isZero = bytes.slice(at..<next).isZero
            frames.append(
                describe(
                    .damage, at, next - at,
                    isZero ? "zeros that no padding covers" : "no frame: \(reason(at).words)"))
            at = next
        }
    }

    private func describe(
        _ kind: InspectedFrame.Kind, _ at: Int, _ size: Int, _ words: String, _ sequences: ClosedRange<UInt64>? = nil
    ) -> InspectedFrame {
        InspectedFrame(
            kind: kind, byteOffset: UInt64(at), byteCount: UInt64(size), sequences: sequences, words: words)
    }

    private func magic(_ at: Int) -> UInt32 { at + 8 <= bytes.count ? bytes.fixed(UInt32.self, at: at) : 0 }

    private mutating func reason(_ at: Int) -> Corruption {
        do throws(Corruption) {
            _ = try DataFrame.read(bytes.suffix(from: at), scratch: &scratch)
            return .entry
        } catch {
            return error
        }
    }

    private mutating func looksSound(_ at: Int) -> Bool {
        switch magic(at) {
        case FrameShape.magic, FrameMagic.mark, FrameMagic.padding, FrameMagic.footer: read(at, segment: 0) != nil
        default: false
        }
    }

    private mutating func read(_ at: Int, segment: UInt64) -> InspectedFrame? {
        let rest = bytes.suffix(from: at)
        switch magic(at) {
        case FrameMagic.header: return header(rest, at, segment: segment)
        case FrameShape.magic: return data(rest, at)
        case FrameMagic.mark:
            guard let (mark, size) = Mark.read(rest) else { return nil }
            let words =
                mark.nextSegment == 0
                ? "closed after record \(mark.last); chain \(mark.chain)"
                : "goes on in segment \(mark.nextSegment) after record \(mark.last); chain \(mark.chain)"
            return describe(.mark, at, size, words)
        case FrameMagic.padding:
            guard let size = Padding.byteCount(rest) else { return nil }
            guard rest.slice(8..<size).isZero else {
                // A torn write may lie behind an old padding header: show it.
                return describe(.damage, at, 8, "a padding header over bytes that are not zero")
            }
            return describe(.padding, at, size, "\(size) bytes of room for what comes")
        case FrameMagic.footer: return footer(rest, at)
        case FrameMagic.encrypted:
            let size = 8 + Int(rest.fixed(UInt32.self, at: 4))
            guard size <= rest.count else { return nil }
            return describe(.encrypted, at, size, "encrypted, which this program cannot read")
        default: return nil
        }
    }

    private func header(_ rest: UnsafeRawBufferPointer, _ at: Int, segment: UInt64) -> InspectedFrame? {
        do throws(JournalError) {
            let (header, size) = try SegmentHeader.read(rest, segment: segment)
            let state = header.generation == 0 ? "not sealed" : "sealed, generation \(header.generation)"
            return describe(
                .header, at, size,
                "segment \(header.segment) of journal \(header.journal), \(state), from record \(header.first); "
                    + "chain before \(header.chainBefore)")
        } catch {
            guard let (_, size) = CheckedFrame.read(FrameMagic.header, rest, messageByteCountMax: 4096) else {
                return nil
            }
            return describe(.damage, at, size, error.message)
        }
    }

    private mutating func data(_ rest: UnsafeRawBufferPointer, _ at: Int) -> InspectedFrame? {
        do throws(Corruption) {
            let frame = try DataFrame.read(rest, scratch: &scratch)
            var reader = try EntryReader(frame.entries, frame.place)
            var commits = 0
            loop: while true {
                switch try reader.next() {
                case .end: break loop
                case .commit(.repeated): continue
                case .commit: commits += 1
                case .record: continue
                }
            }
            let last = reader.nextSequence - 1
            guard last >= frame.place.first else { return nil }
            var words = frame.place.first == last ? "record \(last)" : "records \(frame.place.first) to \(last)"
            words += ", \(commits) commits begin here"
            if frame.place.continues > 0 { words += ", continues the commit of record \(frame.place.continues)" }
            words += ", \(frame.byteCount) bytes for \(frame.entries.count) of entries"
            let group = frame.place.groupFirst
            if group != frame.place.first { words += ", written with record \(group)" }
            return describe(.data, at, frame.byteCount, words, frame.place.first...last)
        } catch {
            return nil
        }
    }

    private func footer(_ rest: UnsafeRawBufferPointer, _ at: Int) -> InspectedFrame? {
        guard
            let (message, size) = CheckedFrame.read(
                FrameMagic.footer, rest, messageByteCountMax: JournalLimits.segmentByteCountMax), message.count >= 8
        else { return nil }
        let count = message.fixed(UInt32.self, at: 4)
        let words: String
        switch FooterPart(rawValue: message.fixed(UInt32.self, at: 0)) {
        case .runs: words = "table of \(count) frames"
        case .bloom: words = "bloom filter of \((message.count - 8) * 8) bits"
        case .entities: words = "index of \(count) entities"
        case .trailer:
            let end = UInt64(at + size)
            guard let trailer = Trailer.read(rest.slice(0..<size), fileByteCount: end) else { return nil }
            words =
                "trailer: records \(trailer.first) to \(trailer.last) in \(trailer.commitCount) commits; "
                + "chain \(trailer.chain)"
        case nil: return nil
        }
        return describe(.footer, at, size, words)
    }
}

extension Journal {
    /// Says in words what lies in each segment file of a directory, sound or not. Needs no lock and changes nothing.
    package static func inspect(
        at path: String, disk: any Disk = POSIXDisk(),
        _ body: (_ segment: UInt64, _ frames: [InspectedFrame]) throws -> Void
    ) throws {
        let place = JournalPath(directory: path)
        let listing = try DirectoryListing(disk, place)
        guard listing.isJournal else { throw JournalError.notAJournal(path: path) }
        for number in listing.segments {
            let frames: [InspectedFrame]
            do throws(DiskError) {
                let file = try disk.open(place.segment(number), .reading)
                defer { file.close() }
                frames = try contents(number, file)
            } catch {
                throw JournalError(error)
            }
            try body(number, frames)
        }
    }

    private static func contents(_ number: UInt64, _ file: any DiskFile) throws(DiskError) -> [InspectedFrame] {
        let size = try file.size()
        guard size <= UInt64(JournalLimits.segmentByteCountMax) else {
            return [
                InspectedFrame(
                    kind: .damage, byteOffset: 0, byteCount: size, sequences: nil,
                    words: Corruption.segmentTooLong.words)
            ]
        }
        var buffer = ByteBuffer(capacity: Int(size))
        buffer.advance(try file.readWhole(into: buffer.room(Int(size)), at: 0))
        return Inspection.frames(of: buffer.bytes, segment: number)
    }
}
