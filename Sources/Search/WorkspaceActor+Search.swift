import Glibc
package import JournalEngine
import Kernel
package import Runtime
package import Workspace

extension WorkspaceActor {
    /// Returns what an index would answer, by reading everything: for callers that ask once.
    ///
    /// - Parameter page: a page after the first has the order of the record of the first. A draft, which shows more
    ///   than the journal says, has none, and is put in order as it is now.
    /// - Complexity: O(bytes of all texts × conditions).
    package func search(_ query: SearchQuery, page: SearchPage = SearchPage()) throws -> SearchView {
        guard let after = page.after, !isDraft, after.sequence < view.asOf.sequence else {
            let scan = FullScan(query, in: view, .everything)
            let ranking = page.after?.ranking ?? .weights(scan.basis)
            return scan.plan.reading(of: scan.order(by: ranking), page, by: ranking)
        }
        let order = try FullScan(query, in: view(at: .sequence(after.sequence)), .everything).order(by: after.ranking)
        return SearchPlan(query, in: SearchTexts(of: view)).reading(of: order, page, by: after.ranking)
    }

    /// Notes that everything up to a record was searched, for `RecordEvidence`: a journal that is found to end before it has
    /// lost records. With keys nothing is written, and on a disk that is not the machine's.
    ///
    /// - Parameter sequence: of a record that is on disk.
    package nonisolated func noteSearched(through sequence: UInt64) throws(DiskError) {
        guard keys == nil, runtime.disk is POSIXDisk else { return }
        do throws(DiskError) { try runtime.disk.makeDirectory(paths.search) } catch  where error.errno == EEXIST {}
        try KnownRecord(journal: journal.id, last: sequence).write(to: paths.searchedRecord, on: runtime.disk)
    }
}
