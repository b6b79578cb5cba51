import ArgumentParser
import Foundation
import Glibc
import Kernel
import Logging
import Metrics
import Runtime
import Service

extension Daybook {
    /// The commands that serve others over the network.
    static let service: [any ParsableCommand.Type] = [
        ServeCommand.self, MailSummariesCommand.self, SignUpCommand.self, SignInCommand.self, SignOutCommand.self,
        UseCommand.self, SyncCommand.self, OutboxCommand.self, ShareCommand.self, WebhookCommand.self, ReplicaCommand.self,
        ProviderCommand.self, ModelsCommand.self,
    ]
}

/// Serves the data directory over HTTP until it is told to stop.
struct ServeCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves the data over HTTP, with accounts, until SIGTERM or Ctrl-C.",
        discussion: """
            Settings come from flags, else from the environment (DAYBOOK_SERVE_LISTEN_PORT), else from the JSON file that \
            --config names ({"listen": {"port": 8080}}), else from the defaults, which --settings prints. An unknown key is an \
            error. While it runs, no other program can write this data; reading goes on.
            """)

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host: String?
    @Option(help: ArgumentHelp("The port to listen on; 0 for any.", valueName: "port")) var port: Int?
    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
    var config: String?
    @Option(name: .customLong("set"), help: ArgumentHelp("One setting; may be repeated.", valueName: "key=value"))
    var settings: [String] = []
    @Option(
        help: ArgumentHelp(
            "Hand a workspace that was begun at a terminal to an account first; may be repeated.", valueName: "workspace"))
    var adopt: [String] = []
    @Option(help: ArgumentHelp("The account that gets what --adopt names (default: the only one).", valueName: "user"))
    var owner: String?
    @Flag(name: .customLong("settings"), help: "Print every setting with its default, and do not serve.")
    var printsSettings = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        signal(SIGPIPE, SIG_IGN)  // Whoever stops reading its words, or its answers, stops nothing here.
        let configuration = try await ServiceConfiguration.read(
            flags: try flags(), environment: ProcessInfo.processInfo.environment, file: config)
        if printsSettings { return try session.show(SettingsTable()) }
        // Before anything is made: a port that is taken leaves no data directory, no keys and no log lines behind.
        try ListenProbe.check(configuration)
        let level = Logger.Level(rawValue: configuration.text(.logLevel)) ?? .info
        let logger = Logger(label: "daybook") { JSONLog(label: $0, level: level) }
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let build = [("version", Version.number), ("commit", Version.commit)]
        Gauge(label: "daybook_build_info", dimensions: build).record(1)
        let identity = try session.directory.identity(
            orCreateFor: Session.loginName, on: Session.hostName, in: session.runtime)
        var runtime = session.runtime
        if let replica = try ReplicaService(configuration, node: identity.device.text) {
            let servers = configuration.text(.replicaServers)
            let (restored, withdrawn) = try await Progress.during("waiting for NATS at \(servers)") {
                try await replica.restoreMissing(
                    to: session.directory, runtime: session.runtime, keyStore: session.keyStore)
            }
            for line in restored { logger.notice("restored from the replication stream", metadata: line) }
            for line in withdrawn { logger.notice("erased, and taken out of the replication stream", metadata: line) }
            runtime.replicator = replica.replicators(below: session.directory)
            runtime.withdraw = replica.withdrawal(below: session.directory)
        } else if configuration.text(.encryption) == "yes" {
            // Not with replication: keys are not in the stream, so the person who has one decides first where they are kept.
            _ = try session.keyStore.createIfNew(session.directory)
        }
        if !adopt.isEmpty { try await session.adopt(adopt, owner: owner) }
        let pool = try await WorkspacePool.open(
            session.directory, as: identity, configuration, in: runtime, logger: logger)
        let service: DaybookService
        do { service = try DaybookService(pool, metrics: metrics, logger: logger) } catch {
            try await pool.close()
            throw error
        }
        let greeting = Greeting(
            host: configuration.text(.host), isSecure: !configuration.text(.certificate).isEmpty,
            isNew: await pool.book.view.liveUsers.isEmpty,
            isOpen: configuration.text(.signUp) == "open", keys: try session.keyStore.source(),
            keyFile: session.keyStore.keyFilePath,
            unseen: try session.unseenWorkspaces(by: await pool.book.view, in: pool.book))
        let control = Self.listen(for: service, in: session, logger)
        defer { control?.stop() }
        try await DaybookServer(service).run { port in
            Console.announce(greeting.words(port: port))
        }
    }

    /// Listens for commands of the person who keeps the installation; nil where that cannot be, and they need the service stopped.
    private static func listen(
        for service: DaybookService, in session: Session, _ logger: Logger
    ) -> ControlSocket.Listener? {
        let (directory, keyStore) = (session.directory, session.keyStore)
        do throws(Problem) {
            return try ControlSocket(in: directory).listen { request in
                await Administration.answer(request, in: directory, keyStore, by: service)
            }
        } catch {
            logger.warning("commands such as account add need the service stopped: \(error.message)")
            return nil
        }
    }

    private func flags() throws -> [String: String] {
        var flags = try Self.flags(settings)
        if let host { flags[Setting.host.key] = host }
        if let port { flags[Setting.port.key] = String(port) }
        return flags
    }

    /// The settings given by `--set KEY=VALUE`, by key.
    static func flags(_ settings: [String]) throws(Problem) -> [String: String] {
        var flags: [String: String] = [:]
        for setting in settings {
            guard let sign = setting.firstIndex(of: "=") else {
                throw Problem(.usage, "Say --set KEY=VALUE, such as --set limits.bodyBytes=65536.")
            }
            flags[String(setting[..<sign])] = String(setting[setting.index(after: sign)...])
        }
        return flags
    }
}

