import Glibc
import JournalEngine

/// A process to kill: appends to a journal from many callers at once and says on standard output what was
/// acknowledged, so that a test can hold the journal against it.
///
/// Not for people. `journal-load DIR CALLERS SEGMENT_BYTES` prints, a line each:
///
///     open LAST                  the journal is open; LAST is its last record
///     ack SEQUENCE CALLER COUNT  that commit is durable
///     failed CALLER MESSAGE      that caller gives up
///     refused MESSAGE            the journal would not open
///
/// It ends with status 3 when every caller has failed, 4 when refused, 2 on wrong arguments; else it never ends.
///
/// Three lives that do end, for tests that want each step in the same place every time:
///
///     journal-load write DIR COMMITS BYTES SEGMENT_BYTES   one commit after the other, whatever fails; seals; closes
///     journal-load read DIR                                everything a reader can ask for
///     journal-load files DIR                               runs out of file descriptors in the middle
@main struct JournalLoad {
    static func main() async {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("write", 6): await ShortLife(arguments[2]).write(arguments[3...].compactMap { Int($0) })
        case ("read", 3): ShortLife(arguments[2]).read()
        case ("files", 3): await ShortLife(arguments[2]).exhaustFiles()
        default: break
        }
        guard arguments.count == 4, let callers = UInt64(arguments[2]), let segmentByteCount = Int(arguments[3]) else {
            say("usage: journal-load DIR CALLERS SEGMENT_BYTES")
            exit(2)
        }
        var options = JournalOptions()
        options.segmentByteCountTarget = segmentByteCount
        let journal: Journal
        do {
            journal = try open(arguments[1], options)
        } catch {
            say("refused \(error.message)")
            exit(4)
        }
        say("open \(journal.lastSequence)")
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<callers {
                group.addTask { await append(to: journal, as: caller) }
            }
        }
        exit(3)
    }

    static func open(_ path: String, _ options: JournalOptions) throws(JournalError) -> Journal {
        do throws(JournalError) {
            return try Journal.open(at: path, access: .writing, options: options)
        } catch {
            guard case .notAJournal = error else { throw error }
            return try Journal.create(at: path, options: options)
        }
    }

    /// Appends for ever, one commit after the other. Commits of a life are told apart by process, caller and count.
    private static func append(to journal: Journal, as caller: UInt64) async {
        let device = ID16(hi: UInt64(getpid()), lo: caller)
        var count: UInt64 = 0
        while true {
            count += 1
            let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: Int(count % 300))
            let draft = CommitDraft(
                actor: .zero, device: device, deviceSequence: count, time: 0,
                records: [RecordDraft(kind: UInt32(caller) + 1, entity: device, payload: payload)])
            do throws(JournalError) {
                let receipt = try await journal.append(draft)
                say("ack \(receipt.first) \(caller) \(count)")
            } catch {
                return say("failed \(caller) \(error.message)")
            }
        }
    }

    /// One line in one write, which a pipe keeps whole.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let written = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        // Nobody listens any more: there is nothing left to do.
        if written != bytes.count { exit(5) }
    }
}
