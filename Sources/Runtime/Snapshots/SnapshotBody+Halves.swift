import Dispatch
import Kernel
import Synchronization

/// Domains know nothing of each other, so a large snapshot is read by two cores: captures and the studio by the second,
/// the rest by the caller. Each passes over what is the other's, as over any field it does not know.
extension SnapshotBody {
    /// Fewer bytes than this are not worth a second thread.
    static var halvesByteCountMin: Int { 256 << 10 }

    /// - Throws: also when the parts do not fit together.
    init(bytes: [UInt8]) throws(CodingFault) {
        guard bytes.count >= Self.halvesByteCountMin else {
            self = try Self.firstHalf(of: bytes)
            merge(secondHalf: try Self.secondHalf(of: bytes))
            return
        }
        let parcel = HalfOutcome()
        let group = DispatchGroup()
        DispatchQueue.global(qos: .userInitiated).async(group: group) { parcel.fill(from: bytes) }
        let first = Result { () throws(CodingFault) in try Self.firstHalf(of: bytes) }
        group.wait()
        self = try first.get()
        merge(secondHalf: try parcel.content())
    }

    private static func firstHalf(of bytes: [UInt8]) throws(CodingFault) -> SnapshotBody {
        let body = try read(bytes) { body, reader in body.codeFirstHalf(&reader) }
        guard body.isFirstHalfSound else { throw CodingFault(kind: .truncated, byteOffset: 0) }
        return body
    }

    fileprivate static func secondHalf(of bytes: [UInt8]) throws(CodingFault) -> SnapshotBody {
        let body = try read(bytes) { body, reader in body.codeSecondHalf(&reader) }
        guard body.isSecondHalfSound else { throw CodingFault(kind: .truncated, byteOffset: 0) }
        return body
    }

    private static func read(
        _ bytes: [UInt8], _ code: (inout SnapshotBody, inout FieldReader) -> Void
    ) throws(CodingFault) -> SnapshotBody {
        try FieldReader.read(bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var body = SnapshotBody.blank
            code(&body, &reader)
            return body
        }
    }
}

/// The half that another core reads.
private final class HalfOutcome: Sendable {
    private let half = Mutex<Result<SnapshotBody, CodingFault>>(.success(.blank))

    func fill(from bytes: [UInt8]) {
        let read = Result { () throws(CodingFault) in try SnapshotBody.secondHalf(of: bytes) }
        half.withLock { $0 = read }
    }

    func content() throws(CodingFault) -> SnapshotBody { try half.withLock { $0 }.get() }
}
