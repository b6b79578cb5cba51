import Foundation
import JournalEngine
import Kernel
import Notes
import Runtime
import Workspace

/// Recorded editing histories (`../shared/data/text-traces`), applied edit by edit: by the bare text type, and through
/// note commands into a journal, which is then read back. Every one must end in exactly its text.
struct Traces {
    let traces: URL
    let base: String
    private let rounds = 25

    /// One history: what the text was, each edit with the revisions it was based on, and what it became.
    private struct Trace {
        var name: String
        var initial = ""
        var edits: [TextEdit] = []
        var end = ""
    }

    func measure() async throws {
        print(
            "| trace | edits | bare text, edits/s | document, edits/s | note commands/s | bytes per edit, sealed | memory of the text |"
        )
        print("|---|---|---|---|---|---|---|")
        for (folder, names) in [
            ("sequential", ["friendsforever_flat", "json-crdt-blog-post", "sveltecomponent"]),
            ("concurrent", ["friendsforever"]),
        ] {
            for name in names { try await measure(try trace(name, in: folder), isSequential: folder == "sequential") }
        }
    }

    private func measure(_ trace: Trace, isSequential: Bool) async throws {
        let runs = trace.edits.flatMap(\.runs)
        var bare: [Double] = []
        var document: [Double] = []
        for _ in 0..<(isSequential ? rounds : 3) {
            if isSequential {
                var text = TextBuffer(trace.initial)
                bare.append(
                    Double(runs.count)
                        / (await seconds {
                            for run in runs {
                                text.replace(at: run.position, deleteCount: run.deleteCount, with: run.insertion)
                            }
                        }))
                guard text.string == trace.end else { throw Wrong(what: trace.name) }
            }
            var whole = TextDocument(trace.initial)
            document.append(Double(trace.edits.count) / (await seconds { for edit in trace.edits { whole.apply(edit) } }))
            guard whole.string.utf8.elementsEqual(trace.end.utf8) else { throw Wrong(what: trace.name) }
        }
        let memory = memory(of: trace, copies: isSequential ? 200 : 20)
        let (rate, bytes, length) = try await throughCommands(trace)
        row(
            trace.name,
            [
                "\(trace.edits.count)", isSequential ? spread(bare, 1e6, "M") : "–", spread(document, 1e6, "M"),
                spread([rate], 1e3, "k"), decimals(bytes), "\(decimals(memory * 1000, 0)) kB for \(length) characters",
            ].joined(separator: " | "))
    }

    /// MB for one text with what is kept for merging, from many of them: the heap has holes that a few would fill unseen.
    private func memory(of trace: Trace, copies: Int) -> Double {
        let before = residentMegabytes()
        let kept = (0..<copies).map { _ in
            var document = TextDocument(trace.initial)
            for edit in trace.edits { document.apply(edit) }
            return document
        }
        return withExtendedLifetime(kept) { residentMegabytes() - before } / Double(copies)
    }

    /// Decides each edit, journals what it leads to, and reads the note back from the journal.
    private func throughCommands(_ trace: Trace) async throws -> (perSecond: Double, bytes: Double, length: Int) {
        let paths = WorkspacePaths(root: base + "/" + trace.name)
        try FileManager.default.createDirectory(atPath: paths.root, withIntermediateDirectories: true)
        let note = NoteID(hi: 0x0190_0000_0000_7000, lo: 0x8000_0000_0000_0001)
        var commands = [WorkspaceCommand.notes(.createNote(note, title: nil, body: trace.initial, in: nil))]
        for edit in trace.edits { commands.append(.notes(.editNote(note, edit))) }
        var state = WorkspaceState()
        let journal = try Journal.create(at: paths.journal)
        let taken = try await seconds {
            var pending: PendingCommit?
            for (number, command) in commands.enumerated() {
                let events = try WorkspaceDecider.decide(command, given: state)
                guard !events.isEmpty else { continue }
                for event in events { WorkspaceDecider.evolve(&state, with: event) }
                let records = events.map { event in
                    let (subject, payload) = event.encoded()
                    return RecordDraft(
                        kind: event.kind.raw, entity: ID16(hi: subject.hi, lo: subject.lo), payload: payload)
                }
                pending = try journal.enqueue(
                    CommitDraft(
                        actor: ID16(hi: 1, lo: 1), device: ID16(hi: 2, lo: 2), deviceSequence: UInt64(number) + 1,
                        time: 1_700_000_000_000_000 + Int64(number) * 200_000, records: records))
            }
            try await pending?.durable()
        }
        try await journal.seal()
        let count = Double(journal.lastSequence)
        try await journal.close()
        let opened = try await WorkspaceActor.open(at: paths, access: .reading)
        let text = await opened.view.notes.note(note)?.body
        try await opened.close()
        guard let text, text.utf8.elementsEqual(trace.end.utf8) else { throw Wrong(what: trace.name + " through commands") }
        let bytes = Double(directoryBytes(paths.journal)) / count
        return (Double(commands.count) / taken, bytes, text.unicodeScalars.count)
    }

