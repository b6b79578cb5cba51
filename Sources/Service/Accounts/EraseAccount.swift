import Accounts
import Hummingbird
import Kernel

extension Call {
    /// Erases the account of whoever asks, who shows the password once more and spells the address: there is no way back.
    ///
    /// Whoever signs in through an issuer has no password; the address and a session do for them.
    func eraseAccount() async throws -> Response {
        let caller = try signedIn()
        guard let user = accounts.roster.kept(caller.user) else { throw Denial.notSignedIn }
        try countSignIn(of: user.email, by: caller.user)
        guard Email(recorded: normalFormC(trimmed(body.required("email")))).key == user.email.key else {
            throw ProblemDocument(
                .forbidden, "wrongAddress", "spell the e-mail address of this account to erase it", field: "email")
        }
        if !user.password.isOfIssuer {
            let isRight = try await service.passwords.isRight(
                body.required("password"), for: user.password, asked: requester)
            // One that was changed while it was compared is wrong.
            guard isRight, await installation.book.state.roster.kept(caller.user)?.password == user.password else {
                noteWrongPassword(of: user.email)
                throw ProblemDocument(.forbidden, "wrongPassword", "the password is wrong", field: "password")
            }
        }
        // Comparing takes its time: a session that ended meanwhile erases nothing.
        _ = try await renewed()
        try await installation.erase(caller.user)
        try await service.webhooks.sweep()
        var response = Response.nothing
        response.headers[.setCookie] = sessionCookie("", seconds: 0)
        return response
    }
}
