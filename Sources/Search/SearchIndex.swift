import JournalEngine
import Kernel
package import Runtime
package import Workspace

/// The words of one open workspace: finds what `WorkspaceView.search` finds, without reading everything.
///
/// A projection like any other, in memory alone and thrown away at will: made from the views, and brought up to the journal
/// before each answer. Until it stands everything is read instead.
package actor SearchIndex {
    package nonisolated let workspace: WorkspaceActor
    private let thread: WorkspaceThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private var rows: IndexRows?
    private var texts: SearchTexts?
    private var sessions = SearchSessions()
    /// Where orders of the past are read, so that others search meanwhile; one at a time, since each takes a whole workspace.
    nonisolated let past: WorkspaceThread
    /// Orders of the past that are being read, or wait for it.
    private var pastCount = 0
    /// Each takes as long as reading a whole workspace, and anybody who searches can ask for one.
    static let pastMax = 8
    private var preparing: Task<Void, Never>?
    private var isClosed = false
    /// Set by closing: an index that is being made is given up then, however much is left to do.
    private nonisolated let isUnwanted = StopFlag()

    /// Why there is no index for the moment.
    package private(set) var trouble: IndexTrouble?
    package private(set) var report = SearchIndexReport()

    package init(of workspace: WorkspaceActor) {
        self.workspace = workspace
        thread = WorkspaceThread(label: workspace.paths.root + " search")
        past = WorkspaceThread(label: workspace.paths.root + " search of the past")
    }

    /// Makes the index. Returns when it stands or cannot be had; see `trouble`.
    ///
    /// Takes a thread of its own, so that others search meanwhile.
    package func prepare() async {
        guard rows == nil, !isClosed else { return }
        if preparing == nil { preparing = Task { await self.open() } }
        await preparing?.value
    }

    /// Returns everything that the query matches, the best first.
    ///
    /// - Parameter page: all pages of one session have the order of the first: what was there and found all the time is
    ///   seen once, whatever was written meanwhile, and whether the index stands or was made anew. Each shows what is still
    ///   found, as it is now.
    /// - Throws: `RuntimeFailure` when the workspace failed, `SearchIsBusy`; never because of the index.
    package func search(
        _ query: SearchQuery, in scope: SearchScope = .everything, page: SearchPage = SearchPage()
    ) async throws -> SearchView {
        try await answer(query, page: page) { _ in scope }.reading
    }

    /// The same for somebody whose reach depends on what is there, with the record that the answer reaches: everything up
    /// to it is in the answer, and nothing after it. What was acknowledged before it was asked is at or before it.
    ///
    /// - Parameter scope: asked of the views that are searched.
    package func answer(
        _ query: SearchQuery, page: SearchPage = SearchPage(), in scope: @Sendable (WorkspaceView) -> SearchScope
    ) async throws -> SearchAnswer {
        let source = try await newestSource()
        let scope = scope(source.texts.view)
        let plan = SearchPlan(query, in: source.texts, scope: scope)
        guard let after = page.after else {
            let reading = firstPage(of: query, plan, source, limit: page.limit)
            return SearchAnswer(reading: reading, scope: scope, sequence: source.sequence)
        }
        let session = SearchSession(query, scope, along: after)
        let order: [RankedThing]
        if let known = knownOrder(of: session, plan, source) {
            order = known
        } else {
            order = try await pastOrder(of: session)
        }
        return SearchAnswer(
            reading: plan.reading(of: order, page, by: after.ranking), scope: scope, sequence: source.sequence)
    }

    /// Takes in what was journaled since; searching does it too.
    package func catchUp() async throws {
        let source = try await newestSource()
        do { try catchUp(source) } catch { giveUp(error) }
    }

    /// Takes in what is journaled, as it is journaled, until the task is cancelled or the workspace fails: so that the
    /// next search finds little left to do, whatever came meanwhile.
    ///
    /// - Parameter rest: how long it lets changes gather before it goes on: taking in many costs hardly more than one.
    package func follow(resting rest: Duration = .milliseconds(500)) async throws {
        var known = workspace.journal.lastSequence
        while !isClosed {
            var tail = workspace.journal.tail(after: known).makeAsyncIterator()
            guard try await tail.next() != nil else { return }
            known = workspace.journal.lastSequence
            try await catchUp()
            try await Task.sleep(for: rest)
        }
    }

    /// Lets the index go, and notes how far it came. Closing twice is allowed.
    package func close() async {
        isUnwanted.raise()
        await preparing?.value
        isClosed = true
        guard let last = rows?.sequence else { return }
        rows = nil
        do throws(DiskError) { try workspace.noteSearched(through: last) } catch { trouble = .note(errno: error.errno) }
    }

    /// Bytes of the texts and words that are kept; nil when it does not stand.
    package var byteCount: Int? { rows?.byteCount }
}

/// The found things, for whom, and as of when.
package struct SearchAnswer: Sendable {
    package var reading: SearchView
    package var scope: SearchScope
    /// The last record whose effects are in it.
    package var sequence: UInt64
}

