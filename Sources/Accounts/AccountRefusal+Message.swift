import Kernel

extension AccountRefusal {
    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .noSuchUser(let id): "there is no account " + id.text + "; it may have been undone"
        case .noSuchDevice(let id): "this account has no device " + id.text + "; sign in on it first"
        case .noSuchSession(let id): "there is no session " + id.text + "; sign in again"
        case .noSuchToken(let id): "there is no token " + id.text + "; issue one"
        case .noSuchWorkspace(let id): "there is no workspace " + id.text + "; it may have been undone"
        case .noSuchMember(let id): "the account " + id.text + " is not a member of this workspace; invite it first"
        case .noSuchInvitation: "there is no such invitation; ask for a new one"
        case .noSuchShareLink: "there is no such share link; the list of links has them all"
        case .noSuchWebhook(let id): "there is no webhook " + id.text + "; it may have been removed"
        case .emailTaken: "this e-mail address cannot be used; sign in if it is yours, or use another"
        case .badEmail(let fault): fault.message
        case .badName(let fault): fault.message
        case .badPasswordHash:
            "a password is kept as the string of a memory-hard function, such as $y$…; hash it before sending it"
        case .badSecret(let bytes):
            "a secret is kept as its SHA-256 digest of " + String(SecretDigest.byteCount) + " bytes; this one has "
                + String(bytes)
        case .secretTaken: "this secret was given out before; make a new one"
        case .identifierTaken(let id): "the identifier " + id.text + " already belongs to another thing; mint a new one"
        case .badPreference(let kind): kind.message
        case .badWebhook(let part): part.message
        case .badPush(let part): part.message
        case .expired: "this would have expired before it began; choose a later time"
        case .noScope: "a token needs at least one scope; say what it is for"
        case .neverShared:
            "only a note, an artwork, an album or a story is ever shared by a link; boards and captures are their owners' alone"
        case .lastsTooLong(let daysMax):
            "a share link lasts at most " + counted(daysMax, "day") + " here; choose an earlier end"
        case .deviceRevoked(_, let name): "the device " + quoted(name) + " is revoked for good; add it as a new one"
        case .workspaceClosed(_, let name): "the workspace " + quoted(name) + " is closed; reopen it first"
        case .lastOwner: "the last owner of a workspace must stay; make somebody else an owner first, or close it"
        case .ownerSeesEverything: "an owner sees every child; change the role or the reach first"
        case .noChild: "a reach of children names at least one child"
        case .alreadyMember: "this account is a member already; change its role or its reach instead"
        case .cannotInviteOwner: "nobody is invited as an owner; invite an editor and change the role afterwards"
        case .invitationUsed: "this invitation was accepted before; ask for a new one"
        case .invitationDeclined: "this invitation was declined; ask for a new one"
        case .invitationRevoked: "this invitation was revoked; ask for a new one"
        case .invitationExpired: "this invitation has expired; ask for a new one"
        case .invitationForAnother: "this invitation is for another account; sign in with the address it was sent to"
        case .userInUse:
            "this account has devices, sessions, tokens or workspaces by now, so its making cannot be undone; "
                + "close what it has first"
        case .deviceInUse(_, let name):
            "the device " + quoted(name) + " was signed in on by now, so adding it cannot be undone; revoke it instead"
        case .workspaceInUse(_, let name):
            "the workspace " + quoted(name) + " has other members, invitations or webhooks by now, so its making cannot be "
                + "undone; close it instead"
        case .final(let what): what.message
        case .notThereYet(let id): "there was no " + id.text + " at that point; choose a later one"
        case .tooMany(let resource, let max): resource.sentence(max)
        }
    }

    private func quoted(_ name: Name) -> String { "\"" + name.text + "\"" }
}

extension AccountRefusal.PreferenceKind {
    fileprivate var message: String {
        switch self {
        case .accent: "an accent is a colour from #000000 to #ffffff"
        case .shortcut: "a shortcut names an action in letters, digits, dots and dashes, and keys of at most 64 bytes"
        case .retention:
            "things are kept from 1 day to " + String(Preferences.retentionDaysMax) + " days, or for ever"
        case .zone: "a time zone is called as in Europe/Berlin"
        case .storage: "a storage limit is 0 bytes or more, or none"
        }
    }
}

