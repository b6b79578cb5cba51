/// What every domain bounds in the same way. A domain's own limits stand in its state.
public enum Limits {
    /// Scalars in one text: a note's body, a card's description. Far above any real one, far below what hurts.
    public static let textScalarsMax = 4_000_000
    /// Tags on one thing.
    public static let tagsMax = 200
}
