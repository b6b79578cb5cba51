import Glibc

/// A terminal that does not show what is typed, for passwords.
///
/// Whatever ends the program meanwhile, such as Ctrl-C, `kill` or a window that is closed, leaves a terminal that shows
/// again what is typed. Only one thing is typed unseen at a time.
enum UnseenTyping {
    private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Reads one line from the terminal that is standard input.
    ///
    /// - Returns: nil when input ended.
    static func line(_ prompt: String) throws(Problem) -> String? {
        var old = termios()
        guard tcgetattr(STDIN_FILENO, &old) == 0 else { throw fault() }
        // Where nothing was shown before, nobody expects it to be shown afterwards.
        guard old.c_lflag & tcflag_t(ECHO) != 0 else { return ask(prompt) }
        let earlier = endings.map { signal($0, showAgain) }
        // Stopped, the program would leave its terminal unseen to the shell.
        let stopping = signal(SIGTSTP, SIG_IGN)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &old)
            for (number, handler) in zip(endings, earlier) { signal(number, handler) }
            signal(SIGTSTP, stopping)
        }
        var unseen = old
        unseen.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen) == 0 else { throw fault() }
        return ask(prompt)
    }

    private static func ask(_ prompt: String) -> String? {
        Console.say(prompt)
        defer { Console.say("") }
        return readLine(strippingNewline: true)
    }

    private static func fault() -> Problem {
        Problem(.machine, "the terminal cannot hide what is typed: \(words(for: errno))")
    }
}

/// Shows what is typed again, and lets the signal do what it does. Calls only what a signal handler may, and shares
/// nothing with what it interrupts.
private func showAgain(_ number: Int32) {
    var now = termios()
    if tcgetattr(STDIN_FILENO, &now) == 0 {
        now.c_lflag |= tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &now)
    }
    signal(number, SIG_DFL)
    raise(number)
}