extension AccountRefusal.WebhookPart {
    fileprivate var message: String {
        switch self {
        case .address:
            "a webhook leads to an address such as https://example.org/hook, of at most "
                + String(WebhookTarget.addressBytesMax) + " bytes, without spaces"
        case .areas: "a webhook hears of at least one area; say which"
        case .secret:
            "a signing secret has " + String(SigningSecret.labelByteCount + SigningSecret.keyByteCount)
                + " bytes, its label first; make a new one"
        }
    }
}

extension AccountRefusal.PushPart {
    fileprivate var message: String {
        switch self {
        case .endpoint:
            "a subscription leads to an address that begins with https://, of at most "
                + String(PushSubscription.endpointBytesMax) + " bytes, without spaces"
        case .key:
            "the key p256dh of a subscription is a point of P-256 in " + String(PushSubscription.keyByteCount)
                + " bytes, as the browser gives it"
        case .secret:
            "the secret auth of a subscription has " + String(PushSecret.byteCount) + " bytes, as the browser gives it"
        case .topics: "a device is notified of at least one topic; say which, or end its subscription"
        }
    }
}

extension AccountRefusal.Finality {
    fileprivate var message: String {
        switch self {
        case .passwordChange: "a password change is final; change the password again"
        case .deviceRevocation: "revoking a device is final; add it as a new one"
        case .sessionOpening: "signing in is not undone; sign out instead"
        case .sessionRevocation: "signing out is final; sign in again"
        case .tokenIssue: "issuing a token is not undone; revoke it instead"
        case .tokenRevocation: "revoking a token is final; issue a new one"
        case .invitationAcceptance: "accepting an invitation is not undone; leave the workspace, or remove the member"
        case .invitationRefusal: "declining an invitation is final; ask for a new one"
        case .invitationRevocation: "revoking an invitation is final; send a new one"
        case .webhookAdding: "adding a webhook is not undone; remove it instead"
        case .secretRotation: "rotating a secret is final; rotate it again"
        case .webhookRemoval: "removing a webhook is final; add a new one"
        case .summaryMailing: "a summary that was mailed stays mailed; switch the weekly summary off"
        case .shareLinkMaking: "making a share link is not undone; revoke it instead"
        case .shareLinkRevocation: "revoking a share link is final; make a new one"
        case .workspaceErasure: "erasing a workspace is final; create a new one"
        case .pushSubscription: "switching notifications on is not undone; switch them off on that device"
        case .pushEnding: "notifications that ended are not brought back; switch them on again on that device"
        case .workspaceBeginning: "a journal that was begun is not undone; erase the workspace instead"
        }
    }
}

extension AccountRefusal.LimitedResource {
    fileprivate func sentence(_ max: Int) -> String {
        switch self {
        case .users: "an installation has at most " + String(max) + " accounts"
        case .devices: "an account has at most " + String(max) + " devices; revoke one first"
        case .sessions: "an account has at most " + String(max) + " open sessions; sign out somewhere first"
        case .tokens: "an account has at most " + String(max) + " tokens; revoke one first"
        case .workspaces: "an installation has at most " + String(max) + " workspaces"
        case .workspacesOfOne: "an account is in at most " + String(max) + " workspaces; leave one first"
        case .members: "a workspace has at most " + String(max) + " members; remove one first"
        case .children: "a reach names at most " + String(max) + " children; give the reach of everything instead"
        case .invitations: "a workspace has at most " + String(max) + " unanswered invitations; revoke one first"
        case .shareLinks: "a workspace has at most " + String(max) + " share links that are not over; revoke one first"
        case .webhooks: "a workspace has at most " + String(max) + " webhooks; remove one first"
        case .webhookKinds: "a webhook names at most " + String(max) + " kinds of events; leave them out to hear of all"
        case .shortcuts: "an account has at most " + String(max) + " shortcuts; take one away first"
        }
    }
}
