import JournalEngine
public import Kernel
import Runtime
import Workspace

/// One revision of a thing: who did what to it, and when.
public struct Revision: Sendable, Equatable {
    /// Its event.
    public let position: Position
    /// When it happened; for what was imported, elsewhere.
    public let time: Instant
    /// The author.
    public let actor: ActorID
    /// As the workspace calls the author; the id where it has no name.
    public let actorName: String
    /// Such as `note retitled`.
    public let name: String
    /// The thing itself, or a part of it, such as a card of a board.
    public let entity: EntityID
    /// One line for people, such as `moved it from "To Do" to "Done"`.
    public let summary: String
    /// Where a text changed, and diffs were asked for: the lines that did, as a unified diff.
    public let diff: String?
    /// `direct`, `undo`, `redo`, `restore` or `import`.
    public let cause: String
}

/// One event, as an auditor reads it.
public struct AuditEntry: Sendable, Equatable {
    /// The number of the event.
    public let position: Position
    /// When it happened; for what was imported, elsewhere and before it was written.
    public let time: Instant
    /// The author.
    public let actor: ActorID
    /// As the workspace calls the author; the id where it has no name.
    public let actorName: String
    /// When it was written.
    public let recordedTime: Instant
    /// The one on whose behalf it was written.
    public let recordedActor: ActorID
    /// As the workspace calls the device; the id where it has no name.
    public let deviceName: String
    /// Such as `card moved`.
    public let name: String
    /// The thing that it is about.
    public let entity: EntityID
    /// `direct`, `undo`, `redo`, `restore` or `import`.
    public let cause: String
    /// The fields of the event as JSON; nil where they were erased.
    public let fields: String?
    /// The event that says they were.
    public let erasedBy: Position?
    /// All of it as one line of JSON, as `daybook audit --json` prints it.
    public let json: String
    /// All of it as one line of CSV, with its end.
    public let csv: String

    /// The names of the columns of ``csv``, with the end of the line.
    public static var csvHead: String { AuditRow.csvHead }

    init(_ row: AuditRow) {
        position = Position(row.sequence)
        (time, actor, actorName) = (row.time, row.actor, row.actorName)
        (recordedTime, recordedActor, deviceName) = (row.recordedTime, row.recordedActor, row.deviceName)
        (name, entity, cause, fields) = (row.kind, row.entity, row.cause, row.fields)
        erasedBy = row.erasedBy.map { Position($0) }
        (json, csv) = (row.json, row.csv)
    }
}

/// The events that an auditor asks for; one must meet every condition that is given.
public struct AuditQuery: Sendable, Equatable {
    /// About any of these; empty for anything.
    public var entities: Set<EntityID> = []
    /// By this author.
    public var actor: ActorID?
    /// A name, such as `card moved`, or its beginning, such as `card`.
    public var name: String?
    /// Not before, by when it happened.
    public var from: Instant?
    /// Not after, by when it happened.
    public var through: Instant?
    /// `direct`, `undo`, `redo`, `restore` or `import`.
    public var cause: String?
    /// Only events after it.
    public var after = Position.start

    public init(
        entities: Set<EntityID> = [], actor: ActorID? = nil, name: String? = nil, from: Instant? = nil,
        through: Instant? = nil, cause: String? = nil, after: Position = .start
    ) {
        (self.entities, self.actor, self.name) = (entities, actor, name)
        (self.from, self.through, self.cause, self.after) = (from, through, cause, after)
    }
}

extension WorkspaceReader {
    /// The revisions of one thing, oldest first: of a note with its ink and files, of a board with its columns and cards.
    ///
    /// - Parameters:
    ///   - entity: the note, board, card, item or artwork.
    ///   - diffs: whether to say how texts changed, line by line.
    ///   - moment: only those that had happened by then.
    /// - Throws: ``StoreError/nothingNamed(path:name:reason:)`` for a thing without a history here.
    /// - Complexity: O(events of the thing), found by an index.
    public func history(
        of entity: EntityID, diffs: Bool = false, at moment: HistoryMoment = .now
    ) async throws(StoreError) -> [Revision] {
        let workspace = workspace
        let names = await workspace.view
        return try await events.core.run {
            try workspace.history(of: entity, names: names, diffs: diffs, at: moment.moment).map { entry in
                Revision(
                    position: Position(entry.sequence), time: entry.time, actor: entry.actor, actorName: entry.actorName,
                    name: entry.kind, entity: entry.entity, summary: entry.markedSummary, diff: entry.diff,
                    cause: entry.cause)
            }
        }
    }

    /// The events that meet a query, in order, as an auditor reads them. Read in pieces, so years are never held at once.
    public func audit(_ query: AuditQuery = AuditQuery()) -> AuditTrail { AuditTrail(reader: self, query: query) }

    /// The head of the chain over everything written, as ``VerificationReport/head``; an audit that keeps it can prove later that
    /// its rows are the history.
    public func head() throws(StoreError) -> String { try events.head() }
}

/// Entries of an audit as they are read; see ``WorkspaceReader/audit(_:)``.
public struct AuditTrail: AsyncSequence, Sendable {
    public typealias Element = AuditEntry

    let reader: WorkspaceReader
    let query: AuditQuery

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader, query: query) }

    /// One reading of it.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: WorkspaceReader
        var query: AuditQuery
        private var ready: [AuditEntry] = []
        private var used = 0
        private var isDone = false

        /// Read at once.
        private static let entriesMax = 1_024

        init(reader: WorkspaceReader, query: AuditQuery) {
            self.reader = reader
            self.query = query
        }

        /// - Throws: ``StoreError``, also for a cause that does not exist.
        public mutating func next() async throws -> AuditEntry? { try await next(isolation: nil) }

        /// The same without leaving the actor of its caller.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)?
        ) async throws(any Error) -> AuditEntry? {
            if used == ready.count {
                guard !isDone else { return nil }
                try Task.checkCancellation()
                let filter = try query.filter(of: reader.path)
                let workspace = reader.workspace
                let names = await workspace.view
                let countMax = Self.entriesMax
                ready = try await reader.events.core.run {
                    var entries: [AuditEntry] = []
                    try workspace.audit(filter, names: names) { row in
                        entries.append(AuditEntry(row))
                        return entries.count < countMax ? .next : .stop
                    }
                    return entries
                }
                used = 0
                isDone = ready.count < countMax
                guard let last = ready.last else { return nil }
                query.after = last.position
            }
            defer { used += 1 }
            return ready[used]
        }
    }
}

extension AuditQuery {
    fileprivate func filter(of path: String) throws(StoreError) -> AuditFilter {
        var wanted: Cause?
        if let cause {
            wanted = Cause(word: cause)
            guard wanted != nil else {
                throw .nothingNamed(
                    path: path, name: cause,
                    reason: "no cause is called so; there are " + Cause.allCases.map(\.word).joined(separator: ", "))
            }
        }
        return AuditFilter(
            entities: entities, actor: actor, kind: name, from: from.map { .time($0) }, to: through.map { .time($0) },
            cause: wanted, after: after.sequence)
    }
}
