import Accounts
import Capture
import Kernel
import Runtime

extension AnswerShapes {
    /// Signing in, visits, and one's own account.
    static let accounts: [String: JSONShape] = [
        "signUp": .object(["detail": .text]),
        "askForPasswordReset": .object(["detail": .text]),
        "signIn": .named("OpenedSession"),
        "finishOIDC": .named("OpenedSession"),
        "convertVisit": .named("OpenedSession"),
        "beginVisit": .fields(visit, ["token": .orNull(.text), "csrf": .orNull(.text)]),
        "showVisit": .fields(visit, ["csrf": .orNull(.text)]),
        "showSession": .object([
            "user": .id, "device": .id, "session": .orNull(.id), "devices": .orNull(.text), "csrf": .orNull(.text),
        ]),
        "showAccount": account,
        "showRunQuota": .object([
            "month": .month, "plan": .words(RunPlan.self), "used": .number, "max": .number, "remaining": .number,
            "beyondSoftMax": .flag, "resets": .orNull(.day),
        ]),
        "showAccountStorage": .object([
            "maxBytes": .orNull(.number), "usedBytes": .number, "journalBytes": .number, "fileBytes": .number,
            "uploadBytes": .number, "otherBytes": .number, "addedBytes": .number, "measured": .orNull(.moment),
            "workspaces": .list(.object(["id": .id, "usedBytes": .number])),
        ]),
        "listNotifications": .object([
            "key": .text,
            "devices": .list(
                .object([
                    "device": .id, "name": .text, "service": .text,
                    "topics": .list(.words(PushTopic.self, without: [.nothing])), "since": .moment, "signedIn": .flag,
                ])),
        ]),
        "pingPush": .object([
            "outcome": .word(WebhookAttempt.Outcome.allCases.map(\.rawValue)), "status": .orNull(.number),
        ]),
        "issueToken": .object(["token": .id, "secret": .text, "expires": .orNull(.moment)]),
    ]

    static let accountComponents: [String: JSONShape] = ["OpenedSession": openedSession]

    /// The workspace is there where one came with it; a browser has a CSRF token, and everybody else the token itself.
    private static let openedSession: JSONShape = .object([
        "user": .id, "device": .id, "session": .id, "workspace": .optional(.id), "expires": .moment,
        "token": .orNull(.text), "csrf": .orNull(.text),
    ])

    private static let visit: JSONMembers = [
        "workspace": .id, "device": .id, "expires": .moment, "uploadsLeft": .number,
    ]

    private static let role = JSONShape.words(Role.self)
    /// Null for everything.
    private static let reach = JSONShape.orNull(.list(.id))

    private static let account: JSONShape = .fields(
        [
            "id": .id, "email": .text, "name": .orNull(.text), "plan": .words(Plan.self),
            "aiRunsPerMonthMax": .orNull(.number), "storageBytesMax": .orNull(.number), "features": .list(.text),
        ],
        .touched("registered"),
        [
            "preferences": preferences, "devices": .list(device), "sessions": .list(session), "tokens": .list(token),
            "workspaces": .list(
                .object(["id": .id, "name": .text, "role": role, "children": reach, "closed": .flag])),
        ])

    private static let preferences: JSONShape = .fields(
        [
            "theme": .text, "humour": .flag, "weeklySummary": .flag, "zone": .orNull(.text), "primaryBoard": .orNull(.id),
        ],
        JSONMembers(Retained.allCases.map { (spelled($0.fieldName) + "Days", .orNull(.number)) }),
        ["shortcuts": .map(.text)])

    private static let device: JSONShape = .fields(
        [
            "id": .id, "name": .text, "notifications": .list(.words(PushTopic.self, without: [.nothing])), "revoked": .flag,
        ], .touched("added"))

    private static let session: JSONShape = .fields(
        ["id": .id, "device": .text, "secret": .text, "expires": .moment, "revoked": .flag], .touched("opened"))

    private static let token: JSONShape = .fields(
        [
            "id": .id, "name": .text, "secret": .text, "scopes": .list(.words(Scope.self)), "expires": .orNull(.moment),
            "revoked": .flag,
        ],
        .touched("issued"))

    /// Workspaces, who belongs to them, and who is invited.
    static let people: [String: JSONShape] = [
        "listWorkspaces": .list(workspace),
        "showWorkspace": workspace,
        "createWorkspace": .object(["id": .id]),
        "listMembers": members,
        "invite": .object(["invitation": .id, "secret": .text, "expires": .moment]),
        "previewInvitation": .object([
            "from": .orNull(.text), "workspace": .text, "role": role, "everything": .flag, "named": .flag,
            "expires": .moment,
        ]),
        "acceptInvitation": .object(["workspace": .id]),
        "acceptInvitationBySecret": .object(["workspace": .id]),
    ]

    private static let workspace: JSONShape = .object([
        "id": .id, "name": .text, "role": role, "children": reach, "closed": .flag,
    ])

    private static let members: JSONShape = .fields(
        ["id": .id, "name": .text, "closed": .flag], .touched("created"),
        [
            "members": .list(.object(["user": .id, "name": .text, "role": role, "children": reach])),
            "invitations": .list(invitation),
        ])

    private static let invitation: JSONShape = .fields(
        [
            "id": .id, "role": role, "children": reach, "email": .orNull(.text), "secret": .text, "expires": .moment,
            "answer": .word(["waiting", "accepted", "declined", "revoked"]),
        ],
        .touched("sent"))

    /// Share links, for who makes them and for who follows them.
    static let shareLinks: [String: JSONShape] = [
        "makeShareLink": .object([
            "share": .id, "secret": .text, "path": .text, "expires": .moment, "mailed": .optional(.flag),
            "notMailed": .optional(.text),
        ]),
        "listShareLinks": .list(shareLink),
        "openShared": .object(["pass": .text, "expires": .moment]),
        "showShared": .object([
            "kind": sharedKind, "title": .text, "from": .orNull(.text), "viewOnly": .flag, "expires": .moment,
            "parts": .list(sharedPart),
        ]),
    ]

    private static let sharedKind = JSONShape.words(SharedKind.self)

    /// The title is null where the thing is not to be seen any more.
    private static let shareLink: JSONShape = .fields(
        [
            "id": .id, "kind": sharedKind, "thing": .id, "title": .orNull(.text), "maker": .text, "secret": .text,
            "password": .flag, "viewOnly": .flag, "expires": .moment, "revoked": .flag, "opens": .optional(.flag),
        ],
        .touched("made"))

    /// Drawings are SVG, and pictures are asked for by what stands as their file.
    private static let sharedPart: JSONShape = .object([
        "title": .orNull(.text), "day": .orNull(.day), "medium": .orNull(.text), "text": .text,
        "drawings": .list(.text), "pictures": .list(.object(["file": .digest, "alternative": .text])),
        "files": .list(.object(["name": .text, "mediaType": .text, "sizeBytes": .number])),
    ])
}
