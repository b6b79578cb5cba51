import Accounts
import Boards
import Capture
@testable import Kernel
import Notes
@testable import Runtime
import Studio
@testable import Workspace

extension FuzzTarget {
    static let domains: [FuzzTarget] = [
        FuzzTarget("event", "the payload of one event of any domain and tag") { raw in
            guard raw.count >= 2 else { return }
            let kind = UInt32(raw[0]) << 8 | UInt32(raw[1])
            let payload = Array(raw.dropFirst(2))
            decode(WorkspaceEvent.self, kind, payload)
            decode(AccountEvent.self, kind, payload)
        },
        FuzzTarget("command-json", "the JSON of one command of any domain, as a service gets it") { raw in
            guard let command = try? WorkspaceCommand(json: Array(raw)) else { return }
            guard let again = try? WorkspaceCommand(json: Array(command.json.utf8)) else {
                return require(false, "the JSON of a command that was read can be read")
            }
            require(again == command, "a command is the same after a round trip")
            _ = command.requiredPermissions(given: WorkspaceDecider.initial)
            _ = try? WorkspaceDecider.decide(command, given: WorkspaceDecider.initial)
        },
        FuzzTarget("facts", "a stream of facts folded into every view and every rule's state", byteCountMax: 16 << 10) {
            raw in
            guard let stream = try? EventBatch(bytes: Array(raw)) else { return }
            var view = WorkspaceProjection.empty
            var state = WorkspaceDecider.initial
            for (index, fact) in stream.facts.enumerated() {
                guard let recorded = try? fact.recorded() else { continue }
                WorkspaceDecider.evolve(&state, with: recorded.event)
                let placed = Recorded(
                    position: Position(UInt64(index + 1)), actor: recorded.actor, device: recorded.device,
                    instant: recorded.instant, event: recorded.event)
                WorkspaceProjection.project(placed, into: &view)
            }
            _ = view.state
            _ = view.digest()
            var fold = Fold()
            fold.view = view
            let body = SnapshotBody(fold).bytes
            guard let back = try? SnapshotBody(bytes: body) else {
                return require(false, "a snapshot can be read back")
            }
            require(back.fold.view == view, "a snapshot holds every view")
        },
        FuzzTarget("accounts", "events of the accounts folded into what the gate decides by") { raw in
            guard let stream = try? EventBatch(bytes: Array(raw)) else { return }
            var view = AccountProjection.empty
            for (index, fact) in stream.facts.enumerated() {
                guard
                    let event = try? AccountEvent(
                        rawKind: fact.kind.raw, subject: fact.subject, payload: fact.payload.span.bytes)
                else { continue }
                let recorded = Recorded(
                    position: Position(UInt64(index + 1)), actor: fact.actor, device: fact.device,
                    instant: fact.instant, event: event)
                AccountProjection.project(recorded, into: &view)
            }
            var json = JSONWriter()
            view.writeCanonical(to: &json) { $0.text }
        },
        FuzzTarget("text", "a text's history: edits of any parents, positions and counts") { raw in
            guard let history = try? EditList(Array(raw)) else { return }
            var document = TextDocument("one\ntwo \u{1F34E}\nthree\n")
            var clock = document.clock
            for edit in history.edits.prefix(64) {
                let before = document.string
                let isAllowed = (try? clock.check(edit)) != nil
                let runs = document.apply(edit)
                clock.apply(edit)
                require(clock == document.clock, "a clock and a document stay the same")
                require(document.scalarCount == document.clock.length, "the clock knows the length")
                var replayed = TextBuffer(before)
                for run in runs {
                    if isAllowed { require(run.position >= 0, "an allowed edit lies inside the text") }
                    replayed.replace(at: run.position, deleteCount: run.deleteCount, with: run.insertion)
                }
                require(replayed.string.utf8.elementsEqual(document.string.utf8), "what is returned leads to the text")
            }
            require(document.isSound, "a document is sound")
        },
        FuzzTarget("ink", "the packed points of a stroke") { raw in
            let packed = Bytes(Array(raw))
            guard let points = StrokePoints(packed: packed) else { return }
            guard let again = StrokePoints(packed: points.packed) else {
                return require(false, "points that were read can be written and read")
            }
            require(again == points, "points stay the same")
        },
        FuzzTarget("words", "names, times, identifiers, addresses, links, tasks: text from people") { raw in
            let bytes = Array(raw)
            let text = String(decoding: bytes, as: UTF8.self)
            _ = try? Name(verbatim: text)
            if let instant = Instant(text: text) { require(Instant(text: instant.text) == instant, "a time is stable") }
            if let day = CalendarDay(text: text) { require(CalendarDay(text: day.text) == day, "a day is stable") }
            if let month = CalendarMonth(text: text) { require(CalendarMonth(text: month.text) == month, "a month") }
            if let id = EntityID(text: text) { require(EntityID(text: id.text) == id, "an identifier is stable") }
            _ = MomentPhrase(text, now: .epoch, zone: .gmt)
            _ = try? Email(text)
            _ = SearchQuery(words: text)
            _ = LinkScanner.links(in: bytes)
            _ = Checklist(of: TextDocument(text))
            var json = JSONWriter()
            json.value(text)
        },
    ]

    /// Decodes, encodes, decodes: the same, and JSON that can be written.
    private static func decode<Event: JournaledEvent & Fielded>(_: Event.Type, _ kind: UInt32, _ payload: [UInt8]) {
        let subject = EntityID(hi: 0x0190_0000_0000_7000, lo: 0x8000_0000_0000_00f1)
        guard let event = try? Event(rawKind: kind, subject: subject, payload: payload.span.bytes) else { return }
        let (again, bytes) = event.encoded()
        require(event.rawKind == kind, "an event keeps its kind")
        guard let decoded = try? Event(rawKind: kind, subject: again, payload: bytes.span.bytes) else {
            return require(false, "what was encoded can be decoded")
        }
        require(decoded == event, "an event is the same after a round trip")
        require(decoded.encoded().payload == bytes, "the bytes are the same after a round trip")
        _ = event.json
        _ = event.kindName
    }
}

/// An event whose fields can be written as JSON.
protocol Fielded { var json: String { get } }
extension WorkspaceEvent: Fielded {}
extension AccountEvent: Fielded {}

/// Edits of one text, as field 1 of a message.
struct EditList: FieldMessage {
    var edits: [TextEdit]

    static var schemaName: StaticString { "EditList" }
    static var blank: EditList { EditList(edits: []) }

    init(edits: [TextEdit]) { self.edits = edits }

    init(_ bytes: [UInt8]) throws(CodingFault) {
        self = try FieldReader.read(bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var list = EditList.blank
            list.code(&reader)
            return list
        }
    }

    mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "edits", &edits) }
}
