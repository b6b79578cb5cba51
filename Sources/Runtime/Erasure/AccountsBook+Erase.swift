package import Accounts
import JournalEngine
package import Kernel

/// Why an account cannot be erased yet.
package enum AccountErasureRefusal: Error, Equatable, Sendable {
    /// Others are in a workspace that nobody else owns.
    case lastOwner(workspace: Name)

    package var message: String {
        switch self {
        case .lastOwner(let workspace):
            "The workspace \(workspace.text) has other members and no other owner; make one of them an owner first."
        }
    }
}

/// Everything in the accounts that goes with one person.
package struct AccountBelongings: Sendable {
    package let user: UserID
    /// The person, their devices, sessions and tokens, invitations to their addresses or answered by them, and workspaces
    /// that nobody else is in; share links that they made, or to what is in those workspaces; webhooks of theirs.
    package private(set) var things: Set<EntityID>
    /// Those of the things that are workspaces.
    package private(set) var workspaces: [WorkspaceID] = []

    /// - Throws: `AccountErasureRefusal.lastOwner`.
    init(of user: UserID, in roster: Roster, addresses: Set<Name>) throws(AccountErasureRefusal) {
        self.user = user
        things = [user.entity]
        things.formUnion(roster.devices(of: user).map(\.entity))
        things.formUnion(roster.sessions(of: user).map(\.entity))
        things.formUnion(roster.tokens(of: user).map(\.entity))
        for (id, slot) in roster.workspaces.all {
            let workspace = roster.workspaces[slot]
            guard workspace.members.contains(where: { $0.user == user }) else { continue }
            if !workspace.present.contains(where: { $0.user != user }) {
                things.insert(id.entity)
                workspaces.append(id)
            } else if workspace.isLastOwner(user) {
                throw .lastOwner(workspace: workspace.name)
            }
        }
        for (id, slot) in roster.invitations.all {
            let invitation = roster.invitations[slot]
            if let email = invitation.email, addresses.contains(email.key) { things.insert(id.entity) }
            if case .accepted(let guest) = invitation.answer, guest == user { things.insert(id.entity) }
            if things.contains(invitation.workspace.entity) { things.insert(id.entity) }
        }
        for (id, slot) in roster.shareLinks.all {
            let link = roster.shareLinks[slot]
            if link.maker == user || things.contains(link.workspace.entity) { things.insert(id.entity) }
        }
        for (id, slot) in roster.webhooks.all {
            let webhook = roster.webhooks[slot]
            if webhook.user == user || things.contains(webhook.workspace.entity) { things.insert(id.entity) }
        }
    }

    /// Whether the event goes. That somebody was a member tells of the member.
    func takes(_ event: AccountEvent, about subject: EntityID) -> Bool {
        if case .workspaceErased = event { return false }  // It attests, and stays for ever.
        if things.contains(subject) { return true }
        switch event {
        case .memberAdded(_, let member, _, _), .memberRoleChanged(_, let member, _),
            .memberReachChanged(_, let member, _), .memberRemoved(_, let member):
            return member == user
        default: return false
        }
    }
}

/// What came of erasing an account.
package struct AccountErasureOutcome: Sendable {
    package var things: Int
    package var records: Int
    package var first: UInt64
    package var last: UInt64
    /// Of the workspaces that go with it, and of the name in others.
    package var exports = ExportsOutcome()
}

extension AccountsBook {
    /// What erasing an account would take; nothing is changed.
    package func planErasure(of user: UserID) throws -> (belongings: AccountBelongings, ranges: [ClosedRange<UInt64>]) {
        var addresses: Set<Name> = []
        try forEachEvent { sequence, subject, event in
            guard subject == user.entity else { return }
            switch event {
            case .userRegistered(_, let email, _, _), .userReaddressed(_, let email): addresses.insert(email.key)
            default: break
            }
        }
        let belongings = try AccountBelongings(of: user, in: fold.view.roster, addresses: addresses)
        var ranges: [ClosedRange<UInt64>] = []
        try forEachEvent { sequence, subject, event in
            guard belongings.takes(event, about: subject) else { return }
            if let last = ranges.last, last.upperBound + 1 == sequence {
                ranges[ranges.count - 1] = last.lowerBound...sequence
            } else {
                ranges.append(sequence...sequence)
            }
        }
        return (belongings, ranges)
    }

    /// Destroys an account, for good: address, name, password, devices, sessions, tokens, preferences, invitations, share
    /// links, webhooks.
    ///
    /// It attests itself by a withdrawal of the account that carries the engine's note. What the person wrote in workspaces
    /// that others are in stays there; their name there is erased by `OpenWorkspace.erase` of their name.
    /// - Throws: `AccountErasureRefusal`, or `RuntimeFailure`.
    package func erase(_ user: UserID, as author: Author) async throws -> AccountErasureOutcome {
        try await untilWritable()
        try await settle()
        let (belongings, ranges) = try planErasure(of: user)
        let draft = CommitDraft(
            actor: ID16(author.actor), device: ID16(author.device), deviceSequence: nextCommand(of: author.device),
            time: surroundings.now().microseconds,
            records: [Planned<AccountEvent>(event: .userWithdrawn(user)).draft])
        condition = .erasing
        do throws(JournalError) {
            let receipt = try await journal.redact(ranges, attestation: draft, memo: [])
            fold = try Self.refold(journal, paths)
            try journal.finishRedaction()
            condition = .usable
            return AccountErasureOutcome(
                things: belongings.things.count, records: ranges.reduce(0) { $0 + $1.count }, first: receipt.first,
                last: receipt.last)
        } catch {
            condition = journal.unfinishedRedaction == nil && error != .poisoned ? .usable : .poisoned
            throw failure(error)
        }
    }

    private static func refold(_ journal: Journal, _ paths: WorkspacePaths) throws(JournalError) -> AccountsFold {
        do { return try AccountsFold(of: journal, path: paths.root) } catch {
            // Every record was read and written a moment ago.
            throw .poisoned
        }
    }

    private func forEachEvent(_ body: (UInt64, EntityID, AccountEvent) throws -> Void) throws {
        try journal.records(of: paths.root) { header, payload in
            if let fact = try Recorded<AccountEvent>(header, payload) {
                try body(header.sequence, EntityID(header.entity), fact.event)
            }
            return .next
        }
    }
}
