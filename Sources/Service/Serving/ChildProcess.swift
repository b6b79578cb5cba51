import CLinuxCalls
import Glibc

/// Another program that runs for this one, with nothing of it but three descriptors.
///
/// Not Foundation's `Process`: before it starts a program, that of Swift 6.3 looks through the open descriptors and copies 256
/// bytes of each name, beyond the end of its buffer where more than some 1,350 are open, which ended the whole service now and
/// then (swift-corelibs-foundation, issue 5472).
struct ChildProcess: Sendable {
    let id: pid_t

    enum Ending: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// Why a program could not be started.
    struct Failure: Error, Equatable {
        let program: String
        let errno: Int32
    }

    /// Starts a program in the directory `/`.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - environment: all of it.
    ///   - input: a descriptor that it reads from; `output` one that it writes to. What it complains of goes nowhere.
    /// - Complexity: one fork, whatever is open here.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], input: Int32, output: Int32
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Duplicates are not closed on exec, and a descriptor that stands there already is left open by it.
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let refusal = daybook_begin_in(&actions, "/", 3)
        guard refusal == 0 else { throw Failure(program: program, errno: refusal) }
        // Signals that this program ignores or blocks are nothing that the other should inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var id: pid_t = 0
        let errno = posix_spawn(&id, program, &actions, &attributes, &words, &variables)
        guard errno == 0 else { throw Failure(program: program, errno: errno) }
        self.id = id
    }

    /// Waits until it has ended. Until `reap` its number is nobody else's, so that it may still be sent a signal.
    ///
    /// - Parameter seconds: at most; nil for however long it takes.
    /// - Returns: false when it still runs.
    func hasEnded(within seconds: Int? = nil) -> Bool {
        let milliseconds = seconds.map { Int32(clamping: $0 * 1000) } ?? -1
        // A kernel before 5.3, or no descriptor left: then it is waited for without a limit, by `reap`.
        return daybook_await_end(id, milliseconds) != 0
    }

    func send(_ signal: Int32) { kill(id, signal) }

    /// Waits until it has ended, and says how. Called once.
    func reap() -> Ending {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
}
