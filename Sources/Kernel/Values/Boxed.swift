/// Keeps a large value on the heap, so that what holds several of them stays small and is cheap to hand on.
///
/// Copies share the value until one of them changes it; changing it in place copies nothing while there is one copy.
@propertyWrapper
public struct Boxed<Value> {
    /// Of one element: an array is the standard library's own box that copies when it is written.
    private var storage: [Value]

    public init(wrappedValue: Value) { storage = [wrappedValue] }

    public var wrappedValue: Value {
        _read { yield storage[0] }
        _modify { yield &storage[0] }
    }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
