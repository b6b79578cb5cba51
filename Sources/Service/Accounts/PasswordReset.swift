import Accounts
import Cryptography
import Foundation
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

/// The link in a letter by which somebody who forgot their password sets another.
///
/// It proves that it was made here, for this person, until a moment, and while they had this password: so it is good once, and
/// nothing about it is stored.
struct PasswordReset: Sendable {
    let user: UserID
    let expires: Instant

    static let path = "/v1/password-reset"
    static let hours = 1
    /// Letters to one address in a day.
    static let perDay = 5

    /// - Parameter password: the one that the person has.
    private func words(_ password: PasswordHash) -> Data {
        Data("password reset \(user.text) \(expires.text) \(password.text)".utf8)
    }

    func proof(for password: PasswordHash, key: [UInt8]) -> String {
        hexText(Array(HMACSHA256.authenticationCode(for: words(password), using: SymmetricKey(data: key))))
    }

    func isGenuine(_ proof: String, for password: PasswordHash, key: [UInt8]) -> Bool {
        let digits = proof.utf8.compactMap { hexValue($0) }
        guard digits.count == 64, proof.utf8.count == 64 else { return false }
        let code = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        return HMACSHA256.isValidAuthenticationCode(code, authenticating: words(password), using: SymmetricKey(data: key))
    }

    /// - Parameter link: where people reach the service.
    func letter(to address: String, from: String, link: String, proof: String, at now: Instant, id: String) -> MailMessage {
        let query = "user=\(user.text)&expires=\(expires.microseconds)&proof=\(proof)"
        let place = from.split(separator: "@").last.map(String.init) ?? "localhost"
        return MailMessage(
            from: from, to: address, subject: "A new password for Daybook", date: now, identifier: "reset-\(id)@\(place)",
            text: """
                Somebody, probably you, asked for a new password for this address:

                \(link)\(Self.path)?\(query)

                The link is good once, within \(Self.hours == 1 ? "an hour" : "\(Self.hours) hours"). Nothing changes until a new \
                password is set there; if you did not ask for it, ignore this letter.

                """, unsubscribe: nil)
    }
}

extension RouteTable {
    private static let link = [
        FieldShape("user", .identifier, "Whose password, as the letter has it."),
        FieldShape("expires", .text(bytesMax: 20), "Until when the link is good, as the letter has it."),
        FieldShape("proof", .text(bytesMax: 64), "That the link was made here."),
    ]

    /// Setting a new password by a letter, where somebody forgot theirs.
    static let passwordResets: [Route] = [
        Route(
            .post, "/v1/password-resets", "askForPasswordReset",
            "Mails a link that sets a new password, where the address has an account. The answer is the same where it has none.",
            .anybody, body: [FieldShape("email", .text(bytesMax: Email.bytesMax), "The e-mail address.")],
            answer: .json(.accepted), furtherStatuses: [422]
        ) { try await $0.askForPasswordReset() },
        Route(
            .get, PasswordReset.path, "showPasswordReset",
            "A page that asks for the new password; looking at it changes nothing.",
            .anybody, query: link, answer: .bytes("text/html"), furtherStatuses: [403]
        ) { call in
            _ = try await call.resetting()
            return PasswordReset.form(nil)
        },
        Route(
            .post, PasswordReset.path, "resetPassword", "Sets the new password, and signs out everywhere.", .anybody,
            query: link,
            content: .form(["password"]), answer: .bytes("text/html"), furtherStatuses: [403, 413, 415, 422]
        ) { try await $0.resetPassword() },
    ]
}

extension PasswordReset {
    /// - Parameter fault: why the last one was not taken.
    fileprivate static func form(_ fault: String?) -> Response {
        let hint = fault.map { "<p><strong>\(HTMLPage.escaped($0))</strong></p>" } ?? ""
        let form = """
            <form method="post"><p><label>New password <input type="password" name="password" required autofocus \
            autocomplete="new-password"></label> <button>Set it</button></p></form>
            """
        return HTMLPage(title: "A new password", body: hint + form, mayPost: true)
            .response(fault == nil ? .ok : .unprocessableContent)
    }
}

