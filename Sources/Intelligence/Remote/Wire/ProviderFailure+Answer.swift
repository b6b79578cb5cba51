import Foundation

extension ProviderFailure {
    /// Why a provider refused, by its status and by what it says.
    ///
    /// - Parameter key: taken out of what is passed on.
    init(refusing answer: WireAnswer, key: APIKey?) {
        let told = ToldError(answer.body)
        switch answer.status {
        case 401, 403: self = .badKey
        case 402: self = .overQuota
        case 429 where told.code == "insufficient_quota" || told.type == "insufficient_quota": self = .overQuota
        case 413: self = .declined("the question is too large for it")
        case 300..<400:
            self = .declined("it lies at another address now, and a key is not sent there; set that address")
        case 404:
            self = .declined("there is nothing at its address, or it lacks the model: " + told.words(without: key))
        case 408, 429, 500...: self = .busy(seconds: 60)
        default: self = .declined(told.words(without: key, status: answer.status))
        }
    }

    /// An error that came in the middle of an answer, or with a status of success.
    init?(within bytes: [UInt8], key: APIKey?) {
        let told = ToldError(bytes)
        guard told.isThere else { return nil }
        switch told.type ?? told.code ?? "" {
        case "insufficient_quota": self = .overQuota
        case "overloaded_error", "rate_limit_error", "rate_limit_exceeded": self = .busy(seconds: 60)
        default: self = .declined(told.words(without: key))
        }
    }
}

/// The words of providers about a refusal: `{"error": {"message", "type", "code"}}`, `{"error": "…"}`, or something else.
private struct ToldError {
    private(set) var message = ""
    private(set) var type: String?
    private(set) var code: String?
    private(set) var isThere = false

    private struct Flat: Decodable { var error: String }
    private struct Deep: Decodable {
        struct Fault: Decodable {
            var message: String?
            var type: String?
            var code: Code?
        }

        var error: Fault
    }

    /// A word for some, a number for others.
    private struct Code: Decodable {
        var word: String?

        init(from decoder: any Decoder) throws {
            word = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    init(_ bytes: [UInt8]) {
        let data = Data(bytes)
        if let deep = try? JSONDecoder().decode(Deep.self, from: data) {
            (message, type, code, isThere) = (deep.error.message ?? "", deep.error.type, deep.error.code?.word, true)
        } else if let flat = try? JSONDecoder().decode(Flat.self, from: data) {
            (message, isThere) = (flat.error, true)
        }
    }

    /// The first words of it, on one line, with nothing that disturbs a terminal.
    func words(without key: APIKey?, status: Int? = nil) -> String {
        var words = message
        if let key { words = key.taken(outOf: words) }
        words = String(
            String.UnicodeScalarView(
                words.unicodeScalars.prefix(300).map { $0.properties.generalCategory == .control ? " " : $0 }))
        let empty = status.map { "it answered with status \($0)" } ?? "it gave no reason"
        return words.allSatisfy(\.isWhitespace) ? empty : "“\(words)”"
    }
}
