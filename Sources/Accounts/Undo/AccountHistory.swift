package import Kernel

/// Tells a person what an event did, in one line. No line holds a secret, or more of it than tells it from others.
package enum AccountHistory {
    /// One line on what `event` did.
    ///
    /// - Parameters:
    ///   - before: the view of the event's subject alone, just before it; `after`: just after.
    ///   - name: what another thing, such as a user, is called today.
    package static func summary(
        of event: AccountEvent, before: AccountsView, after: AccountsView, name: (EntityID) -> String?
    ) -> String {
        ofUser(event, before) ?? ofPreference(event) ?? ofCredential(event, before, after, name)
            ?? ofWorkspace(event, before, after, name) ?? ofShareLink(event, after, name) ?? ofInvitation(event, name)
            ?? ofWebhook(event)
    }

    private static func ofUser(_ event: AccountEvent, _ before: AccountsView) -> String? {
        switch event {
        case .userRegistered(_, let email, _, _): "registered " + email.text
        case .userNamed(_, let name): name.map { "called " + quoted($0.text) } ?? "called nothing any more"
        case .userReaddressed(let id, let email):
            "changed the e-mail address " + (before.model.users[id].map { "from " + $0.email.text + " " } ?? "")
                + "to " + email.text
        case .passwordChanged: "changed the password"
        case .planChosen(_, let plan): "chose the " + spelled(plan.fieldName) + " plan"
        case .storageLimited(_, let bytesMax):
            bytesMax.map { "limited the storage to " + String($0) + " bytes" } ?? "took the limit off the storage"
        case .userWithdrawn: "undid registering"
        case .userReinstated: "redid registering"
        default: nil
        }
    }

    private static func ofPreference(_ event: AccountEvent) -> String? {
        switch event {
        case .themeChosen(_, let theme): "chose the theme " + theme.text
        case .humourSwitched(_, let isOn): isOn ? "switched humour on" : "switched humour off"
        case .shortcutAssigned(_, let action, let keys):
            keys.map { "set the shortcut of " + action + " to " + $0 } ?? "set the shortcut of " + action + " back"
        case .primaryBoardChosen(_, let board):
            board == nil ? "chose no primary board" : "chose another primary board"
        case .weeklySummarySwitched(_, let isOn):
            isOn ? "switched the weekly summary on" : "switched the weekly summary off"
        case .retentionChosen(_, let kept, let days):
            "keeps " + spelled(kept.fieldName) + (days.map { " for " + counted($0, "day") } ?? " for ever")
        case .weeklySummaryMailed(_, let monday): "was mailed the summary of the week of " + monday.text
        case .zoneChosen(_, let zone): zone.map { "lives in the time zone " + $0 } ?? "lives in no particular time zone"
        default: nil
        }
    }

    private static func ofCredential(
        _ event: AccountEvent, _ before: AccountsView, _ after: AccountsView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .deviceAdded(_, _, let title): "added the device " + quoted(title.text)
        case .deviceRenamed(let id, let title):
            "renamed the device " + quoted(before.model.name(of: id.entity)) + " to " + quoted(title.text)
        case .deviceRevoked(let id): "revoked the device " + quoted(after.model.name(of: id.entity))
        case .deviceWithdrawn(let id): "undid adding the device " + quoted(after.model.name(of: id.entity))
        case .deviceReinstated(let id): "redid adding the device " + quoted(after.model.name(of: id.entity))
        case .pushSubscribed(let id, let push):
            "switched notifications on for " + quoted(after.model.name(of: id.entity)) + ", of " + words(push.topics)
        case .pushEnded(let id): "ended the notifications on " + quoted(after.model.name(of: id.entity))
        case .sessionOpened(_, _, let device, let secret, let expires):
            "signed in on " + quoted(name(device.entity)) + ", session " + secret.shortText + "…, until " + expires.text
        case .sessionRevoked(let id):
            "signed out" + (after.model.sessions[id].map { ", session " + $0.secret.shortText + "…" } ?? "")
        case .tokenIssued(_, _, let title, let secret, _, _):
            "issued the token " + quoted(title.text) + ", " + secret.shortText + "…"
        case .tokenRenamed(let id, let title):
            "renamed the token " + quoted(before.model.name(of: id.entity)) + " to " + quoted(title.text)
        case .tokenRevoked(let id): "revoked the token " + quoted(after.model.name(of: id.entity))
        default: nil
        }
    }

    private static func ofWorkspace(
        _ event: AccountEvent, _ before: AccountsView, _ after: AccountsView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .workspaceCreated(_, _, let title): "created the workspace " + quoted(title.text)
        case .workspaceRenamed(let id, let title):
            "renamed the workspace " + quoted(before.model.name(of: id.entity)) + " to " + quoted(title.text)
        case .workspaceClosed(let id): "closed the workspace " + quoted(after.model.name(of: id.entity))
        case .workspaceReopened(let id): "reopened the workspace " + quoted(after.model.name(of: id.entity))
        case .workspaceWithdrawn(let id): "undid creating the workspace " + quoted(after.model.name(of: id.entity))
        case .workspaceReinstated(let id): "redid creating the workspace " + quoted(after.model.name(of: id.entity))
        case .workspaceErased(let id): "erased the workspace " + quoted(before.model.name(of: id.entity))
        case .workspaceBegun(_, let journal): "began the journal " + journal.text
        case .memberAdded(_, let user, let role, let reach):
            "made " + quoted(name(user.entity)) + " " + article(role) + words(reach)
        case .memberRoleChanged(_, let user, let role):
            "made " + quoted(name(user.entity)) + " " + article(role) + " from now on"
        case .memberReachChanged(_, let user, let reach):
            "shows " + quoted(name(user.entity)) + (reach.isEverything ? " everything" : words(reach)) + " from now on"
        case .memberRemoved(_, let user): "removed " + quoted(name(user.entity))
        default: nil
        }
    }

    private static func ofInvitation(_ event: AccountEvent, _ name: (EntityID) -> String?) -> String? {
        switch event {
        case .invitationSent(_, let workspace, let role, let reach, let email, let secret, _):
            "invited " + (email?.text ?? "anyone with " + secret.shortText + "…") + " to "
                + quoted(name(workspace.entity)) + " as " + article(role) + words(reach)
        case .invitationAccepted(_, let user): "accepted by " + quoted(name(user.entity))
        case .invitationDeclined: "declined the invitation"
        case .invitationRevoked: "revoked the invitation"
        case .invitationWithdrawn: "undid inviting"
        case .invitationReinstated: "redid inviting"
        default: nil
        }
    }

    private static func ofWebhook(_ event: AccountEvent) -> String {
        switch event {
        case .webhookAdded(_, _, _, let target, let secret, _):
            "added the webhook " + quoted(target.address) + ", secret " + secret.shortText + "…"
        case .webhookPaused: "paused the webhook"
        case .webhookResumed: "resumed the webhook"
        case .webhookDisabled(_, let attempts): "disabled the webhook after " + counted(attempts, "attempt")
        case .webhookSecretRotated(_, let secret, let until):
            "rotated the webhook's secret to " + secret.shortText + "…"
                + (until.map { ", the former is good until " + $0.text } ?? "")
        case .webhookRemoved: "removed the webhook"
        default: ""
        }
    }

    private static func ofShareLink(
        _ event: AccountEvent, _ after: AccountsView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .shareLinkMade(_, let thing, let workspace, _, let secret, let password, let isViewOnly, let expires):
            "shared the " + spelled(thing.kind.fieldName) + " " + thing.id.text + " of "
                + quoted(name(workspace.entity)) + " with anyone who has " + secret.shortText + "…"
                + (password == nil ? "" : " and a password") + (isViewOnly ? ", to look at only" : "") + ", until "
                + expires.text
        case .shareLinkRevoked(let id):
            "revoked the share link" + (after.model.shareLinks[id].map { " " + $0.secret.shortText + "…" } ?? "")
        default: nil
        }
    }

    private static func article(_ role: Role) -> String {
        (role == .viewer ? "a " : "an ") + spelled(role.fieldName)
    }

    private static func words(_ topics: [PushTopic]) -> String {
        var text = ""
        for topic in topics { text += (text.utf8.isEmpty ? "" : ", ") + spelled(topic.fieldName) }
        return text
    }

    private static func words(_ reach: MemberReach) -> String {
        guard case .children(let children) = reach else { return "" }
        return " for " + (children.count == 1 ? "one child" : String(children.count) + " children")
    }

    private static func quoted(_ name: String?) -> String { "\"" + (name ?? "unknown") + "\"" }
}
