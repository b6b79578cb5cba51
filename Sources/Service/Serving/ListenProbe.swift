import Glibc

/// A check that an address and a port can be listened on, before anything is opened or created for it.
///
/// Another program may still take the port between the check and listening; then listening itself fails.
package enum ListenProbe {
    /// Binds and listens once, and lets go at once.
    ///
    /// - Throws: `ConfigurationFault.cannotListen` or `.unknownHost`. An address that another call refuses is left to the server.
    package static func check(_ configuration: ServiceConfiguration) throws(ConfigurationFault) {
        let (host, port) = (configuration.text(.host), configuration.number(.port))
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
            throw .unknownHost(host)
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
        guard descriptor >= 0 else { throw .cannotListen(host: host, port: port, errno: errno) }
        defer { close(descriptor) }
        // As the server does: a port whose last connections still end is free.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0, listen(descriptor, 1) == 0
        else { throw .cannotListen(host: host, port: port, errno: errno) }
    }
}
