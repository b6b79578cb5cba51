import HTTPTypes
import Hummingbird
import Kernel
import NIOCore

/// What is known of a request besides its words: where it came from.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Nil where there is no network, as in a test of the router.
    let peer: String?
    /// What it came through; nil where there is no network.
    let channel: (any Channel)?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress
        channel = peer == nil ? nil : source.channel
    }

    /// What its connection is written on.
    var eventLoop: (any EventLoop)? { channel?.eventLoop }

    /// The address that a request is counted by: the peer's, or what the outermost of our own proxies says; of IPv6 the
    /// network of 64 bits that it is in.
    ///
    /// - Parameter proxies: how many stand in front; each adds the address it sees at the end of the list.
    func address(of request: Request, behind proxies: Int) -> String {
        guard let address = forwarded(request, by: proxies) ?? peer else { return "unknown" }
        return NumericAddress(seen: address)?.asker ?? address
    }

    /// What the outermost of our own proxies saw; nil where there is none, or it says nothing.
    private func forwarded(_ request: Request, by proxies: Int) -> String? {
        guard proxies > 0, let name = Self.forwardedFor else { return nil }
        let list = request.headers[values: name].joined(separator: ",").split(separator: ",")
        guard list.count >= proxies else { return nil }
        return String(trimmed(String(list[list.count - proxies])).prefix(64))
    }

    /// Returns whether it comes from the machine itself and nobody handed it on, as every proxy says in one of these fields.
    func isLocal(_ request: Request) -> Bool {
        guard !Self.handedOn.contains(where: { request.headers.contains($0) }) else { return false }
        return peer == nil || peer == "127.0.0.1" || peer == "::1"
    }

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    /// What proxies write into what they hand on.
    private static let handedOn = [
        "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via",
    ].compactMap { HTTPField.Name($0) }
}
