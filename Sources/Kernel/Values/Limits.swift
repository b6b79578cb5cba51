/// The limits that every domain shares. A domain's own limits stand in its state.
public enum Limits {
    /// Scalars in one text: a note's body, a card's description. Far above any real one, far below what hurts.
    public static let textScalarsMax = 4_000_000
    /// Tags on one thing.
    public static let tagsMax = 200

    // What a plan allows of AI in a calendar month: said by the account, kept by the rules of what is organised.

    public static let freeRunsPerMonthMax = 30
    /// Beyond it a person on the paid plan is told; beyond the next it is refused. Requirements O-404, O-1101.
    public static let paidRunsPerMonthSoftMax = 300
    public static let paidRunsPerMonthMax = 1_000
}
