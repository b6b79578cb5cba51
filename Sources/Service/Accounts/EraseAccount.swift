import Accounts
import Hummingbird
import Kernel

extension Call {
    /// Erases the account of the sender, who gives the password once more and spells the address: there is no way back.
    ///
    /// People who sign in through an issuer have no password; for them the address and a session suffice.
    func eraseAccount() async throws -> Response {
        let caller = try signedIn()
        guard let user = accounts.model.existing(caller.user) else { throw AuthorizationError.notSignedIn }
        try countSignIn(of: user.email, by: caller.user)
        guard Email(recorded: normalFormC(trimmed(body.required("email")))).key == user.email.key else {
            throw ProblemDocument(
                .forbidden, "wrongAddress", "spell the e-mail address of this account to erase it", field: "email")
        }
        if !user.password.isOfIssuer {
            let isRight = try await service.passwords.isRight(
                body.required("password"), for: user.password, asked: requester)
            // One that was changed while it was compared is wrong.
            guard isRight, await pool.book.state.model.existing(caller.user)?.password == user.password else {
                noteWrongPassword(of: user.email)
                throw ProblemDocument(.forbidden, "wrongPassword", "the password is wrong", field: "password")
            }
        }
        // Comparing takes its time: a session that ended meanwhile erases nothing.
        _ = try await renewed()
        try await pool.erase(caller.user)
        try await service.webhooks.sweep()
        try await service.push.sweep()
        var response = Response.nothing
        response.headers[.setCookie] = sessionCookie("", seconds: 0)
        return response
    }
}
