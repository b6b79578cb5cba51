import Foundation
package import Kernel
package import Runtime
import Workspace

/// A copy of one workspace of a service, as far as its user may read it: a workspace like any other, under the same
/// sequence numbers, which all that reads can read also when the service is not there.
///
/// It is derived: where it does not fit any more, because the service was restored from a backup, something was erased
/// there, or the user may see other areas than before, it is fetched anew. Where the service has another history, the
/// replica may be the last copy of what was lost there: it is put aside, and never removed automatically.
package struct Replica: Sendable {
    package let workspace: EntityID
    let folder: ServiceFolder
    package let runtime: RuntimeEnvironment

    package init(of workspace: EntityID, in folder: ServiceFolder, runtime: RuntimeEnvironment) {
        self.workspace = workspace
        self.folder = folder
        var runtime = runtime
        // A copy: what it lost is fetched anew.
        runtime.acceptsLoss = true
        self.runtime = runtime
    }

    package func paths() throws -> WorkspacePaths { try folder.replicas.workspace(named: workspace.text) }

    /// Returns whether anything was fetched yet.
    package func exists() throws -> Bool { FileManager.default.fileExists(atPath: try paths().journal) }

    /// The progress of the replica, and the history that it copies.
    package struct State: Codable, Sendable, Equatable {
        package var sequence: UInt64 = 0
        package var journal = ""
        /// The service's chain after that record; empty where no commit ends there.
        package var chain = ""
        package var areas: [String] = []
        /// The service's epoch of that history, as it told it; changed by a restored backup and an accepted loss.
        package var epoch: String?

        static let fields: Set = ["sequence", "journal", "chain", "areas", "epoch"]
    }

    /// A replica that the service's history does not go on from, put aside.
    package struct Replaced: Sendable, Equatable {
        /// Where it is now: a workspace's directory like any other.
        package var path: String
        package var had: State
        /// The state of the new replica.
        package var has: State
        /// True when the service says why: it was restored from a backup, or its loss was accepted.
        package var isIntended: Bool { (had.epoch ?? "") != (has.epoch ?? "") }

        /// For people: both heads, and where the old replica is.
        package var words: String {
            func head(_ state: State) -> String {
                "record \(state.sequence)" + (state.chain.isEmpty ? "" : " with the chain \(state.chain.prefix(16))…")
            }
            return
                (isIntended
                ? "The service was restored, or its loss was accepted: its history is another now."
                : "The history of the service is not the one that was fetched before; it may have lost records.")
                + " Here was \(head(had)), there is \(head(has)). What was fetched before is kept in \(path)."
        }
    }

    private static func statePath(in paths: WorkspacePaths) -> String { paths.root + "/replica.json" }

    private static func state(at place: String) -> State {
        ServiceFolder.value(at: place, fields: State.fields) ?? State()
    }

    /// Nothing where there is none, or one that was torn or damaged: then everything is fetched anew.
    package func state() throws -> State { Self.state(at: Self.statePath(in: try paths())) }

    /// Asks for what is new until there is nothing new.
    ///
    /// Where the replica does not fit any more, a new one is fetched beside it, and takes its place once it is whole.
    ///
    /// - Parameter telling: is told of a replica that was put aside since the service was restored, or its loss accepted.
    /// - Returns: when everything that was fetched is on disk.
    /// - Throws: `ClientFailure`; what was fetched before stays. `.lostRecords` once where the service's history is another
    ///   and it does not say why; then the new replica is in place, the old one aside, and nothing is sent.
    @discardableResult
    package func refresh(
        from client: ServiceClient, telling: @Sendable (Replaced) -> Void = { _ in }
    ) async throws -> State {
        try await folder.alone {
            let place = try paths()
            switch try await fetch(into: place, from: client) {
            case .whole(let state): return state
            case .otherReach:
                let (fresh, state) = try await fetchAnew(from: client)
                try FileManager.default.removeItem(atPath: place.root)
                try FileManager.default.moveItem(atPath: fresh, toPath: place.root)
                return state
            case .otherPast:
                let had = try state()
                let (fresh, state) = try await fetchAnew(from: client)
                let replaced = Replaced(path: try putAside(), had: had, has: state)
                try FileManager.default.moveItem(atPath: fresh, toPath: place.root)
                guard replaced.isIntended else { throw ClientFailure.lostRecords(replaced.words) }
                telling(replaced)
                return state
            }
        }
    }

    private static let freshStartsMax = 3

    /// The result of fetching into a replica.
    private enum Fetched {
        case whole(State)
        /// The service's history is another than the replica's.
        case otherPast
        /// Something was erased there, one may see other areas, or the replica's own state was torn.
        case otherReach
    }

    /// Fetches everything beside the replica that is there.
    ///
    /// - Returns: where it lies.
    private func fetchAnew(from client: ServiceClient) async throws -> (path: String, state: State) {
        let place = try folder.replicas.workspace(named: workspace.text + ".new")
        for _ in 1...Self.freshStartsMax {
            // A part that an earlier one left, of a history that may have changed meanwhile.
            if FileManager.default.fileExists(atPath: place.root) {
                try FileManager.default.removeItem(atPath: place.root)
            }
            if case .whole(let state) = try await fetch(into: place, from: client) { return (place.root, state) }
        }
        throw ClientFailure.badAnswer("its journal changes its past again and again")
    }

    /// - Returns: where the replica is now.
    private func putAside() throws -> String {
        let directory = folder.replicas.path + "/before"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let time = runtime.now().text.replacing(":", with: "-")
        let path = directory + "/\(workspace.text).before-\(time)"
        try FileManager.default.moveItem(atPath: try paths().root, toPath: path)
        return path
    }

    private func fetch(into place: WorkspacePaths, from client: ServiceClient) async throws -> Fetched {
        let workspace = try await WorkspaceActor.openOrCreate(at: place, in: runtime)
        do {
            let state = try await fetch(into: workspace, from: client)
            try await workspace.close()
            return state
        } catch {
            // The first error is the one that counts; a replica that is not closed well is read, or fetched, anew.
            try? await workspace.close()
            throw error
        }
    }

    private func fetch(into workspace: WorkspaceActor, from client: ServiceClient) async throws -> Fetched {
        let place = Self.statePath(in: workspace.paths)
        var state = Self.state(at: place)
        // What was erased before the first page was made is in no page after it.
        var erasedBefore: UInt64 = 0
        while true {
            let after = await workspace.lastSequence
            guard let page = try await page(after: after, from: client) else { return .otherPast }
            if after == 0 {
                erasedBefore = page.last
            } else if state.isOfAnotherPast(than: page, after: after) {
                return .otherPast
            } else if state.sequence != after || state.areas != page.areas {
                return .otherReach
            }
            guard page.erasure <= erasedBefore else { return .otherReach }
            guard page.records.first.map({ $0.sequence == after + 1 }) ?? (page.last == after) else {
                throw ClientFailure.badAnswer("records are missing after \(after)")
            }
            try await workspace.replicate(page.records)
            state = State(
                sequence: after + UInt64(page.records.count), journal: page.journal.text, chain: page.chainAfter,
                areas: page.areas, epoch: page.epoch.isEmpty ? nil : page.epoch)
            try folder.write(state, to: place)
            if state.sequence >= page.last { return .whole(state) }
        }
    }

    /// - Returns: nil when the service has not come so far: it has another past.
    private func page(after sequence: UInt64, from client: ServiceClient) async throws -> RecordPage? {
        let answer: ServiceClient.Answer
        do throws(ClientFailure) {
            answer = try await client.ask(
                .get, "/v1/workspaces/\(workspace.text)/records", query: [("after", String(sequence))])
        } catch {
            if case .problem(404, "noSuchRecord", _) = error { return nil }
            throw error
        }
        do throws(CodingFault) { return try RecordPage(decoding: answer.body) } catch {
            throw ClientFailure.badAnswer("its records cannot be read")
        }
    }
}

extension Replica.State {
    /// Returns true when a page belongs to another history than the records that were fetched up to `after`.
    fileprivate func isOfAnotherPast(than page: RecordPage, after: UInt64) -> Bool {
        guard sequence == after else { return false }
        if journal != page.journal.text { return true }
        return !chain.isEmpty && !page.chainBefore.isEmpty && chain != page.chainBefore
    }
}
