import Foundation
package import JournalEngine
import Kernel

/// A note beside a journal that says which of its records was on disk at least: `DATA/workspaces/NAME/search/known.json`.
///
/// ```
/// {"checksum":"…","journal":"…32 digits","last":1480}
/// ```
/// It is written by what keeps something derived from the journal, and only ever goes up. One that is torn or damaged
/// witnesses nothing, since what it stands beside is derived.
package struct KnownRecord: Equatable, Sendable {
    package var journal: ID16
    /// The sequence number of the record.
    package var last: UInt64

    package init(journal: ID16, last: UInt64) {
        self.journal = journal
        self.last = last
    }

    package static let name = "known.json"

    private struct Stored: Decodable {
        var journal: String
        var last: UInt64
    }

    /// Reads a note; nil where there is none that can be trusted.
    package static func read(_ path: String, on disk: any Disk) -> KnownRecord? {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try disk.readFile(path, byteCountMax: 4_096) } catch { return nil }
        guard ChecksummedJSON.isSound(bytes, fields: []),
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
            let journal = ID16(hex: stored.journal)
        else { return nil }
        return KnownRecord(journal: journal, last: stored.last)
    }

    /// Writes the note, unless the one that is there knows a later record of the same journal. On disk when it returns.
    package func write(to path: String, on disk: any Disk) throws(DiskError) {
        if let known = Self.read(path, on: disk), known.journal == journal, known.last >= last { return }
        var json = JSONWriter()
        json.object { json in
            json.field("journal", "\(journal)")
            json.field("last", last)
        }
        try disk.writeFile(path, ChecksummedJSON.marked(Array(json.text.utf8)))
    }
}

extension WorkspacePaths {
    /// The last record that an index of words had taken in.
    package var searchedRecord: String { search + "/" + KnownRecord.name }
}
