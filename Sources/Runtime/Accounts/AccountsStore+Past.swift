package import Accounts
package import JournalEngine
package import Kernel

extension AccountsStore {
    /// All accounts as they were shown at a point in history; as `WorkspaceActor.view(at:)` says it.
    package nonisolated func view(at moment: Moment) throws -> AccountsView {
        switch moment {
        case .sequence(let sequence):
            guard sequence <= journal.lastSequence else {
                throw RuntimeFailure.noSuchRecord(sequence, last: journal.lastSequence)
            }
            return try AccountsFold(of: journal, path: paths.root, through: sequence).view
        case .time(let instant):
            let (cuts, last) = try journal.lastRecords(of: paths.root, until: instant)
            var view = AccountProjection.empty
            try journal.records(of: paths.root, through: last) { header, payload in
                if let cut = cuts[header.entity], header.sequence <= cut,
                    let fact = try Recorded<AccountEvent>(header, payload)
                {
                    AccountProjection.project(fact, into: &view)
                }
                return .next
            }
            return view
        }
    }

    /// Rebuilds the accounts from the journal alone.
    package nonisolated func replay() throws -> AccountsView {
        try AccountsFold(of: journal, path: paths.root).view
    }

    /// The revisions of one user, device, session, token, workspace, invitation or share link, oldest first.
    ///
    /// - Parameter names: today's view, for what other things are called.
    /// - Throws: `RuntimeFailure.noHistory` when it has no record.
    package nonisolated func history(of entity: EntityID, names: AccountsView) throws -> [HistoryEntry] {
        var view = AccountProjection.empty
        var entries: [HistoryEntry] = []
        try journal.records(of: paths.root, about: [ID16(entity)]) { header, payload in
            guard let fact = try Recorded<AccountEvent>(header, payload) else { return .next }
            let before = view
            AccountProjection.project(fact, into: &view)
            entries.append(
                HistoryEntry(
                    sequence: header.sequence, time: fact.instant, actor: fact.actor,
                    actorName: names.name(of: fact.actor), device: fact.device, deviceName: names.name(of: fact.device),
                    kind: AccountEvent.kindName(of: fact.event.tag), entity: entity,
                    summary: AccountHistory.summary(
                        of: fact.event, before: before, after: view, name: names.model.name(of:))))
            return .next
        }
        guard !entries.isEmpty else { throw RuntimeFailure.noHistory(entity) }
        return entries
    }

    /// Hands the records that match to `body`, in journal order, one at a time. No row holds a secret.
    package nonisolated func audit(
        _ filter: AuditFilter, names: AccountsView, _ body: (AuditRow) throws -> Visit
    ) throws {
        let kinds = filter.kinds(among: AccountEvent.kinds)
        let sequences = filter.sequences
        let visit: (borrowing RecordHeader, RawSpan) throws -> Visit = { header, payload in
            guard filter.matches(header, kinds: kinds) else { return .next }
            let fact = try Recorded<AccountEvent>(header, payload)
            return try body(
                AuditRow(
                    header, kind: AccountEvent.tag(of: header.kind).map(AccountEvent.kindName(of:)),
                    fields: fact?.event.json, actorName: names.name(of: header.author),
                    deviceName: names.name(of: DeviceID(header.device))))
        }
        if filter.entities.isEmpty {
            try journal.records(of: paths.root, from: sequences.lowerBound, through: sequences.upperBound, visit)
        } else {
            try journal.records(
                of: paths.root, about: Set(filter.entities.map { ID16($0) }), from: sequences.lowerBound,
                through: sequences.upperBound, visit)
        }
    }

    /// Checks the journal's frames, chain and index.
    package nonisolated func verify() throws -> VerifyReport {
        do { return try journal.verify() } catch { throw failure(error) }
    }
}

extension AccountsView {
    /// Returns the name of a person; the short form of the identifier for one without an account, such as the operator.
    package func name(of actor: ActorID) -> String {
        model.name(of: actor.entity) ?? "actor " + String(actor.text.suffix(8))
    }

    package func name(of device: DeviceID) -> String {
        model.name(of: device.entity) ?? "device " + String(device.text.suffix(8))
    }
}
