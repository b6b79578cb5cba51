import Dispatch
import Kernel
import Synchronization

/// Domains know nothing of each other, so a large snapshot is read by as many cores as there are: each takes one part after the
/// other, and passes over what belongs to other parts, as over any field it does not know.
extension SnapshotBody {
    /// The parts, each of which is read on its own; those that take longest first.
    enum Part: CaseIterable, Sendable {
        case capture, boards, notes, studio
        /// Everything else.
        case rest
    }

    /// Fewer bytes than this are not worth a second thread.
    static var partsByteCountMin: Int { 256 << 10 }

    /// - Parameter check: done beside the reading; what was read is worth nothing where it says no.
    /// - Throws: also when what belongs together does not fit together, and when the check says no.
    init(bytes: [UInt8], if check: @escaping @Sendable () -> Bool = { true }) throws(CodingFault) {
        let parts = Part.allCases
        let gathering = Gathering()
        let work: @Sendable (Int) -> Void = { index in
            if index == 0 {
                gathering.note(isChecked: check())
            } else {
                gathering.note(parts[index - 1], Self.read(parts[index - 1], of: bytes))
            }
        }
        if bytes.count >= Self.partsByteCountMin {
            DispatchQueue.concurrentPerform(iterations: parts.count + 1, execute: work)
        } else {
            for index in 0...parts.count { work(index) }
        }
        self = try gathering.whole()
    }

    private static func read(_ part: Part, of bytes: [UInt8]) -> Result<SnapshotBody, CodingFault> {
        Result { () throws(CodingFault) in
            let body = try FieldReader.read(bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
                var body = SnapshotBody.blank
                body.code(part, &reader)
                return body
            }
            guard body.isSound(part) else { throw CodingFault(kind: .truncated, byteOffset: 0) }
            return body
        }
    }
}

/// The parts that were read so far.
private final class Gathering: Sendable {
    private struct State {
        var body: Result<SnapshotBody, CodingFault> = .success(.blank)
        var isChecked = false
    }
    private let state = Mutex(State())

    func note(isChecked: Bool) { state.withLock { $0.isChecked = isChecked } }

    func note(_ part: SnapshotBody.Part, _ read: Result<SnapshotBody, CodingFault>) {
        state.withLock { state in
            switch (state.body, read) {
            case (.success(var body), .success(let other)):
                body.take(part, from: other)
                state.body = .success(body)
            case (.success, .failure): state.body = read
            case (.failure, _): return
            }
        }
    }

    func whole() throws(CodingFault) -> SnapshotBody {
        let state = state.withLock { $0 }
        guard state.isChecked else { throw CodingFault(kind: .truncated, byteOffset: 0) }
        return try state.body.get()
    }
}
