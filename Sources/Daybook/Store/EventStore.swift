import JournalEngine
public import Kernel
import Runtime

/// An append-only store of the events of a domain of one's own, in a directory.
///
/// ```swift
/// let store = try await EventStore<TillEvent>.open(at: "/var/lib/tills")
/// try await store.append([.opened(till: till, owner: "Anna")], expecting: .lastOf(till, .start), key: "request 17")
/// for try await event in store.events(of: till) { print(event.position.sequence, event.event) }
/// ```
///
/// One process writes a store at a time, any number of processes read it. All methods may be called from any task; none blocks
/// a thread of Swift's cooperative pool. An acknowledged event is on disk: ``append(_:expecting:by:key:at:)`` returns after
/// `fdatasync`, and concurrent calls share one. A torn write is cut off at the next opening; damage to what was acknowledged is
/// never cut, and is named by segment and byte.
///
/// ```
/// STORE/journal/     the events; all that must never be lost
/// STORE/snapshots/   derived; may be deleted at any time
/// STORE/keys/        where the store is encrypted
/// ```
public final class EventStore<Event: StoredEvent>: Sendable {
    let core: StoreCore

    init(_ core: StoreCore) { self.core = core }

    /// Opens the store in a directory.
    ///
    /// - Parameters:
    ///   - path: of the directory; with ``StoreAccess/creating`` it is made, with those above it, where there is none.
    ///   - access: what it is opened for.
    ///   - options: the key of an encrypted store, and what tests replace.
    /// - Throws: ``StoreError/notFound(path:)``, ``StoreError/inUse(path:processID:)``, ``StoreError/keyNeeded(path:)``,
    ///   ``StoreError/wrongKey(path:reason:)``, or ``StoreError/damaged(path:reason:)``. Nothing was changed then.
    /// - Complexity: O(bytes of the last segment), at most 16 MiB, after a crash; O(1) after ``close()``.
    public static func open(
        at path: String, for access: StoreAccess = .creating, options: StoreOptions = StoreOptions()
    ) async throws(StoreError) -> EventStore {
        let thread = WorkspaceThread(label: path)
        do {
            return EventStore(try await thread.run { try StoreCore.open(path, access, options) })
        } catch {
            throw StoreError(any: error, at: path)
        }
    }

    /// The directory.
    public var path: String { core.path }

    /// The purpose that it was opened for.
    public var access: StoreAccess { core.access }

    /// The last event that is on disk; `.start` in an empty store. One opened for reading ends where it was opened or refreshed.
    public var last: Position { Position(core.last) }

    /// Sees, in a store that was opened for reading, what another process has written since. For a writer it does nothing.
    public func refresh() async throws(StoreError) {
        try core.checkOpen()
        try await core.run { [core] in try core.refresh() }
    }

    /// Writes what is under way, says on disk that all is well, and gives the store to the next writer. Closing twice is allowed.
    ///
    /// A store that is released without it is opened again as after a crash: nothing is lost, and opening takes longer.
    public func close() async throws(StoreError) {
        do { try await core.close() } catch { throw StoreError(any: error, at: path) }
    }
}
