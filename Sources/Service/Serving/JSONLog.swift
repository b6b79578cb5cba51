import Foundation
import Kernel
package import Logging

/// Writes log lines as JSON, one a line, to standard error: when, how bad, what, and named facts.
///
/// What people wrote is never in a line: no body, no query, no address of a person, no secret. Paths are those of the
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
            json.field("time", Date.now.formatted(.iso8601.time(includingFractionalSeconds: true)))
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

    package static let standardError: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
