extension TextRefusal {
    /// A sentence that says what happened and what to do, for the refusals of every domain that has texts.
    public var message: String {
        switch self {
        case .emptyEdit: "the edit changes nothing; leave it out"
        case .notAFrontier, .unknownRevision:
            "the edit is based on a text that does not exist here; take the current text and make the change there"
        case .baseTooOld(let revision, let oldest):
            "the edit is based on revision " + String(revision) + ", and changes before revision " + String(oldest)
                + " can no longer be merged; take the current text and make the change there"
        case .tooManyBranches:
            "too many edits made apart from each other wait to be merged; take the current text and make the change there"
        case .tooManyRuns:
            "the edit has more than " + String(TextClock.runsMax) + " changes; split it into several edits"
        case .outOfBounds(let run, let length):
            "change " + String(run + 1) + " of the edit reaches outside its text of " + String(length)
                + " characters; take the current text and make the change there"
        case .tooLong(let length):
            "the text would be " + String(length) + " characters long; at most " + String(TextClock.lengthMax)
                + " are allowed, so split it"
        }
    }
}
