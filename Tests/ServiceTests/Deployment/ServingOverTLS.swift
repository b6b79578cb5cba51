import Foundation
import Testing

@testable import Service

/// The service with a certificate of its own making, asked by programs that are not ours.
@Suite("Serving over TLS", .serialized)
struct ServingOverTLS {
    /// Runs a stock tool to its end.
    private static func tool(
        _ name: String, _ arguments: [String], input: String = ""
    ) throws -> (status: Int32, out: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/" + name)
        process.arguments = arguments
        let (out, into) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        process.standardInput = into
        try process.run()
        try into.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try into.fileHandleForWriting.close()
        let words = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, words)
    }

    private func tool(
        _ name: String, _ arguments: [String], input: String = ""
    ) throws -> (status: Int32, out: String) {
        try Self.tool(name, arguments, input: input)
    }

    /// Makes a certificate for this machine, `certificate.pem` with `key.pem`.
    static func makeCertificate(in root: String) throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let made = try tool(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                "-keyout", root + "/key.pem", "-out", root + "/certificate.pem",
            ])
        try #require(made.status == 0)
    }

    private func inScratch(_ body: (String, [String]) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-tls-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try Self.makeCertificate(in: root)
        try body(
            root, ["--set", "tls.certificate=\(root)/certificate.pem", "--set", "tls.key=\(root)/key.pem"])
    }

    @Test(arguments: [("--http2", "2"), ("--http1.1", "1.1")])
    func `both protocols are agreed on by ALPN and answer the same`(flag: String, version: String) throws {
        try inScratch { root, flags in
            let program = try ServedProgram(data: root + "/data", flags)
            #expect(program.greeting.hasPrefix("Daybook serves at https://127.0.0.1:\(program.port)\n"))
            let place = "https://localhost:\(program.port)"
            let common = ["-sS", "--max-time", "30", "--cacert", root + "/certificate.pem", flag]
            let health = try tool(
                "curl", common + ["-i", "-w", "\nversion %{http_version} status %{http_code}", place + "/healthz"])
            #expect(health.status == 0)
            #expect(health.out.hasSuffix("version \(version) status 200"), "\(health.out)")
            #expect(health.out.lowercased().contains("strict-transport-security: max-age=31536000"))

            // A body in each direction: an account, a session, and what the session may see.
            let account = "{\"email\":\"anna@example.org\",\"password\":\"a long enough phrase\"}"
            let json = ["-H", "Content-Type: application/json", "--data-binary", "@-"]
            let up = try tool("curl", common + json + ["-w", " %{http_code}", place + "/v1/sign-up"], input: account)
            #expect(up.out.hasSuffix(" 202"), "\(up.out)")
            let signedIn = try tool("curl", common + json + [place + "/v1/sign-in"], input: account)
            let token = try #require(try JSONValue(parsing: Array(signedIn.out.utf8))["token"].string)
            let browser = account.replacing("}", with: ",\"cookie\":true}")
            let kept = try tool("curl", common + json + ["-i", place + "/v1/sign-in"], input: browser).out
            #expect(kept.contains("__Host-daybook=") && kept.contains("; Secure; HttpOnly; SameSite=Lax"), "\(kept)")
            let session = try tool(
                "curl", common + ["-H", "Authorization: Bearer \(token)", "-w", " %{http_code}", place + "/v1/session"])
            #expect(session.out.hasSuffix(" 200"), "\(session.out)")

            let alpn = version == "2" ? "h2" : "http/1.1"
            let agreed = try tool(
                "openssl",
                ["s_client", "-connect", "127.0.0.1:\(program.port)", "-alpn", alpn, "-CAfile", root + "/certificate.pem"])
            #expect(agreed.out.contains("ALPN protocol: \(alpn)\n"), "\(agreed.out)")
            #expect(agreed.out.contains("Verify return code: 0 (ok)"))
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test func `the command line trusts the certificate when it is told to, and nobody's otherwise`() throws {
        try inScratch { root, flags in
            let program = try ServedProgram(data: root + "/data", flags)
            let address = "https://localhost:\(program.port)"
            let account = "{\"email\":\"anna@example.org\",\"password\":\"a long enough phrase\"}"
            let up = try tool(
                "curl",
                [
                    "-sS", "--cacert", root + "/certificate.pem", "-H", "Content-Type: application/json", "--data-binary",
                    "@-", "-w", " %{http_code}", address + "/v1/sign-up",
                ], input: account)
            #expect(up.out.hasSuffix(" 202"))
            var line = CommandLine(data: root + "/there", environment: ["DAYBOOK_SERVER": address])
            let wary = try line("sign-in", "anna@example.org", input: "a long enough phrase\n")
            #expect(wary.status == 5)
            #expect(wary.err.contains("cannot be reached"), "\(wary.err)")
            #expect(wary.err.contains("its certificate is not trusted here") && wary.err.contains("DAYBOOK_CA_FILE=FILE"))
            #expect(!wary.err.contains("NIOSSL") && !wary.err.contains("BoringSSL"), "\(wary.err)")
            line.environment["DAYBOOK_CA_FILE"] = root + "/certificate.pem"
            try line.done("sign-in", "anna@example.org", input: "a long enough phrase\n")
            let none = try line("show", "folders")
            #expect(none.status == 4)
            #expect(none.err.contains("You belong to no workspace there yet."), "\(none.err)")
            line.environment["DAYBOOK_CA_FILE"] = root + "/nothing.pem"
            #expect(try line("show", "folders").status == 5)
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)
        }
    }

    @Test func `who speaks in clear gets no answer, and a certificate that is none is said at the start`() throws {
        try inScratch { root, flags in
            let program = try ServedProgram(data: root + "/data", flags)
            let wire = try Wire(port: program.port)
            wire.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(!wire.receive().contains("HTTP/1.1"))
            program.signal(SIGTERM)
            #expect(try program.wait().status == 0)

            // Each fault names its file, and is told before anything listens.
            let others = root + "/others"
            try Self.makeCertificate(in: others)
            func serve(_ certificate: String, _ key: String) throws -> String {
                let run = try CommandLine(data: root + "/data").run(
                    ["serve", "--port", "0", "--set", "tls.certificate=\(certificate)", "--set", "tls.key=\(key)"])
                #expect(run.status == 2, "\(run.err)")
                return run.err
            }
            let (certificate, key) = (root + "/certificate.pem", root + "/key.pem")
            #expect(
                try serve(certificate, others + "/key.pem").contains("does not belong to the certificate in \(certificate)"))
            #expect(try serve(certificate, certificate).contains("\(certificate) holds no private key as PEM"))
            #expect(try serve(root + "/gone.pem", key).contains("\(root)/gone.pem cannot be read: No such file or directory"))
            try Data("no certificate".utf8).write(to: URL(filePath: certificate))
            #expect(try serve(certificate, key).contains("\(certificate) holds no certificate as PEM"))
        }
    }
}
