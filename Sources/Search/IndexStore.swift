import Crypto
import Foundation
import GRDB
import JournalEngine
import Kernel
import Runtime
import Workspace

/// One open index: a database in a file, or in memory where words must not lie on a disk.
///
/// A file is trusted when its digest is the one that was written when it was closed, its checkpoint is of the journal's
/// past, and nothing was erased since. Else, also when a process ended without closing it, it is thrown away and made from
/// the views, into a file of its own that takes its name when it is whole.
final class IndexStore: Sendable {
    let queue: DatabaseQueue
    private let directory: String?
    private let lock: IndexLock?
    /// Things that were put into it when it was made anew; nil when one was found.
    let builtCount: Int?
    /// False where nobody asks FTS5.
    private let hasWords: Bool

    private static let file = "index.sqlite"
    private static let building = "index.building"
    private static let sum = "index.sum"

    private init(
        _ queue: DatabaseQueue, _ directory: String?, _ lock: IndexLock?, builtCount: Int?, hasWords: Bool = true
    ) {
        self.queue = queue
        self.directory = directory
        self.lock = lock
        self.builtCount = builtCount
        self.hasWords = hasWords
    }

    /// What an index is made from and checked against.
    struct Source: Sendable {
        var texts: SearchTexts
        var journal: Journal
        /// The record that the texts are of, and a head that they are not behind of.
        var sequence: UInt64
        var head: ChainHead

        var checkpoint: IndexCheckpoint { IndexCheckpoint(journal, through: sequence, at: head) }
    }

    /// - Parameters:
    ///   - directory: nil for one in memory.
    ///   - asksWords: false for whoever finds words by `IndexMemory` alone. FTS5's tables are most of the work and of the room, and
    ///     are left out of what is in memory then; a file has them for whoever reads it next.
    ///   - check: asked between two things while it is made; what it throws ends the making, and nothing is left of it.
    /// - Complexity: O(bytes of the file); where it is made anew O(bytes of all texts).
    static func open(
        in directory: String?, _ source: Source, asksWords: Bool = true, check: () throws -> Void = {}
    ) throws -> IndexStore {
        guard let directory else { return try inMemory(source, asksWords, check) }
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (lock, isAlone) = try IndexLock.take(directory + "/" + WorkspacePaths.searchLock)
        if isAlone {
            var count: Int?
            if try !isTrusted(directory, source) { count = try build(directory, source, lock, check) }
            try lock.takeShared()
            try lock.check()
            return IndexStore(try connect(directory), directory, lock, builtCount: count)
        }
        let queue = try connect(directory)
        guard try queue.read({ try IndexCheckpoint($0) }).map({ $0.journal == source.checkpoint.journal }) ?? false
        else {
            throw IndexTrouble.usedElsewhere
        }
        return IndexStore(queue, directory, lock, builtCount: nil)
    }

    private static func inMemory(
        _ source: Source, _ hasWords: Bool, _ check: () throws -> Void
    ) throws -> IndexStore {
        let queue = try DatabaseQueue(configuration: configuration(.memory))
        let count = try fill(queue, source, hasWords: hasWords, check)
        return IndexStore(queue, nil, nil, builtCount: count, hasWords: hasWords)
    }

    /// For a transaction that changes it.
    func tables(_ db: Database) -> IndexTables { IndexTables(db: db, hasWords: hasWords) }

    /// Which thing each row is, and as of when.
    func referents() throws -> (referents: [Referent?], sequence: UInt64?) {
        try queue.read { db in (try IndexTables(db: db).referents(), try IndexCheckpoint(db)?.through) }
    }

    /// What can be kept in memory, and as of when.
    func memory(check: () throws -> Void) throws -> (memory: IndexMemory, sequence: UInt64?) {
        try queue.read { db in (try IndexTables(db: db).memory(check: check), try IndexCheckpoint(db)?.through) }
    }

    /// - Parameters:
    ///   - facts: of the rows as they are now.
    ///   - memory: of the same rows, where it is kept.
    ///   - basis: what hits were weighed by before, where a page is to be of the same order; nil for the first.
    func answer(
        _ plan: SearchPlan, _ facts: IndexFacts, _ memory: IndexMemory?, by basis: SearchBasis? = nil
    ) throws -> IndexRanking {
        // Asked without what it was opened for, it has nothing to say.
        guard hasWords || memory != nil else { throw IndexDamage() }
        return try queue.read { db in
            try IndexAnswer(plan: plan, facts: facts, rows: IndexRows(db: db, memory: memory)).ranking(by: basis)
        }
    }

    /// Gives the file back, and where nobody else uses it says what it holds, so that the next one can trust it.
    func close() throws {
        let known = try directory == nil ? nil : queue.read { try IndexCheckpoint($0)?.known }
        try queue.close()
        guard let directory, let lock else { return }
        defer { lock.give() }
        if let known {
            do throws(DiskError) { try known.write(to: directory + "/" + KnownRecord.name, on: POSIXDisk()) } catch {
                throw IndexTrouble.system(errno: error.errno)
            }
        }
        try lock.check()
        guard lock.takeAlone(), !FileManager.default.fileExists(atPath: directory + "/" + Self.sum) else { return }
        let digest = try Self.digest(of: directory + "/" + Self.file)
        let place = directory + "/" + Self.sum
        try Data(digest.utf8).write(to: URL(filePath: place), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place)
    }

