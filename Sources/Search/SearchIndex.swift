import Kernel
package import Runtime
package import Workspace
import Foundation
import GRDB
import JournalEngine

/// The words of one open workspace: finds what `WorkspaceView.search` finds, without reading everything.
///
/// A projection like any other, posted from journaled events and thrown away at will: it lies in `search/` beside the
/// journal, or in memory where the workspace has keys. It is brought up to the journal before each answer, and until it
/// stands, or where it cannot be had, everything is read instead: nobody is told of an index that failed but by
/// `trouble`.
package actor SearchIndex {
    package nonisolated let workspace: OpenWorkspace
    private let thread: WorkspaceThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private var store: IndexStore?
    /// What is known of each row without looking its thing up, as of `taken`.
    private var facts: IndexFacts?
    /// The record that `facts` are of.
    private var taken: UInt64?
    /// Texts and words; nil where they are not kept in memory.
    private var memory: IndexMemory?
    /// The record that `memory` is of.
    private var memoryTaken: UInt64?
    private nonisolated let keepsTexts: Bool
    private var texts: SearchTexts?
    private var walks = SearchWalks()
    /// Where orders of the past are read, so that others search meanwhile; one at a time, since each takes a whole workspace.
    private nonisolated let past: WorkspaceThread
    /// Orders of the past that are being read, or wait for it.
    private var pastCount = 0
    /// Each takes as long as reading a whole workspace, and anybody who searches can ask for one.
    private static let pastMax = 8
    private var preparing: Task<Void, Never>?
    private var isClosed = false
    /// Set by closing: an index that is being made is given up then, however much is left to do.
    private nonisolated let isUnwanted = StopFlag()

    /// Why there is no index for the moment.
    package private(set) var trouble: IndexTrouble?
    package private(set) var report = SearchIndexReport()

    /// - Parameter keepingTexts: in memory, for one that is asked again and again; costs twice as much as the texts take.
    package init(of workspace: OpenWorkspace, keepingTexts: Bool = false) {
        self.workspace = workspace
        keepsTexts = keepingTexts
        thread = WorkspaceThread(label: workspace.paths.root + " search")
        past = WorkspaceThread(label: workspace.paths.root + " search of the past")
    }

    /// Where it lies; nil for in memory: with keys no word may lie on a disk in clear, and a disk that is not the
    /// machine's knows no SQLite.
    package nonisolated var directory: String? {
        workspace.keys == nil && workspace.surroundings.disk is POSIXDisk ? workspace.paths.search : nil
    }

    /// Opens the index, or makes it. Returns when it stands or cannot be had; see `trouble`.
    ///
    /// Takes a thread of its own, so that others search meanwhile.
    package func prepare() async {
        guard store == nil, !isClosed else { return }
        if preparing == nil { preparing = Task { await self.open() } }
        await preparing?.value
    }

    /// Everything of which the query holds, the best first.
    ///
    /// - Parameter page: all pages of one walk are of the order that the first was of: what was there and found all the time is
    ///   seen once, whatever was written meanwhile, and whether the index stands or was made anew. Each shows what is still
    ///   found, as it is now.
    /// - Throws: `RuntimeFailure` when the workspace failed, `SearchIsBusy`; never because of the index.
    package func search(
        _ query: SearchQuery, in scope: SearchScope = .everything, page: SearchPage = SearchPage()
    ) async throws -> SearchReading {
        try await answer(query, page: page) { _ in scope }.reading
    }

    /// The same for somebody whose reach depends on what is there, with the record that the answer is of: everything up
    /// to it is in the answer, and nothing after it. What was acknowledged before it was asked is at or before it.
    ///
    /// - Parameter scope: asked of the views that are searched.
    package func answer(
        _ query: SearchQuery, page: SearchPage = SearchPage(), in scope: @Sendable (WorkspaceView) -> SearchScope
    ) async throws -> SearchAnswer {
        let (view, sequence, head) = try await newestView()
        let scope = scope(view)
        let source = IndexStore.Source(
            texts: searchTexts(of: view), journal: workspace.journal, sequence: sequence, head: head)
        let plan = SearchPlan(query, in: source.texts, scope: scope)
        guard let after = page.after else {
            let reading = firstPage(of: query, plan, source, limit: page.limit)
            return SearchAnswer(reading: reading, scope: scope, sequence: sequence)
        }
        let walk = SearchWalk(query, scope, along: after)
        let order: [RankedThing]
        if let known = try knownOrder(of: walk, plan, source) {
            order = known
        } else {
            order = try await pastOrder(of: walk)
        }
        return SearchAnswer(reading: plan.reading(of: order, page), scope: scope, sequence: sequence)
    }

    /// Takes in what was journaled since; searching does it too.
    package func catchUp() async throws {
        let (view, sequence, head) = try await newestView()
        guard store != nil else { return }
        do {
            try catchUp(
                .init(texts: searchTexts(of: view), journal: workspace.journal, sequence: sequence, head: head))
        } catch {
            giveUp(Self.trouble(of: error))
        }
    }

    /// Takes in what is journaled, as it is journaled, until the task is cancelled or the workspace fails: so that the
    /// next search finds little left to do, whatever came meanwhile.
    ///
    /// - Parameter rest: how long it lets changes gather before it goes on: a transaction for many costs hardly more than
    ///   one for each.
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

    /// Gives its file back. Closing twice is allowed.
    package func close() async {
        isUnwanted.raise()
        await preparing?.value
        isClosed = true
        do { try await catchUp() } catch {
            // The workspace failed or is closed. An index whose checkpoint is not proven is made anew by who opens it next.
        }
        guard let store else { return }
        self.store = nil
        do { try store.close() } catch { trouble = Self.trouble(of: error) }
    }

    /// Whether texts are in memory, as new as the rows were at the last look.
    package var hasTexts: Bool { memory != nil }

    /// Bytes of the index; nil when it does not stand.
    package var byteCount: Int? { get throws { try store?.byteCount } }
}

