import Foundation

/// The file in which an administrator sets up providers: JSON, an object with the list `providers`, asked in its order.
///
/// ```json
/// {"providers": [{
///   "name": "home", "speaks": "ollama", "address": "http://127.0.0.1:11434",
///   "models": {"organise": "qwen2.5:7b", "analyse": "llava:7b", "tell": "qwen2.5:7b"}
/// }]}
/// ```
/// A key is never in it: `keyFile` names a file that only its owner reads, `keyVariable` a variable of the environment.
package struct ProvidersFile: Sendable {
    package let endpoints: [Endpoint]

    /// The file's name in a data directory.
    package static let name = "providers.json"
    private static let bytesMax = 1 << 20
    private static let providersMax = 16

    /// The fault of a file, with the place in it and what to do.
    package struct Fault: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
        package var words: String

        package var description: String { words }
        package var errorDescription: String? { words }
    }

    /// - Parameters:
    ///   - path: where it lies; a key file is looked for beside it.
    ///   - environment: for the keys.
    /// - Throws: `Fault`.
    package init(path: String, environment: [String: String]) throws(Fault) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Fault(words: "\(path) cannot be read: it is not there, or may not be read")
        }
        try self.init(data, path: path, environment: environment)
    }

    init(_ data: Data, path: String, environment: [String: String]) throws(Fault) {
        guard data.count <= Self.bytesMax else { throw Fault(words: "\(path) is too large for a list of providers") }
        let written: Written
        do {
            try Self.checkKeys(try JSONSerialization.jsonObject(with: data), path)
            written = try JSONDecoder().decode(Written.self, from: data)
        } catch let fault as Fault { throw fault } catch let error as DecodingError {
            throw Fault(words: "\(path): \(Self.words(error))")
        } catch { throw Fault(words: "\(path) is not JSON: \(error.localizedDescription)") }
        guard written.providers.count <= Self.providersMax else {
            throw Fault(words: "\(path) lists more than \(Self.providersMax) providers")
        }
        var endpoints: [Endpoint] = []
        for entry in written.providers {
            let endpoint: Endpoint
            do throws(Fault) { endpoint = try Self.endpoint(entry, beside: path, environment) } catch {
                throw Fault(words: "\(path), provider “\(entry.name)”: \(error.words)")
            }
            guard !endpoints.contains(where: { $0.name == endpoint.name }) else {
                throw Fault(words: "\(path) has two providers of the name “\(endpoint.name)”; give each its own")
            }
            endpoints.append(endpoint)
        }
        self.endpoints = endpoints
    }

    private struct Written: Decodable {
        var providers: [Entry]
    }

    private struct Entry: Decodable {
        struct Models: Decodable {
            var organise, analyse, tell, transcribe, speak: String?
        }

        struct Prices: Decodable {
            /// For a million tokens, such as `"0.15"`.
            var input: String
            var output: String
        }

        var name: String
        var speaks: String
        var address: String
        var models: Models
        var keyFile, keyVariable, voice, moderation, language, trust: String?
        var atOnce, contextTokens: Int?
        var trains: Bool?
        var prices: Prices?
    }

    private static let keys: [String: Set<String>] = [
        "": ["providers"],
        "providers": [
            "name", "speaks", "address", "models", "keyFile", "keyVariable", "voice", "moderation", "language", "trust",
            "atOnce",
            "contextTokens", "trains", "prices",
        ],
        "models": Set(Capability.allCases.map(\.rawValue)), "prices": ["input", "output"],
    ]

    /// A misspelled key would be passed over, and with it what it was to say.
    private static func checkKeys(_ value: Any, _ path: String, within place: String = "") throws(Fault) {
        if let list = value as? [Any] {
            for element in list { try checkKeys(element, path, within: place) }
        }
        guard let object = value as? [String: Any], let known = keys[place] else { return }
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            guard known.contains(key) else {
                throw Fault(
                    words: "\(path) has the key “\(key)”\(place.isEmpty ? "" : " in \(place)"), which is not known; known are "
                        + known.sorted().joined(separator: ", "))
            }
            try checkKeys(value, path, within: key)
        }
    }

    private static func words(_ error: DecodingError) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
            return place.isEmpty ? "at the top" : place
        }
        switch error {
        case .keyNotFound(let key, let context): return "“\(key.stringValue)” is missing in \(place(context))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\(place(context)) has a value of another kind than is expected"
        case .dataCorrupted(let context): return "it is not JSON (\(context.debugDescription))"
        @unknown default: return "it cannot be understood"
        }
    }

    private static func endpoint(
        _ entry: Entry, beside path: String, _ environment: [String: String]
    ) throws(Fault) -> Endpoint {
        let names = /[a-z0-9][a-z0-9._-]{0,39}/
        guard entry.name.wholeMatch(of: names) != nil, entry.name != "daybook" else {
            throw Fault(words: "a name has 1 to 40 of a–z, 0–9, “.”, “-”, “_”, and is not “daybook”")
        }
        guard let dialect = Endpoint.Dialect(rawValue: entry.speaks) else {
            let known = Endpoint.Dialect.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(words: "“speaks” is one of \(known), not “\(entry.speaks)”")
        }
        let models: [(Capability, String?)] = [
            (.organise, entry.models.organise), (.analyse, entry.models.analyse), (.tell, entry.models.tell),
            (.transcribe, entry.models.transcribe), (.speak, entry.models.speak),
        ]
        var known: [Capability: String] = [:]
        for (capability, model) in models {
            guard let model else { continue }
            guard (1...200).contains(model.utf8.count) else {
                throw Fault(words: "the model for “\(capability.rawValue)” has 1 to 200 bytes")
            }
            guard dialect == .openai || (capability != .transcribe && capability != .speak) else {
                throw Fault(words: "“\(capability.rawValue)” is spoken by “openai” alone")
            }
            known[capability] = model
        }
        guard !known.isEmpty else { throw Fault(words: "“models” names no model; it would never be asked") }
        let key = try key(entry, beside: path, environment)
        var endpoint = Endpoint(
            name: entry.name, dialect: dialect, address: try address(entry.address, hasKey: key != nil), key: key, models: known
        )
        endpoint.voice = entry.voice ?? ""
        endpoint.moderation = entry.moderation ?? ""
        guard endpoint.moderation.isEmpty || dialect == .openai else {
            throw Fault(words: "“moderation” is spoken by “openai” alone")
        }
        endpoint.language = entry.language ?? endpoint.language
        endpoint.isTrained = entry.trains ?? false
        endpoint.trust = entry.trust ?? ""
        endpoint.atOnce = try number(entry.atOnce, "atOnce", 1...64) ?? endpoint.atOnce
        endpoint.contextTokens = try number(entry.contextTokens, "contextTokens", 1_024...10_000_000) ?? endpoint.contextTokens
        if let prices = entry.prices {
            endpoint.price.inputMillionths = try millionths(prices.input)
            endpoint.price.outputMillionths = try millionths(prices.output)
        }
        return endpoint
    }

    private static func number(_ value: Int?, _ name: String, _ range: ClosedRange<Int>) throws(Fault) -> Int? {
        guard let value else { return nil }
        guard range.contains(value) else {
            throw Fault(words: "“\(name)” is \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return value
    }

    private static func millionths(_ text: String) throws(Fault) -> Int {
        guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), value >= 0, value < 100_000 else {
            throw Fault(words: "a price is a number such as \"0.15\", for a million tokens, not “\(text)”")
        }
        return NSDecimalNumber(decimal: value * 1_000_000).intValue
    }

    private static func address(_ text: String, hasKey: Bool) throws(Fault) -> String {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.query == nil, parts.fragment == nil, parts.scheme == "https" || parts.scheme == "http"
        else { throw Fault(words: "“address” is such as https://api.example.org/v1, not “\(text)”") }
        let isHere = ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host)
        guard parts.scheme == "https" || !hasKey || isHere else {
            throw Fault(words: "its key would travel in clear; use https, or leave the key out")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func key(
        _ entry: Entry, beside path: String, _ environment: [String: String]
    ) throws(Fault) -> APIKey? {
        switch (entry.keyFile, entry.keyVariable) {
        case (nil, nil): return nil
        case (_?, _?): throw Fault(words: "it has “keyFile” and “keyVariable”; one is enough")
        case (nil, let variable?):
            guard let key = environment[variable], !key.isEmpty else {
                throw Fault(words: "the variable \(variable) is not set in the environment")
            }
            return try checked(key)
        case (let file?, nil):
            let place = file.hasPrefix("/") ? file : (path as NSString).deletingLastPathComponent + "/" + file
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: place),
                let mode = attributes[.posixPermissions] as? Int, let data = FileManager.default.contents(atPath: place)
            else { throw Fault(words: "its key file \(place) cannot be read") }
            guard mode & 0o077 == 0 else {
                throw Fault(words: "others may read its key file \(place); run: chmod 600 \(place)")
            }
            return try checked(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Anything else could not stand in a header.
    private static func checked(_ key: String) throws(Fault) -> APIKey {
        guard (1...4_096).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Fault(words: "its key is none: 1 to 4,096 signs without spaces")
        }
        return APIKey(key)
    }
}