    /// From now on the file is another one than its digest says; called before the first change.
    ///
    /// - Throws: `IndexTrouble.lockLost`, too: then the file is another process's.
    func willChange() throws {
        guard let directory else { return }
        try lock?.check()
        try Self.remove(directory + "/" + Self.sum)
    }

    /// Gives everything up without a word about what it holds: the next one makes it anew.
    func abandon() {
        do { try queue.close() } catch {
            // What is given up may be damaged, and then closing fails: nothing is lost by it.
        }
        lock?.give()
    }

    var byteCount: Int {
        get throws {
            try queue.read { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
            }
        }
    }
}

// MARK: - Files

extension IndexStore {
    /// How SQLite can take a transaction back: in memory, not at all while a file is made that nobody has seen, and by a
    /// file beside it else.
    private enum Rollback: String { case memory, off, delete }

    /// Of a file that is read through the page cache of the system, without a copy of each page.
    private static let mappedBytesMax = 2 << 30

    /// SQLite's own temporary files would be words on a disk: it has none.
    private static func configuration(_ rollback: Rollback) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 1
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384;
                    PRAGMA mmap_size = \(mappedBytesMax); PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
                    """)
            // Power that fails may damage the file, which is noticed then; waiting for the disk would buy nothing.
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = \(rollback.rawValue)")
        }
        return configuration
    }

    private static func connect(_ directory: String) throws -> DatabaseQueue {
        try DatabaseQueue(path: directory + "/" + file, configuration: configuration(.delete))
    }

    private static func isTrusted(_ directory: String, _ source: Source) throws -> Bool {
        let path = directory + "/" + file
        guard FileManager.default.fileExists(atPath: path) else { return false }
        guard let kept = FileManager.default.contents(atPath: directory + "/" + sum),
            Data(try digest(of: path).utf8) == kept
        else { return false }
        do {
            let queue = try connect(directory)
            defer {
                do { try queue.close() } catch {
                    // It was only looked at; what is wrong with it was found by looking.
                }
            }
            return try queue.read { db in
                guard let checkpoint = try IndexCheckpoint(db), try checkpoint.isOfPast(of: source.journal) else {
                    return false
                }
                let tail = try IndexTail(source.journal, after: checkpoint.through, through: source.sequence)
                return !tail.hasErasure
            }
        } catch is DatabaseError {
            return false
        } catch is IndexDamage {
            return false
        }
    }

    /// Makes it anew beside the old one, and lets it take its name.
    private static func build(
        _ directory: String, _ source: Source, _ lock: IndexLock, _ check: () throws -> Void
    ) throws -> Int {
        try erase(directory)
        let path = directory + "/" + building
        let queue = try DatabaseQueue(path: path, configuration: configuration(.off))
        let count: Int
        do { count = try fill(queue, source, check) } catch {
            do { try queue.close() } catch {
                // It is thrown away, and what it is thrown away for is said below.
            }
            try lock.check()
            try erase(directory)
            throw error
        }
        try queue.close()
        try lock.check()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try FileManager.default.moveItem(atPath: path, toPath: directory + "/" + file)
        return count
    }

    /// - Returns: how many things were put in.
    private static func fill(
        _ queue: DatabaseQueue, _ source: Source, hasWords: Bool = true, _ check: () throws -> Void
    ) throws -> Int {
        try queue.write { db in
            let tables = IndexTables(db: db, hasWords: hasWords)
            let folding = Folding.standard
            var count = 0
            try tables.create()
            try tables.expectAll()
            try source.texts.forEach { text in
                try check()
                try tables.put(text.referent, IndexedText(of: text, folding))
                count += 1
                if count == 1 { try tables.expectMore() }
            }
            try tables.expectFew()
            try source.checkpoint.store(db)
            return count
        }
    }

    /// Overwrites and removes what is there: it may hold what was erased since. What witnesses how far the journal came stays.
    private static func erase(_ directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        where name != WorkspacePaths.searchLock && !name.hasPrefix(KnownRecord.name) {
            do throws(DiskError) { try POSIXDisk().eraseFile(directory + "/" + name) } catch {
                throw IndexTrouble.system(errno: error.errno)
            }
        }
    }

    /// Gives everything up and leaves no word of it.
    func destroy() throws {
        try lock?.check()
        abandon()
        if let directory { try Self.erase(directory) }
    }

    private static func remove(_ path: String) throws {
        do { try FileManager.default.removeItem(atPath: path) } catch CocoaError.fileNoSuchFile {}
    }

    private static func digest(of path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        var hash = SHA256()
        while let part = try file.read(upToCount: 1 << 20), !part.isEmpty { hash.update(data: part) }
        try file.close()
        return hexText(hash.finalize())
    }
}
