import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JournalEngine
import Kernel
import KernelTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import Runtime
@testable import Service

/// A data directory that is served, gone with the test; a clock that stands until it is told to go on; what was logged.
final class ServiceFixture: Sendable {
    let service: DaybookService
    let directory: DataDirectory
    private let clock: Shared<Instant>
    private let lines: Shared<[String]>
    private let client: any TestClientProtocol

    static let start = Instant(text: "2026-11-22T08:00:00Z") ?? .epoch

    private init(
        _ service: DaybookService, _ directory: DataDirectory, _ clock: Shared<Instant>, _ lines: Shared<[String]>,
        _ client: any TestClientProtocol
    ) {
        self.service = service
        self.directory = directory
        self.clock = clock
        self.lines = lines
        self.client = client
    }

    var logged: [String] { lines.value.withLock { $0 } }
    var pool: WorkspacePool { service.pool }
    /// Where it listens; nil where only the router is asked.
    var port: UInt16? { client.port.flatMap { UInt16(exactly: $0) } }

    func wait(seconds: Int64) { clock.value.withLock { $0.microseconds += seconds * 1_000_000 } }

    /// Opens an installation, asks its router what `body` asks, and closes everything.
    static func open<Result: Sendable>(
        _ configuration: ServiceConfiguration = ServiceConfiguration(), in path: String? = nil,
        _ setup: TestingSetup = .router, isEncrypted: Bool = false, on disk: any Disk = POSIXDisk(),
        reader: ReaderProgram? = nil,
        _ body: @escaping @Sendable (ServiceFixture) async throws -> Result
    ) async throws -> Result {
        let root = path ?? FileManager.default.temporaryDirectory.path + "/daybook-service-\(UUID().uuidString)"
        defer {
            if path == nil {
                do { try FileManager.default.removeItem(atPath: root) } catch {
                    Issue.record("the test's directory stays behind: \(error)")
                }
            }
        }
        let (clock, lines) = (Shared(Self.start), Shared<[String]>([]))
        let directory = DataDirectory(path: root)
        var runtime = RuntimeEnvironment(disk: disk, now: { clock.value.withLock { $0 } })
        if isEncrypted {
            let keyStore = KeyStore(of: directory)
            try keyStore.create(.file)
            runtime.keyStore = keyStore
        }
        let logger = Logger(label: "test") { label in
            JSONLog(label: label, level: .debug) { line in lines.value.withLock { $0.append(line) } }
        }
        let identity = try directory.identity(orCreateFor: "keeper", on: "test", in: runtime)
        // Among all suites at once a client may get its turn late: no test of something else fails for the head's limit.
        let configuration =
            configuration.number(.headSeconds) == 10 ? configuration.with(.headSeconds, 600) : configuration
        let pool = try await WorkspacePool.open(
            directory, as: identity, configuration, in: runtime, logger: logger)
        let service = try DaybookService(pool, reader: reader, logger: logger)
        let application = try DaybookServer(service).application()
        do {
            let result = try await application.test(setup) { client in
                try await body(ServiceFixture(service, directory, clock, lines, client))
            }
            try await service.close()
            return result
        } catch {
            try await service.close()
            throw error
        }
    }

    /// The response that came back.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The text without the number of the request, which is another one each time.
        var said: String { text.replacing(/,"instance":"[^"]*"/, with: "") }

        /// Null, and an issue, where it is none.
        var json: JSONValue {
            do { return try JSONValue(answer: Array(text.utf8)) } catch {
                Issue.record("no JSON: \(text.prefix(200))")
                return .null
            }
        }

        /// The name of the problem; nil where there is none.
        var problem: String? {
            // Of an answer to HEAD there is only the head.
            guard headers[.contentType] == "application/problem+json", !bytes.isEmpty else { return nil }
            return json["name"].string
        }
    }

    @discardableResult
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, as secret: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await ask(method, path, bytes: body.map { ByteBuffer(string: $0) }, as: secret, headers: headers)
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, bytes body: ByteBuffer?, as secret: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let secret { headers[.authorization] = "Bearer " + secret }
        if body != nil, !headers.contains(.contentType) { headers[.contentType] = "application/json" }
        return try await execute(method, path, body, headers)
    }

    /// Asks, and holds what comes back against what the OpenAPI document says of it.
    private func execute(
        _ method: HTTPRequest.Method, _ path: String, _ body: ByteBuffer?, _ headers: HTTPFields
    ) async throws -> Answer {
        let answer = try await answer(to: method, path, body, headers)
        // A compressed answer is read by the test that asked for it.
        if answer.headers[.contentEncoding] == nil { AnswerCheck.hold(answer, to: method, path) }
        return answer
    }

    /// Asks the router, or over a connection of its own where there is a port: one that is kept could be closed as idle
    /// while a busy machine has other tests to run.
    private func answer(
        to method: HTTPRequest.Method, _ path: String, _ body: ByteBuffer?, _ headers: HTTPFields
    ) async throws -> Answer {
        guard let port = client.port else {
            return try await client.execute(uri: path, method: method, headers: headers, body: body) {
                Answer(status: $0.status.code, headers: $0.headers, bytes: Array($0.body.readableBytesView))
            }
        }
        let request = TestClient.Request(path, method: method, authority: "localhost", headers: headers, body: body)
        return try await TestClient.withClient(
            host: "localhost", port: port, configuration: .init(timeout: Self.patience)
        ) { client in
            let response = try await client.execute(request)
            return Answer(
                status: response.head.status.code, headers: response.head.headerFields,
                bytes: response.body.map { Array($0.readableBytesView) } ?? [])
        }
    }

    /// The time that an answer may take on a machine that does much else.
    private static let patience = Duration.seconds(240)

    /// The same with a body that is bytes.
    func send(
        _ method: HTTPRequest.Method, _ path: String, bytes: some Sequence<UInt8>, as secret: String,
        headers: HTTPFields
    ) async throws -> Answer {
        var headers = headers
        headers[.authorization] = "Bearer " + secret
        return try await execute(method, path, ByteBuffer(bytes: bytes), headers)
    }

    /// The body of an answer that is not text.
    func bytes(_ path: String, as secret: String) async throws -> [UInt8] {
        try await client.execute(uri: path, method: .get, headers: [.authorization: "Bearer " + secret]) { answer in
            #expect(answer.status == .ok)
            return Array(answer.body.readableBytesView)
        }
    }

    func get(_ path: String, as secret: String? = nil, headers: HTTPFields = [:]) async throws -> Answer {
        try await ask(.get, path, as: secret, headers: headers)
    }
}

