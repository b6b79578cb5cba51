import Foundation
import Glibc
import Kernel
package import Logging
import Metrics
import Synchronization

/// Writes log lines as JSON, one a line, to standard error: time, level, message, and named facts.
///
/// Text that people wrote is never in a line: no body, no query, no address of a person, no secret. Paths are those of the
/// table of routes, with `{note}` where an identifier stood.
package struct JSONLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel: Logger.Level
    private let label: String
    private let write: @Sendable (String) -> Void

    /// - Parameter write: where a line goes; standard error unless a test listens.
    package init(
        label: String, level: Logger.Level, write: @escaping @Sendable (String) -> Void = JSONLog.standardError
    ) {
        self.label = label
        logLevel = level
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var json = JSONWriter()
        json.object { json in
            json.field("time", Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            json.field("level", event.level.rawValue)
            json.field("from", label)
            json.field("message", event.message.description)
            if let error = event.error { json.field("error", String(describing: type(of: error))) }
            var facts = metadata
            facts.merge(event.metadata ?? [:]) { $1 }
            for name in facts.keys.sorted() { json.field(Self.plain(name), facts[name]?.description) }
        }
        write(json.text)
    }

    /// A library's `hb.request.id` is `request`.
    private static func plain(_ name: String) -> String { name == "hb.request.id" ? "request" : name }

    /// A line that cannot be written is lost, and counted: a full disk, or a reader that went away, costs some of the log
    /// and none of the service.
    package static let standardError: @Sendable (String) -> Void = { line in
        let isOut = isLineOpen.withLock { isOpen in
            // The part of a line that went out before must not spoil this one.
            let isOut = JSONLog.put((isOpen ? "\n" : "") + line + "\n")
            isOpen = !isOut
            return isOut
        }
        if !isOut { Counter(label: "daybook_log_lines_lost_total").increment() }
    }

    /// True if a part of the last line may have gone out alone.
    private static let isLineOpen = Mutex(false)

    /// - Returns: whether all of it went out.
    private static func put(_ line: String) -> Bool {
        Array(line.utf8).withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(STDERR_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return false }
            }
            return true
        }
    }
}
