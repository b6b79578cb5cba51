import Glibc
import JournalEngine

/// A life of a journal that is the same every time, so that a test can break it at a place it names.
struct ShortLife {
    let path: String

    init(_ path: String) { self.path = path }

    /// Appends, seals and closes; goes on after a failure, as a program does that does not look at errors.
    ///
    /// Prints `ack SEQUENCE NUMBER` or `failed NUMBER MESSAGE` for each commit. Ends with status 0, or 4 when the
    /// journal would not open.
    func write(_ numbers: [Int]) async -> Never {
        guard numbers.count == 3 else { exit(2) }
        var options = JournalOptions()
        options.segmentByteCountTarget = numbers[2]
        options.sealsInBackground = false
        let journal = opened(options)
        for number in 1...max(1, numbers[0]) { await append(number, byteCount: numbers[1], to: journal) }
        do throws(JournalError) {
            try await journal.seal()
            JournalLoad.say("sealed")
        } catch {
            JournalLoad.say("unsealed \(error.message)")
        }
        do throws(JournalError) { try await journal.close() } catch { JournalLoad.say("unclosed \(error.message)") }
        exit(0)
    }

    /// Reads everything there is in every way there is. Prints `read COUNT`, or `refused MESSAGE` for each way that
    /// fails; ends with status 0, or 4 when one did.
    func read() -> Never {
        var isRefused = false
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch let error as JournalError {
                isRefused = true
                JournalLoad.say("refused \(error.message)")
            } catch {
                JournalLoad.say("unexpected \(error)")
                exit(6)
            }
        }
        attempt { try Journal.inspect(at: path) { _ in } }
        attempt {
            let journal = try Journal.open(at: path, access: .reading)
            if let damage = journal.recovery.damage { throw damage }
            if let torn = journal.recovery.torn { JournalLoad.say("damage at byte \(torn.byteOffset), taken for torn") }
            var count = 0
            attempt {
                try journal.forEachRecord { _, _ in
                    count += 1
                    return .next
                }
            }
            attempt { try journal.forEachRecordBackwards { _, _ in .next } }
            attempt { try journal.forEachRecord(ofEntities: [ID16(hi: 1, lo: 1)]) { _, _ in .next } }
            attempt { _ = try journal.lastSequence(atOrBefore: 1) }
            attempt {
                let report = try journal.verify()
                for damage in report.damage { JournalLoad.say("damage \(damage.words)") }
            }
            JournalLoad.say("read \(count)")
        }
        exit(isRefused ? 4 : 0)
    }

    /// Appends with no file descriptor left, past the size at which the segment should roll, and then with some again.
    ///
    /// Prints `ack` and `failed` as `write` does, and after each part `segments COUNT`.
    func exhaustFiles() async -> Never {
        var options = JournalOptions()
        options.segmentByteCountTarget = 6_000
        options.sealsInBackground = false
        let journal = opened(options)
        for number in 1...3 { await append(number, byteCount: 500, to: journal) }
        JournalLoad.say("segments \(journal.segments.count)")

        var held: [Int32] = []
        while true {
            let descriptor = Glibc.open("/dev/null", O_RDONLY)
            if descriptor < 0 { break }
            held.append(descriptor)
        }
        JournalLoad.say("exhausted \(held.count) \(errno == EMFILE ? "EMFILE" : "errno \(errno)")")
        for number in 4...16 { await append(number, byteCount: 1_500, to: journal) }
        do throws(JournalError) { try await journal.seal() } catch { JournalLoad.say("unsealed \(error.message)") }
        do { try journal.forEachRecord { _, _ in .next } } catch let error as JournalError {
            JournalLoad.say("unreadable \(error.message)")
        } catch {
            exit(6)
        }
        JournalLoad.say("segments \(journal.segments.count)")

        for descriptor in held { Glibc.close(descriptor) }
        for number in 17...20 { await append(number, byteCount: 1_500, to: journal) }
        do throws(JournalError) { try await journal.seal() } catch { JournalLoad.say("unsealed \(error.message)") }
        JournalLoad.say("segments \(journal.segments.count)")
        do throws(JournalError) { try await journal.close() } catch { JournalLoad.say("unclosed \(error.message)") }
        exit(0)
    }

    private func opened(_ options: JournalOptions) -> Journal {
        do throws(JournalError) {
            let journal = try JournalLoad.open(path, options)
            JournalLoad.say("open \(journal.lastSequence)")
            return journal
        } catch {
            JournalLoad.say("refused \(error.message)")
            exit(4)
        }
    }

    private func append(_ number: Int, byteCount: Int, to journal: Journal) async {
        let draft = CommitDraft(
            actor: .zero, device: ID16(hi: 7, lo: 7), deviceSequence: UInt64(number), time: 0,
            records: [
                RecordDraft(
                    kind: 1, entity: ID16(hi: 1, lo: 1),
                    payload: (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) })
            ])
        do throws(JournalError) {
            let receipt = try await journal.append(draft)
            JournalLoad.say("ack \(receipt.first) \(number)")
        } catch {
            JournalLoad.say("failed \(number) \(error.message)")
        }
    }
}
