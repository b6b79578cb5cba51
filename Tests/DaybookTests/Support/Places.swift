import Foundation
import Glibc

/// Runs the program as somebody who is not root, since nothing is forbidden to root.
enum Unprivileged {
    private static let nobody: uid_t = 65_534
    private static let setpriv = "/usr/bin/setpriv"

    /// Not root already, or root with a way to be nobody who can reach the program.
    static var isPossible: Bool {
        getuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv) && nobodyCanStartIt
    }

    private static var nobodyCanStartIt: Bool {
        let process = Process()
        process.executableURL = URL(filePath: setpriv)
        process.arguments = become + [Program.executable.path, "--version"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    private static var become: [String] { ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] }

    /// Gives everything below `directory` to the one who will run the program.
    static func handOver(_ directory: URL) throws {
        guard getuid() == 0 else { return }
        for name in [""] + (FileManager.default.subpaths(atPath: directory.path) ?? []) {
            chown(directory.appending(path: name).path, nobody, nobody)
        }
    }

    static func setWritable(_ isWritable: Bool, _ directory: URL) throws {
        for name in [""] + (FileManager.default.subpaths(atPath: directory.path) ?? []) {
            let path = directory.appending(path: name).path
            var facts = stat()
            guard stat(path, &facts) == 0 else { continue }
            chmod(path, isWritable ? facts.st_mode | 0o200 : facts.st_mode & ~0o222)
        }
    }

    /// Makes it removable again.
    static func restore(_ directory: URL) { try? setWritable(true, directory) }

    static func run(_ daybook: Program, _ arguments: String...) throws -> Program.Run {
        let all = ["--data", daybook.data.path] + arguments
        guard getuid() == 0 else { return try daybook.run(all) }
        return try daybook.run(become + [Program.executable.path] + all, executable: URL(filePath: setpriv))
    }
}

/// A disk that is soon full.
enum SmallDisk {
    /// True if this process may mount one; found out by mounting one.
    static let isPossible: Bool = {
        let place = FileManager.default.temporaryDirectory.appending(path: "daybook-mount-" + UUID().uuidString)
        do { try with(at: place, kibibytes: 64) {} } catch { return false }
        return true
    }()

    struct NotMounted: Error {
        let errno: Int32
    }

    /// Mounts a small file system at `place` while `body` runs.
    static func with(at place: URL, kibibytes: Int, _ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        guard mount("none", place.path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
            let reason = errno
            try FileManager.default.removeItem(at: place)
            throw NotMounted(errno: reason)
        }
        defer {
            umount(place.path)
            rmdir(place.path)
        }
        try body()
    }
}
