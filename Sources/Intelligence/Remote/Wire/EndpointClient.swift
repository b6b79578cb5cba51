import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Asks a provider over HTTP: bounded, with the key in a header and nowhere else, without following redirects.
///
/// There is one deadline, that of the task it is called in: a task that is cancelled ends the question.
package final class EndpointClient: Sendable {
    package let endpoint: Endpoint
    private let http: HTTPClient
    private let gate: EndpointGate
    /// Told of every question as it leaves and of every answer: what `daybook provider test` prints.
    private let witness: (@Sendable (WireEvent) -> Void)?

    /// Bytes of an answer that are read: a story has 200,000 at most, speech a few millions.
    static let answerBytesMax = 16 << 20
    private static let connectSeconds: Int64 = 10

    package enum WireEvent: Sendable {
        case asked(WireRequest, address: String)
        case answered(WireAnswer)
        case failed(ProviderFailure)
    }

    package init(_ endpoint: Endpoint, witness: (@Sendable (WireEvent) -> Void)? = nil) {
        self.endpoint = endpoint
        self.witness = witness
        gate = EndpointGate(atOnce: endpoint.atOnce)
        var tls = TLSConfiguration.makeClientConfiguration()
        if !endpoint.trust.isEmpty { tls.additionalTrustRoots = [.file(endpoint.trust)] }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(Self.connectSeconds)),
            decompression: .enabled(limit: .size(Self.answerBytesMax)))
        configuration.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Gives its connections back. The creator calls this once.
    package func close() async {
        do { try await http.shutdown() } catch {
            // Its provider closed them before: nothing is open either way.
        }
    }

    /// Asks, and asks again where that may help.
    ///
    /// - Returns: an answer with a status of success, or one of 400 and 422, which say that the form of the question is at fault.
    /// - Throws: why there is none.
    func ask(_ request: WireRequest) async throws(ProviderFailure) -> WireAnswer {
        var tries = 0
        while true {
            tries += 1
            try await gate.enter()
            let result = await once(request)
            await gate.leave(worked: result.worked)
            witness?(result.event)
            switch result {
            case .answer(var answer):
                answer.tries = tries
                if (200..<300).contains(answer.status) || answer.status == 400 || answer.status == 422 { return answer }
                let failure = ProviderFailure(refusing: answer, key: endpoint.key)
                guard failure != .overQuota else { throw failure }
                try await pause(after: answer.status, answer.headers, tries, else: failure)
            case .failure(let failure):
                guard case .unreachable = failure else { throw failure }
                try await pause(after: nil, HTTPHeaders(), tries, else: failure)
            }
        }
    }

    private func pause(
        after status: Int?, _ headers: HTTPHeaders, _ tries: Int, else failure: ProviderFailure
    ) async throws(ProviderFailure) {
        guard
            let seconds = RetryPolicy.seconds(
                after: status, headers, tries: tries, chance: .random(in: 0...1), at: Date()),
            tries < RetryPolicy.triesMax
        else { throw failure }
        guard seconds <= RetryPolicy.waitMax else { throw .busy(seconds: Int(min(seconds, 86_400).rounded(.up))) }
        do { try await Task.sleep(for: .seconds(seconds)) } catch { throw .cancelled }
    }

    private enum Result {
        case answer(WireAnswer)
        case failure(ProviderFailure)

        /// For the gate: nil where it says nothing of the provider.
        var worked: Bool? {
            switch self {
            case .answer(let answer): answer.status < 500
            case .failure(.unreachable): false
            // Cancelled, since it took too long or since nobody waits any more.
            case .failure(.cancelled): false
            case .failure: nil
            }
        }

        var event: WireEvent {
            switch self {
            case .answer(let answer): .answered(answer)
            case .failure(let failure): .failed(failure)
            }
        }
    }

    private func once(_ wire: WireRequest) async -> Result {
        let address = endpoint.address + wire.path
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        for (name, value) in wire.headers { request.headers.add(name: name, value: value) }
        request.headers.add(name: "Accept", value: "application/json, text/event-stream, application/x-ndjson")
        request.headers.add(name: "User-Agent", value: "daybook")
        switch (endpoint.dialect, endpoint.key) {
        case (.anthropic, let key):
            request.headers.add(name: "anthropic-version", value: "2023-06-01")
            if let key { request.headers.add(name: "x-api-key", value: key.secret) }
        case (_, let key?): request.headers.add(name: "Authorization", value: "Bearer " + key.secret)
        case (_, nil): break
        }
        request.body = .bytes(ByteBuffer(bytes: wire.body))
        witness?(.asked(wire, address: address))
        do {
            // The deadline is the task's; this one only says that there is none here.
            let response = try await http.execute(request, deadline: .distantFuture)
            var bytes: [UInt8] = []
            for try await piece in response.body {
                guard bytes.count + piece.readableBytes <= Self.answerBytesMax else { return .failure(.tooLarge) }
                bytes.append(contentsOf: piece.readableBytesView)
            }
            return .answer(WireAnswer(status: Int(response.status.code), headers: response.headers, body: bytes))
        } catch {
            return .failure(Task.isCancelled ? .cancelled : Self.failure(of: error))
        }
    }

    private static func failure(of error: any Error) -> ProviderFailure {
        switch error {
        case is CancellationError: .cancelled
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            .declined("its certificate is not trusted here; set trust to a PEM file, or mend the address")
        case let error as HTTPClientError where error == .invalidURL || error == .emptyHost || error == .emptyScheme:
            .declined("its address is none; mend it in the providers' file")
        // Of a module that the client does not hand on.
        case _ where String(reflecting: type(of: error)).contains("DecompressionError"): .tooLarge
        default: .unreachable
        }
    }
}
