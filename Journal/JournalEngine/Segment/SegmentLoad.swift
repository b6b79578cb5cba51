/// Learns what a segment file holds.
enum SegmentLoad {
    /// Reads the header alone.
    static func header(
        of number: UInt64, in file: any DiskFile
    ) throws(JournalError) -> (header: SegmentHeader, byteCount: UInt64) {
        var buffer = ByteBuffer(capacity: JournalLimits.markByteCountMax + CheckedFrame.headByteCount)
        do throws(DiskError) {
            buffer.advance(try file.readWhole(into: buffer.room(buffer.capacity), at: 0))
        } catch {
            throw JournalError(error)
        }
        let (header, size) = try SegmentHeader.read(buffer.bytes, segment: number)
        return (header, UInt64(size))
    }

    /// A sealed segment, from its trailer; from its frames when the trailer is damaged, which takes the key.
    static func sealed(
        _ header: SegmentHeader, dataStart: UInt64, in file: any DiskFile,
        key: () throws(JournalError) -> SecretKey?
    ) throws(JournalError) -> Segment {
        if let trailer = try trailer(in: file), trailer.journal == header.journal,
            trailer.segment == header.segment, trailer.generation == header.generation,
            trailer.first == header.first, trailer.dataEnd > dataStart
        {
            return Segment(header: header, dataStart: dataStart, trailer: trailer)
        }
        return try rebuilt(header, under: key(), dataStart: dataStart, in: file)
    }

    private static func trailer(in file: any DiskFile) throws(JournalError) -> Trailer? {
        do throws(DiskError) {
            let size = try file.size()
            guard size >= Trailer.byteCount else { return nil }
            var buffer = ByteBuffer(capacity: Trailer.byteCount)
            let offset = size - UInt64(Trailer.byteCount)
            buffer.advance(try file.readWhole(into: buffer.room(Trailer.byteCount), at: offset))
            return Trailer.read(buffer.bytes, fileByteCount: size)
        } catch {
            throw JournalError(error)
        }
    }

    /// A sealed segment whose footer cannot be trusted, from its frames.
    static func rebuilt(
        _ header: SegmentHeader, under key: SecretKey?, dataStart: UInt64, in file: any DiskFile
    ) throws(JournalError) -> Segment {
        let buffer = try contents(of: header.segment, in: file)
        let scan = SegmentScan(buffer.bytes, header, under: key, dataStart: Int(dataStart), isHashing: true)
        let rest = buffer.bytes.suffix(from: scan.end)
        guard scan.openCommit == 0, scan.last >= header.first, rest.count >= 4,
            rest.fixed(UInt32.self, at: 0) == FrameMagic.footer
        else {
            throw .corrupt(
                segment: header.segment, byteOffset: UInt64(scan.end), sequences: (scan.last + 1)...(.max),
                scan.fault ?? .missingRecords)
        }
        return Segment(
            header: header, dataStart: dataStart, dataEnd: UInt64(scan.end), last: scan.last, lastTime: scan.time,
            chainAfter: scan.chain, trailer: nil, runs: scan.runs)
    }

    /// A whole segment file.
    static func contents(of number: UInt64, in file: any DiskFile) throws(JournalError) -> ByteBuffer {
        do throws(DiskError) {
            let size = try file.size()
            if size <= UInt64(JournalLimits.segmentByteCountMax) {
                var buffer = ByteBuffer(capacity: Int(size))
                buffer.advance(try file.readWhole(into: buffer.room(Int(size)), at: 0))
                return buffer
            }
        } catch {
            throw JournalError(error)
        }
        throw .corrupt(
            segment: number, byteOffset: UInt64(JournalLimits.segmentByteCountMax), sequences: nil, .segmentTooLong)
    }
}
