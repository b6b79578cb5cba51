extension Journal {
    /// Erases the payloads of records for good, and says so in the journal.
    ///
    /// `attestation` is appended with the engine's note as its last record; then every segment that holds one of the
    /// records is replaced by one without their payloads, and `.broken` files, which may hold anything, are erased.
    /// Headers stay: sequence, kind, entity, origin, and all that a commit says. What is redacted already, and the
    /// engine's own records, stay as they are.
    ///
    /// Once this returns nothing of the payloads is in the directory. Appends and readers go on meanwhile; who has an old
    /// file open reads it to its end. Until `finishRedaction` no other redaction can begin.
    ///
    /// - Parameter memo: handed back by `unfinishedRedaction` for the program's own part, whatever happens meanwhile.
    /// - Throws: `.noSuchRecord` or `.redactionUnfinished` when nothing was changed. After any other error the note may be
    ///   in the journal: `unfinishedRedaction` says so, and `resumeRedaction`, or opening again, goes on to the end.
    package func redact(
        _ ranges: [ClosedRange<UInt64>], attestation: CommitDraft, memo: [UInt8]
    ) async throws(JournalError) -> CommitReceipt {
        guard let writer, let redactor else { throw .readOnly }
        try Self.check(attestation)
        return try await redactor.redact(ranges, attestation, memo: memo, writer)
    }

    /// A redaction that the program has not finished; nil when there is none.
    package var unfinishedRedaction: UnfinishedRedaction? { redactor?.unfinished }

    /// Does what is left of the engine's part of a redaction, where a failure, such as a full disk, left it undone.
    package func resumeRedaction() async throws(JournalError) {
        guard let redactor else { throw .readOnly }
        try await redactor.resume()
    }

    /// The program's part of a redaction is done: forgets that there was one to finish. Blocks.
    ///
    /// - Throws: `.redactionUnfinished` while the engine's part is not done.
    package func finishRedaction() throws(JournalError) {
        guard let redactor else { throw .readOnly }
        try redactor.finish()
    }

    /// Goes on in a new segment and rewrites all earlier ones, each under a new key.
    ///
    /// After a crash each segment is the old or the new one; calling it again rewrites all.
    package func rekey() async throws(JournalError) {
        guard let writer, let sealer else { throw .readOnly }
        try await writer.roll()
        try await EngineThread.run { () throws(JournalError) in
            try sealer.rekeyAll()
            try sealer.options.replicator?.rewritten()
        }
    }
}
