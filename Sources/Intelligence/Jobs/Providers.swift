package import Kernel

/// The providers that may be asked, the one to ask first before the others.
package struct Providers: Sendable {
    private let all: [any Provider]

    /// - Parameter all: with the embedded provider last, so that whatever nobody else does is done by rules.
    package init(_ all: [any Provider]) { self.all = all }

    /// Those that were set up, in their order, then models that are installed here, and the embedded provider.
    package init(
        _ clients: [EndpointClient], installed: [any Provider] = [], mint: @escaping @Sendable () -> EntityID
    ) {
        self.init(clients.map { RemoteProvider($0, mint: mint) } + installed + [EmbeddedProvider(mint: mint)])
    }

    /// The provider that is asked for something; nil where none can do it.
    package func first(for capability: Capability) -> (any Provider)? {
        all.first { $0.method(for: capability) != nil }
    }

    /// The provider that a request names; nil where it is not set up any more, or cannot do this.
    package func named(_ name: String, for capability: Capability) -> (any Provider)? {
        all.first { $0.name == name && $0.method(for: capability) != nil }
    }
}
