import HTTPTypes
import Hummingbird
import NIOCore

/// What is known of a request besides its words: where it came from.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Nil where there is no network, as in a test of the router.
    let peer: String?
    /// What its connection is written on; nil where there is no network.
    let eventLoop: (any EventLoop)?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress
        eventLoop = peer == nil ? nil : source.channel.eventLoop
    }

    /// The address that a request is counted by: the peer's, or what the outermost of our own proxies says; of IPv6 the
    /// network of 64 bits that it is in.
    ///
    /// - Parameter proxies: how many stand in front; each adds the address it sees at the end of the list.
    func address(of request: Request, behind proxies: Int) -> String {
        guard let address = forwarded(request, by: proxies) ?? peer else { return "unknown" }
        return NumericAddress(address)?.asker ?? address
    }

    /// What the outermost of our own proxies saw; nil where there is none, or it says nothing.
    private func forwarded(_ request: Request, by proxies: Int) -> String? {
        guard proxies > 0, let name = Self.forwardedFor else { return nil }
        let list = request.headers[values: name].joined(separator: ",").split(separator: ",")
        guard list.count >= proxies else { return nil }
        return String(list[list.count - proxies].drop { $0 == " " }.prefix(64))
    }

    /// Whether it comes from the machine itself and nobody handed it on.
    func isLocal(_ request: Request) -> Bool {
        let isForwarded = Self.forwardedFor.map { request.headers.contains($0) } ?? false
        return !isForwarded && (peer == nil || peer == "127.0.0.1" || peer == "::1")
    }

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
}
