import Foundation
import Kernel

/// Asks a model for an answer in a form, and looks at what it says before anybody believes it.
///
/// The form goes down a ladder where a server refuses it: a schema, any JSON, words with JSON in them; the rung that worked is
/// remembered. An answer that is not usable is asked for once more with its fault named.
final class ModelClient: Sendable {
    let client: EndpointClient
    private let rungs = Rungs()

    private static let tokensMax = 100_000_000

    init(_ client: EndpointClient) { self.client = client }

    private actor Rungs {
        private var forms: [String: AnswerForm] = [:]

        func form(for model: String) -> AnswerForm { forms[model] ?? .schema }
        func remember(_ form: AnswerForm, for model: String) { forms[model] = form }
    }

    /// The answer that was believed and what it took.
    struct Believed<Value: Sendable>: Sendable {
        var value: Value
        /// As it came.
        var bytes: [UInt8]
        var usage: ProviderUsage
    }

    /// The fault of an answer: a sentence that the model is told.
    struct Fault: Error {
        var words: String

        init(_ words: String) { self.words = words }
    }

    /// - Parameter reading: makes something of the JSON of an answer, or says what is wrong with it.
    func ask<Value: Sendable>(
        _ question: ChatQuestion, model: String, reading: (Data) throws(Fault) -> Value
    ) async throws(ProviderFailure) -> Believed<Value> {
        var question = question
        var usage = ProviderUsage(inputTokens: 0, outputTokens: 0, requests: 0)
        while true {
            let answer = try await answer(to: question, model: model, &usage)
            let fault: Fault
            do throws(Fault) {
                guard !answer.isCut else { throw Fault("it was cut off; say it in fewer words") }
                guard let json = AnswerJSON.found(in: answer.text) else { throw Fault("there is no JSON in it") }
                return Believed(value: try reading(json), bytes: Array(answer.text.utf8), usage: usage)
            } catch { fault = error }
            guard question.fault == nil else { throw .malformed(fault.words) }
            question.fault = (String(answer.text.prefix(4_000)), fault.words)
        }
    }

    private func answer(
        to question: ChatQuestion, model: String, _ usage: inout ProviderUsage
    ) async throws(ProviderFailure) -> ChatAnswer {
        let (endpoint, chat) = (client.endpoint, client.endpoint.dialect.chat)
        var form = await rungs.form(for: model)
        while true {
            let wire = try await client.ask(chat.request(question, model: model, form: form, endpoint))
            usage.requests += wire.tries
            guard (200..<300).contains(wire.status) else {
                // The form is what servers differ in; a question that is wrong in itself is wrong in each of them.
                guard let next = form.next else { throw ProviderFailure(refusing: wire, key: endpoint.key) }
                form = next
                continue
            }
            await rungs.remember(form, for: model)
            let answer = try chat.answer(wire, endpoint)
            // As it says; what nobody could have sent is not believed.
            usage.inputTokens += max(0, min(Self.tokensMax, answer.inputTokens))
            usage.outputTokens += max(0, min(Self.tokensMax, answer.outputTokens))
            usage.costMillionths = endpoint.price.of(input: usage.inputTokens, output: usage.outputTokens)
            usage.requestID = answer.requestID
            return answer
        }
    }
}

/// The JSON in what a model wrote: alone, behind its thoughts, between fences, or among words.
enum AnswerJSON {
    /// - Returns: the first whole object that can be read; nil where there is none.
    static func found(in text: String) -> Data? {
        var bytes = Array(text.utf8)[...]
        let thought = Array("</think>".utf8)
        if bytes.drop(while: { $0 <= 0x20 }).starts(with: Array("<think>".utf8)) {
            var at = bytes.startIndex
            while at + thought.count <= bytes.endIndex, !bytes[at...].starts(with: thought) { at += 1 }
            bytes = bytes.dropFirst(at + thought.count)
        }
        var tries = 0
        for start in bytes.indices where bytes[start] == UInt8(ascii: "{") {
            // Each try may walk to the end of the text.
            tries += 1
            guard tries <= 16 else { return nil }
            guard let end = end(of: bytes[start...]) else { continue }
            let data = Data(bytes[start..<end])
            if (try? JSONSerialization.jsonObject(with: data)) != nil { return data }
        }
        return nil
    }

    /// Where the object that begins there ends; nil where it does not.
    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        var (depth, isText, isEscaped) = (0, false, false)
        for (at, byte) in zip(bytes.indices, bytes) {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\") where isText: isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText:
                depth -= 1
                if depth == 0 { return at + 1 }
            default: break
            }
        }
        return nil
    }
}
