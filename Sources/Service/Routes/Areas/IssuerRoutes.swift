import HTTPTypes
import Hummingbird
import Kernel
import Workspace

extension RouteTable {
    /// Signing in through an OpenID issuer, in a browser.
    static let issuers: [Route] = [
        Route(
            .get, "/v1/oidc/start", "beginOIDC", "Sends a browser to the issuer, to sign in there.", .anybody,
            query: signInDevice, answer: .redirect, furtherStatuses: [404, 422]
        ) { try await $0.beginOIDC() },
        Route(
            .get, "/v1/oidc/callback", "finishOIDC",
            "Takes a browser back from the issuer, and opens a session as a cookie. One that asks for a page is led on into the app, also "
                + "where it went wrong.", .anybody,
            query: [
                FieldShape("state", .text(bytesMax: 128), "As it was sent."),
                FieldShape("code", .text(bytesMax: FieldShape.textBytesMax), "What the issuer gives for a yes.").optional,
                FieldShape("error", .text(bytesMax: FieldShape.textBytesMax), "What it gives for a no.").optional,
                FieldShape("error_description", .text(bytesMax: FieldShape.textBytesMax), "Its words.").optional,
                FieldShape("iss", .text(bytesMax: FieldShape.textBytesMax), "Who it says it is.").optional,
                FieldShape("session_state", .text(bytesMax: FieldShape.textBytesMax), "Not used here.").optional,
                FieldShape("scope", .text(bytesMax: FieldShape.textBytesMax), "Not used here.").optional,
            ], furtherStatuses: [303, 401, 403, 404, 409, 422, 507]
        ) { try await $0.finishOIDC() },
    ]

    /// The device that is signed in on.
    static let signInDevice = [
        FieldShape("device", .identifier, "The device, where it signed in to the account before.").optional,
        FieldShape("deviceName", .text(bytesMax: Name.bytesMax), "What a new device is called.").optional,
    ]
}
