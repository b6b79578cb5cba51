import Foundation
import HTTPTypes
import KernelTesting
import Notes
import Synchronization
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// Answers without an end, and such as nobody reads, as streams of HTTP/2.
@Suite("Streaming over TLS")
struct StreamingOverTLS {
    /// `curl` by HTTP/2, whose output is read as far as it is asked for: nothing more, and it stops reading too.
    private final class Curl: Sendable {
        private let process: Mutex<Process>
        private let out: Mutex<FileHandle>

        init(_ path: String, as secret: String, at port: UInt16, trusting certificate: String) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/curl")
            process.arguments = [
                "-sSN", "--http2", "--max-time", "240", "--cacert", certificate,
                "-H", "Authorization: Bearer \(secret)", "-D", "-", "https://localhost:\(port)\(path)",
            ]
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            out = Mutex(pipe.fileHandleForReading)
            self.process = Mutex(process)
        }

        func text(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [self] in
                    var heard = ""
                    out.withLock { out in
                        while !isEnough(heard) {
                            let more = out.availableData
                            guard !more.isEmpty else { break }
                            heard += String(decoding: more, as: UTF8.self)
                        }
                    }
                    continuation.resume(returning: heard)
                }
            }
        }

        /// The same without the comments that say on a quiet stream, or a slow machine, that it is still there.
        func events(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
            await text(until: isEnough).split(separator: "\n\n").filter { !$0.hasPrefix(":") }.map { $0 + "\n\n" }.joined()
        }

        /// The number of bytes that still come until there are no more.
        func countRest() async -> Int {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [self] in
                    var count = 0
                    out.withLock { out in
                        while case let more = out.availableData, !more.isEmpty { count += more.count }
                    }
                    continuation.resume(returning: count)
                }
            }
        }

        /// The exit status, once it has ended.
        func status() async -> Int32 {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [self] in
                    let status = process.withLock { process in
                        process.waitUntilExit()
                        return process.terminationStatus
                    }
                    continuation.resume(returning: status)
                }
            }
        }
    }

    private func serving(
        _ limits: ServiceConfiguration,
        _ body: @escaping @Sendable (ServiceFixture, UInt16, _ certificate: String) async throws -> Void
    ) async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-tls-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try ServingOverTLS.makeCertificate(in: root)
        let certificate = root + "/certificate.pem"
        let limits = limits.with(.certificate, certificate).with(.privateKey, root + "/key.pem")
        try await ServiceFixture.open(limits, in: nil, .live) { fixture in
            try await body(fixture, try #require(fixture.port), certificate)
        }
    }

    @Test func `changes are told over HTTP/2, and a stream that is open when the service stops ends well`()
        async throws
    {
        let open = Shared<Curl?>(nil)
        try await serving(ServiceConfiguration().with(.idleSeconds, 1)) { fixture, port, certificate in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let curl = try Curl(home.path + "/events", as: home.anna.secret, at: port, trusting: certificate)
            open.value.withLock { $0 = curl }
            let head = await curl.text { $0.contains("retry: 2000\nid: ") && $0.hasSuffix("\n\n") }
            #expect(head.hasPrefix("HTTP/2 200") && head.contains("text/event-stream"), "\(head)")
            for round in 1...3 {
                let command = round % 2 == 1 ? NoteCommand.pinNote(home.notes[0]) : .unpinNote(home.notes[0])
                let last = try await fixture.pool.using(home.id) {
                    _ = try await $0.perform([.notes(command)], as: home.author)
                    return await $0.lastSequence
                }
                let heard = await curl.events { $0.contains("\"areas\"") }
                #expect(heard == "id: \(last)\nevent: change\ndata: {\"last\":\(last),\"areas\":[\"notes\"]}\n\n")
            }
        }
        let curl = try #require(open.value.withLock { $0 })
        #expect(await curl.events { _ in false } == "")
        let status = await curl.status()
        #expect(status == 0, "curl ended with \(status)")
    }

    @Test func `whoever takes nothing of a stream of HTTP/2 is ended, too`() async throws {
        let limits = ServiceConfiguration().with(.idleSeconds, 1).with(.downloads, 1)
        try await serving(limits) { fixture, port, certificate in
            let home = try await ReadingOverHTTP.furnish(fixture)
            // More than the system takes of it for `curl`, whatever it is set to.
            let bytes = StallingClients.large(64 << 20)
            let digest = try await ReadingFilesOverHTTP.attach(bytes, named: "all.bin", to: home, at: fixture)
            let curl = try Curl(
                home.path + "/blobs/" + digest.text, as: home.anna.secret, at: port, trusting: certificate)
            #expect(await curl.text { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/2 200"))
            let start = ContinuousClock.now
            while fixture.service.downloads.enter(for: Requester(person: "anybody", network: "of anybody")) == nil {
                try #require(ContinuousClock.now - start < .seconds(120), "the seat is never given back")
                await Task.yield()
            }
            #expect(await curl.countRest() < bytes.count)
            #expect(await curl.status() != 0)
        }
    }
}
