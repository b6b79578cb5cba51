import Foundation
public import Kernel

/// An event that an ``EventStore`` keeps.
///
/// An event that is `Codable` has only to say what it is about; it is kept as JSON with sorted keys:
///
/// ```swift
/// enum TillEvent: StoredEvent, Codable {
///     case opened(till: EntityID, owner: String)
///     case paid(till: EntityID, cents: Int)
///
///     var entity: EntityID {
///         switch self {
///         case .opened(let till, _), .paid(let till, _): till
///         }
///     }
/// }
/// ```
///
/// Stored events are read for ever. Keep the names of cases and fields, give new fields an optional type, and never change what a
/// number of a kind means. Write ``encoded()`` and ``init(kind:entity:payload:)`` to have any other form, such as protocol buffers.
public protocol StoredEvent: Sendable, Equatable {
    /// The thing that the event is about. Its events are found by it without reading the rest.
    var entity: EntityID { get }

    /// The number of the event's kind, from 1 on, for a form whose bytes do not say it; 1 where nothing else is written.
    ///
    /// The number is stored with the event and is part of the format. 0 belongs to the store.
    var kind: UInt32 { get }

    /// The bytes to keep, at most 16 MiB.
    func encoded() throws -> [UInt8]

    /// Reads what ``encoded()`` wrote, now or years ago.
    ///
    /// - Throws: anything, for bytes that are none of its forms. The reader of the store then gets
    ///   ``StoreError/unreadableEvent(path:position:kind:reason:)``.
    init(kind: UInt32, entity: EntityID, payload: [UInt8]) throws
}

extension StoredEvent {
    /// 1: the bytes say all.
    public var kind: UInt32 { 1 }
}

extension StoredEvent where Self: Codable {
    /// JSON with sorted keys. A set has other bytes each time; what is compared is what the event says.
    public func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    public init(kind: UInt32, entity: EntityID, payload: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(payload))
    }
}