/// The cost so far of making an index and keeping it up to date.
package struct SearchIndexReport: Sendable, Equatable {
    /// The number of times it was made anew, and the number of things the last time.
    package var builds = 0
    package var thingsBuilt = 0
    package var buildDuration: Duration = .zero
    /// Records that were taken in after that.
    package var recordsTaken = 0
    /// Things that were written for them.
    package var thingsWritten = 0
}

extension SearchIndex {
    /// Texts, and the record up to which they reach; every record up to it is on disk.
    private struct Source {
        var texts: SearchTexts
        var sequence: UInt64
    }

    private func firstPage(of query: SearchQuery, _ plan: SearchPlan, _ source: Source, limit: Int) -> SearchView {
        guard let ranking = foundByIndex(plan, source) else {
            let order = plan.ranked()
            let reading = plan.reading(of: order, SearchPage(limit: limit))
            if let next = reading.next { sessions.keep(order, of: SearchSession(query, plan.scope, along: next)) }
            return reading
        }
        let reading = ranking.reading(limit: limit)
        // Putting more in order costs more than most ask for; who goes on with many has it done then.
        if let next = reading.next, reading.found <= IndexWeights.weighedMax {
            sessions.keep(ranking.order(), of: SearchSession(query, plan.scope, along: next))
        }
        return reading
    }

    /// The order of a session that was kept, or that holds now; nil where it has to be read from the past.
    private func knownOrder(of session: SearchSession, _ plan: SearchPlan, _ source: Source) -> [RankedThing]? {
        if let kept = sessions.order(of: session) { return kept }
        guard session.sequence >= plan.view.asOf.sequence else { return nil }
        let order: [RankedThing]
        if case .weights(let basis) = session.ranking, let ranking = foundByIndex(plan, source, by: basis) {
            order = ranking.order()
        } else {
            order = FullScan(session.query, in: plan.view, session.scope).order(by: session.ranking)
        }
        sessions.keep(order, of: session)
        return order
    }

    /// - Throws: `SearchIsBusy` where too many wait for theirs already.
    private func pastOrder(of session: SearchSession) async throws -> [RankedThing] {
        guard pastCount < Self.pastMax else { throw SearchIsBusy() }
        pastCount += 1
        defer { pastCount -= 1 }
        let order = try await past.run { [workspace] in
            try FullScan(session.query, in: workspace.view(at: .sequence(session.sequence)), session.scope)
                .order(by: session.ranking)
        }
        sessions.keep(order, of: session)
        return order
    }

    /// Returns what the index finds; nil where it does not stand, or cannot be used any more.
    private func foundByIndex(_ plan: SearchPlan, _ source: Source, by basis: SearchBasis? = nil) -> IndexRanking? {
        guard rows != nil else {
            if preparing == nil, !isClosed { preparing = Task { await self.open() } }
            return nil
        }
        do { try catchUp(source) } catch { giveUp(error) }
        return rows.map { IndexAnswer(plan, in: $0).ranking(by: basis) }
    }

    private func open() async {
        do {
            let (view, sequence, _) = try await workspace.durableView()
            let texts = searchTexts(of: view)
            let builder = WorkspaceThread(label: workspace.paths.root + " search index")
            let start = ContinuousClock.now
            let made = try await builder.run { [isUnwanted] in
                try IndexRows(of: texts, through: sequence) { try isUnwanted.check() }
            }
            report.builds += 1
            report.thingsBuilt = made.count
            report.buildDuration = ContinuousClock.now - start
            rows = made
            trouble = nil
        } catch {
            trouble = Self.trouble(of: error)
        }
        preparing = nil
    }

    /// Texts that the index is not ahead of: another search may have brought it up while this one waited.
    private func newestSource() async throws -> Source {
        while true {
            let (view, sequence, _) = try await workspace.durableView()
            if sequence >= rows?.sequence ?? 0 { return Source(texts: searchTexts(of: view), sequence: sequence) }
        }
    }

    private func searchTexts(of view: WorkspaceView) -> SearchTexts {
        if let texts, texts.view.asOf == view.asOf { return texts }
        let fresh = SearchTexts(of: view)
        texts = fresh
        return fresh
    }

    /// Brings the rows to the journal.
    private func catchUp(_ source: Source) throws {
        guard let known = rows?.sequence, known < source.sequence else { return }
        let tail = try IndexTail(workspace.journal, after: known, through: source.sequence)
        if tail.hasErasure { throw IndexTrouble.erased }
        report.recordsTaken += tail.recordCount
        report.thingsWritten += rows?.take(tail.subjects, of: source.texts, through: source.sequence) ?? 0
    }

    /// Lets a broken index go; the next search makes a new one.
    private func giveUp(_ error: any Error) {
        trouble = Self.trouble(of: error)
        rows = nil
    }

    private static func trouble(of error: any Error) -> IndexTrouble {
        switch error {
        case let trouble as IndexTrouble: trouble
        case let failure as RuntimeFailure: .journal(failure.message)
        case let error as JournalError: .journal(error.message)
        default: .journal("\(type(of: error))")
        }
    }
}
