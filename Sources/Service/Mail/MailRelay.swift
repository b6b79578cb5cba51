import CLinuxCalls
import Foundation
import Glibc
import Kernel
import Synchronization

/// Hands letters to the mail server that is configured, over SMTP.
///
/// `curl` does it, a process for each letter: SMTP with its TLS and its ways of signing in is not ours to write, no Swift
/// package of it is among those that are kept up here, and curl is on every machine that this runs on. Its settings come to
/// it in a file that is in memory alone, so that neither the password nor an address is ever among its arguments.
final class MailRelay: Sendable {
    private let address: String
    private let user: String
    private let password: String
    private let authorities: String
    private let isSecure: Bool
    let from: String
    private let work = BlockingPool(threads: 1, waitingMax: 16)
    private let curl: String

    /// A letter that is not taken by then is tried again later.
    private static let secondsMax = 60

    /// Nil where no mail server is set.
    ///
    /// - Parameter curl: another program, for a test of what becomes of one that is not there.
    /// - Throws: `ConfigurationFault` for settings that do not belong together.
    init?(_ configuration: ServiceConfiguration, curl: String = "/usr/bin/curl") throws(ConfigurationFault) {
        address = configuration.text(.mailServer)
        guard !address.isEmpty else { return nil }
        user = configuration.text(.mailUser)
        password = configuration.text(.mailPassword)
        authorities = configuration.text(.mailTrust)
        from = configuration.text(.mailFrom)
        self.curl = curl
        guard let parts = URLComponents(string: address), let scheme = parts.scheme, ["smtp", "smtps"].contains(scheme),
            let host = parts.host, !host.isEmpty, parts.path.isEmpty || parts.path == "/", parts.user == nil,
            parts.query == nil
        else { throw .badMail(.mailServer) }
        // Over a network nothing goes in clear: STARTTLS, or TLS from the first byte.
        isSecure = !["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        guard MailMessage.isMailable(from) else { throw .badMail(.mailFrom) }
        guard !user.contains(":"), user.isEmpty == password.isEmpty else { throw .badMail(.mailUser) }
        for setting in [Setting.mailServer, .mailUser, .mailPassword, .mailTrust]
        where configuration.text(setting).unicodeScalars.contains(where: { $0.value < 0x20 }) {
            throw .badMail(setting)
        }
    }

    func stop() async throws { try await work.stop() }

    /// Hands over one letter; when it returns, the server has taken it.
    ///
    /// Cancelling ends it: then nobody knows whether the server took it.
    /// - Throws: `MailFault`.
    func send(_ message: MailMessage) async throws {
        guard MailMessage.isMailable(message.to) else { throw MailFault.badAddress }
        let running = Running()
        try await withTaskCancellationHandler {
            try await work.run(orSay: .stopping) { [self] in try hand(message, running) }
        } onCancel: {
            running.end()
        }
    }

    /// The process that is at it, so that it can be ended from elsewhere.
    private final class Running: Sendable {
        private let state = Mutex<(process: ChildProcess?, isOver: Bool)>((nil, false))

        /// Nil when it was ended before it began.
        func begin(_ start: () throws(ChildProcess.Failure) -> ChildProcess) throws(ChildProcess.Failure) -> ChildProcess? {
            try state.withLock { state throws(ChildProcess.Failure) in
                guard !state.isOver else { return nil }
                let process = try start()
                state.process = process
                return process
            }
        }

        func ended() { state.withLock { $0.process = nil } }

        func end() {
            state.withLock { state in
                state.isOver = true
                state.process?.send(SIGTERM)
            }
        }
    }

    /// Blocks until the server has taken the letter, or has not.
    private func hand(_ message: MailMessage, _ running: Running) throws {
        let (settings, input, output) = (try Self.memoryFile(), try Self.memoryFile(), try Self.memoryFile())
        // The settings hold a password.
        defer { for file in [settings, input, output] { try? file.close() } }
        try settings.write(contentsOf: Data(self.settings(for: message).utf8))
        try input.write(contentsOf: Data(message.bytes))
        try input.seek(toOffset: 0)
        let process: ChildProcess?
        do {
            process = try running.begin { () throws(ChildProcess.Failure) in
                // Neither the settings of the keeper's account nor a proxy of the environment has a say.
                try ChildProcess(
                    curl, ["--disable", "--config", "/proc/\(getpid())/fd/\(settings.fileDescriptor)"],
                    environment: ["LC_ALL": "C.UTF-8"], input: input.fileDescriptor, output: output.fileDescriptor)
            }
        } catch {
            throw MailFault.noProgram
        }
        guard let process else { throw MailFault.brokenOff }
        _ = process.hasEnded()
        running.ended()
        let ending = process.reap()
        try output.seek(toOffset: 0)
        let reply = Int(String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)) ?? 0
        guard case .status(let status) = ending else { throw MailFault.brokenOff }
        if let fault = MailFault(curl: status, reply: reply) { throw fault }
    }

