import Kernel
import Workspace

#if arch(wasm32)

    // The core as the browser sees it: functions over linear memory. The host asks for room, writes a `FactStream` into it
    // and replays it; then it writes the address of a view into the room and reads the view's canonical JSON back.

    /// One browser tab has one workspace; WebAssembly here has one thread.
    nonisolated(unsafe) private var views = WorkspaceProjection.empty
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

    /// Forgets everything.
    @_expose(wasm, "daybook_reset")
    @_cdecl("daybook_reset")
    public func reset() {
        views = WorkspaceProjection.empty
    }

    /// Projects the facts in the first `count` bytes of the room.
    ///
    /// - Returns: how many facts there were, or -1 when the bytes are no fact stream this build can read.
    @_expose(wasm, "daybook_replay")
    @_cdecl("daybook_replay")
    public func replay(_ count: Int32) -> Int32 {
        guard let input else { return -1 }
        let bytes = [UInt8](UnsafeBufferPointer(start: input, count: Int(count)))
        guard let stream = try? FactStream(bytes: bytes) else { return -1 }
        for fact in stream.facts {
            guard let recorded = try? fact.recorded() else { return -1 }
            WorkspaceProjection.project(recorded, into: &views)
        }
        return Int32(stream.facts.count)
    }

    /// Renders the canonical JSON of all views and says how many bytes it has.
    @_expose(wasm, "daybook_render")
    @_cdecl("daybook_render")
    public func render() -> Int32 {
        var json = JSONWriter()
        views.writeEverything(to: &json)
        return put(json.bytes)
    }

    /// The sequence number that the views have everything up to.
    @_expose(wasm, "daybook_sequence")
    @_cdecl("daybook_sequence")
    public func sequence() -> Int64 { Int64(clamping: views.asOf.sequence) }

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
                views, identifiers: identifiers, query: try ViewQuery(parsing: query, declared.query),
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
