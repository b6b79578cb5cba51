import Configuration
import Foundation

/// Everything that is set for the service: from flags, else the environment, else the file, else as `Setting` says.
package struct ServiceConfiguration: Sendable, Equatable {
    private var numbers: [Setting: Int] = [:]
    private var texts: [Setting: String] = [:]

    /// All settings as they are unless somebody says.
    package init() {
        for setting in Setting.allCases {
            switch setting.kind {
            case .number(_, let fallback): numbers[setting] = fallback
            case .text(let fallback), .word(_, let fallback): texts[setting] = fallback
            }
        }
    }

    /// A setting that is a number; 0 for one that is not.
    package func number(_ setting: Setting) -> Int { numbers[setting] ?? 0 }

    /// A setting that is a text or a word; empty for one that is not.
    package func text(_ setting: Setting) -> String { texts[setting] ?? "" }

    var isSignUpOpen: Bool { text(.signUp) == "open" }
    /// A guest who could not register would be led nowhere.
    var isOpenToGuests: Bool { isSignUpOpen && number(.guests) > 0 }
    var isSecure: Bool { !text(.certificate).isEmpty }

    /// The same with another number, for tests.
    package func with(_ setting: Setting, _ number: Int) -> Self {
        var other = self
        other.numbers[setting] = number
        return other
    }

    package func with(_ setting: Setting, _ text: String) -> Self {
        var other = self
        other.texts[setting] = text
        return other
    }
}

extension ServiceConfiguration {
    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - flags: what the command line says, by key.
    ///   - environment: of the process; only what begins with `DAYBOOK_SERVE_` is looked at.
    ///   - file: a JSON file; nil where there is none.
    /// - Throws: `ConfigurationFault` for a key that nobody knows and a value that is none.
    package static func read(
        flags: [String: String], environment: [String: String], file: String?
    ) async throws -> ServiceConfiguration {
        var providers: [(place: ConfigurationFault.Place, provider: any ConfigProvider)] = []
        providers.append((.flags, InMemoryProvider(values: try Self.values(of: flags))))
        let variables = environment.filter { $0.key.hasPrefix(Setting.variablePrefix) }
        let known = Set(Setting.allCases.map(\.variable))
        if let stranger = variables.keys.sorted().first(where: { !known.contains($0) }) {
            throw ConfigurationFault.unknownKey(stranger, place: .environment)
        }
        let prefix = ConfigKey(["daybook", "serve"])
        providers.append(
            (.environment, EnvironmentVariablesProvider(environmentVariables: variables).prefixKeys(with: prefix)))
        if let file {
            try Self.check(file: file)
            do {
                providers.append((.file, try await FileProvider<JSONSnapshot>(filePath: .init(file))))
            } catch {
                throw ConfigurationFault.unreadableFile(path: file, reason: "it is not JSON of plain values.")
            }
        }

        var configuration = ServiceConfiguration()
        for setting in Setting.allCases {
            // Each place by itself, so that a fault can say where it is.
            for (place, provider) in providers {
                let reader = ConfigReader(provider: provider)
                do {
                    guard try await configuration.take(setting, from: reader) else { continue }
                } catch {
                    throw ConfigurationFault.badValue(setting, place: place)
                }
                break
            }
        }
        guard configuration.text(.certificate).isEmpty == configuration.text(.privateKey).isEmpty else {
            throw ConfigurationFault.halfTLS
        }
        return configuration
    }

    private struct NotAllowed: Error {}

    /// Returns whether the place says anything of it.
    private mutating func take(_ setting: Setting, from reader: ConfigReader) async throws -> Bool {
        let key = ConfigKey(setting.key.split(separator: ".").map(String.init))
        switch setting.kind {
        case .number(let range, _):
            guard let number = try await reader.fetchInt(forKey: key) else { return false }
            guard range.contains(number) else { throw NotAllowed() }
            numbers[setting] = number
        case .text:
            guard let text = try await reader.fetchString(forKey: key) else { return false }
            texts[setting] = text
        case .word(let words, _):
            guard let word = try await reader.fetchString(forKey: key) else { return false }
            guard words.contains(word) else { throw NotAllowed() }
            texts[setting] = word
        }
        return true
    }

    private static func values(of flags: [String: String]) throws -> [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, text) in flags {
            guard let setting = Setting(rawValue: key) else { throw ConfigurationFault.unknownKey(key, place: .flags) }
            let content: ConfigContent
            if case .number = setting.kind {
                guard let number = Int(text) else { throw ConfigurationFault.badValue(setting, place: .flags) }
                content = .int(number)
            } else {
                content = .string(text)
            }
            values[AbsoluteConfigKey(key.split(separator: ".").map(String.init))] = ConfigValue(
                content, isSecret: false)
        }
        return values
    }

    /// The library reads what it is asked for, and takes what is nearly a value for one: what nobody asks for, and null,
    /// would pass unseen.
    private static func check(file path: String) throws(ConfigurationFault) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadableFile(path: path, reason: "it is not there, or may not be read.")
        }
        let json: JSONValue
        do throws(ProblemDocument) { json = try JSONValue(parsing: Array(data)) } catch {
            throw .unreadableFile(path: path, reason: error.detail + ".")
        }
        guard case .object(let object) = json else {
            throw .unreadableFile(path: path, reason: "it is not a JSON object.")
        }
        try check(object, below: "")
    }

    private static func check(_ object: [String: JSONValue], below prefix: String) throws(ConfigurationFault) {
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            let name = prefix + key
            if case .object(let inner) = value, !inner.isEmpty || isGroup(name) {
                try check(inner, below: name + ".")
                continue
            }
            guard let setting = Setting(rawValue: name) else { throw .unknownKey(name, place: .file) }
            switch (setting.kind, value) {
            case (.number, .number), (.text, .text), (.word, .text): continue
            default: throw .badValue(setting, place: .file)
            }
        }
    }

    /// Such as `limits`.
    private static func isGroup(_ name: String) -> Bool {
        Setting.allCases.contains { $0.key.hasPrefix(name + ".") }
    }
}
