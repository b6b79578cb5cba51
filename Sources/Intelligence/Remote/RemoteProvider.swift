import Capture
import Foundation
package import Kernel
package import Studio

/// A provider at an address: what an administrator set up, asked in the wire format that it speaks.
///
/// Every answer is checked here for its form and its ground, and again by the rules of the domain before it is recorded. A person's
/// name, a birthday, the place in a photograph and an identifier are never part of a question.
package struct RemoteProvider: Provider {
    private let model: ModelClient
    private let mint: @Sendable () -> EntityID

    private var endpoint: Endpoint { model.client.endpoint }

    /// - Parameters:
    ///   - client: closed by its creator.
    ///   - mint: an identifier for each suggestion and tip.
    package init(_ client: EndpointClient, mint: @escaping @Sendable () -> EntityID) {
        model = ModelClient(client)
        self.mint = mint
    }

    package var name: String { endpoint.name }
    package var isRemote: Bool { true }
    package var isTrained: Bool { endpoint.isTrained }

    package func method(for capability: Capability) -> AnalysisMethod? {
        guard let model = endpoint.models[capability] else { return nil }
        let version =
            switch capability {
            case .organise: OrganisePrompt.version
            case .analyse: TipsPrompt.version
            case .tell: StoryPrompt.version
            case .transcribe, .speak: 1
            }
        return AnalysisMethod(provider: Name(recorded: name), model: Name(recorded: model), version: version)
    }

    private func model(for capability: Capability) throws(ProviderFailure) -> String {
        guard let model = endpoint.models[capability] else { throw .unsupported(capability) }
        return model
    }

    package func organise(_ question: OrganiseQuestion) async throws(ProviderFailure) -> OrganiseAnswer {
        let prompt = OrganisePrompt(question, language: endpoint.language)
        let believed = try await model.ask(prompt.chat, model: model(for: .organise)) { json throws(ModelClient.Fault) in
            try prompt.read(json) { mint().as(OrganiseSuggestion.self) }
        }
        return OrganiseAnswer(
            suggestions: believed.value.suggestions, questions: believed.value.questions, bytes: believed.bytes,
            usage: believed.usage)
    }

    /// The levels are measured here, so that those of one child can be compared, wherever the tips come from.
    package func analyse(_ question: PictureQuestion) async throws(ProviderFailure) -> AnalysisResult {
        let measured = MeasuredTips(PictureMeasures(of: question.raster), question)
        let prompt = TipsPrompt(question, metrics: measured.metrics, language: endpoint.language)
        let believed = try await model.ask(prompt.chat(question.jpeg), model: model(for: .analyse)) {
            json throws(ModelClient.Fault) in
            try prompt.read(json) { mint().as(Tip.self) }
        }
        return AnalysisResult(
            metrics: measured.metrics, tips: believed.value.tips, suggestedTags: believed.value.tags, usage: believed.usage,
            description: believed.value.description)
    }

    package func tell(_ question: StoryQuestion) async throws(ProviderFailure) -> StoryAnswer {
        guard let method = method(for: .tell) else { throw .unsupported(.tell) }
        let prompt = StoryPrompt(question, language: endpoint.language)
        let believed = try await model.ask(prompt.chat(question.jpegs), model: model(for: .tell)) {
            json throws(ModelClient.Fault) in try prompt.read(json)
        }
        let story = believed.value
        var text = StoryText(title: story.title, passages: story.passages, method: method, usage: believed.usage)
        let judged = StoryModeration.judged(story.passages, title: story.title?.text ?? "")
        guard case .passed = judged else { return StoryAnswer(text: text, moderation: judged) }
        let (moderation, usage) = try await moderated(story.veiled, question.stage)
        if let usage { text.usage?.add(usage) }
        return StoryAnswer(text: text, moderation: moderation)
    }

    /// The judgement of the provider's own moderation, and then of the model that told it.
    private func moderated(
        _ story: String, _ stage: AgeStage
    ) async throws(ProviderFailure) -> (Moderation, ProviderUsage?) {
        if !endpoint.moderation.isEmpty, let category = try await flagged(story) {
            return (.blocked(reason: "the provider's moderation found: \(category)"), nil)
        }
        let believed = try await model.ask(FitnessPrompt.chat(story, stage), model: model(for: .tell)) {
            json throws(ModelClient.Fault) in try FitnessPrompt.read(json)
        }
        return (believed.value, believed.usage)
    }
}