/// Something that closures share.
final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}

/// Somebody with an account, signed in.
struct Visitor: Sendable {
    var user: UserID
    var secret: String
    var session: SessionID
}

extension ServiceFixture {
    static let password = "a long enough phrase"
    /// Hashing is dear on purpose; those who do not sign in by it share one that nobody knows the password of.
    static let hash = PasswordHash("$y$j9T$saltsaltsaltsalt$hashhashhash")

    /// Registers somebody and opens a session, without the door.
    func visitor(_ name: String) async throws -> Visitor {
        let runtime = pool.runtime
        let (user, device, session): (UserID, UserDeviceID, SessionID) = (
            runtime.mint(), runtime.mint(), runtime.mint()
        )
        let secret = FreshSecret()
        let now = runtime.now()
        let author = Author(actor: user.as(Actor.self), device: device.as(Device.self))
        let commands: [AccountCommand] = [
            .registerUser(user, email: Email(recorded: name + "@example.org"), password: Self.hash, name: nil),
            .addDevice(device, of: user, name: Name(recorded: "Phone")),
            .openSession(
                session, of: user, on: device, secret: secret.digest, at: now, expires: now.later(byDays: 30)),
        ]
        _ = try await pool.book.perform(commands, by: .machine, as: author)
        return Visitor(user: user, secret: secret.text, session: session)
    }

    /// Gives somebody as many devices and open sessions as one may have, without the door: on the first device nobody is
    /// signed in, and on the last are those that the others left over.
    func fill(_ user: UserID) async throws -> [UserDeviceID] {
        let (runtime, model) = (pool.runtime, await pool.book.view.model)
        let now = runtime.now()
        var devices = model.devices(of: user)
        var commands: [AccountCommand] = []
        while devices.count < User.devicesMax {
            devices.append(runtime.mint())
            commands.append(.addDevice(devices[devices.count - 1], of: user, name: Name(recorded: "Device")))
        }
        for place in (1 + model.sessions(of: user).count)...User.sessionsMax {
            commands.append(
                .openSession(
                    runtime.mint(), of: user, on: devices[min(place, devices.count - 1)],
                    secret: FreshSecret().digest, at: now, expires: now.later(byDays: 30)))
        }
        _ = try await pool.book.perform(
            commands, by: .machine, as: Author(actor: user.as(Actor.self), device: pool.device))
        return devices
    }

    func token(of visitor: Visitor, _ scopes: [Scope]) async throws -> String {
        let secret = FreshSecret()
        _ = try await pool.book.perform(
            [
                .issueToken(
                    pool.runtime.mint(), of: visitor.user, name: Name(recorded: "Program"),
                    secret: secret.digest, scopes: scopes, at: pool.runtime.now(), expires: nil)
            ], by: .machine, as: author(of: visitor))
        return secret.text
    }

    func workspace(of visitor: Visitor, _ name: String = "Home") async throws -> WorkspaceID {
        let id: WorkspaceID = pool.runtime.mint()
        try await keeps(.createWorkspace(id, owner: visitor.user, name: Name(recorded: name)), as: author(of: visitor))
        return id
    }

    func keeps(_ command: AccountCommand, as author: Author) async throws {
        _ = try await pool.book.perform([command], by: .machine, as: author)
    }

    func author(of visitor: Visitor) -> Author {
        Author(actor: visitor.user.as(Actor.self), device: pool.device)
    }
}

extension JSONValue {
    /// Reads an answer of the service, which may be far larger than the requests that it accepts.
    init(answer bytes: [UInt8]) throws {
        let limits = JSONDocument.Limits(bytesMax: bytes.count, valuesMax: 5_000_000, membersMax: 10_000)
        self = try JSONValue(JSONDocument(bytes, limits: limits).root)
    }

    subscript(name: String) -> JSONValue {
        if case .object(let object) = self { object[name] ?? .null } else { .null }
    }

    var string: String? { if case .text(let text) = self { text } else { nil } }
    var list: [JSONValue] { if case .list(let list) = self { list } else { [] } }
    var int: Int? { if case .number(let number) = self { number } else { nil } }
    var keys: Set<String> { if case .object(let object) = self { Set(object.keys) } else { [] } }
}
