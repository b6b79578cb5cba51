import Foundation

/// A child process with its standard output on a pipe. Killed and reaped at the latest when let go.
final class CrashChild {
    let pid: pid_t
    private let output: Int32
    private var buffer: [UInt8] = []
    private var isReaped = false

    struct SpawnError: Error {
        let errno: Int32
    }

    /// - Parameter program: a path, or a name that is looked up in `PATH`.
    init(_ program: String, _ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SpawnError(errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid = pid_t()
        let status = posix_spawnp(&pid, program, &actions, nil, &words, environ)
        close(ends[1])
        output = ends[0]
        self.pid = pid
        guard status == 0 else {
            isReaped = true
            throw SpawnError(errno: status)
        }
    }

    deinit {
        kill()
        close(output)
    }

    /// The next whole line, without its end; nil once the child and all that it wrote are gone.
    func nextLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(output, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return nil }
            buffer += chunk[..<count]
        }
    }

    /// `kill -9`; returns once the process is gone.
    func kill() {
        if isReaped { return }
        Foundation.kill(pid, SIGKILL)
        _ = wait()
    }

    /// Waits for the process to end, and says with which status; nil when a signal ended it.
    func wait() -> Int32? {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        isReaped = true
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    /// strace is there, and this machine lets it trace.
    static let canTrace: Bool = {
        do {
            return try CrashChild("/usr/bin/strace", ["-qq", "-o", "/dev/null", "/bin/true"]).wait() == 0
        } catch {
            return false
        }
    }()

    /// A program built beside these tests.
    static func path(of program: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        return directory + "/" + program
    }
}

/// A directory of its own under the temporary one; removed with everything in it when let go.
final class CrashDirectory {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "daybook-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
    }
}
