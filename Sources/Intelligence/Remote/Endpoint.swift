/// A provider that others run, or that runs on a machine of one's own, as the administrator of a service set it up.
package struct Endpoint: Sendable, Equatable {
    /// The wire format that it speaks.
    package enum Dialect: String, Sendable, CaseIterable {
        /// Chat completions, transcription and speech as OpenAI defined them: llama.cpp, vLLM, LM Studio, LocalAI, xAI and others.
        case openai
        /// Ollama's own: its compatible one cuts long questions off without a word.
        case ollama
        case anthropic
    }

    /// As records name it.
    package var name: String
    package var dialect: Dialect
    /// Up to, and without, the paths of the dialect: `https://api.example.org/v1`, `http://127.0.0.1:11434`.
    package var address: String
    package var key: APIKey?
    /// By what it does; it is asked for nothing else.
    package var models: [Capability: String]
    /// The voice of `models[.speak]`.
    package var voice = ""
    /// The model that says whether a text is fit to be seen, where the provider has one; such as `omni-moderation-latest`.
    package var moderation = ""
    /// Questions that are under way at once.
    package var atOnce = 2
    /// Tokens of a question and its answer; Ollama alone is told.
    package var contextTokens = 8_192
    /// Answers are asked for in this language, in English: `German`.
    package var language = "English"
    /// True where its contract lets it train on what it is sent, as far as the administrator knows.
    package var isTrained = false
    /// Millionths of a currency for a million tokens.
    package var price = Price()
    /// A PEM file with certificates that are trusted besides the system's; empty for none.
    package var trust = ""

    package struct Price: Sendable, Equatable {
        package var inputMillionths = 0
        package var outputMillionths = 0

        /// The cost of tokens, in millionths, rounded up.
        package func of(input: Int, output: Int) -> Int {
            let (first, isTooMuch) = input.multipliedReportingOverflow(by: inputMillionths)
            let (second, isAlsoTooMuch) = output.multipliedReportingOverflow(by: outputMillionths)
            let (sum, isOver) = first.addingReportingOverflow(second)
            guard !isTooMuch, !isAlsoTooMuch, !isOver, sum > 0 else { return isTooMuch || isAlsoTooMuch || isOver ? .max : 0 }
            return (sum - 1) / 1_000_000 + 1
        }
    }

    package init(
        name: String, dialect: Dialect, address: String, key: APIKey? = nil, models: [Capability: String]
    ) {
        self.name = name
        self.dialect = dialect
        self.address = address
        self.key = key
        self.models = models
    }
}

/// A key to a provider. It is never printed, journaled or logged; what shows it shows that it is there.
package struct APIKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let secret: String

    package init(_ secret: String) { self.secret = secret }

    package var description: String { "(a key of \(secret.utf8.count) bytes)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// A text with the key taken out of it, for what a provider sends back.
    func taken(outOf text: String) -> String {
        secret.isEmpty ? text : text.replacing(secret, with: "(key)")
    }
}