    private func settings(for message: MailMessage) -> String {
        var lines = [
            "url": address, "mail-from": "<\(message.from)>", "mail-rcpt": "<\(message.to)>", "upload-file": "-",
            "write-out": "%{response_code}", "connect-timeout": "20", "max-time": String(Self.secondsMax),
            "noproxy": "*", "proto": "=smtp,smtps",
        ].sorted { $0.key < $1.key }.map { "\($0) = \(Self.quoted($1))" }
        if !user.isEmpty { lines.append("user = " + Self.quoted(user + ":" + password)) }
        if !authorities.isEmpty { lines.append("cacert = " + Self.quoted(authorities)) }
        if isSecure { lines.append("ssl-reqd") }
        return (lines + ["silent"]).joined(separator: "\n") + "\n"
    }

    /// As curl reads a value of its settings.
    private static func quoted(_ value: String) -> String {
        "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func memoryFile() throws -> FileHandle {
        let descriptor = daybook_memory_file("daybook-letter")
        guard descriptor >= 0 else { throw MailFault.noMemory }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}

/// Why a letter was not taken.
package enum MailFault: Error, Sendable, Equatable {
    /// The server said no to this letter, with this code of RFC 5321.
    case refused(code: Int)
    /// Nobody can be written to there.
    case badAddress
    case unknownServer
    case unreachable
    case tooSlow
    case insecure
    case badCredentials
    case brokenOff
    case noProgram
    case noMemory

    /// - Parameters:
    ///   - status: what curl ended with; 0 where all is well.
    ///   - reply: the server's last, 0 where there was none.
    fileprivate init?(curl status: Int32, reply: Int) {
        switch status {
        case 0: return nil
        case 6: self = .unknownServer
        case 7: self = .unreachable
        case 28: self = .tooSlow
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91: self = .insecure
        case 67: self = .badCredentials
        // 421 is the server's own end, whomever the letter is for.
        default: self = (400...599).contains(reply) && reply != 421 ? .refused(code: reply) : .brokenOff
        }
    }

    /// True if others may still be written to.
    var isAboutOneLetter: Bool {
        switch self {
        case .refused, .badAddress: true
        default: false
        }
    }

    /// A message that says what is wrong and what to do, with nobody's address in it.
    package var message: String {
        switch self {
        case .refused(let code): "the mail server refused a letter with the code \(code)"
        case .badAddress: "an account has an address that cannot be written to"
        case .unknownServer: "the mail server's name is not known; check mail.server"
        case .unreachable: "the mail server does not answer; check mail.server"
        case .tooSlow: "the mail server took too long"
        case .insecure: "the mail server offers no TLS, or a certificate that is not trusted; check mail.server and mail.trust"
        case .badCredentials: "the mail server does not take mail.user with mail.password"
        case .brokenOff: "the connection to the mail server broke off"
        case .noProgram: "letters cannot be sent here; the keeper of the service installs curl"
        case .noMemory: "there is no memory for a letter"
        }
    }
}
