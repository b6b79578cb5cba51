import Foundation
import KernelTesting
import Testing

@testable import Service

@Suite("Configuring the service")
struct ConfiguringTheService {
    private func read(
        flags: [String: String] = [:], environment: [String: String] = [:], file text: String? = nil
    ) async throws -> ServiceConfiguration {
        guard let text else { return try await .read(flags: flags, environment: environment, file: nil) }
        let path = FileManager.default.temporaryDirectory.path + "/daybook-\(UUID().uuidString).json"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await .read(flags: flags, environment: environment, file: path)
    }

    @Test func `unless somebody says, every setting is as it is documented`() async throws {
        let configuration = try await read()
        for setting in Setting.allCases {
            switch setting.kind {
            case .number(let range, let usual):
                #expect(configuration.number(setting) == usual)
                #expect(range.contains(usual))
            case .text(let usual): #expect(configuration.text(setting) == usual)
            case .word(let words, let usual):
                #expect(configuration.text(setting) == usual)
                #expect(words.contains(usual))
            }
        }
    }

    @Test(arguments: Setting.allCases) func `each setting is taken from the file, the environment and flags`(
        setting: Setting
    ) async throws {
        let parts = setting.key.split(separator: ".")
        switch setting.kind {
        case .number(let range, _):
            let value = range.upperBound
            let inFile = try await read(file: "{\"\(parts[0])\":{\"\(parts[1])\":\(value)}}")
            #expect(inFile.number(setting) == value)
            #expect(try await read(environment: [setting.variable: String(value)]).number(setting) == value)
            #expect(try await read(flags: [setting.key: String(value)]).number(setting) == value)
            for wrong in ["\(range.lowerBound - 1)", "many"] {
                await #expect(throws: ConfigurationFault.badValue(setting, place: .environment)) {
                    try await read(environment: [setting.variable: wrong])
                }
                await #expect(throws: ConfigurationFault.badValue(setting, place: .flags)) {
                    try await read(flags: [setting.key: wrong])
                }
            }
            await #expect(throws: ConfigurationFault.badValue(setting, place: .file)) {
                try await read(file: "{\"\(parts[0])\":{\"\(parts[1])\":\"many\"}}")
            }
        case .word(let words, _):
            let value = words.last ?? ""
            #expect(try await read(environment: [setting.variable: value]).text(setting) == value)
            #expect(try await read(flags: [setting.key: value]).text(setting) == value)
            await #expect(throws: ConfigurationFault.badValue(setting, place: .flags)) {
                try await read(flags: [setting.key: "perhaps"])
            }
        case .text:
            guard setting != .certificate, setting != .privateKey else { return }
            #expect(try await read(environment: [setting.variable: "::1"]).text(setting) == "::1")
            #expect(try await read(flags: [setting.key: "::1"]).text(setting) == "::1")
        }
    }

    @Test func `flags come before the environment, and that before the file`() async throws {
        let file = "{\"listen\":{\"port\":1001},\"limits\":{\"connections\":1001,\"bodyBytes\":2001}}"
        let environment = ["DAYBOOK_SERVE_LISTEN_PORT": "1002", "DAYBOOK_SERVE_LIMITS_CONNECTIONS": "1002"]
        let configuration = try await read(flags: ["listen.port": "1003"], environment: environment, file: file)
        #expect(configuration.number(.port) == 1003)
        #expect(configuration.number(.connections) == 1002)
        #expect(configuration.number(.bodyBytes) == 2001)
    }

    @Test func `a key that nobody knows is an error, wherever it stands`() async throws {
        await #expect(throws: ConfigurationFault.unknownKey("limits.bodyByte", place: .file)) {
            try await read(file: "{\"limits\":{\"bodyByte\":1}}")
        }
        await #expect(throws: ConfigurationFault.unknownKey("DAYBOOK_SERVE_PORT", place: .environment)) {
            try await read(environment: ["DAYBOOK_SERVE_PORT": "1"])
        }
        await #expect(throws: ConfigurationFault.unknownKey("port", place: .flags)) {
            try await read(flags: ["port": "1"])
        }
        #expect(try await read(environment: ["DAYBOOK_DATA": "/tmp", "PATH": "/bin"]).number(.port) == 8080)
    }

    @Test func `in the file a group that nobody knows is an error though it is empty, and so is what is no value of a setting`()
        async throws
    {
        for (text, key) in [
            ("{\"\":{}}", ""), ("{\"limit\":{}}", "limit"), ("{\"limits\":{\"more\":{}}}", "limits.more"),
            ("{\"limits\":5}", "limits"), ("{\"limits\":null}", "limits"),
        ] {
            await #expect(throws: ConfigurationFault.unknownKey(key, place: .file), "\(text)") {
                try await read(file: text)
            }
        }
        for (text, setting) in [
            ("{\"limits\":{\"bodyBytes\":null}}", .bodyBytes), ("{\"guests\":{\"atOnce\":false}}", .guests),
            ("{\"guests\":{\"atOnce\":\"5\"}}", .guests), ("{\"listen\":{\"host\":null}}", .host),
            ("{\"log\":{\"level\":true}}", .logLevel), ("{\"log\":{\"level\":{}}}", .logLevel),
        ] as [(String, Setting)] {
            await #expect(throws: ConfigurationFault.badValue(setting, place: .file), "\(text)") {
                try await read(file: text)
            }
        }
        #expect(try await read(file: "{\"limits\":{},\"listen\":{\"port\":1}}").number(.port) == 1)
        await #expect(throws: ConfigurationFault.self) { try await read(file: "{\"listen\":{\"port\":1,\"port\":2}}") }
    }

    @Test func `a file that is none, and half of TLS, are errors with a way out`() async throws {
        await #expect(throws: ConfigurationFault.self) { try await read(file: "port = 1") }
        await #expect(throws: ConfigurationFault.self) { try await read(file: "[1]") }
        await #expect(throws: ConfigurationFault.self) {
            try await ServiceConfiguration.read(flags: [:], environment: [:], file: "/nowhere/at.json")
        }
        await #expect(throws: ConfigurationFault.halfTLS) {
            try await read(environment: ["DAYBOOK_SERVE_TLS_CERTIFICATE": "a.pem"])
        }
        // What was said is not said again: it may be a secret in the wrong place.
        let fault = ConfigurationFault.badValue(.port, place: .environment)
        #expect(fault.message == "listen.port in the environment must be a number from 0 to 65535.")
    }

    @Test func `the operations page lists every setting with its default and its purpose`() throws {
        let page = try String(
            contentsOf: Repository.root.appending(path: "Sources/Service/Operations.md"), encoding: .utf8)
        for setting in Setting.allCases {
            let usual =
                switch setting.kind {
                case .number(let range, let usual): "\(usual) (\(range.lowerBound) to \(range.upperBound))"
                case .text(let usual): usual.isEmpty ? "none" : usual
                case .word(let words, let usual): "\(usual) (\(words.joined(separator: ", ")))"
                }
            let row = "| `\(setting.key)` | \(usual) | \(setting.purpose) |"
            #expect(page.contains(row), "Operations.md lacks: \(row)")
        }
    }
}
