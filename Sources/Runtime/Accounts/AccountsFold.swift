import Accounts
import JournalEngine
import Kernel

/// Everything that is folded from the system's journal: the accounts, and which commands were decided.
struct AccountsFold: Sendable {
    var view = AccountProjection.empty
    var devices = DeviceMarks()
    /// The last record taken in.
    var sequence: UInt64 = 0

    /// Takes in all records up to `through`.
    init(of journal: Journal, path: String, through: UInt64 = .max) throws {
        try journal.records(of: path, through: through) { header, payload in
            sequence = header.sequence
            devices.ingest(header)
            if let fact = try Recorded<AccountEvent>(header, payload) {
                AccountProjection.project(fact, into: &view)
            } else if header.isRedacted {
                view.noteErased(EntityID(header.entity))
            }
            return .next
        }
    }

    init() {}
}