/// What was found, for whom, and as of when.
package struct SearchAnswer: Sendable {
    package var reading: SearchReading
    package var scope: SearchScope
    /// The last record whose effects are in it.
    package var sequence: UInt64
}

/// What bringing an index up has cost so far.
package struct SearchIndexReport: Sendable, Equatable {
    /// How often it was made anew, and of how many things the last time.
    package var builds = 0
    package var thingsBuilt = 0
    package var buildDuration: Duration = .zero
    /// Records that were taken in after that.
    package var recordsTaken = 0
    /// Things that were written for them.
    package var thingsWritten = 0
}

extension SearchIndex {
    private func firstPage(
        of query: SearchQuery, _ plan: SearchPlan, _ source: IndexStore.Source, limit: Int
    ) -> SearchReading {
        guard let ranking = foundByIndex(plan, source) else {
            let order = plan.ranked()
            let reading = plan.reading(of: order, SearchPage(limit: limit))
            if let next = reading.next { walks.keep(order, of: SearchWalk(query, plan.scope, along: next)) }
            return reading
        }
        let reading = ranking.reading(limit: limit)
        // Putting more in order costs more than most ask for; who goes on with many has it done then.
        if let next = reading.next, reading.found <= IndexWeights.weighedMax {
            walks.keep(ranking.order(), of: SearchWalk(query, plan.scope, along: next))
        }
        return reading
    }

    /// The order of a walk that was kept, or is of now; nil where it has to be read from the past.
    private func knownOrder(
        of walk: SearchWalk, _ plan: SearchPlan, _ source: IndexStore.Source
    ) throws -> [RankedThing]? {
        if let kept = walks.order(of: walk) { return kept }
        guard walk.sequence >= plan.view.asOf.sequence else { return nil }
        let order: [RankedThing]
        if case .weights(let basis) = walk.ranking, let ranking = foundByIndex(plan, source, by: basis) {
            order = ranking.order()
        } else {
            order = try PastAnswer(walk.query, in: plan.view, walk.scope).order(by: walk.ranking)
        }
        walks.keep(order, of: walk)
        return order
    }

    /// - Throws: `SearchIsBusy` where too many wait for theirs already.
    private func pastOrder(of walk: SearchWalk) async throws -> [RankedThing] {
        guard pastCount < Self.pastMax else { throw SearchIsBusy() }
        pastCount += 1
        defer { pastCount -= 1 }
        let order = try await past.run { [workspace] in
            try PastAnswer(walk.query, in: workspace.view(at: .sequence(walk.sequence)), walk.scope)
                .order(by: walk.ranking)
        }
        walks.keep(order, of: walk)
        return order
    }

    /// What the index finds; nil where it does not stand, or is of no use any more.
    private func foundByIndex(
        _ plan: SearchPlan, _ source: IndexStore.Source, by basis: SearchBasis? = nil
    ) -> IndexRanking? {
        guard store != nil else {
            if preparing == nil, !isClosed { preparing = Task { await self.open() } }
            return nil
        }
        do {
            try catchUp(source)
            guard let store, let facts else { return nil }
            return try store.answer(plan, facts, memory, by: basis)
        } catch {
            giveUp(Self.trouble(of: error))
            return nil
        }
    }

