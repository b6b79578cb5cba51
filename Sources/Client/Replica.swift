import Foundation
package import Kernel
package import Runtime

/// A copy of one workspace of a service, as far as its user may read it: a workspace like any other, under the same
/// sequence numbers, which all that reads can read also when the service is not there.
///
/// It is derived: where it does not fit any more, because the service was put back from a backup, something was erased
/// there, or one may see other areas than before, it is thrown away and fetched anew.
package struct Replica: Sendable {
    package let workspace: EntityID
    let folder: ServiceFolder
    package let surroundings: Surroundings

    package init(of workspace: EntityID, in folder: ServiceFolder, surroundings: Surroundings) {
        self.workspace = workspace
        self.folder = folder
        var surroundings = surroundings
        // A copy: what it lost is fetched anew.
        surroundings.acceptsLoss = true
        self.surroundings = surroundings
    }

    package func paths() throws -> WorkspacePaths { try folder.replicas.workspace(named: workspace.text) }

    /// Whether anything was fetched yet.
    package func exists() throws -> Bool { FileManager.default.fileExists(atPath: try paths().journal) }

    /// How far it has come, and of what.
    package struct State: Codable, Sendable, Equatable {
        package var sequence: UInt64 = 0
        package var journal = ""
        /// The service's chain after that record; empty where no commit ends there.
        package var chain = ""
        package var areas: [String] = []
    }

    private func statePath() throws -> String { try paths().root + "/replica.json" }

    /// Nothing where there is none, or one that was torn: then everything is fetched anew.
    package func state() throws -> State {
        guard let bytes = FileManager.default.contents(atPath: try statePath()),
            let state = try? JSONDecoder().decode(State.self, from: bytes)
        else { return State() }
        return state
    }

    /// Asks for what is new until there is nothing new.
    ///
    /// - Returns: when everything that was fetched is on disk.
    /// - Throws: `ClientFailure`; what was fetched before stays.
    @discardableResult
    package func refresh(from client: ServiceClient) async throws -> State {
        try await folder.alone {
            var freshStarts = 0
            while true {
                if let state = try await fetch(from: client) { return state }
                freshStarts += 1
                guard freshStarts <= Self.freshStartsMax else {
                    throw ClientFailure.badAnswer("its journal changes its past again and again")
                }
                try FileManager.default.removeItem(atPath: try paths().root)
            }
        }
    }

    private static let freshStartsMax = 3

    /// - Returns: nil when what is here does not fit what is there.
    private func fetch(from client: ServiceClient) async throws -> State? {
        let workspace = try await OpenWorkspace.openOrCreate(at: paths(), in: surroundings)
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

    private func fetch(into workspace: OpenWorkspace, from client: ServiceClient) async throws -> State? {
        var state = try state()
        // What was erased before the first page was made is in no page after it.
        var erasedBefore: UInt64 = 0
        while true {
            let after = await workspace.lastSequence
            guard let page = try await page(after: after, from: client) else { return nil }
            if after == 0 { erasedBefore = page.last } else if !state.fits(page, after: after) { return nil }
            guard page.erasure <= erasedBefore else { return nil }
            guard page.records.first.map({ $0.sequence == after + 1 }) ?? (page.last == after) else {
                throw ClientFailure.badAnswer("records are missing after \(after)")
            }
            try await workspace.replicate(page.records)
            state = State(
                sequence: after + UInt64(page.records.count), journal: page.journal.text, chain: page.chainAfter,
                areas: page.areas)
            try folder.write(state, to: try statePath())
            if state.sequence >= page.last { return state }
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
    /// Whether a page goes on where this ends, of the same journal, for somebody who may see the same.
    fileprivate func fits(_ page: RecordPage, after: UInt64) -> Bool {
        guard sequence == after, journal == page.journal.text, areas == page.areas else { return false }
        return chain.isEmpty || page.chainBefore.isEmpty || chain == page.chainBefore
    }
}