extension RemoteProvider {
    private struct Moderated: Decodable {
        struct Result: Decodable {
            var flagged: Bool
            var categories: [String: Bool]?
        }

        var results: [Result]
    }

    /// The first category that a text falls into; nil where it is fit.
    ///
    /// - Source: OpenAI API reference, "Create moderation".
    private func flagged(_ text: String) async throws(ProviderFailure) -> String? {
        var json = JSONWriter()
        json.object { json in
            json.field("model", endpoint.moderation)
            json.field("input", text)
        }
        let answer = try await succeeded(WireRequest(path: "/moderations", json: json.bytes))
        guard let told = try? JSONDecoder().decode(Moderated.self, from: Data(answer.body)), let result = told.results.first
        else { throw .malformed("its moderation does not say whether the story is fit") }
        guard result.flagged else { return nil }
        return (result.categories ?? [:]).filter(\.value).keys.min() ?? "something unfit"
    }

    private func succeeded(_ request: WireRequest) async throws(ProviderFailure) -> WireAnswer {
        let answer = try await model.client.ask(request)
        guard (200..<300).contains(answer.status) else { throw ProviderFailure(refusing: answer, key: endpoint.key) }
        return answer
    }

    private struct Transcribed: Decodable { var text: String }

    /// - Source: OpenAI API reference, "Create transcription"; RFC 7578 for the form.
    package func transcribe(_ question: SpeechQuestion) async throws(ProviderFailure) -> String {
        guard endpoint.dialect == .openai else { throw .unsupported(.transcribe) }
        guard question.audio.count <= SpeechQuestion.bytesMax else { throw .declined("a recording has at most 25 MB") }
        // Servers go by the end of the file's name.
        guard let ending = question.ending else {
            throw .declined(
                "recordings of \(question.mediaType) are not known; use " + SpeechQuestion.mediaTypes.joined(separator: ", "))
        }
        var form = MultipartForm(boundary: mint().text)
        form.add("model", try model(for: .transcribe))
        if !question.language.isEmpty { form.add("language", question.language) }
        form.add("response_format", "json")
        form.add("file", question.audio, name: "recording." + ending, type: question.mediaType)
        let answer = try await succeeded(
            WireRequest(path: "/audio/transcriptions", type: form.contentType, body: form.finished))
        guard let told = try? JSONDecoder().decode(Transcribed.self, from: Data(answer.body)) else {
            throw .malformed("there is no text in it")
        }
        return told.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// - Source: OpenAI API reference, "Create speech".
    package func speak(_ text: String) async throws(ProviderFailure) -> [UInt8] {
        guard endpoint.dialect == .openai else { throw .unsupported(.speak) }
        var json = JSONWriter()
        json.object { json in
            json.field("model", endpoint.models[.speak])
            json.field("voice", endpoint.voice.isEmpty ? "alloy" : endpoint.voice)
            json.field("input", text)
            json.field("response_format", "opus")
        }
        _ = try model(for: .speak)
        let answer = try await succeeded(WireRequest(path: "/audio/speech", json: json.bytes))
        guard answer.body.starts(with: Array("OggS".utf8)) else { throw .malformed("it is not an Ogg file") }
        return answer.body
    }
}

extension SpeechQuestion {
    /// The end of a file's name for its kind; nil for one that nobody takes.
    var ending: String? {
        switch mediaType {
        case "audio/webm": "webm"
        case "audio/ogg": "ogg"
        case "audio/mp4": "m4a"
        case "audio/wav": "wav"
        case "audio/mpeg": "mp3"
        case "audio/flac": "flac"
        default: nil
        }
    }
}

/// A form of several parts.
///
/// - Source: RFC 7578.
private struct MultipartForm {
    private let boundary: String
    private var bytes: [UInt8] = []

    init(boundary: String) { self.boundary = boundary }

    var contentType: String { "multipart/form-data; boundary=" + boundary }
    var finished: [UInt8] { bytes + Array("--\(boundary)--\r\n".utf8) }

    mutating func add(_ field: String, _ value: String) {
        bytes += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n".utf8)
    }

    mutating func add(_ field: String, _ value: [UInt8], name: String, type: String) {
        bytes += Array(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n"
                .utf8)
        bytes += value
        bytes += Array("\r\n".utf8)
    }
}
