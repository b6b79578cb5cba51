import Kernel
package import Notes

/// Makes of a drawing what a recogniser is asked, and of its answers what is recorded. Requirements N-010, T-104.
package struct InkReading: Sendable {
    private let lines: [InkLines.Line]
    private let state: InkDigest

    /// The name of the recogniser in records.
    static func recogniser(of model: String) -> String { EmbeddedProvider.name + " " + model }

    /// Letters that are less sure than that in the mean, in thousandths, are lines that were drawn, not written.
    package static let confidenceLeast = 400

    /// - Throws: `ProviderFailure.declined` for a drawing with more lines than are read at once.
    package init(of drawing: NoteView.Drawing) throws(ProviderFailure) {
        lines = InkLines(of: drawing.strokes).lines
        state = drawing.state
        guard lines.count <= InkLines.countMax else {
            throw .declined(
                "this drawing has \(lines.count) lines, and \(InkLines.countMax) are the most that are read at once")
        }
    }

    /// Every line in every style, the lines of the first style first.
    package var images: [InkImage] {
        InkImage.Style.all.flatMap { style in lines.map { InkImage(of: $0, in: style) } }
    }

    /// The text of a line, and how sure its letters are in the mean, in thousandths.
    package struct Answer: Sendable, Equatable {
        package var text: String
        package var confidence: Int

        package init(text: String, confidence: Int) {
            self.text = text
            self.confidence = confidence
        }
    }

    /// The recognition to record.
    ///
    /// - Parameters:
    ///   - answers: as many as there are `images`, in their order.
    ///   - language: the tag of what was written; nil where nobody said.
    package func recognition(_ answers: [Answer], by model: String, _ language: String?) throws(ProviderFailure) -> Recognition
    {
        guard answers.count == lines.count * InkImage.Style.all.count else {
            throw .malformed("it read \(answers.count) pictures of \(lines.count * InkImage.Style.all.count)")
        }
        var read: [Recognition.Line] = []
        var texts: [String] = []
        var room = Recognition.textScalarsMax
        for (number, line) in lines.enumerated() {
            let readings = InkImage.Style.all.indices.map { answers[$0 * lines.count + number] }
            guard let best = readings.first(where: { $0.confidence >= Self.confidenceLeast && !$0.text.isEmpty }) else {
                continue
            }
            room -= best.text.unicodeScalars.count + 1
            guard room >= 0 else { throw .tooLarge }
            var others: [String] = []
            for other in readings where !other.text.isEmpty && other.text != best.text && !others.contains(other.text) {
                others.append(other.text)
            }
            texts.append(best.text)
            read.append(
                Recognition.Line(
                    left: line.box.left, top: line.box.top, width: line.box.width, height: line.box.height,
                    confidence: best.confidence, others: others))
        }
        // Other readings are there to be found by: they give way to what was read.
        for index in read.indices {
            room -= read[index].others.reduce(0) { $0 + $1.unicodeScalars.count }
            if room < 0 { read[index].others = [] }
        }
        return Recognition(
            text: texts.joined(separator: "\n"), recogniser: Name(recorded: Self.recogniser(of: model)),
            version: Name(recorded: Self.version),
            language: language, state: state, lines: read)
    }

    /// Of drawing lines and of choosing among readings; of the model its name says it.
    package static let version = "1"
}

extension Recognition {
    /// Returns whether a model of ours read it, as it would read it now.
    package func isBy(_ model: InstallableModel) -> Bool {
        recogniser.text == InkReading.recogniser(of: model.model) && version.text == InkReading.version
    }
}
