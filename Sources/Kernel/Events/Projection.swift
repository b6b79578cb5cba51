/// Turns facts into something worth reading. Pure, and safe to rebuild from nothing.
public protocol Projection {
    associatedtype Event: Sendable
    associatedtype View: Sendable & Equatable

    static var empty: View { get }

    /// Applies one fact. Total, and called once per fact in journal order: redelivery is filtered by the
    /// caller that owns the checkpoint.
    static func project(_ fact: Recorded<Event>, into view: inout View)
}
