import Foundation
import JournalEngine
import KernelTesting
import Testing

/// Faults of a real machine: a full file system, one that may only be read, somebody else's files, no descriptors left.
@Suite("A journal on a machine that runs short", .serialized)
struct FaultMachineTests {
    static let canMount: Bool = {
        guard geteuid() == 0, let directory = try? CrashDirectory(),
            let mount = try? Mount(tmpfs: directory.path, 65_536)
        else { return false }
        return mount.isMounted
    }()

    /// A file system mounted for a test, and gone with it.
    private final class Mount {
        let path: String
        let isMounted: Bool

        init(tmpfs path: String, _ byteCount: Int) throws {
            self.path = path
            isMounted = try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(byteCount)", "none", path])
        }

        /// The same files as at `source`, only to be read.
        init(readOnly source: String, at path: String) throws {
            self.path = path
            let isBound = try Self.run("mount", ["--bind", source, path])
            isMounted = isBound
            if isBound { try #require(try Self.run("mount", ["-o", "remount,bind,ro", path])) }
        }

        private static func run(_ program: String, _ arguments: [String]) throws -> Bool {
            try CrashChild("/bin/sh", ["-c", "exec \(program) \"$@\" 2>/dev/null", program] + arguments).wait() == 0
        }

        deinit {
            guard isMounted else { return }
            do { #expect(try Self.run("umount", ["-l", path])) } catch {
                Issue.record("still mounted: \(path): \(error)")
            }
        }
    }

    @Test(
        .shows("C-07"), .enabled(if: Self.canMount, "a file system can only be mounted by root; row 8 runs simulated"))
    func `row 8: a small file system that is full refuses cleanly, and goes on once there is room`() async throws {
        let directory = try CrashDirectory()
        let mount = try Mount(tmpfs: directory.path, 600_000)
        defer { _ = mount }
        let path = directory.path + "/journal"
        var options = JournalOptions()
        options.segmentByteCountTarget = 60_000
        options.sealsInBackground = false
        let journal = try Journal.create(at: path, options: options)
        var accepted: [UInt64] = []
        var refused = 0
        /// Appends so many commits; those that are refused say that there is no room.
        func append(_ numbers: ClosedRange<UInt64>) async throws {
            for number in numbers {
                do throws(JournalError) {
                    _ = try await journal.append(.tagged(number, byteCount: 5_000))
                    accepted.append(number)
                } catch {
                    #expect(error.isFullDisk && error.message.contains("Free some space"), "\(error)")
                    refused += 1
                }
                #expect(try journal.drafts().map(\.deviceSequence) == accepted)
            }
        }
        try await append(1...20)
        #expect(refused == 0)
        // Something else takes all the room that is left.
        let ballast = directory.path + "/ballast"
        #expect(try CrashChild("/bin/sh", ["-c", "cat /dev/zero >\"$1\" 2>/dev/null", "sh", ballast]).wait() != 0)
        try await append(21...60)
        #expect(refused > 10, "the file system was never full")
        // Rolling needs a new file; sealing a whole new segment.
        await #expect(throws: JournalError.self) { try await journal.seal() }
        let early = refused
        try FileManager.default.removeItem(atPath: ballast)
        try await append(61...70)
        #expect(refused == early, "refused although there is room again")
        try await journal.seal()
        try await journal.close()
        let again = try Journal.open(at: path, options: options)
        #expect(try again.drafts().map(\.deviceSequence) == accepted)
        #expect(try again.verify().ok)
        try await again.close()
        FaultLedger.fired(row: 8, refused + 1)
    }

    @Test(.enabled(if: Self.canMount, "a file system can only be mounted by root; row 23 runs simulated"))
    func `row 23: on a file system that may only be read, reading works and writing is refused in words`() async throws {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let journal = try Journal.create(at: path)
        for number in 1...9 as ClosedRange<UInt64> { _ = try await journal.append(.tagged(number)) }
        try await journal.close()
        let view = directory.path + "/view"
        try FileManager.default.createDirectory(atPath: view, withIntermediateDirectories: false)
        let mount = try Mount(readOnly: path, at: view)
        try #require(mount.isMounted)
        let reader = try Journal.open(at: view, access: .reading)
        #expect(try reader.drafts().count == 9)
        #expect(try reader.verify().ok)
        let error = #expect(throws: JournalError.self) { _ = try Journal.open(at: view) }
        #expect(error?.message.contains("Read-only file system") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("Change its owner") == true)
        let refusal = #expect(throws: JournalError.self) { _ = try Journal.create(at: view + "/new") }
        #expect(refusal?.message.contains("Read-only file system") == true)
        FaultLedger.fired(row: 23, 2)
    }

