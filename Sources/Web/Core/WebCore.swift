import Kernel
import Workspace

#if arch(wasm32)

    // The core as the browser sees it: five functions over linear memory. The host asks for room, writes a `FactStream`
    // into it, replays it, and reads the canonical JSON of every view back.

    /// One browser tab has one workspace; WebAssembly here has one thread.
    nonisolated(unsafe) private var views = WorkspaceProjection.empty
    nonisolated(unsafe) private var input: UnsafeMutablePointer<UInt8>?
    nonisolated(unsafe) private var output: UnsafeMutablePointer<UInt8>?

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
        output?.deallocate()
        output = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, json.bytes.count))
        output?.initialize(from: json.bytes, count: json.bytes.count)
        return Int32(json.bytes.count)
    }

    /// Where the rendered bytes are, valid until the next rendering.
    @_expose(wasm, "daybook_output")
    @_cdecl("daybook_output")
    public func outputAddress() -> UnsafeMutablePointer<UInt8>? { output }

#endif
