package import Kernel

/// The one list of fields per event: bytes, JSON and schema are made from it.
///
/// - Invariant: numbers are never reused, and ascend.
extension AccountEvent: DomainEvent {
    package init(tag: Tag, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        self = try Self.read(tag, about: subject, payload)
    }

    package static func blank(_ tag: Tag) -> AccountEvent {
        switch tag {
        case .userRegistered: .userRegistered(.zero, email: .blank, password: .blank, name: nil)
        case .userNamed: .userNamed(.zero, name: nil)
        case .userReaddressed: .userReaddressed(.zero, email: .blank)
        case .passwordChanged: .passwordChanged(.zero, .blank)
        case .planChosen: .planChosen(.zero, .blank)
        case .storageLimited: .storageLimited(.zero, bytesMax: nil)
        case .userWithdrawn: .userWithdrawn(.zero)
        case .userReinstated: .userReinstated(.zero)
        case .themeChosen: .themeChosen(.zero, .blank)
        case .humourSwitched: .humourSwitched(.zero, isOn: false)
        case .shortcutAssigned: .shortcutAssigned(.zero, action: "", keys: nil)
        case .primaryBoardChosen: .primaryBoardChosen(.zero, nil)
        case .weeklySummarySwitched: .weeklySummarySwitched(.zero, isOn: false)
        case .retentionChosen: .retentionChosen(.zero, of: .blank, days: nil)
        case .zoneChosen: .zoneChosen(.zero, nil)
        case .weeklySummaryMailed: .weeklySummaryMailed(.zero, monday: .blank)
        case .deviceAdded: .deviceAdded(.zero, of: .zero, name: .blank)
        case .deviceRenamed: .deviceRenamed(.zero, name: .blank)
        case .deviceRevoked: .deviceRevoked(.zero)
        case .deviceWithdrawn: .deviceWithdrawn(.zero)
        case .deviceReinstated: .deviceReinstated(.zero)
        case .pushSubscribed: .pushSubscribed(.zero, .blank)
        case .pushEnded: .pushEnded(.zero)
        case .sessionOpened: .sessionOpened(.zero, of: .zero, on: .zero, secret: .blank, expires: .epoch)
        case .sessionRevoked: .sessionRevoked(.zero)
        case .tokenIssued: .tokenIssued(.zero, of: .zero, name: .blank, secret: .blank, scopes: [], expires: nil)
        case .tokenRenamed: .tokenRenamed(.zero, name: .blank)
        case .tokenRevoked: .tokenRevoked(.zero)
        case .workspaceCreated: .workspaceCreated(.zero, owner: .zero, name: .blank)
        case .workspaceRenamed: .workspaceRenamed(.zero, name: .blank)
        case .workspaceClosed: .workspaceClosed(.zero)
        case .workspaceReopened: .workspaceReopened(.zero)
        case .workspaceWithdrawn: .workspaceWithdrawn(.zero)
        case .workspaceReinstated: .workspaceReinstated(.zero)
        case .workspaceErased: .workspaceErased(.zero)
        case .workspaceBegun: .workspaceBegun(.zero, journal: .zero)
        case .memberAdded: .memberAdded(.zero, .zero, role: .blank, reach: .blank)
        case .memberRoleChanged: .memberRoleChanged(.zero, .zero, role: .blank)
        case .memberReachChanged: .memberReachChanged(.zero, .zero, reach: .blank)
        case .memberRemoved: .memberRemoved(.zero, .zero)
        case .invitationSent:
            .invitationSent(.zero, to: .zero, role: .blank, reach: .blank, email: nil, secret: .blank, expires: .epoch)
        case .invitationAccepted: .invitationAccepted(.zero, by: .zero)
        case .invitationDeclined: .invitationDeclined(.zero)
        case .invitationRevoked: .invitationRevoked(.zero)
        case .invitationWithdrawn: .invitationWithdrawn(.zero)
        case .invitationReinstated: .invitationReinstated(.zero)
        case .shareLinkMade:
            .shareLinkMade(
                .zero, of: SharedThing(.other, .zero), in: .zero, by: .zero, secret: .blank, password: nil,
                isViewOnly: false, expires: .epoch)
        case .shareLinkRevoked: .shareLinkRevoked(.zero)
        case .webhookAdded: .webhookAdded(.zero, to: .zero, of: .zero, .blank, secret: .blank, after: 0)
        case .webhookPaused: .webhookPaused(.zero)
        case .webhookResumed: .webhookResumed(.zero)
        case .webhookDisabled: .webhookDisabled(.zero, attempts: 0)
        case .webhookSecretRotated: .webhookSecretRotated(.zero, secret: .blank, formerUntil: nil)
        case .webhookRemoved: .webhookRemoved(.zero)
        }
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        switch self {
        case .userRegistered(var user, var email, var password, var name):
            coder.subject("user", &user)
            coder.field(1, "email", &email)
            coder.field(2, "password", &password)
            coder.field(3, "name", &name)
            self = .userRegistered(user, email: email, password: password, name: name)
        case .userNamed(var user, var name):
            coder.subject("user", &user)
            coder.field(1, "name", &name)
            self = .userNamed(user, name: name)
        case .userReaddressed(var user, var email):
            coder.subject("user", &user)
            coder.field(1, "email", &email)
            self = .userReaddressed(user, email: email)
        case .passwordChanged(var user, var password):
            coder.subject("user", &user)
            coder.field(1, "password", &password)
            self = .passwordChanged(user, password)
        case .planChosen(var user, var plan):
            coder.subject("user", &user)
            coder.field(1, "plan", &plan)
            self = .planChosen(user, plan)
        case .storageLimited(var user, var bytesMax):
            coder.subject("user", &user)
            coder.field(1, "bytes_max", &bytesMax)
            self = .storageLimited(user, bytesMax: bytesMax)
        case .userWithdrawn(var user):
            coder.subject("user", &user)
            self = .userWithdrawn(user)
        case .userReinstated(var user):
            coder.subject("user", &user)
            self = .userReinstated(user)
        case .themeChosen(var user, var theme):
            coder.subject("user", &user)
            coder.field(1, "theme", &theme)
            self = .themeChosen(user, theme)
        case .humourSwitched(var user, var isOn):
            coder.subject("user", &user)
            coder.field(1, "on", &isOn)
            self = .humourSwitched(user, isOn: isOn)
        case .shortcutAssigned(var user, var action, var keys):
            coder.subject("user", &user)
            coder.field(1, "action", &action)
            coder.field(2, "keys", &keys)
            self = .shortcutAssigned(user, action: action, keys: keys)
        case .primaryBoardChosen(var user, var board):
            coder.subject("user", &user)
            coder.field(1, "board", &board)
            self = .primaryBoardChosen(user, board)
        case .weeklySummarySwitched(var user, var isOn):
            coder.subject("user", &user)
            coder.field(1, "on", &isOn)
            self = .weeklySummarySwitched(user, isOn: isOn)
        case .retentionChosen(var user, var retained, var days):
            coder.subject("user", &user)
            coder.field(1, "of", &retained)
            coder.field(2, "days", &days)
            self = .retentionChosen(user, of: retained, days: days)
        case .zoneChosen(var user, var zone):
            coder.subject("user", &user)
            coder.field(1, "zone", &zone)
            self = .zoneChosen(user, zone)
        case .weeklySummaryMailed(var user, var monday):
            coder.subject("user", &user)
            coder.field(1, "monday", &monday)
            self = .weeklySummaryMailed(user, monday: monday)
        case .deviceAdded(var device, var user, var name):
            coder.subject("device", &device)
            coder.field(1, "user", &user)
            coder.field(2, "name", &name)
            self = .deviceAdded(device, of: user, name: name)
        case .deviceRenamed(var device, var name):
            coder.subject("device", &device)
            coder.field(1, "name", &name)
            self = .deviceRenamed(device, name: name)
        case .deviceRevoked(var device):
            coder.subject("device", &device)
            self = .deviceRevoked(device)
        case .deviceWithdrawn(var device):
            coder.subject("device", &device)
            self = .deviceWithdrawn(device)
        case .deviceReinstated(var device):
            coder.subject("device", &device)
            self = .deviceReinstated(device)
        case .pushSubscribed(var device, var push):
            coder.subject("device", &device)
            coder.field(1, "push", &push)
            self = .pushSubscribed(device, push)
        case .pushEnded(var device):
            coder.subject("device", &device)
            self = .pushEnded(device)
        case .sessionOpened(var session, var user, var device, var secret, var expires):
            coder.subject("session", &session)
            coder.field(1, "user", &user)
            coder.field(2, "device", &device)
            coder.field(3, "secret", &secret)
            coder.field(4, "expires", &expires)
            self = .sessionOpened(session, of: user, on: device, secret: secret, expires: expires)
        case .sessionRevoked(var session):
            coder.subject("session", &session)
            self = .sessionRevoked(session)
        case .tokenIssued(var token, var user, var name, var secret, var scopes, var expires):
            coder.subject("token", &token)
            coder.field(1, "user", &user)
            coder.field(2, "name", &name)
            coder.field(3, "secret", &secret)
            coder.field(4, "scopes", &scopes)
            coder.field(5, "expires", &expires)
            self = .tokenIssued(token, of: user, name: name, secret: secret, scopes: scopes, expires: expires)
        case .tokenRenamed(var token, var name):
            coder.subject("token", &token)
            coder.field(1, "name", &name)
            self = .tokenRenamed(token, name: name)
        case .tokenRevoked(var token):
            coder.subject("token", &token)
            self = .tokenRevoked(token)
        case .workspaceCreated(var workspace, var owner, var name):
            coder.subject("workspace", &workspace)
            coder.field(1, "owner", &owner)
            coder.field(2, "name", &name)
            self = .workspaceCreated(workspace, owner: owner, name: name)
        case .workspaceRenamed(var workspace, var name):
            coder.subject("workspace", &workspace)
            coder.field(1, "name", &name)
            self = .workspaceRenamed(workspace, name: name)
        case .workspaceClosed(var workspace):
            coder.subject("workspace", &workspace)
            self = .workspaceClosed(workspace)
        case .workspaceReopened(var workspace):
            coder.subject("workspace", &workspace)
            self = .workspaceReopened(workspace)
        case .workspaceWithdrawn(var workspace):
            coder.subject("workspace", &workspace)
            self = .workspaceWithdrawn(workspace)
        case .workspaceReinstated(var workspace):
            coder.subject("workspace", &workspace)
            self = .workspaceReinstated(workspace)
        case .workspaceErased(var workspace):
            coder.subject("workspace", &workspace)
            self = .workspaceErased(workspace)
        case .workspaceBegun(var workspace, var journal):
            coder.subject("workspace", &workspace)
            coder.field(1, "journal", &journal)
            self = .workspaceBegun(workspace, journal: journal)
        case .memberAdded(var workspace, var user, var role, var reach):
            coder.subject("workspace", &workspace)
            coder.field(1, "user", &user)
            coder.field(2, "role", &role)
            coder.field(3, "reach", &reach)
            self = .memberAdded(workspace, user, role: role, reach: reach)
        case .memberRoleChanged(var workspace, var user, var role):
            coder.subject("workspace", &workspace)
            coder.field(1, "user", &user)
            coder.field(2, "role", &role)
            self = .memberRoleChanged(workspace, user, role: role)
        case .memberReachChanged(var workspace, var user, var reach):
            coder.subject("workspace", &workspace)
            coder.field(1, "user", &user)
            coder.field(2, "reach", &reach)
            self = .memberReachChanged(workspace, user, reach: reach)
        case .memberRemoved(var workspace, var user):
            coder.subject("workspace", &workspace)
            coder.field(1, "user", &user)
            self = .memberRemoved(workspace, user)
        case .invitationSent(var invitation, var workspace, var role, var reach, var email, var secret, var expires):
            coder.subject("invitation", &invitation)
            coder.field(1, "workspace", &workspace)
            coder.field(2, "role", &role)
            coder.field(3, "reach", &reach)
            coder.field(4, "email", &email)
            coder.field(5, "secret", &secret)
            coder.field(6, "expires", &expires)
            self = .invitationSent(
                invitation, to: workspace, role: role, reach: reach, email: email, secret: secret, expires: expires)
        case .invitationAccepted(var invitation, var user):
            coder.subject("invitation", &invitation)
            coder.field(1, "user", &user)
            self = .invitationAccepted(invitation, by: user)
        case .invitationDeclined(var invitation):
            coder.subject("invitation", &invitation)
            self = .invitationDeclined(invitation)
        case .invitationRevoked(var invitation):
            coder.subject("invitation", &invitation)
            self = .invitationRevoked(invitation)
        case .invitationWithdrawn(var invitation):
            coder.subject("invitation", &invitation)
            self = .invitationWithdrawn(invitation)
        case .invitationReinstated(var invitation):
            coder.subject("invitation", &invitation)
            self = .invitationReinstated(invitation)
        case .shareLinkMade(
            var link, var thing, var workspace, var maker, var secret, var password, var isViewOnly, var expires):
            coder.subject("share_link", &link)
            coder.field(1, "kind", &thing.kind)
            coder.field(2, "thing", &thing.id)
            coder.field(3, "workspace", &workspace)
            coder.field(4, "maker", &maker)
            coder.field(5, "secret", &secret)
            coder.field(6, "password", &password)
            coder.field(7, "view_only", &isViewOnly)
            coder.field(8, "expires", &expires)
            self = .shareLinkMade(
                link, of: thing, in: workspace, by: maker, secret: secret, password: password, isViewOnly: isViewOnly,
                expires: expires)
        case .shareLinkRevoked(var link):
            coder.subject("share_link", &link)
            self = .shareLinkRevoked(link)
        case .webhookAdded(var webhook, var workspace, var user, var target, var secret, var after):
            coder.subject("webhook", &webhook)
            coder.field(1, "workspace", &workspace)
            coder.field(2, "user", &user)
            coder.field(3, "aim", &target)
            coder.field(4, "secret", &secret)
            coder.field(5, "after", &after)
            self = .webhookAdded(webhook, to: workspace, of: user, target, secret: secret, after: after)
        case .webhookPaused(var webhook):
            coder.subject("webhook", &webhook)
            self = .webhookPaused(webhook)
        case .webhookResumed(var webhook):
            coder.subject("webhook", &webhook)
            self = .webhookResumed(webhook)
        case .webhookDisabled(var webhook, var attempts):
            coder.subject("webhook", &webhook)
            coder.field(1, "attempts", &attempts)
            self = .webhookDisabled(webhook, attempts: attempts)
        case .webhookSecretRotated(var webhook, var secret, var formerUntil):
            coder.subject("webhook", &webhook)
            coder.field(1, "secret", &secret)
            coder.field(2, "former_until", &formerUntil)
            self = .webhookSecretRotated(webhook, secret: secret, formerUntil: formerUntil)
        case .webhookRemoved(var webhook):
            coder.subject("webhook", &webhook)
            self = .webhookRemoved(webhook)
        }
    }
}