    static let canActAsNobody = geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    private func asNobody(_ arguments: String...) throws -> (status: Int32?, lines: [String]) {
        let child = try CrashChild(
            "/usr/bin/setpriv",
            ["--reuid", "65534", "--regid", "65534", "--clear-groups", CrashChild.path(of: "journal-load")] + arguments)
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        return (child.wait(), lines)
    }

    @Test(.enabled(if: Self.canActAsNobody, "only root can act as somebody else; row 23 runs simulated"))
    func `row 23: without the right to write, reading works; without the right to read, it is said`() async throws {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let journal = try Journal.create(at: path)
        _ = try await journal.append(.tagged(1))
        try await journal.close()
        func setModes(_ directoryMode: mode_t, _ fileMode: mode_t) throws {
            #expect(chmod(path, directoryMode) == 0)
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                #expect(chmod(path + "/" + name, fileMode) == 0)
            }
        }
        // Files are made for their owner alone; a person may open them to others for reading.
        #expect(try asNobody("read", path).lines.contains { $0.contains("Permission denied") })
        try setModes(0o755, 0o644)
        let read = try asNobody("read", path)
        try #require(read.status != 126 && read.status != 127, "the program cannot be run by another user: \(read)")
        #expect(read.status == 0 && read.lines == ["read 1"])
        let write = try asNobody("write", path, "1", "10", "6000")
        #expect(write.status == 4)
        #expect(write.lines.count == 1 && write.lines[0].contains("Permission denied"), "\(write.lines)")
        #expect(write.lines.first?.contains("Change its owner") == true)
        try setModes(0o755, 0o600)
        let blind = try asNobody("read", path)
        #expect(blind.status == 4 && blind.lines.allSatisfy { $0.contains("Permission denied") }, "\(blind.lines)")
        FaultLedger.fired(row: 23, 3)
    }

    @Test func `row 23: where the directory is missing, it is said, and nothing is made`() throws {
        let directory = try CrashDirectory()
        let missing = directory.path + "/no/such"
        for access in [JournalAccess.reading, .writing] {
            let error = #expect(throws: JournalError.self) { _ = try Journal.open(at: missing, access: access) }
            #expect(error == .notAJournal(path: missing))
        }
        let error = #expect(throws: JournalError.self) { _ = try Journal.create(at: missing) }
        #expect(
            error?.message.contains("No such file or directory") == true && error?.message.contains(missing) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        FaultLedger.fired(row: 23, 3)
    }

    @Test func `row 29: without a file descriptor left, appends go on in the old segment and roll once there is one`()
        throws
    {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let child = try CrashChild(
            "/bin/sh", ["-c", "ulimit -n 64; exec \"$@\"", "sh", CrashChild.path(of: "journal-load"), "files", path])
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        #expect(child.wait() == 0)
        let exhausted = try #require(lines.first { $0.hasPrefix("exhausted") })
        #expect(exhausted.hasSuffix("EMFILE"))
        #expect(
            lines.filter { $0.hasPrefix("ack") }.count == 20 && !lines.contains { $0.hasPrefix("failed") }, "\(lines)")
        // It could not roll, seal or read, said so, and did all three once it could.
        #expect(lines.filter { $0.hasPrefix("segments") } == ["segments 1", "segments 1", "segments 3"], "\(lines)")
        let told = lines.filter { $0.contains("Too many files are open") }
        #expect(told.count == 2 && told[0].hasPrefix("unsealed") && told[1].hasPrefix("unreadable"), "\(lines)")
        let journal = try Journal.open(at: path, access: .reading)
        #expect(journal.recovery.isClean && journal.lastSequence == 20)
        #expect(try journal.verify().ok)
        FaultLedger.fired(row: 29, told.count)
    }

    @Test func `row 22: a lock that a dead process left behind holds nobody up, whatever it says`() async throws {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let child = try CrashChild(CrashChild.path(of: "journal-load"), [path, "1", "1000000"])
        _ = child.nextLine()
        child.kill()
        let left = try String(contentsOfFile: path + "/LOCK", encoding: .utf8)
        #expect(left == "\(child.pid)\n")
        // A process id that somebody else has by now, one that is not a number, none at all.
        for text in [left, "\(getpid())\n", "1\n", "not a number", ""] {
            try Data(text.utf8).write(to: URL(filePath: path + "/LOCK"))
            let journal = try Journal.open(at: path)
            #expect(throws: JournalError.locked(holderPID: getpid())) { try Journal.open(at: path) }
            try await journal.close()
        }
        FaultLedger.fired(row: 22, 5)
    }
}
