import JournalEngine
import Kernel
import LZ4

/// The bytes of one snapshot: a fold that opening a workspace can begin with instead of at the first record.
///
/// ```
///  0  magic "daybooks"           8 bytes
///  8  schema digest             32
/// 40  journal id                16
/// 56  sequence                   8   little-endian, as all numbers
/// 64  digest of that record     32   so that a journal put back from a backup and written on is told apart
/// 96  content length             8
/// 104 content                        one LZ4 frame holding a `SnapshotBody`
///     SHA-256 of all before     32
/// ```
enum SnapshotFile {
    static let magic = Array("daybooks".utf8)
    static let headByteCount = 104
    /// A snapshot that declares more is damaged.
    static let contentByteCountMax = 1 << 32

    struct Head: Equatable {
        var schema: Digest
        var journal: ID16
        var sequence: UInt64
        var record: Digest
    }

    static func write(_ head: Head, _ content: [UInt8]) -> [UInt8] {
        var bytes = magic
        bytes += head.schema.bytes
        append(head.journal.hi, to: &bytes)
        append(head.journal.lo, to: &bytes)
        append(head.sequence, to: &bytes)
        bytes += head.record.bytes
        append(UInt64(content.count), to: &bytes)
        if !content.isEmpty {
            let room = FrameShape(contentByteCount: content.count).frameByteCountMax
            bytes += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = content.withUnsafeBytes {
                    FrameEncoder.encode($0, into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        }
        bytes += Digest(of: bytes).bytes
        return bytes
    }

    /// The facts about a file that are read before memory is reserved for its content.
    struct Measured {
        let head: Head
        /// Where the one frame lies, and its form; nil for a snapshot of nothing.
        let frame: (extent: Range<Int>, form: FrameDecoder.Measured)?

        /// For so much, and nothing else, room is made.
        var contentByteCount: Int { frame?.form.shape.contentByteCount ?? 0 }
    }

    /// The journal that the first bytes of a snapshot in clear name; nil for anything else.
    static func journal(ofHead bytes: [UInt8]) -> ID16? {
        guard bytes.count >= 56, bytes.starts(with: magic) else { return nil }
        return ID16(hi: number(bytes, at: 40), lo: number(bytes, at: 48))
    }

    /// - Throws: why the bytes cannot be trusted.
    static func read(_ bytes: [UInt8]) throws(SnapshotFault) -> (head: Head, content: [UInt8]) {
        let measured = try measure(bytes)
        return (measured.head, try content(of: bytes, measured))
    }

    /// Checks all but the content itself. Makes no room: a file of a few bytes may declare gigabytes.
    ///
    /// - Throws: why the bytes cannot be trusted.
    static func measure(_ bytes: [UInt8]) throws(SnapshotFault) -> Measured {
        guard isIntact(bytes) else { throw .damaged }
        return try form(of: bytes)
    }

    /// Returns whether the bytes are those that were written, as far as their own digest says.
    static func isIntact(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= headByteCount + Digest.byteCount else { return false }
        let end = bytes.count - Digest.byteCount
        let sum = bytes.withUnsafeBytes { Digest(of: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        return sum.bytes.elementsEqual(bytes[end...])
    }

    /// The same as `measure`, for those who ask `isIntact` beside it and believe nothing before that.
    static func form(of bytes: [UInt8]) throws(SnapshotFault) -> Measured {
        guard bytes.count >= headByteCount + Digest.byteCount, bytes.starts(with: magic) else { throw .damaged }
        let end = bytes.count - Digest.byteCount
        guard let schema = Digest(bytes: Array(bytes[8..<40])), let record = Digest(bytes: Array(bytes[64..<96])) else {
            throw .damaged
        }
        let head = Head(
            schema: schema, journal: ID16(hi: number(bytes, at: 40), lo: number(bytes, at: 48)),
            sequence: number(bytes, at: 56), record: record)
        let byteCount = number(bytes, at: 96)
        guard byteCount <= UInt64(contentByteCountMax) else { throw .damaged }
        guard byteCount > 0 else { return Measured(head: head, frame: nil) }
        let form = try bytes.withUnsafeBytes { raw in
            Result { () throws(FrameFault) in
                try FrameDecoder.measure(
                    UnsafeRawBufferPointer(rebasing: raw[headByteCount..<end]), contentByteCountMax: Int(byteCount))
            }
        }.mapError { _ in SnapshotFault.damaged }.get()
        guard form.shape.contentByteCount == Int(byteCount) else { throw .damaged }
        return Measured(head: head, frame: (headByteCount..<(headByteCount + form.frameByteCount), form))
    }

    /// The content as it was before it was compressed.
    static func content(of bytes: [UInt8], _ measured: Measured) throws(SnapshotFault) -> [UInt8] {
        guard let (extent, form) = measured.frame else { return [] }
        var isDamaged = false
        let content = bytes.withUnsafeBytes { raw in
            [UInt8](unsafeUninitializedCapacity: measured.contentByteCount) { buffer, count in
                do throws(FrameFault) {
                    let target = UnsafeMutableRawBufferPointer(buffer)
                    let found = try FrameDecoder.decode(
                        UnsafeRawBufferPointer(rebasing: raw[extent]), form, into: target)
                    if found.baseAddress != UnsafeRawPointer(target.baseAddress) { target.copyMemory(from: found) }
                    count = found.count
                } catch {
                    isDamaged = true
                }
            }
        }
        guard !isDamaged else { throw .damaged }
        return content
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt64 {
        bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    }
}

/// Why a snapshot is not trusted. It is derived, so nothing is lost with it.
package enum SnapshotFault: Error, Equatable, Sendable {
    case damaged
    /// Written by code that folds differently.
    case otherSchema
    case otherJournal
    /// It holds records that the journal does not have.
    case aheadOfJournal
    /// The journal holds another record in the place of the snapshot's last.
    case otherRecord
    case unreadable(errno: Int32)
    /// It is encrypted, and the key that opens it is not there.
    case keyMissing
    /// It is from before the workspace was encrypted.
    case notEncrypted
    /// Something was erased since.
    case beforeErasure

    /// For people.
    package var words: String {
        switch self {
        case .damaged: "it is damaged"
        case .otherSchema: "another version of Daybook wrote it"
        case .otherJournal: "it belongs to another journal"
        case .aheadOfJournal: "it knows records that the journal does not have"
        case .otherRecord: "the journal has another past than it"
        case .keyMissing: "it is encrypted and its key is not there"
        case .notEncrypted: "it was written before the workspace was encrypted"
        case .beforeErasure: "something was erased since it was written"
        case .unreadable(let errno): "it cannot be read (error \(errno))"
        }
    }
}

/// A snapshot that was left aside.
package struct DiscardedSnapshot: Sendable, Equatable {
    package var path: String
    package var fault: SnapshotFault

    package var message: String { "The snapshot \(path) is not used: \(fault.words)." }
}
