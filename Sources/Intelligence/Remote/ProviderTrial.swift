import Capture
import Foundation
import Kernel
import Studio

/// Tries a provider with questions that were made up for it: nothing of anybody is sent.
package struct ProviderTrial: Sendable {
    private let provider: RemoteProvider
    private let seconds: Int

    package init(of provider: RemoteProvider, seconds: Int) {
        self.provider = provider
        self.seconds = seconds
    }

    /// Asks for something.
    ///
    /// - Returns: the result in a line.
    /// - Throws: `ProviderFailure`.
    package func ask(for capability: Capability) async throws(ProviderFailure) -> String {
        let provider = provider
        return try await asking(for: seconds) { () async throws(ProviderFailure) in
            try await Self.asked(provider, capability)
        }
    }

    private static func asked(
        _ provider: RemoteProvider, _ capability: Capability
    ) async throws(ProviderFailure) -> String {
        switch capability {
        case .organise:
            let item = OrganiseQuestion.Item(id: ItemID(hi: 0, lo: 1), content: "buy milk, eggs and flour; call the dentist")
            let answer = try await provider.organise(OrganiseQuestion(items: [item]))
            return "\(counted(answer.suggestions.count, "suggestion")): "
                + answer.suggestions.map(\.title.text).joined(separator: ", ")
        case .analyse:
            guard let (raster, jpeg) = sample else { throw .badPicture }
            let result = try await provider.analyse(
                PictureQuestion(raster: raster, category: .drawing, stage: .early, jpeg: jpeg))
            return "\(counted(result.tips.count, "tip")), tags " + result.suggestedTags.map(\.tag.text).joined(separator: ", ")
        case .tell:
            let names = ["Ada"].compactMap { try? Name($0) }
            let pictures = (1...2).map { number in
                StoryQuestion.Picture(
                    artwork: ArtworkID(hi: 0, lo: UInt64(number)), title: ["a red boat", "a lighthouse"][number - 1])
            }
            let answer = try await provider.tell(
                StoryQuestion(
                    pictures: pictures, theme: "the sea", names: names, length: .short, note: "", stage: .early, seed: 1))
            switch answer.moderation {
            case .passed: return "a story, “\(answer.text.title?.text ?? "without a title")”"
            case .blocked(let reason): return "a story that was held back: \(reason)"
            }
        case .transcribe:
            return "“\(try await provider.transcribe(SpeechQuestion(audio: silence, mediaType: "audio/wav", language: "en")))”"
        case .speak: return "\(try await provider.speak("Good night.").count) bytes of Ogg"
        }
    }

    /// A red square, as pixels and as JPEG.
    private static var sample: (Raster, [UInt8])? {
        let side = 16
        guard
            let raster = Raster(width: side, height: side, bytes: (0..<side * side).flatMap { _ in [200, 30, 30] as [UInt8] }),
            let jpeg = Data(base64Encoded: redSquare)
        else { return nil }
        return (raster, Array(jpeg))
    }

    private static let redSquare = """
        /9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREy\
        YVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABADASIAAhEBAxEB/8QAHwAA\
        AQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2\
        JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKz\
        tLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtR\
        EAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElK\
        U1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5e\
        bn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDCooorzj7E/9k=
        """

    /// A second of silence: a WAV file of 8,000 samples.
    private static var silence: [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let samples = [UInt8](repeating: 128, count: 8_000)
        return Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
            + little(1, 2) + little(8_000, 4) + little(8_000, 4) + little(1, 2) + little(8, 2) + Array("data".utf8)
            + little(samples.count, 4) + samples
    }
}
