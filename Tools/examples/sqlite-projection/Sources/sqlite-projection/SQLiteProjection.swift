import Daybook
import Foundation

/// A projection of a Daybook into SQLite and into a file: `sqlite-projection DATA DATABASE FILE [--follow]`.
///
/// Every event becomes a row; and FILE holds, as JSON, how often each kind of thing happened, for another program to read.
@main
struct SQLiteProjection {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4 else {
            print("usage: sqlite-projection DATA DATABASE FILE [--follow]")
            return
        }
        let workspace = try await WorkspaceReader.open(at: arguments[1])
        let table = try EventTable(path: arguments[2])
        let file = CountsFile(path: arguments[3])
        let isFollowing = arguments.contains("--follow")
        async let intoFile = workspace.events.deliver(to: file, following: isFollowing)
        let rows = try await workspace.events.deliver(to: table, following: isFollowing)
        print("\(rows) events into \(arguments[2]), \(try await intoFile) into \(arguments[3])")
        try await workspace.close()
    }
}

/// A table with a row for each event.
///
/// Rows and place are written in one transaction, so each event is there exactly once, wherever the process is killed.
actor EventTable: EventSink {
    private let database: Database

    init(path: String) throws {
        database = try Database(path: path)
        try database.run(
            "CREATE TABLE IF NOT EXISTS event(position INTEGER PRIMARY KEY, time TEXT, actor TEXT, area TEXT, name TEXT, "
                + "entity TEXT, fields TEXT)")
        try database.run("CREATE TABLE IF NOT EXISTS place(position INTEGER)")
    }

    func position() throws -> Position {
        Position(try database.run("SELECT position FROM place").first.flatMap { UInt64($0[0]) } ?? 0)
    }

    func apply(_ events: [Recorded<DaybookEvent>]) throws {
        guard let last = events.last else { return }
        try database.run("BEGIN IMMEDIATE")
        do {
            for fact in events {
                try database.run(
                    "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", String(fact.position.sequence), fact.instant.text,
                    fact.actor.text, fact.event.area, fact.event.name, fact.event.entity.text, fact.event.json)
            }
            try database.run("DELETE FROM place")
            try database.run("INSERT INTO place VALUES (?)", String(last.position.sequence))
            try database.run("COMMIT")
        } catch {
            try database.run("ROLLBACK")
            throw error
        }
    }
}

/// A file that another program reads: counts, and the place they are as of.
///
/// It is replaced as a whole, so a reader never sees half of it, and counts and place always belong together.
actor CountsFile: EventSink {
    private struct Content: Codable {
        var position = Position.start
        var counts: [String: Int] = [:]
    }

    private let url: URL

    init(path: String) { url = URL(filePath: path) }

    private func content() throws -> Content {
        guard let bytes = FileManager.default.contents(atPath: url.path) else { return Content() }
        return try JSONDecoder().decode(Content.self, from: bytes)
    }

    func position() throws -> Position { try content().position }

    func apply(_ events: [Recorded<DaybookEvent>]) throws {
        var content = try content()
        for fact in events {
            content.counts[fact.event.name, default: 0] += 1
            content.position = fact.position
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(content).write(to: url, options: .atomic)
    }
}
