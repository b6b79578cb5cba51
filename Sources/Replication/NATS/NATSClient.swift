import NIOCore
import Synchronization

/// Asks whichever of several servers can be reached, and goes on with another one when that ends.
///
/// Shared by all journals of a process. Every call blocks the caller's thread, which must be none of an event loop and
/// none of Swift's cooperative ones.
package final class NATSClient: Sendable {
    let address: NATSAddress
    private let state = Mutex(State())

    private struct State {
        var connection: NATSConnection?
        /// The next server to try.
        var next = 0
    }

    /// The time that one server may take to accept the connection.
    static let connectTimeout = TimeAmount.seconds(2)

    package init(_ address: NATSAddress) { self.address = address }

    deinit { state.withLock { $0.connection?.close() } }

    /// Publishes a message and returns the answer to it.
    ///
    /// - Throws: `.timeout` and `.disconnected` leave it unknown whether the message arrived.
    func request(
        _ subject: String, _ headers: NATSHeaders? = nil, payload: [UInt8], timeout: TimeAmount
    ) throws(NATSFault) -> NATSMessage {
        try connection().request(subject, headers, payload, timeout: timeout)
    }

    /// The open connection, or a new one: each server is tried once.
    private func connection() throws(NATSFault) -> NATSConnection {
        let result = state.withLock { state -> Result<NATSConnection, NATSFault> in
            if let open = state.connection, open.isOpen { return .success(open) }
            state.connection = nil
            var last = NATSFault.unreachable("there is none")
            for _ in address.servers {
                let server = address.servers[state.next % address.servers.count]
                do throws(NATSFault) {
                    let open = try NATSConnection.open(server, address, timeout: Self.connectTimeout)
                    state.connection = open
                    return .success(open)
                } catch {
                    last = error
                    state.next += 1
                }
            }
            return .failure(last)
        }
        return try result.get()
    }

    /// Goes on with another server: the one that is connected may be cut off from the others.
    func moveOn() {
        state.withLock { state in
            state.connection?.close()
            state.connection = nil
            state.next += 1
        }
    }

    package func close() { state.withLock { $0.connection?.close() } }
}
