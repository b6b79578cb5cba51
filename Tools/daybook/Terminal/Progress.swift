import Foundation
import Glibc

/// Tells a waiting person that something is under way, on standard error and only once a second has passed.
///
/// Runs on a thread of its own, so that it speaks even while every cooperative thread is busy.
final class Progress: @unchecked Sendable {
    // Sendable by its lock: the flags and the words are all that changes, and only under `condition`.
    private let condition = NSCondition()
    private var isOver = false
    private var hasLeft = false
    private let label: String
    private var detail = ""
    /// The longest line that was painted.
    private var width = 0
    private let isTerminal = isatty(STDERR_FILENO) == 1

    private init(_ label: String) {
        self.label = label
        Thread { [self] in speak() }.start()
    }

    private func speak() {
        condition.lock()
        defer { condition.unlock() }
        let start = Date()
        var seconds = 0
        while !isOver {
            if condition.wait(until: start.addingTimeInterval(Double(seconds + 1))) { continue }
            seconds += 1
            if isTerminal {
                let line = label + (detail.isEmpty ? "" : ": " + detail) + " … \(seconds) s"
                Console.repaint(line.padding(toLength: max(width, line.count), withPad: " ", startingAt: 0))
                width = max(width, line.count)
            } else if seconds == 1 {
                Console.put("\(label) …\n")
            }
        }
        if isTerminal, seconds > 0 {
            Console.repaint(String(repeating: " ", count: width))
            Console.repaint("")
        }
        hasLeft = true
        condition.broadcast()
    }

    /// Returns once the line is clear, so that what follows starts on an empty one.
    private func end() {
        condition.lock()
        defer { condition.unlock() }
        isOver = true
        condition.broadcast()
        while !hasLeft { condition.wait() }
    }

    /// Notes how far it is, for the next line: `file 12 of 80`.
    func note(_ detail: String) {
        condition.lock()
        self.detail = detail
        condition.unlock()
    }

    /// Runs `work`, and says `label` while it lasts.
    static func during<Result>(_ label: String, _ work: () async throws -> Result) async rethrows -> Result {
        try await during(label) { _ in try await work() }
    }

    /// The same for work that tells how far it is.
    static func during<Result>(_ label: String, _ work: (Progress) async throws -> Result) async rethrows -> Result {
        let progress = Progress(label)
        defer { progress.end() }
        return try await work(progress)
    }
}