/// Every setting of the service with its default and purpose.
private struct SettingsTable: CanonicalView {
    var text: String {
        Setting.allCases.map { setting in
            "\(setting.key)  (default: \(setting.defaultText))\n    \(setting.purpose)\n"
        }.joined()
    }

    func write(to json: inout JSONWriter) {
        json.array(Setting.allCases) { json, setting in
            json.object { json in
                json.field("key", setting.key)
                json.field("variable", setting.variable)
                json.field("default", setting.defaultText)
                json.field("purpose", setting.purpose)
            }
        }
    }
}

/// The message printed when the service can be reached: its address, and how to sign in.
private struct Greeting {
    let host: String
    let isSecure: Bool
    let isNew: Bool
    /// True if anybody may make an account.
    let isOpen: Bool
    /// The source of the master key; nil where nothing is encrypted.
    let keys: MasterKeySource?
    let keyFile: String
    /// Workspaces that no account sees.
    let unseen: [String]

    private var encryption: String {
        switch keys {
        case .file: "on; keep a copy of \(keyFile) elsewhere: without it all is lost"
        case .environment, .passphrase: "on; keep what opens it in a safe place: without it all is lost"
        case nil: "off; daybook keys create encrypts what is there and what comes"
        }
    }

    private func accounts(_ signUp: String) -> String {
        guard isNew else { return "There are accounts already." }
        return isOpen
            ? "Make an account:  " + signUp : "Make an account:  daybook account add EMAIL"
    }

    /// A line about what was begun at a terminal; empty where accounts see everything.
    private var adoption: String {
        guard let first = unseen.first else { return "" }
        return "\nSeen by no account: \(unseen.joined(separator: ", ")); hand it over with  daybook serve --adopt \(first) "
            + "--owner EMAIL"
    }

    func words(port: Int) -> String {
        let place = host.contains(":") ? "[\(host)]" : host
        let address = "\(isSecure ? "https" : "http")://\(place):\(port)"
        let post = "curl -H 'Content-Type: application/json'"
        let person = #"-d '{"email":"you@example.org","password":"…"}'"#
        let workspace = #"-H 'Authorization: Bearer TOKEN' -d '{"name":"Home"}'"#
        return """
            Daybook serves at \(address)
            \(accounts("\(post) \(person) \(address)/v1/sign-up"))
            Sign in:          \(post) \(person) \(address)/v1/sign-in
            Then a workspace: \(post) \(workspace) \(address)/v1/workspaces
            Encryption:       \(encryption)\(adoption)
            All that can be asked, each with the token that signing in gives, is described at \(address)/
            """
    }
}
