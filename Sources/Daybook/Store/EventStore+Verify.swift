import JournalEngine
import Kernel
import Runtime

/// The findings of a full check of a store or a daybook.
public struct VerificationReport: Sendable, Equatable {
    /// Nothing is damaged, and a head that was given is proven.
    public var isSound: Bool { problems.isEmpty }
    /// The number of records that were read.
    public let records: UInt64
    /// `SEQUENCE:HASH`, the SHA-256 chain over everything written. Kept elsewhere, it proves later that history was not rewritten.
    public let head: String
    /// A sentence for each thing that is wrong: where, and what is lost by it.
    public let problems: [String]
}

extension EventStore {
    /// Checks everything: every frame, checksum, place, link of the chain and index. Changes nothing.
    ///
    /// - Parameter head: one that was kept, as ``VerificationReport/head`` gives it; the store must be an extension of it.
    /// - Complexity: O(bytes of the store).
    public func verify(against head: String? = nil) async throws(StoreError) -> VerificationReport {
        try core.checkOpen()
        return try await core.run { [core] in try core.journal.checked(against: head, at: core.path) }
    }

    /// The head of the chain now, as ``VerificationReport/head``, without checking anything.
    public func head() throws(StoreError) -> String {
        do { return try core.journal.chainHead().text } catch { throw StoreError(any: error, at: path) }
    }
}

extension Journal {
    /// Blocks.
    func checked(against head: String?, at path: String) throws -> VerificationReport {
        var kept: ChainHead?
        if let head {
            guard let parsed = ChainHead(text: head) else {
                throw StoreError.nothingNamed(path: path, name: head, reason: "it is not a head; one reads SEQUENCE:HASH")
            }
            kept = parsed
        }
        let report = try verify()
        var problems = report.damage.map { $0.words }
        if problems.isEmpty, let kept {
            let comparison = try compare(with: kept)
            if !comparison.isProven { problems.append(comparison.words) }
        }
        return VerificationReport(records: report.records, head: report.chainHead.text, problems: problems)
    }
}
