import JournalEngine

// Opening a journal together with what opens it.
extension RuntimeEnvironment {
    /// - Parameter makingKeys: where there are none, for a journal that is there and not encrypted yet.
    /// - Throws: what `refusing` says of the workspace.
    func openJournal(
        of paths: WorkspacePaths, access: JournalAccess, makingKeys: Bool = false
    ) throws(RuntimeFailure) -> (Journal, WorkspaceKeys?) {
        if makingKeys { try checkPlain(paths) }
        let evidence = access == .writing ? evidence(of: paths) : []
        let keys = try makingKeys ? keyStore?.keys(madeFor: paths) : keyStore?.keys(of: paths, access: access)
        do throws(RuntimeFailure) {
            let journal = try refusing(paths) { () throws(JournalError) in
                try Journal.open(
                    at: paths.journal, access: access, disk: disk, options: options(keys, of: paths, given: evidence))
            }
            if let missing = missing(evidence, of: journal) {
                throw .recordsMissing(path: paths.root, missing)
            }
            if access == .writing, keys != nil { try finishCreation(of: paths) }
            return (journal, keys)
        } catch .notAWorkspace {
            keys?.close()
            guard !acceptsLoss, let remains = try remains(of: paths) else { throw .notAWorkspace(path: paths.root) }
            throw .journalGone(path: paths.root, remains: remains)
        } catch {
            keys?.close()
            throw naming(error, paths)
        }
    }

    /// Opens a journal for a caller that folds it.
    ///
    /// Where folding fails, the journal and its keys are released before this throws: the next try fails the same way, and is
    /// never told that somebody else writes.
    func folding<Value: Sendable>(
        _ paths: WorkspacePaths, access: JournalAccess, makingKeys: Bool, on thread: WorkspaceThread,
        _ fold: @escaping @Sendable (Journal, WorkspaceKeys?) throws -> Value
    ) async throws -> Value {
        let (journal, keys, folded) = try await thread.run {
            let (journal, keys) = try openJournal(of: paths, access: access, makingKeys: makingKeys)
            return (journal, keys, Result { try fold(journal, keys) })
        }
        if case .failure = folded {
            // Whatever closing says, the lock is free after it; why folding failed is what counts.
            do throws(JournalError) { try await journal.close() } catch {}
            keys?.close()
        }
        return try folded.get()
    }

    func createJournal(of paths: WorkspacePaths) throws(RuntimeFailure) -> (Journal, WorkspaceKeys?) {
        try paths.finishEarlierErasures(on: disk)
        do throws(DiskError) { try disk.makeDirectories(paths.root) } catch {
            throw .journal(path: paths.root, .system(call: error.call, path: error.path, errno: error.errno))
        }
        // A journal that is there has the keys that it has, or none.
        guard !disk.holds(paths.journal + "/JOURNAL") else { throw .alreadyExists(path: paths.root) }
        if !acceptsLoss, let remains = try remains(of: paths) {
            throw .journalGone(path: paths.root, remains: remains)
        }
        try beginCreation(of: paths)
        let keys = try keyStore?.keys(madeFor: paths)
        do throws(RuntimeFailure) {
            let journal = try refusing(paths) { () throws(JournalError) in
                try Journal.create(at: paths.journal, disk: disk, options: options(keys, of: paths))
            }
            if keys != nil { try finishCreation(of: paths) }
            return (journal, keys)
        } catch {
            keys?.close()
            throw error
        }
    }

    /// Says that keys come before their journal, so that after a crash in between they vouch for none.
    private func beginCreation(of paths: WorkspacePaths) throws(RuntimeFailure) {
        guard paths.keys != nil, try keyStore?.source() != nil else { return }
        do throws(DiskError) { try disk.writeFile(paths.creationMark, []) } catch { throw RuntimeFailure(error) }
    }

    private func finishCreation(of paths: WorkspacePaths) throws(RuntimeFailure) {
        guard disk.holds(paths.creationMark) else { return }
        do throws(DiskError) {
            try disk.remove(paths.creationMark)
            try disk.syncDirectory(paths.root)
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Makes sure that no keys are made for a journal that has some elsewhere: they would stand in the way of the right
    /// ones.
    ///
    /// - Throws: `KeyFault.keyringMissing`.
    package func checkPlain(_ paths: WorkspacePaths) throws(RuntimeFailure) {
        guard let keyStore, try keyStore.keys(of: paths, access: .reading) == nil else { return }
        do throws(RuntimeFailure) {
            _ = try refusing(paths) { () throws(JournalError) in
                try Journal.open(at: paths.journal, access: .reading, disk: disk, options: journal)
            }
        } catch {
            throw naming(error, paths)
        }
    }

    /// The engine knows that a journal needs keys, and we know where they should be.
    private func naming(_ failure: RuntimeFailure, _ paths: WorkspacePaths) -> RuntimeFailure {
        if case .journal(_, .recordsMissing(let last, let known, let source)) = failure {
            let path = source.contains("/") ? source : paths.journal + "/" + source
            return .recordsMissing(
                path: paths.root, MissingRecords(after: last, shownBy: RecordEvidence(path: path, last: known)))
        }
        guard case .journal(_, .keyNeeded) = failure, let place = paths.keys else { return failure }
        return RuntimeFailure(.keyringMissing(path: KeyStore.journal(place), of: paths.root))
    }

    /// - Parameter evidence: what the files beside the journal know; nothing is cut where they know more than it has.
    private func options(
        _ keys: WorkspaceKeys?, of paths: WorkspacePaths, given evidence: [RecordEvidence] = []
    ) -> JournalOptions {
        var options = journal
        options.acceptsLoss = acceptsLoss
        options.evidence = evidence.map {
            JournalEvidence(source: $0.path, lastSequence: $0.last, journal: $0.journal(on: disk))
        }
        if let replicator { options.replicator = replicator(paths) }
        if let keys { options.keyring = keys.journal }
        return options
    }
}