    /// The middle of the rounds, and how far they lie apart.
    private func spread(_ values: [Double], _ unit: Double, _ letter: String) -> String {
        let all = values.sorted()
        let middle = "\(decimals(all[all.count / 2] / unit, 2)) \(letter)"
        guard all.count > 1 else { return middle }
        return middle + " (\(decimals(all[0] / unit, 2)) – \(decimals(all[all.count - 1] / unit, 2)))"
    }

    // MARK: Reading the traces

    private func trace(_ name: String, in folder: String) throws -> Trace {
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", traces.appending(path: "\(folder)/\(name).json.gz").path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        gzip.waitUntilExit()
        let file = try JSONDecoder().decode(TraceFile.self, from: bytes)
        var trace = Trace(name: name, initial: file.startContent ?? "", end: file.endContent)
        var revisions: [Int: Int] = [:]
        for index in order(of: file.txns) {
            let transaction = file.txns[index]
            let revision = trace.edits.count
            var parents = [revision]
            if let named = transaction.parents { parents = named.isEmpty ? [0] : named.compactMap { revisions[$0] } }
            trace.edits.append(TextEdit(parents: parents.sorted(), runs: transaction.patches.map(\.run)))
            revisions[index] = revision + 1
        }
        return trace
    }

    /// The order in which the transactions arrive: each after those it saw, and of several that could be next that of the
    /// first author. Then what arrived first stands first, as in the tool that recorded the trace.
    private func order(of transactions: [TraceFile.Transaction]) -> [Int] {
        guard transactions.contains(where: { $0.parents != nil }) else { return Array(transactions.indices) }
        var waiting: [Int: [Int]] = [:]
        for index in transactions.indices.reversed() { waiting[transactions[index].agent ?? 0, default: []].append(index) }
        let authors = waiting.keys.sorted()
        var order: [Int] = []
        var isThere = Array(repeating: false, count: transactions.count)
        while order.count < transactions.count {
            let before = order.count
            for author in authors {
                guard let next = waiting[author]?.last, (transactions[next].parents ?? []).allSatisfy({ isThere[$0] })
                else { continue }
                waiting[author]?.removeLast()
                isThere[next] = true
                order.append(next)
                break
            }
            precondition(order.count > before, "a transaction waits for one that comes after it")
        }
        return order
    }

    private struct TraceFile: Decodable {
        struct Transaction: Decodable {
            var parents: [Int]?
            var agent: Int?
            var patches: [Patch]
        }
        /// `[position, deleted, "inserted"]`
        struct Patch: Decodable {
            var run: TextRun

            init(from decoder: any Decoder) throws {
                var fields = try decoder.unkeyedContainer()
                run = TextRun(
                    position: try fields.decode(Int.self), deleteCount: try fields.decode(Int.self),
                    insertion: try fields.decode(String.self))
            }
        }
        var startContent: String?
        var endContent: String
        var txns: [Transaction]
    }

    /// A text that did not end as it should: no figure about it means anything.
    private struct Wrong: Error { let what: String }
}
