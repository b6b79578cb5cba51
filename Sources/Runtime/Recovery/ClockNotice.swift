import JournalEngine

extension WorkspaceActor {
    /// For people: that the journal and the machine's clock were far apart when it was opened, and what follows; nil where not.
    package nonisolated var clockWords: String? {
        if let ahead = journal.recovery.clockAhead {
            return
                "The last record of \(paths.root) is \(Self.days(ahead)) ahead of this machine's clock: one of the two is wrong, "
                + "or was. The order stays; what is written now keeps the clock's time beside the journal's."
        }
        if let jump = journal.recovery.clockJump {
            return
                "This machine's clock stands \(Self.days(jump)) after the last record of \(paths.root). If the clock is wrong, set "
                + "it before you go on: what is written now has its time."
        }
        return nil
    }

    private static func days(_ microseconds: Int64) -> String {
        let days = microseconds / 86_400_000_000
        return "\(days) day\(days == 1 ? "" : "s")"
    }
}
