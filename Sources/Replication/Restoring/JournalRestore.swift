import Foundation
package import JournalEngine
package import NIOCore

/// Brings journals back from the stream, onto a machine that has nothing.
package struct JournalRestore: Sendable {
    private let stream: ReplicaStream
    /// The time to wait for servers that cannot be asked.
    private let patience: TimeAmount

    package init(_ stream: ReplicaStream, patience: TimeAmount = .seconds(30)) {
        self.stream = stream
        self.patience = patience
    }

    /// One journal as the stream holds it.
    package struct Found: Sendable, Equatable {
        package let journal: ID16
        /// Where it lay in the data directory.
        package let path: String
        /// The node that wrote it last.
        package let node: String
        /// The chain up to which it can be brought back; nil while its first copy is not whole.
        package let head: ChainHead?
        package let generation: UInt64
        fileprivate let wholeNumber: UInt64
    }

    /// The journal that was restored.
    package struct Report: Sendable, Equatable {
        package let journal: ID16
        package let head: ChainHead
        package let byteCount: UInt64
        /// True if the chain could be recomputed; not without the keys of an encrypted journal, of which then only the
        /// checksums, places and marks were checked.
        package let isProven: Bool
    }

    /// Every journal in the stream, in the order of their paths.
    package func journals() throws(ReplicaFault) -> [Found] {
        try trying {
            var found: [Found] = []
            for (journal, generations) in try stream.generations() {
                guard let ending = try stream.ending(of: journal, in: generations), let message = ending.message else {
                    continue
                }
                found.append(
                    Found(
                        journal: journal, path: message.path, node: message.node, head: ending.whole?.head,
                        generation: ending.generation, wholeNumber: ending.wholeNumber))
            }
            return found.sorted { ($0.path, $0.journal) < ($1.path, $1.journal) }
        }
    }

    /// Removes a journal from the stream, for good: one whose workspace was erased must not be brought back. Blocks.
    package func forget(_ found: Found) throws(ReplicaFault) { try trying { try stream.purge(found.journal) } }

    /// Writes a journal into `directory`, which must be absent or empty, and proves that it is what was shipped.
    ///
    /// It is put together in `directory.partial`, synced, verified from the first commit to the chain head, and renamed.
    /// Blocks.
    ///
    /// - Parameter options: with the keyring, for the proof of an encrypted journal.
    package func restore(
        _ found: Found, to directory: String, options: JournalOptions = JournalOptions()
    ) throws(ReplicaFault) -> Report {
        guard let head = found.head else { throw .nothingThere(found.path) }
        let files = FileManager.default
        guard ((try? files.contentsOfDirectory(atPath: directory)) ?? []).isEmpty else {
            throw .notEmpty(path: directory)
        }
        let partial = directory + ".partial"
        return try local {
            if files.fileExists(atPath: partial) { try files.removeItem(atPath: partial) }
            try files.createDirectory(atPath: partial, withIntermediateDirectories: true)
            let byteCount = try fetch(found, into: partial)
            let isProven = try prove(partial, head, options)
            if files.fileExists(atPath: directory) { try files.removeItem(atPath: directory) }
            try files.moveItem(atPath: partial, toPath: directory)
            try Self.sync((directory as NSString).deletingLastPathComponent)
            return Report(journal: found.journal, head: head, byteCount: byteCount, isProven: isProven)
        }
    }

    /// Writes every piece up to the last whole one to its place.
    private func fetch(_ found: Found, into directory: String) throws -> UInt64 {
        let subject = stream.subject(found.journal, found.generation)
        var file: (number: UInt64, handle: FileHandle)?
        var from: UInt64 = 1
        while from <= found.wholeNumber {
            let kept = try trying { try stream.jetStream.next(on: subject, from: from) }
            guard let kept, kept.sequence <= found.wholeNumber else { throw ReplicaFault.incomplete }
            let message = try ReplicaMessage(kept)
            from = kept.sequence + 1
            if message.bytes.isEmpty { continue }
            if file?.number != message.place.segment {
                try file?.handle.synchronize()
                try file?.handle.close()
                file = (message.place.segment, try Self.file(message.place.segment, in: directory))
            }
            guard let handle = file?.handle, try handle.seekToEnd() >= message.place.offset else {
                throw ReplicaFault.incomplete
            }
            // A piece may be there twice: a writer that ended in the middle of a group left what nobody completed.
            try handle.truncate(atOffset: message.place.offset)
            try handle.write(contentsOf: Data(message.bytes))
        }
        try file?.handle.synchronize()
        try file?.handle.close()
        let identity = directory + "/" + JournalNames.identity
        try Data(JournalNames.identity(of: found.journal)).write(to: URL(filePath: identity))
        try Self.sync(identity)
        try Self.sync(directory)
        return try FileManager.default.contentsOfDirectory(atPath: directory).reduce(0) { sum, name in
            let size = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)[.size] as? UInt64
            return sum + (size ?? 0)
        }
    }

    private static func file(_ segment: UInt64, in directory: String) throws -> FileHandle {
        let path = directory + "/" + JournalNames.segment(segment)
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
        return try FileHandle(forUpdating: URL(filePath: path))
    }

    /// Returns once the file or directory is on disk.
    private static func sync(_ path: String) throws {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path.isEmpty ? "." : path))
        try handle.synchronize()
        try handle.close()
    }

    /// - Returns: whether the chain could be recomputed.
    private func prove(_ path: String, _ head: ChainHead, _ options: JournalOptions) throws -> Bool {
        let report = try Self.verified(path, options)
        if let damage = report.damage.first { throw ReplicaFault.unsound(path: path, damage.words) }
        guard report.isWithoutKeys || report.chainHead == head else {
            throw ReplicaFault.unsound(path: path, "it ends at record \(report.chainHead.sequence) with another chain head")
        }
        return !report.isWithoutKeys
    }

    private static func verified(_ path: String, _ options: JournalOptions) throws(JournalError) -> VerifyReport {
        do throws(JournalError) {
            return try Journal.open(at: path, access: .reading, options: options).verify()
        } catch {
            guard case .keyNeeded = error else { throw error }
            return try Journal.verifyWithoutKeys(at: path)
        }
    }

    private func trying<Value>(_ body: () throws -> Value) throws(ReplicaFault) -> Value {
        try ReplicationCursor.trying(stream, until: .now() + patience, body)
    }

    private func local<Value>(_ body: () throws -> Value) throws(ReplicaFault) -> Value {
        do { return try body() } catch { throw ReplicaFault.lasting(error) ?? ReplicaFault.passing(error) }
    }
}
