import Accounts
import JournalEngine
import Kernel
import Logging
import Runtime
import Workspace

// The checks behind the requests: is what was opened what was written?
extension WorkspacePool {
    /// Checks the accounts from the first commit to the last.
    nonisolated func checkAccounts() {
        integrity.begins()
        Task { [book, integrity, checks, logger] in
            var finding = IntegrityStatus.Finding.damaged
            do {
                let report = try await checks.run(orSay: .stopping) { try book.verify() }
                if report.ok {
                    finding = .sound
                } else {
                    logger.error("the accounts are damaged; daybook journal inspect says where")
                }
            } catch {
                if Self.isStop(error) { finding = .unknown }
                logger.error("the accounts could not be checked", error: error)
            }
            integrity.ends(finding, of: .accounts)
        }
    }

    /// Checks a workspace that was opened, from its first commit to its last and with all its files.
    nonisolated func check(_ workspace: WorkspaceActor, _ id: WorkspaceID) {
        integrity.begins()
        Task { [integrity, checks, logger] in
            let (finding, error) = await Self.look(into: workspace, on: checks)
            let isNews = integrity.ends(finding, of: .workspace(id))
            let facts = WorkspaceHome.existing(id).facts(of: error)
            if let error, (error as? RuntimeFailure)?.damagedJournal == nil {
                logger.warning("a workspace could not be checked", error: error, metadata: facts)
            } else if finding == .damaged, isNews {
                logger.error("a workspace is damaged; daybook verify says where", error: error, metadata: facts)
            }
        }
    }

    /// Notes that a workspace turned out to be damaged when it was opened or read. The log has it once.
    ///
    /// - Parameter root: where the workspace lies; what is wrong with another journal says nothing of it.
    nonisolated func noteDamage(_ error: any Error, of id: WorkspaceID, at root: String) {
        guard let failure = error as? RuntimeFailure, failure.damagedJournal == root,
            integrity.finds(.damaged, of: .workspace(id))
        else { return }
        logger.error(
            "a workspace is damaged; daybook verify says where", error: error,
            metadata: WorkspaceHome.existing(id).facts(of: error))
    }

    /// Returns the finding of a check, and the error that kept it from being done.
    private static func look(
        into workspace: WorkspaceActor, on checks: BlockingPool
    ) async -> (finding: IntegrityStatus.Finding, error: (any Error)?) {
        var view = await workspace.viewBetweenErasures()
        while true {
            let shown = view
            let result: Result<Verification, any Error>
            do {
                result = .success(try await checks.run(orSay: .stopping) { try workspace.verify(shown) })
            } catch {
                result = .failure(error)
            }
            if case .success(let found) = result, found.isSound { return (.sound, nil) }
            // Something that was erased meanwhile is not there, and that is not damage: once more, as it is now.
            view = await workspace.viewBetweenErasures()
            if view.registry.erasures.count > shown.registry.erasures.count { continue }
            guard case .failure(let error) = result else { return (.damaged, nil) }
            if (error as? RuntimeFailure)?.damagedJournal != nil { return (.damaged, error) }
            if await workspace.isClosed { return (.unknown, error) }
            return (isStop(error) ? .unknown : .damaged, error)
        }
    }

    /// Returns whether a check ended because something else did.
    private static func isStop(_ error: any Error) -> Bool {
        // There is no room for more work, or the service is stopping.
        if error is CancellationError || error is ProblemDocument { return true }
        guard let failure = error as? RuntimeFailure else { return false }
        return switch failure {
        case .closed, .journal(_, .closed): true
        default: false
        }
    }
}

extension WorkspaceHome {
    /// For a log line: which workspace, and why. A failure of the machine speaks of places and numbers; of anything
    /// else only the kind is told, since it may speak of what people wrote.
    func facts(of error: (any Error)?) -> Logger.Metadata {
        var facts: Logger.Metadata = [:]
        switch self {
        case .existing(let id): facts["workspace"] = .string(id.text)
        case .visit: facts["workspace"] = .string("of a guest")
        }
        switch error as? RuntimeFailure {
        case nil, .badWorkspaceName?: break
        case let failure?: facts["cause"] = .string(failure.message)
        }
        return facts
    }
}
