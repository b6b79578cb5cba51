import Accounts
import Glibc
import Runtime

/// A password as it comes in: typed unseen on a terminal, or the first line of standard input. Never an argument, which
/// every other program of the machine could read.
enum PasswordInput {
    /// The hash of the password.
    static func hash(on console: Console) throws -> PasswordHash {
        let isTyped = isatty(STDIN_FILENO) == 1
        let password = isTyped ? try typed(on: console) : readLine(strippingNewline: true)
        guard let password, !password.isEmpty else {
            throw Problem(.usage, "Say the password as one line of standard input; it must not be empty.")
        }
        return try Passwords.hash(password)
    }

    private static func typed(on console: Console) throws(Problem) -> String? {
        var old = termios()
        guard tcgetattr(STDIN_FILENO, &old) == 0 else { throw unseenFault() }
        var unseen = old
        unseen.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen) == 0 else { throw unseenFault() }
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &old)
            console.say("")
        }
        console.say("Password (it is not shown):")
        return readLine(strippingNewline: true)
    }

    private static func unseenFault() -> Problem {
        Problem(.machine, "the terminal cannot hide what is typed: \(words(for: errno))")
    }
}
