import Kernel
import Workspace

/// Views of what the service has confirmed, and all that says whether its next records fit.
struct Confirmed: Sendable {
    fileprivate(set) var view = WorkspaceProjection.empty
    /// The last record that was taken in; 0 for none.
    fileprivate(set) var sequence: UInt64 = 0
    fileprivate(set) var journal = EntityID.zero
    /// The service's chain after that record; empty where no commit ends there.
    fileprivate(set) var chain = ""
    fileprivate(set) var areas: [String] = []
    fileprivate(set) var epoch = ""
    /// Erasures up to this record were done before anything was fetched.
    fileprivate(set) var erasedBefore: UInt64 = 0
    fileprivate(set) var own = OwnCommands()
    /// The state of the rules, worked out where it is asked for and carried along from then on.
    private var rules: WorkspaceState?

    /// Fewer records than this are cheaper carried along than worked out anew.
    private static let carriedMax = 256

    init() {}

    /// As it was put by.
    init(
        _ view: WorkspaceView, sequence: UInt64, journal: EntityID, chain: String, areas: [String], epoch: String,
        erasedBefore: UInt64, own: OwnCommands
    ) {
        (self.view, self.sequence, self.journal, self.chain) = (view, sequence, journal, chain)
        (self.areas, self.epoch, self.erasedBefore, self.own) = (areas, epoch, erasedBefore, own)
    }

    /// - Complexity: O(things) the first time and after many records; else O(1).
    mutating func state() -> WorkspaceState {
        if let rules { return rules }
        let fresh = view.state
        rules = fresh
        return fresh
    }

    /// Takes in a page of records.
    ///
    /// - Parameter isNeeded: whether something waits on a command.
    /// - Returns: whether it was the last page.
    /// - Throws: why not. Nothing was taken in then, but for `unreadable`: all before the record that it names.
    mutating func ingest(
        _ page: RecordPage, keeping isNeeded: (OwnCommands.Trace) -> Bool
    ) throws(PageFault) -> Bool {
        if sequence > 0 {
            let isOther = journal != page.journal || isBroken(before: page)
            if isOther { throw .otherPast(isIntended: !sameBytes(epoch, page.epoch)) }
            guard areas == page.areas else { throw .otherReach }
        }
        let erasures = sequence == 0 ? page.last : erasedBefore
        guard page.erasure <= erasures else { throw .otherReach }
        guard fits(page) else { throw .missing(after: sequence) }
        (journal, areas, epoch, erasedBefore) = (page.journal, page.areas, page.epoch, erasures)
        if page.records.count > Self.carriedMax { rules = nil }
        for record in page.records {
            do throws(CodingFault) { try ingest(record) } catch {
                chain = ""
                throw .unreadable(record: record.sequence, error)
            }
            sequence = record.sequence
        }
        if !page.records.isEmpty { chain = page.chainAfter }
        own.prune(keeping: isNeeded)
        return sequence >= page.last
    }

    private func isBroken(before page: RecordPage) -> Bool {
        !chain.isEmpty && !page.chainBefore.isEmpty && !sameBytes(chain, page.chainBefore)
    }

    private func fits(_ page: RecordPage) -> Bool {
        var next = sequence + 1
        for record in page.records {
            guard record.sequence == next else { return false }
            next += 1
        }
        return !page.records.isEmpty || page.last == sequence
    }

    private mutating func ingest(_ record: SharedRecord) throws(CodingFault) {
        guard !record.isHollow else {
            _ = own.ingest(record)
            return
        }
        let kind = EventKind(raw: UInt32(truncatingIfNeeded: record.kind))
        let place = Recorded<Void>(
            position: Position(record.sequence), actor: record.originActor ?? record.actor, device: record.device,
            instant: Instant(microseconds: record.originTime ?? record.time), event: ())
        let text = own.isOwn(record) ? view.revision(ofText: record.entity) : nil
        if rules == nil {
            try WorkspaceProjection.project(
                kind, about: record.entity, record.payload.bytes.span.bytes, at: place, into: &view)
        } else {
            let event = try WorkspaceEvent(kind: kind, subject: record.entity, payload: record.payload.bytes.span.bytes)
            WorkspaceProjection.project(place.with(event), into: &view)
            if var state = rules {
                // Held once, so that nothing of it is copied to be changed.
                rules = nil
                WorkspaceDecider.evolve(&state, with: event)
                rules = state
            }
        }
        guard own.ingest(record), let text, let now = view.revision(ofText: record.entity), now > text else { return }
        own.note(now, of: record.entity, for: record)
    }

    /// Keeps traces of the commands of a device from now on.
    mutating func adopt(_ device: DeviceID) { own.adopt(device) }
}

/// Why a page of records does not fit.
enum PageFault: Error {
    /// The service's history is another one; intended where it was restored or its loss was accepted.
    case otherPast(isIntended: Bool)
    /// Something was erased there, or one may see other areas than before.
    case otherReach
    /// Records are missing after this one.
    case missing(after: UInt64)
    /// A newer service wrote this record, or it is damaged.
    case unreadable(record: UInt64, CodingFault)

    /// For people: what happened, and what to do.
    var message: String {
        switch self {
        case .otherPast(let isIntended):
            isIntended
                ? "The service was restored, or its loss was accepted: its history is another now. Fetch everything anew."
                : "The history of the service is not the one that was fetched before; it may have lost records. Keep the "
                    + "snapshot that is here aside, and fetch everything anew."
        case .otherReach:
            "Something was erased at the service, or other areas can be seen than before. Fetch everything anew."
        case .missing(let after): "Records are missing after " + String(after) + ". Ask for those after it again."
        case .unreadable(let record, let fault):
            "The record " + String(record) + " cannot be read: " + fault.message + ". Load the newest app."
        }
    }
}
