import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

/// The service on a network: listens, answers, and stops when it is told to, with every open request finished and every
/// journal closed.
package struct DaybookServer: Sendable {
    private let service: DaybookService

    package init(_ service: DaybookService) { self.service = service }

    /// Serves until SIGTERM or SIGINT comes.
    ///
    /// - Parameter isListening: called once with the port, when the first request can come.
    /// - Throws: when the address cannot be listened on; everything is closed then.
    package func run(isListening: @escaping @Sendable (Int) async -> Void) async throws {
        let configuration = service.configuration
        Descriptors.raise()
        let application = try application(isListening: isListening)
        var services: [any Service] = [
            application, PeriodicJob.uploads(of: service.uploads, service.logger),
            PeriodicJob.exports(of: service.exports, service.logger), PeriodicJob.guests(of: service),
            PeriodicJob.reminders(of: service.reminders, service.logger), PeriodicJob.retention(by: service.retention),
            PeriodicJob.erasures(of: service), PeriodicJob.idleWorkspaces(of: service.pool), service.jobs,
        ]
        if service.summaries.isMailing {
            services.append(PeriodicJob.summaries(of: service.summaries, service.logger))
        }
        services.append(WebhookDeliveryLoop(dispatcher: service.webhooks, logger: service.logger))
        services.append(PeriodicJob.push(by: service.push))
        var group = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint], logger: service.logger)
        group.maximumGracefulShutdownDuration = .seconds(configuration.number(.stopSeconds))
        do { try await ServiceGroup(configuration: group).run() } catch {
            try await service.close()
            if let error = error as? IOError, [EADDRINUSE, EADDRNOTAVAIL, EACCES].contains(error.errnoCode) {
                throw ConfigurationFault.cannotListen(
                    host: configuration.text(.host), port: configuration.number(.port), errno: error.errnoCode)
            }
            if error is SocketAddressError.UnknownHost {
                throw ConfigurationFault.unknownHost(configuration.text(.host))
            }
            throw error
        }
        try await service.close()
    }

    /// Returns the application that Hummingbird runs.
    func application(
        isListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> Application<RouterResponder<ServiceContext>> {
        let configuration = service.configuration
        let limits = ConnectionLimits(configuration, descriptors: Descriptors.max)
        if let configured = limits.configured {
            service.logger.warning(
                "fewer connections are taken than limits.connections says: the process may not have more files open",
                metadata: [
                    "connections": "\(limits.all)", "configured": "\(configured)", "descriptors": "\(Descriptors.max)",
                ])
        }
        return Application(
            responder: RouteTable.router(for: service).buildResponder(),
            server: try builder(ConnectionBounds(configuration, limits)),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.text(.host), port: configuration.number(.port)),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.all)),
            onServerRunning: { [logger = service.logger] channel in
                await Self.pauseWhenFull(channel, logger)
                await isListening(channel.localAddress?.port ?? 0)
            },
            logger: service.logger)
    }

    private static func pauseWhenFull(_ channel: any Channel, _ logger: Logger) async {
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(AcceptPause(logger), position: .first)
            }.get()
        } catch {
            logger.warning("nothing pauses accepting when descriptors run out", error: error)
        }
    }

    private func builder(_ bounds: ConnectionBounds) throws -> HTTPServerBuilder {
        let configuration = service.configuration
        let bytes = configuration.number(.headerBytes)
        let idle = bounds.idle
        let http1 = HTTP1Channel.Configuration(
            // Over HTTP/2 one stream may wait for its client while the connection goes on.
            additionalChannelHandlers: configuration.isSecure
                ? [HTTP1HeadPlacing(), WriteLimit(idle)] : [HTTP1HeadPlacing()],
            idleTimeout: idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: bytes, maxHeaderListSize: bytes, maxHeaderFieldCount: 100))
        guard configuration.isSecure else {
            return HTTPServerBuilder { responder in
                BoundedConnection(base: HTTP1Channel(responder: responder, configuration: http1), limits: bounds)
            }
        }
        let tls = try ServerCertificate.configuration(
            certificate: configuration.text(.certificate), key: configuration.text(.privateKey))
        let http2 = HTTP2UpgradeChannel.Configuration(
            idleTimeout: .seconds(configuration.number(.idleSeconds)),
            gracefulCloseTimeout: .seconds(configuration.number(.stopSeconds)), streamConfiguration: http1)
        return HTTPServerBuilder { responder in
            BoundedConnection(
                base: try HTTP2UpgradeChannel(tlsConfiguration: tls, configuration: http2, responder: responder),
                limits: bounds)
        }
    }
}

extension DaybookService {
    /// Gives everything back. Nobody may ask any more.
    package func close() async throws {
        // A letter that was taken is noted before the accounts are closed: its rounds are over by now.
        try await summaries.stop()
        try await webhooks.stop()
        // What is still being made is given up: nothing of it is kept.
        try await exports.stop()
        try await pool.close()
        try await passwords.stop()
        try await imports.stop()
        try await oidc?.stop()
        try await uploads.stop()
        await jobs.stop()
        try await reader.stop()
        try await pictures.stop()
    }
}
