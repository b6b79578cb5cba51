import Foundation
import Glibc
import Testing

@testable import Service

/// The programs by which pictures are decoded and letters sent.
@Suite("Starting other programs")
struct StartingPrograms {
    private func ran(_ program: String, _ arguments: [String], input: String = "") throws -> (
        ChildProcess.Ending, String
    ) {
        let files = try (0..<2).map { _ in
            FileHandle(fileDescriptor: try #require(Self.file()), closeOnDealloc: true)
        }
        try files[0].write(contentsOf: Data(input.utf8))
        try files[0].seek(toOffset: 0)
        let process = try ChildProcess(
            program, arguments, environment: ["WORD": "roses"], input: files[0].fileDescriptor,
            output: files[1].fileDescriptor)
        #expect(process.hasEnded())
        let ending = process.reap()
        try files[1].seek(toOffset: 0)
        return (ending, String(decoding: try files[1].readToEnd() ?? Data(), as: UTF8.self))
    }

    private static func file() -> Int32? {
        let path = FileManager.default.temporaryDirectory.path + "/child-\(UUID().uuidString)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        unlink(path)
        return descriptor < 0 ? nil : descriptor
    }

    @Test func `a program reads, writes and ends with a status or a signal, in an environment of its own`() throws {
        #expect(try ran("/bin/cat", [], input: "violets") == (.status(0), "violets"))
        #expect(try ran("/bin/sh", ["-c", "echo $WORD $HOME; pwd; exit 7"]) == (.status(7), "roses\n/\n"))
        #expect(try ran("/bin/sh", ["-c", "kill -9 $$"]).0 == .signal(SIGKILL))
        #expect(throws: ChildProcess.Failure(program: "/bin/no-such-program", errno: ENOENT)) {
            try ran("/bin/no-such-program", [])
        }
    }

    @Test func `one that does not end is noticed in time, and still takes a signal`() throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let process = try ChildProcess("/bin/sleep", ["600"], environment: [:], input: null, output: null)
        #expect(!process.hasEnded(within: 0))
        process.send(SIGTERM)
        #expect(process.hasEnded())
        #expect(process.reap() == .signal(SIGTERM))
    }

    /// Foundation's `Process` ended the whole program now and then where so many are open (swift-corelibs-foundation 5472).
    @Test func `of two thousand open descriptors the program has none but its own three`() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = min(2_000, Int(clamping: limit.rlim_cur) - 500)
        let open = (0..<max(count, 0)).map { _ in dup(STDERR_FILENO) }
        defer { for descriptor in open where descriptor >= 0 { close(descriptor) } }
        for _ in 0..<3 {
            // The directory is open itself while it is listed.
            let (ending, said) = try ran("/bin/sh", ["-c", "ls /proc/self/fd | wc -l"])
            #expect(ending == .status(0) && said.trimmingCharacters(in: .whitespacesAndNewlines) == "4", "\(said)")
        }
    }
}
