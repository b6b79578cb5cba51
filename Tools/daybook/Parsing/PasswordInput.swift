import Accounts
import Glibc
import Runtime

/// A password as it comes in: typed unseen on a terminal, or the first line of standard input. Never an argument, which
/// every other program of the machine could read.
enum PasswordInput {
    /// The hash of a password that is chosen for the account of that address.
    static func hash(for email: Email) throws -> PasswordHash {
        let password = try password()
        if let fault = PasswordRule.fault(of: password, email: email.text) {
            throw Problem(.refused, fault + "; choose another.")
        }
        return try Passwords.hash(password)
    }

    /// The password itself, for signing in elsewhere; it is kept nowhere.
    static func password() throws -> String {
        if let typed = Administration.current?.password ?? Administration.typed { return typed }
        let isTyped = isatty(STDIN_FILENO) == 1
        let password = isTyped ? try UnseenTyping.line("Password (it is not shown):") : readLine(strippingNewline: true)
        guard let password, !password.isEmpty else {
            throw Problem(.usage, "Say the password as one line of standard input; it must not be empty.")
        }
        return password
    }

    /// The passphrase of the keys, typed on a terminal; nil where nobody sits there. Standard input is never read for
    /// it, since what a command reads there is something else.
    @Sendable static func passphrase(_ question: Unlocking.Question) -> String? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        let prompt =
            switch question {
            case .current: "Passphrase of the keys (it is not shown):"
            case .new: "New passphrase (it is not shown):"
            case .newAgain: "The new passphrase once more:"
            }
        do throws(Problem) { return try UnseenTyping.line(prompt) } catch {
            Console.say("daybook: " + error.message)
            return nil
        }
    }
}
