import ArgumentParser
import Foundation
import Importers
import Intelligence
import Kernel

/// Has a recording written down.
struct TranscribeCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "transcribe", abstract: "Writes down what is said in a recording.",
        discussion: """
            By the provider that is set up for it (`daybook provider list`). Nothing is recorded: read the text, and capture \
            what you want to keep, as with `daybook transcribe memo.ogg --language en | daybook capture`.
            """)

    @Argument(help: "The recording.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("The language that is spoken, in two letters, such as de.", valueName: "language"))
    var language: String
    @Option(help: ArgumentHelp("How long it may take.", valueName: "seconds")) var seconds = 120
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard language.wholeMatch(of: /[a-z]{2}/) != nil else {
            throw Problem(.usage, "The language is two small letters, such as de; “\(language)” is not.")
        }
        let bytes: [UInt8]
        do { bytes = Array(try Data(contentsOf: URL(filePath: file))) } catch {
            throw Problem(.machine, "cannot read \(file): \(reason(for: error))")
        }
        let question = SpeechQuestion(audio: bytes, mediaType: MediaType.of(file), language: language)
        let text = try await session.askingProviders { providers in
            guard let provider = providers.first(for: .transcribe) else {
                let missing = ProviderFailure.notInstalled(model: InstallableModel.speech(of: language).name)
                throw Problem(
                    .different, "Nobody is set up here who writes down speech (`daybook provider list`): \(missing.message).")
            }
            do throws(ProviderFailure) {
                return try await asking(for: seconds) { () async throws(ProviderFailure) in
                    try await provider.transcribe(question)
                }
            } catch { throw Problem(.different, "No text: \(error.message).") }
        }
        try session.show(text: text) { json in json.object { $0.field("text", text) } }
    }
}
