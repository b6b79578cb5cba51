/// A redaction whose note is in the journal and whose end is still to come: what is left for the program to do.
package struct UnfinishedRedaction: Sendable, Equatable {
    /// The commit of the attestation and the note.
    package let receipt: CommitReceipt
    /// The bytes that the program passed along for its own part.
    package let memo: [UInt8]
    /// The notes of the redacted records; one note, or several for a very large redaction.
    package let notes: [RedactionNote]
    /// Nothing of what is redacted is in the directory any more: the engine's part is done.
    package internal(set) var isRewritten = false
    /// Files with what had been cut from segments, or was left over, which were erased because of what they may hold.
    package internal(set) var erasedFiles: [String] = []
    /// Why the engine's part could not be done when the journal was opened; `Journal.resumeRedaction` tries again.
    package internal(set) var failure: JournalError?

    init(receipt: CommitReceipt, memo: [UInt8], notes: [RedactionNote]) {
        self.receipt = receipt
        self.memo = memo
        self.notes = notes
    }
}
