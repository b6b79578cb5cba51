import Boards
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Synchronization
import Testing
import Workspace

/// A workspace in a directory of its own that goes away with the test, and a clock that moves one second per look.
final class WorkspaceFixture: Sendable {
    let data: DataDirectory
    let paths: WorkspacePaths
    let runtime: RuntimeEnvironment
    private let clock: TestClock

    static let start = Instant(text: "2026-11-21T08:00:00Z") ?? .epoch
    let anna = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))
    let ben = Author(actor: ActorID(hi: 0xB, lo: 2), device: DeviceID(hi: 0xD, lo: 2))

    /// - Parameters:
    ///   - isEncrypted: with a master key in a file, as `daybook keys create` makes it.
    ///   - other: what lies on the disk at the beginning; encrypted or not as that is.
    init(seed: UInt64 = 1, isEncrypted: Bool = false, copying other: WorkspaceFixture? = nil) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-test-\(UUID().uuidString)"
        data = DataDirectory(path: root)
        paths = try data.workspace(named: "family")
        let clock = TestClock(start: Self.start, chance: SplitMix64(seed: seed))
        self.clock = clock
        var journal = JournalOptions()
        journal.segmentByteCountTarget = 64 << 10
        journal.sealsInBackground = false
        var runtime = RuntimeEnvironment(now: { clock.tick() }, chance: { clock.chance() }, journal: journal)
        if isEncrypted {
            let keyStore = KeyStore(of: data)
            if other == nil { try keyStore.create(.file) }
            runtime.keyStore = keyStore
        }
        if let other { try FileManager.default.copyItem(atPath: other.data.path, toPath: data.path) }
        self.runtime = runtime
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: data.path) } catch CocoaError.fileNoSuchFile {
        } catch { Issue.record("the test's directory stays behind: \(error)") }
    }

    func create() async throws -> WorkspaceActor { try await WorkspaceActor.create(at: paths, in: runtime) }

    func open(_ access: JournalAccess = .writing) async throws -> WorkspaceActor {
        try await WorkspaceActor.open(at: paths, access: access, in: runtime)
    }

    func id<Kind>(_: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> {
        let (hi, lo) = clock.chance()
        return Identifier(hi: hi, lo: lo)
    }
}

/// Time and chance that a test determines wholly.
final class TestClock: Sendable {
    private let state: Mutex<(now: Instant, chance: SplitMix64)>

    init(start: Instant, chance: SplitMix64) { state = Mutex((start, chance)) }

    func tick() -> Instant {
        state.withLock {
            $0.now.microseconds += 1_000_000
            return $0.now
        }
    }

    func chance() -> (UInt64, UInt64) { state.withLock { ($0.chance.next(), $0.chance.next()) } }
}

extension Name {
    /// For names that a test knows to be good.
    init(good text: String) { self.init(recorded: text) }
}

extension WorkspaceActor {
    /// Everything there is to read, as one text.
    func reading(times: Bool = true) async -> String { view.everything(times: times) }
}

extension WorkspaceView {
    func everything(times: Bool = true) -> String {
        var json = JSONWriter()
        writeEverything(to: &json, times: times)
        return json.text
    }
}

/// Where two texts part, with what stands around it: canonical JSON is one long line, which nobody compares by eye.
func parting(_ a: String, _ b: String) -> String {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard
        let at = (0..<min(a.count, b.count)).first(where: { a[$0] != b[$0] })
            ?? (a.count == b.count ? nil : min(a.count, b.count))
    else { return "equal" }
    let window = { (text: [UInt8]) in
        String(decoding: text[max(0, at - 120)..<min(text.count, at + 120)], as: UTF8.self)
    }
    return "at byte \(at):\n  \(window(a))\n  \(window(b))"
}

/// Expects two readings to be the same, and shows where they are not.
func expectEqual(
    _ found: String, _ expected: String, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
    if found != expected { Issue.record("\(what) \(parting(found, expected))", sourceLocation: sourceLocation) }
}
