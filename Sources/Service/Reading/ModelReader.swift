package import Intelligence
import Importers
import Kernel
package import Notes
package import Studio
import Synchronization

/// Reads ink, pages and speech by the models that are installed, behind a few threads, so that nobody else waits for it.
package final class ModelReader: Sendable {
    private let program: ReaderProgram
    /// Each reads with two threads of its own.
    private let work = BlockingPool(threads: 2, waitingMax: 64)

    private let decoder: PictureDecoder

    /// - Parameter decoder: decodes the pictures of pages.
    package init(_ program: ReaderProgram, decoder: PictureDecoder = .usual) {
        self.program = program
        self.decoder = decoder
    }

    package func stop() async throws { try await work.stop() }

    /// Returns whether a model is on this disk.
    package func holds(_ model: InstallableModel) -> Bool { program.folder.holds(model) }

    /// Reads the handwriting of a drawing. The drawing is only looked at.
    ///
    /// - Parameter language: the tag of what was written; nil where nobody said.
    package func read(_ drawing: NoteView.Drawing, in language: String?) async throws -> Recognition {
        try await read(drawing, in: language, for: .service)
    }

    func read(_ drawing: NoteView.Drawing, in language: String?, for requester: Requester) async throws -> Recognition {
        let (program, model) = (program, InstallableModel.handwriting)
        return try await running(for: requester) { isCancelled in
            let reading = try InkReading(of: drawing)
            let answers = try program.lines(reading.images, by: model, isCancelled: isCancelled)
            return try reading.recognition(answers, by: model.model, language)
        }
    }

    /// Pixels of the longer side of a page that is read: larger ones are read no better.
    private static let pageSide = 1_400
    /// Lines that are less sure than that, in thousandths, are most often no writing.
    private static let pageConfidenceLeast = 500

    /// Reads a photographed or scanned page.
    package func page(_ picture: [UInt8]) async throws -> ReadPage { try await page(picture, for: .service) }

    func page(_ picture: [UInt8], for requester: Requester) async throws -> ReadPage {
        let (program, decoder, model) = (program, decoder, InstallableModel.pages)
        // Nothing is decoded for nothing.
        guard holds(model) else { throw ProviderFailure.notInstalled(model: model.name) }
        return try await running(for: requester) { isCancelled in
            let pixels = try Self.grey(of: picture, by: decoder)
            let lines = try program.page(
                width: pixels.width, height: pixels.height, grey: pixels.grey, by: model, isCancelled: isCancelled)
            return ReadPage(
                lines: lines.filter { $0.confidence >= Self.pageConfidenceLeast }, model: model.model, width: pixels.width,
                height: pixels.height)
        }
    }

    /// Reads the writing in a picture, sure of it or not; empty without the model.
    ///
    /// - Throws: `ProviderFailure` where the reader fails.
    func lines(in raster: Raster) async throws -> [PictureLine] {
        let (program, model) = (program, InstallableModel.pages)
        guard holds(model) else { return [] }
        return try await running(for: .service) { isCancelled in
            try program.page(
                width: raster.width, height: raster.height, grey: raster.grey, by: model, isCancelled: isCancelled
            ).map { PictureLine(text: $0.text, confidence: $0.confidence) }
        }
    }

    private static func grey(
        of picture: [UInt8], by decoder: PictureDecoder
    ) throws -> (width: Int, height: Int, grey: [UInt8]) {
        guard let head = PictureHead(picture) else { throw ProviderFailure.badPicture }
        let (count, isTooMany) = head.widthPixels.multipliedReportingOverflow(by: head.heightPixels)
        guard !isTooMany, count <= ThumbnailRenderer.pixelsMax else { throw ProviderFailure.badPicture }
        do {
            let pixels = try decoder.run(
                over: picture,
                ["/usr/bin/vipsthumbnail", "stdin", "--size", "\(pageSide)x\(pageSide)>", "-o", ".ppm[background=255]"])
            guard let map = Raster(portablePixmap: pixels) else { throw ProviderFailure.badPicture }
            return (map.width, map.height, map.grey)
        } catch let problem as ProblemDocument {
            if problem.name == PictureDecoder.undecodable.name { throw ProviderFailure.badPicture }
            throw ProviderFailure.declined(problem.detail)
        }
    }

    /// Writes down what is said in a recording, by the smallest model that knows its language.
    package func transcribe(_ question: SpeechQuestion) async throws -> String {
        let program = program
        guard SpeechLanguage.all.contains(question.language) else {
            throw ProviderFailure.unsupportedLanguage(question.language)
        }
        guard let model = speechModel(for: question.language) else {
            throw ProviderFailure.notInstalled(model: InstallableModel.speech(of: question.language).name)
        }
        return try await running(for: .service) { isCancelled in
            let recording = try Recording(question, isCancelled: isCancelled)
            return try program.speech(recording.samples, in: question.language, by: model, isCancelled: isCancelled)
        }
    }

    /// The meaning of each text, by the model `similar`.
    ///
    /// - Throws: `ProviderFailure` without the model, and where the reader fails.
    func meanings(of texts: [String], for requester: Requester) async throws -> [Meaning] {
        let (program, model) = (program, InstallableModel.similar)
        guard holds(model) else { throw ProviderFailure.notInstalled(model: model.name) }
        if texts.isEmpty { return [] }
        return try await running(for: requester) { isCancelled in
            try program.meanings(of: texts, by: model, isCancelled: isCancelled)
        }
    }

    /// The model that listens to a language; nil where none is installed.
    package func speechModel(for language: String) -> InstallableModel? {
        guard SpeechLanguage.all.contains(language) else { return nil }
        return [InstallableModel.speech(of: language), .speech].first { holds($0) }
    }

    /// Runs a question on a thread; where the task is cancelled its process is killed.
    private func running<Result: Sendable>(
        for requester: Requester, _ body: @escaping @Sendable (() -> Bool) throws -> Result
    ) async throws -> Result {
        let isUnwanted = UnwantedFlag()
        return try await withTaskCancellationHandler {
            try await work.run(for: requester, orSay: .busy) { try body { isUnwanted.isRaised } }
        } onCancel: {
            isUnwanted.raise()
        }
    }
}

/// Says to work on another thread that nobody waits for its result any more. Set once, for good.
private final class UnwantedFlag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .relaxed) }

    func raise() { raised.store(true, ordering: .relaxed) }
}

/// The provider that installed models are: on this machine, and of this program. Requirements N-302.2, O-108.
package struct InstalledModelsProvider: Provider {
    private let reader: ModelReader

    package init(_ reader: ModelReader) { self.reader = reader }

    package var name: String { EmbeddedProvider.name }
    package var isRemote: Bool { false }

    package func method(for capability: Capability) -> AnalysisMethod? {
        guard capability == .transcribe, let model = reader.speechModel(for: "en") else { return nil }
        return AnalysisMethod(provider: Name(recorded: name), model: Name(recorded: model.model), version: 1)
    }

    /// The model that writes down a language.
    package func model(for language: String) -> String? { reader.speechModel(for: language)?.model }

    package func transcribe(_ question: SpeechQuestion) async throws(ProviderFailure) -> String {
        do { return try await reader.transcribe(question) } catch let failure as ProviderFailure {
            throw failure
        } catch is CancellationError { throw .cancelled } catch { throw .busy(seconds: 10) }
    }
}