    private func open() async {
        do {
            let (view, sequence, head) = try await workspace.durableView()
            let source = IndexStore.Source(
                texts: searchTexts(of: view), journal: workspace.journal, sequence: sequence, head: head)
            let directory = directory
            let builder = WorkspaceThread(label: workspace.paths.root + " search index")
            let start = ContinuousClock.now
            let (opened, kept) = try await builder.run { [isUnwanted, keepsTexts] in
                let opened = try IndexStore.open(in: directory, source, asksWords: !keepsTexts) {
                    try isUnwanted.check()
                }
                guard keepsTexts else { return (opened, Kept?.none) }
                do { return (opened, try Self.kept(opened, source) { try isUnwanted.check() }) } catch {
                    opened.abandon()
                    throw error
                }
            }
            let journal = workspace.journal
            if try IndexTail(journal, after: head.sequence, through: journal.lastSequence).hasErasure {
                // It was read before the erasure and may have been written after it.
                try opened.destroy()
                throw IndexDamage()
            }
            if let count = opened.builtCount {
                report.builds += 1
                report.thingsBuilt = count
                report.buildDuration = ContinuousClock.now - start
            }
            store = opened
            (facts, taken) = (kept?.facts, kept?.facts == nil ? nil : kept?.sequence)
            (memory, memoryTaken) = (kept?.memory, kept?.sequence)
            trouble = nil
        } catch {
            trouble = Self.trouble(of: error)
        }
        preparing = nil
    }

    /// What is taken from an index that was opened, before anybody searches in it.
    private struct Kept {
        var memory: IndexMemory
        /// Nil where the views are of later than the rows.
        var facts: IndexFacts?
        var sequence: UInt64?
    }

    private nonisolated static func kept(
        _ opened: IndexStore, _ source: IndexStore.Source, check: () throws -> Void
    ) throws -> Kept {
        let (memory, sequence) = try opened.memory(check: check)
        let (referents, asOf) = try opened.referents()
        let isAsViewed = asOf == sequence && asOf == source.sequence
        return Kept(
            memory: memory, facts: isAsViewed ? IndexFacts(referents, in: source.texts.view) : nil, sequence: sequence)
    }

    /// Views that the index is not ahead of: another search may have brought it up while this one waited.
    private func newestView() async throws -> (view: WorkspaceView, sequence: UInt64, head: ChainHead) {
        while true {
            let newest = try await workspace.durableView()
            if newest.sequence >= taken ?? 0 { return newest }
        }
    }

    private func searchTexts(of view: WorkspaceView) -> SearchTexts {
        if let texts, texts.view.asOf == view.asOf { return texts }
        let fresh = SearchTexts(of: view)
        texts = fresh
        return fresh
    }

    /// Brings the rows to the journal in one transaction, with the checkpoint.
    private func catchUp(_ source: IndexStore.Source) throws {
        guard let store else { return }
        let known = try store.queue.read { try IndexCheckpoint($0) }
        guard let known, known.journal == source.checkpoint.journal else { throw IndexDamage() }
        // Another process has taken in more than this one has read.
        if known.through > source.sequence { throw IndexTrouble.usedElsewhere }
        if known.through < source.sequence || known.sequence < source.head.sequence {
            let tail = try IndexTail(source.journal, after: known.through, through: source.sequence)
            if tail.hasErasure { throw IndexDamage() }
            try store.willChange()
            let change = try store.queue.write { db in
                // Somebody else may have been faster; whoever comes second writes the same again.
                let isFirst = try IndexCheckpoint(db) == known
                let change = try store.tables(db).put(tail.subjects, of: source.texts)
                try source.checkpoint.store(db)
                return isFirst ? change : nil
            }
            report.recordsTaken += tail.recordCount
            report.thingsWritten += change?.rows.count ?? 0
            if let change, taken == known.through {
                facts?.take(change.rows, about: tail.subjects, in: source.texts.view)
                taken = source.sequence
            } else {
                taken = nil
            }
            takeTexts(of: change, from: known.through, to: source.sequence)
        } else {
            if taken != known.through { taken = nil }
            takeTexts(of: nil, from: known.through, to: known.through)
        }
        if taken == nil {
            let (referents, sequence) = try store.referents()
            facts = IndexFacts(referents, in: source.texts.view)
            taken = sequence
        }
    }

    /// - Parameter change: what led from one record to the other; nil where that is not known.
    private func takeTexts(of change: IndexTables.Change?, from before: UInt64, to sequence: UInt64) {
        guard memoryTaken == before, change != nil || before == sequence else {
            // Another process wrote: FTS5 alone answers from now on.
            memory = nil
            memoryTaken = nil
            return
        }
        for (row, text) in change?.texts ?? [] { memory?.put(row, text) }
        memoryTaken = sequence
    }

    /// Lets an index go that is of no use; the next search begins a new one.
    private func giveUp(_ trouble: IndexTrouble) {
        self.trouble = trouble
        store?.abandon()
        store = nil
        taken = nil
        facts = nil
        memory = nil
        memoryTaken = nil
    }

    private static func trouble(of error: any Error) -> IndexTrouble {
        switch error {
        case let trouble as IndexTrouble: trouble
        case let error as DatabaseError:
            .database(code: Int(error.extendedResultCode.rawValue), message: error.message ?? "no reason given")
        case is IndexDamage: .database(code: 11, message: "it is of another history")
        case let failure as RuntimeFailure: .journal(failure.message)
        case let error as JournalError: .journal(error.message)
        case let error as CocoaError: .database(code: error.code.rawValue, message: "its file cannot be used")
        default: .database(code: 1, message: "\(type(of: error))")
        }
    }
}
