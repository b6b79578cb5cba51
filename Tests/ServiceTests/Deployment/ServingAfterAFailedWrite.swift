import Foundation
import Glibc
import JournalEngine
import Kernel
import Notes
import Synchronization
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// Commits that did not reach the disk are shown to nobody.
@Suite("Serving after a failed write")
struct ServingAfterAFailedWrite {
    @Test func `a commit that the disk refused is shown to nobody, and the next one needs nobody to leave first`()
        async throws
    {
        let disk = RefusingDisk()
        try await ServiceFixture.open(on: disk) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let before = try await fixture.get(home.path + "/notes", as: home.anna.secret)
            // Somebody is in the workspace all the while, as one is who loads an export slowly.
            let (inside, outside) = (Shared<CheckedContinuation<Void, Never>?>(nil), Shared(false))
            let slow = Task {
                try await fixture.pool.using(home.id) { _ in
                    await withCheckedContinuation { told in inside.value.withLock { $0 = told } }
                }
                outside.value.withLock { $0 = true }
            }
            while inside.value.withLock({ $0 == nil }) { await Task.yield() }

            disk.refuses = true
            let lost = try await write("Lost", as: 1, home, fixture)
            #expect(lost.status >= 500, "\(lost.status) \(lost.text)")
            disk.refuses = false

            let after = try await fixture.get(home.path + "/notes", as: home.anna.secret)
            #expect(after.status == 200 && !after.text.contains("Lost"))
            #expect(after.text == before.text && after.headers[.eTag] == before.headers[.eTag])
            let kept = try await write("Kept", as: 2, home, fixture)
            #expect(kept.status == 200, "\(kept.status) \(kept.text)")
            #expect(outside.value.withLock { !$0 })

            // Who was inside leaves the workspace that is no more, and not the one that is open now.
            inside.value.withLock { $0 }?.resume()
            try await slow.value
            let shown = try await fixture.get(home.path + "/notes", as: home.anna.secret)
            #expect(shown.text.contains("Kept") && !shown.text.contains("Lost"))
            #expect(shown.headers[.eTag] != before.headers[.eTag])
        }
    }

    @Test func `what is not on the disk yet is waited for before it is shown`() async throws {
        let disk = RefusingDisk()
        try await ServiceFixture.open(on: disk) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            disk.holdsBack = true
            async let writing = write("Late", as: 1, home, fixture)
            while disk.waiting == 0 { await Task.yield() }
            let answered = Shared(false)
            let reading = Task {
                let answer = try await fixture.get(home.path + "/notes", as: home.anna.secret)
                answered.value.withLock { $0 = true }
                return answer
            }
            for _ in 0..<1_000 { await Task.yield() }
            #expect(answered.value.withLock { !$0 })
            disk.holdsBack = false
            #expect(try await writing.status == 200)
            #expect(try await reading.value.text.contains("Late"))
        }
    }

    private func write(
        _ title: String, as number: Int, _ home: ReadingOverHTTP.Furnished, _ fixture: ServiceFixture
    ) async throws -> ServiceFixture.Answer {
        let note = fixture.pool.runtime.mint(NoteID.self)
        let command = NoteCommand.createNote(note, title: Name(recorded: title), body: "", in: nil)
        return try await fixture.ask(
            .post, home.path + "/commands", GivingCommands.batch([.notes(command)], from: number), as: home.anna.secret)
    }
}

/// A disk that can be told to refuse every write and sync of a segment, or to hold syncs back.
final class RefusingDisk: Disk {
    fileprivate struct State {
        var refuses = false
        var holdsBack = false
        var waiting = 0
    }

    private let disk = POSIXDisk()
    fileprivate let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)

    var refuses: Bool {
        get { state.withLock { $0.refuses } }
        set { state.withLock { $0.refuses = newValue } }
    }

    /// Syncs that wait until this is false again.
    var holdsBack: Bool {
        get { state.withLock { $0.holdsBack } }
        set {
            let released = state.withLock { state in
                state.holdsBack = newValue
                return newValue ? 0 : state.waiting
            }
            for _ in 0..<released { changed.signal() }
        }
    }

    /// The number of syncs that are held back.
    var waiting: Int { state.withLock { $0.waiting } }

    fileprivate func check(_ call: SystemCall, _ path: String) throws(DiskError) {
        if refuses { throw DiskError(call: call, path: path, errno: EIO) }
    }

    fileprivate func wait() {
        let isHeld = state.withLock { state in
            if state.holdsBack { state.waiting += 1 }
            return state.holdsBack
        }
        guard isHeld else { return }
        changed.wait()
        state.withLock { $0.waiting -= 1 }
    }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        let file = try disk.open(path, mode)
        return path.contains("/workspaces/") && path.hasSuffix(".segment") ? RefusingFile(self, path, file) : file
    }

    func makeDirectory(_ path: String) throws(DiskError) { try disk.makeDirectory(path) }
    func names(inDirectory path: String) throws(DiskError) -> [String] { try disk.names(inDirectory: path) }
    func rename(_ path: String, to newPath: String) throws(DiskError) { try disk.rename(path, to: newPath) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
    func syncDirectory(_ path: String) throws(DiskError) { try disk.syncDirectory(path) }
}

private final class RefusingFile: DiskFile {
    private let disk: RefusingDisk
    private let path: String
    private let file: any DiskFile

    init(_ disk: RefusingDisk, _ path: String, _ file: any DiskFile) {
        self.disk = disk
        self.path = path
        self.file = file
    }

    func size() throws(DiskError) -> UInt64 { try file.size() }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try file.read(into: buffer, at: offset)
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try disk.check(.pwrite, path)
        return try file.write(bytes, at: offset)
    }
    func truncate(to size: UInt64) throws(DiskError) { try file.truncate(to: size) }
    func beginSync(of range: Range<UInt64>) throws(DiskError) { try file.beginSync(of: range) }
    func syncData() throws(DiskError) {
        try disk.check(.fdatasync, path)
        disk.wait()
        try file.syncData()
    }
    func sync() throws(DiskError) { try file.sync() }
    func lock() throws(DiskError) -> Bool { try file.lock() }
    func isFound(at path: String) throws(DiskError) -> Bool { try file.isFound(at: path) }
    func close() { file.close() }
}
