import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

extension RouteTable {
    /// Trying it out without an account, and making one of it. Requirements J-605, J-618.
    static let guests: [Route] = [
        Route(
            .post, "/v1/guests", "beginVisit",
            "Begins a visit without an account, in a workspace of memory that is gone when it ends, and gives its secret once.",
            .anybody,
            body: [FieldShape("cookie", .flag, "For a browser: the secret as a cookie, and a CSRF token.").optional],
            answer: .json(.created)
        ) { try await $0.beginVisit() },
        Route(
            .get, "/v1/guests/visit", "showVisit",
            "One's visit: the workspace, when it ends, how many uploads are left, and the CSRF token of a browser.", .visit
        ) { try await $0.showVisit() },
        Route(
            .delete, "/v1/guests/visit", "endVisit", "Ends one's visit; everything that was made in it is gone.", .visit,
            answer: .nothing
        ) { try await $0.endVisit() },
        Route(
            .post, "/v1/guests/convert", "convertVisit",
            "Makes an account of one's visit, with all that was made in it, and signs in to it.", .visit,
            body: [
                FieldShape("email", .text(bytesMax: Email.bytesMax), "The e-mail address."),
                FieldShape("password", .text(bytesMax: Passwords.bytesMax), "The password."),
                FieldShape("name", .text(bytesMax: Name.bytesMax), "What others are shown.").optional,
                FieldShape(
                    "workspaceName", .text(bytesMax: Name.bytesMax), "What the workspace is called; Home by default."
                ).optional,
                FieldShape("device", .identifier, "The device, where it signed in to the account before.").optional,
                FieldShape("deviceName", .text(bytesMax: Name.bytesMax), "What a new device is called.").optional,
                FieldShape("cookie", .flag, "For a browser: the secret as a cookie, and a CSRF token.").optional,
            ]
        ) { try await $0.convertVisit() },
    ]
}
