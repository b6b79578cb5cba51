import Foundation
import JournalEngine
import NIOCore
import Replication

/// A node to kill: appends to a replicated journal from several callers at once and says on standard output what was
/// acknowledged, so that a test can hold against it what another node brings back.
///
/// Not for people. `replica-load DIR SERVERS NODE COPIES CALLERS` prints, a line each:
///
///     ack CALLER NUMBER          that commit is on the disk and in the stream
///     failed MESSAGE             somebody was refused
///
/// It ends with status 3 when every caller was refused, 4 when the journal would not open, 2 on wrong arguments; else it
/// never ends.
@main struct ReplicaLoad {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 6, let address = NATSAddress(words[2]), let copies = Int(words[4]),
            let callers = UInt64(words[5]), let stream = ReplicaStream(NATSClient(address))
        else {
            say("usage: replica-load DIR SERVERS NODE COPIES CALLERS")
            exit(2)
        }
        var settings = ReplicaSettings(node: words[3])
        settings.copies = copies
        var options = JournalOptions()
        options.segmentByteCountTarget = 32 << 10
        options.replicator = StreamReplicator(stream, settings, path: "workspaces/home")
        let journal: Journal
        do {
            journal = try Journal.create(at: words[1], options: options)
        } catch {
            say("failed \(error.message)")
            exit(4)
        }
        await withTaskGroup(of: Void.self) { group in
            for caller in 1...callers {
                group.addTask { await append(to: journal, as: caller) }
            }
        }
        exit(3)
    }

    private static func append(to journal: Journal, as caller: UInt64) async {
        for number in 1...UInt64.max {
            let record = RecordDraft(
                kind: 7, entity: ID16(hi: 3, lo: caller), payload: Array(repeating: UInt8(number & 255), count: 200))
            do {
                _ = try await journal.append(
                    CommitDraft(
                        actor: ID16(hi: 1, lo: 1), device: ID16(hi: 2, lo: caller), deviceSequence: number,
                        time: Int64(number), records: [record]))
            } catch {
                return say("failed \(error.message)")
            }
            say("ack \(caller) \(number)")
        }
    }

    /// One write, so that lines of several callers do not mix.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