extension Call {
    fileprivate func askForPasswordReset() async throws -> Response {
        guard service.summaries.isMailing, service.summaries.hasLink else {
            throw ProblemDocument(
                .unprocessableContent, "noMail",
                "this service mails nothing; its keeper sets a new password with `daybook account password`", field: "email")
        }
        let email = try Email(body.required("email"))
        try countSignIn(of: email)
        if let user = accounts.model.user(with: email), service.resetLetters.excess(of: email.key.text, at: now) == nil {
            // Behind the answer: how long a letter takes would tell that there is such an account.
            service.mailReset(to: user, at: now)
        }
        return .json(.accepted) { json in
            json.object { json in
                json.field(
                    "detail", "If this address has an account here, a letter with a link is on its way; it is good for an hour."
                )
            }
        }
    }

    /// The person whose password the link sets.
    ///
    /// - Throws: a problem for a link that is used up, too old or not whole. It never reveals whether there is such an account.
    fileprivate func resetting() async throws -> (reset: PasswordReset, user: User) {
        let fault = ProblemDocument(
            .forbidden, "badLink", "this link was used, is older than an hour, or is not whole; ask for another letter")
        guard let user: UserID = query.identifier("user"), let expires = Int64(query.required("expires")),
            let known = accounts.model.existing(user)
        else { throw fault }
        let reset = PasswordReset(user: user, expires: Instant(microseconds: expires))
        guard now < reset.expires else { throw fault }
        let key = try await pool.letterKey()
        guard reset.isGenuine(query.required("proof"), for: known.password, key: key) else { throw fault }
        return (reset, known)
    }

    fileprivate func resetPassword() async throws -> Response {
        let (reset, user) = try await resetting()
        let isForm = mediaType == Route.Content.formType
        let password = isForm ? try await formPassword() : try await jsonPassword()
        if let fault = PasswordRule.fault(of: password, email: user.email.text) {
            if isForm { return PasswordReset.form(fault.prefix(1).uppercased() + fault.dropFirst() + ".") }
            throw ProblemDocument(.unprocessableContent, "weakPassword", fault, field: "password")
        }
        let hash = try await service.passwords.hash(password, for: requester)
        _ = try await pool.book.perform(
            by: .machine, as: Author(actor: reset.user.as(Actor.self), device: pool.device)
        ) { accounts in
            // Two who hold the letter: the first sets it.
            guard accounts.model.existing(reset.user)?.password == user.password else {
                throw ProblemDocument(.forbidden, "badLink", "this link was used; ask for another letter")
            }
            return [.changePassword(reset.user, to: hash, keeping: nil)]
        }
        return HTMLPage(
            title: "Your new password is set",
            body: "<p>You are signed out everywhere. <a href=\"/\">Sign in</a> with the new password.</p>"
        ).response()
    }

    private func jsonPassword() async throws -> String {
        let shape = FieldShape("password", .text(bytesMax: Passwords.bytesMax), "The new password.")
        return try Fields(try JSONValue(parsing: try await jsonBytes()), [shape]).required("password")
    }

    private func formPassword() async throws -> String {
        let text = String(decoding: try await smallBody(), as: UTF8.self)
        return formPairs(text[...]).first { $0.name == "password" }?.value ?? ""
    }
}

extension DaybookService {
    /// Mails the link, behind the request that asked for it; where that fails, it is in the log.
    fileprivate func mailReset(to user: UserID, at now: Instant) {
        Task {
            do {
                guard let known = await pool.book.state.model.existing(user) else { return }
                let (hour, key) = (Int64(PasswordReset.hours) * 3_600_000_000, try await pool.letterKey())
                let reset = PasswordReset(user: user, expires: Instant(microseconds: now.microseconds + hour))
                try await summaries.send(
                    reset, proof: reset.proof(for: known.password, key: key), to: known.email.text, at: now)
            } catch {
                logger.error("a link for a new password was not mailed", error: error, metadata: ["user": "\(user.text)"])
            }
        }
    }
}
