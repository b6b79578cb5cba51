import Kernel
import Workspace

#if arch(wasm32)

    // The core as the browser sees it: functions over linear memory. The host asks for room, writes bytes into it, calls a
    // function with their count, and reads as many bytes of output as that says. `core.ts` is the host's side.

    /// One instance has one workspace; WebAssembly here has one thread.
    nonisolated(unsafe) private var core = Core()
    /// Replayed from a `EventBatch`, for the tests that compare a whole journal.
    nonisolated(unsafe) private var replayed: WorkspaceView?
    nonisolated(unsafe) private var input: UnsafeMutablePointer<UInt8>?
    nonisolated(unsafe) private var output: UnsafeMutablePointer<UInt8>?
    nonisolated(unsafe) private var next: [UInt8] = []

    private func put(_ bytes: [UInt8]) -> Int32 {
        output?.deallocate()
        output = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        output?.initialize(from: bytes, count: bytes.count)
        return Int32(bytes.count)
    }

    /// Room for `count` bytes of input, valid until the next call.
    @_expose(wasm, "daybook_room")
    @_cdecl("daybook_room")
    public func room(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
        input?.deallocate()
        input = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(max(1, count)))
        return input
    }

    private func bytes(_ count: Int32) -> [UInt8] {
        guard let input else { return [] }
        return [UInt8](UnsafeBufferPointer(start: input, count: Int(count)))
    }

    /// Every function that answers with JSON; `core.ts` has the same numbers.
    private enum Call: Int32 {
        case begin = 0, load, ingest, perform, outbox, outgoing, answered, withdraw, retry, discard, number, hold
    }

    /// Does what call `number` says with the first `count` bytes of the room.
    ///
    /// - Parameter status: of the answer that the bytes are, for `answered`.
    /// - Returns: how many bytes of JSON the output has; -1 for a number that is none.
    @_expose(wasm, "daybook_call")
    @_cdecl("daybook_call")
    public func call(_ number: Int32, _ count: Int32, _ status: Int32) -> Int32 {
        guard let call = Call(rawValue: number) else { return -1 }
        let bytes = bytes(count)
        let said =
            switch call {
            case .begin: core.handleBegin(bytes)
            case .load: core.handleLoad(bytes)
            case .ingest: core.handleIngest(bytes)
            case .perform: core.handlePerform(bytes)
            case .outbox: core.handleOutbox()
            case .outgoing: core.handleSend()
            case .answered: core.handleAnswer(Int(status), bytes)
            case .withdraw: core.handleWithdraw(bytes)
            case .retry: core.handleRetry(bytes)
            case .discard: core.handleDiscard(bytes)
            case .number: core.handleNumber()
            case .hold: core.handleHold(bytes)
            }
        return put(Array(said.utf8))
    }

    /// Forgets what is on its way: nobody knows whether it came.
    @_expose(wasm, "daybook_unanswered")
    @_cdecl("daybook_unanswered")
    public func unanswered() { core.unanswered() }

    /// Projects the facts in the first `count` bytes of the room.
    ///
    /// - Returns: the number of facts, or -1 when the bytes are not a fact stream this build can read.
    @_expose(wasm, "daybook_replay")
    @_cdecl("daybook_replay")
    public func replay(_ count: Int32) -> Int32 {
        guard let stream = try? EventBatch(bytes: bytes(count)) else { return -1 }
        var views = replayed ?? WorkspaceProjection.empty
        replayed = nil
        for fact in stream.facts {
            guard let recorded = try? fact.recorded() else { return -1 }
            WorkspaceProjection.project(recorded, into: &views)
        }
        replayed = views
        return Int32(stream.facts.count)
    }

    /// Renders the canonical JSON of all views and says how many bytes it has.
    @_expose(wasm, "daybook_render")
    @_cdecl("daybook_render")
    public func render() -> Int32 {
        var json = JSONWriter()
        (replayed ?? core.view).writeEverything(to: &json)
        return put(json.bytes)
    }

    /// The last record that is confirmed.
    @_expose(wasm, "daybook_sequence")
    @_cdecl("daybook_sequence")
    public func sequence() -> Int64 { Int64(clamping: replayed?.asOf.sequence ?? core.confirmed.sequence) }

    /// Renders the view whose address is in the first `count` bytes of the room: a path below a workspace and a query, such
    /// as `/notes?limit=20`.
    ///
    /// - Parameter today: the day it is looked at, in days since 1970-01-01.
    /// - Returns: how many bytes of canonical JSON the output has, the same as the service sends. -1 where there is no such
    ///   view or thing. -2 where a parameter is wrong: the output, which ends with a zero, says which.
    @_expose(wasm, "daybook_view")
    @_cdecl("daybook_view")
    public func view(_ count: Int32, _ today: Int32) -> Int32 {
        guard let input else { return -1 }
        let address = UnsafeBufferPointer(start: input, count: Int(count))
        let mark = address.firstIndex(of: UInt8(ascii: "?")) ?? address.endIndex
        let path = String(decoding: address[..<mark], as: UTF8.self)
        let query = String(decoding: address[mark...].dropFirst(), as: UTF8.self)
        next = []
        do throws(ViewFault) {
            guard let (declared, identifiers) = try ViewCatalogue.find(path) else { return -1 }
            var request = ViewRequest(
                replayed ?? core.view, identifiers: identifiers, query: try ViewQuery(parsing: query, declared.query),
                today: CalendarDay(daysSinceEpoch: Int(today)), pageSize: PageCursor.sizeUsual)
            guard let found = try declared.show(&request, as: .json) else { return -1 }
            next = Array((request.next ?? "").utf8)
            return put(found.json)
        } catch {
            _ = put(Array(error.message.utf8) + [0])
            return -2
        }
    }

    /// Puts the cursor of the page after the view that was rendered last into the output and says how many bytes it has; 0
    /// where that was the last page.
    @_expose(wasm, "daybook_next")
    @_cdecl("daybook_next")
    public func nextCursor() -> Int32 { put(next) }

    /// Where the rendered bytes are, valid until the next rendering.
    @_expose(wasm, "daybook_output")
    @_cdecl("daybook_output")
    public func outputAddress() -> UnsafeMutablePointer<UInt8>? { output }

#endif
