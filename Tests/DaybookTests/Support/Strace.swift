import Foundation

/// The tool that sees the calls of a process to the kernel, and delivers signals at them.
enum Strace {
    static let executable = URL(filePath: "/usr/bin/strace")

    /// It is there, and this machine lets it trace.
    static let isPossible: Bool = {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["-qq", "-o", "/dev/null", "/bin/true"]
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
