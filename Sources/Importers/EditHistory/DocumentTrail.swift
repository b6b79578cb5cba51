import Cryptography
import Kernel

/// The progress of one document of an edit history: the events that an earlier import took in, and the new ones.
struct DocumentTrail {
    /// Its events so far in this file, and the hash over all of them.
    private(set) var count = 0
    private(set) var chain = [UInt8](repeating: 0, count: 32)

    /// The mark of the last import; nil when there was none, or it was undone.
    var taken: Mark?
    /// Why no more events of it are taken.
    var problem: String?
    /// The revision that its last edit made: what the next one is based on.
    var revision = 0
    /// True if this import takes an event of it in.
    var isTouched = false
    /// Edits it had before its first import was undone, which need not be written again.
    var earlier: [TextEdit] = []

    /// The progress of an import, as it is remembered with the note.
    struct Mark: Equatable {
        var count: Int
        var chain: [UInt8]

        init(count: Int, chain: [UInt8]) {
            self.count = count
            self.chain = chain
        }

        /// Reads what `bytes` wrote. Nil for anything else.
        init?(_ bytes: Bytes) {
            let bytes = bytes.bytes
            guard bytes.count == 40 else { return nil }
            count = bytes[0..<8].reduce(0) { $0 << 8 | Int($1) }
            chain = Array(bytes[8...])
        }

        var bytes: Bytes {
            Bytes(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) } + chain)
        }
    }

    var mark: Mark { Mark(count: count, chain: chain) }

    /// Counts `line` in.
    ///
    /// - Returns: whether it is new, rather than taken in by an earlier import.
    mutating func ingest(_ line: EditHistoryLine) -> Bool {
        var hash = SHA256()
        hash.update(data: chain)
        hash.update(data: line.identity)
        chain = Array(hash.finalize())
        count += 1
        guard let taken else { return true }
        if count == taken.count, chain != taken.chain {
            problem = "it was imported before, and this history tells its first \(count) events differently"
        }
        return count > taken.count
    }
}

extension EditHistoryLine {
    /// The content of the line, independent of how its JSON is written.
    fileprivate var identity: [UInt8] {
        var out: [UInt8] = []
        func put(_ text: String) {
            out.append(contentsOf: String(text.utf8.count).utf8)
            out.append(UInt8(ascii: ":"))
            out.append(contentsOf: text.utf8)
        }
        put(String(time.microseconds))
        put(author)
        switch change {
        case .create(let path, let text):
            put("create")
            put(path)
            put(text)
        case .edit(let runs):
            put("edit")
            for run in runs {
                put(String(run.position))
                put(String(run.deleteCount))
                put(run.insertion)
            }
        case .move(let from, let to):
            put("move")
            put(from)
            put(to)
        case .delete: put("delete")
        }
        return out
    }
}
