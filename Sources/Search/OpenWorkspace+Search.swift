import Kernel
package import Runtime
package import Workspace

extension OpenWorkspace {
    /// What `SearchIndex` answers, for whoever has no index: by reading everything.
    ///
    /// - Parameter page: a page after the first is of the order of the record that the first was of. A draft, which shows more
    ///   than the journal says, has none, and is put in order as it is now.
    package func search(_ query: SearchQuery, page: SearchPage) throws -> SearchReading {
        guard let after = page.after else { return view.search(query, page: page) }
        let isNow = isDraft || after.sequence >= view.asOf.sequence
        let past: WorkspaceView = try isNow ? view : view(at: .sequence(after.sequence))
        let order = try PastAnswer(query, in: past, .everything).order(by: after.ranking)
        return SearchPlan(query, in: SearchTexts(of: view)).reading(of: order, page)
    }
}
