import Kernel
import Studio

/// Measures as levels of skills, sentences and tags. Requirements J-301, J-302, J-207, J-709.
struct MeasuredTips: Sendable {
    private let measures: PictureMeasures
    private let question: PictureQuestion

    /// Tips that name a measure; the curated list fills them up to as many as a result has at least.
    private static let tipsMax = 2

    init(_ measures: PictureMeasures, _ question: PictureQuestion) {
        self.measures = measures
        self.question = question
    }

    /// The levels that the picture shows, for the skills that a measure speaks of. The use of a hand is not to be seen in a picture.
    var metrics: [SkillMetric] {
        var metrics: [SkillMetric] = []
        if let filled = measures.filled, let outside = measures.outside {
            metrics.append(metric(.colouring, filled * (1000 - outside) / 1000, "filled within outlines"))
        }
        if let wobble = measures.wobble {
            // From smooth (0.2 pixels) to trembling (1.4 pixels).
            metrics.append(metric(.lineControl, 1000 - (wobble - 20) * 1000 / 120, "smoothness of edges"))
        }
        if measures.covered > 0 {
            let covered = min(1000, measures.covered * 1000 / 350)
            metrics.append(metric(.composition, (measures.pageUsed * 6 + covered * 4) / 10, "use of the page"))
            let (colours, parts) = (min(6, measures.colours) * 1000 / 6, min(12, measures.parts) * 1000 / 12)
            metrics.append(metric(.creativity, (colours * 6 + parts * 4) / 10, "variety of colours and parts"))
        }
        if let legibility { metrics.append(metric(.writing, legibility, "how sure a reader is of the letters")) }
        return metrics.sorted { $0.skill < $1.skill }
    }

    private func metric(_ skill: Skill, _ thousandths: Int, _ method: String) -> SkillMetric {
        SkillMetric(
            skill: skill, thousandths: max(0, min(1000, thousandths)), method: Name(recorded: method),
            version: PictureMeasures.version, noise: PictureMeasures.noise(of: skill))
    }

    /// Letters below which nothing is said of writing.
    private static let lettersMin = 8
    /// Confidence from which on a reader is sure, in thousandths.
    private static let sure = 800

    /// Confidence below which nothing is said of writing, in thousandths.
    private static let doubtful = 600

    /// The confidence of the reader in the letters that it found, the mean in thousandths. Nil where there are few, and where it is
    /// doubtful of most: then it is as likely a script that the reader does not know.
    private var legibility: Int? {
        var letters = 0
        var sum = 0
        for line in question.lines {
            let count = line.text.count(where: \.isLetter)
            letters += count
            sum += count * line.confidence
        }
        guard letters >= Self.lettersMin, sum >= Self.doubtful * letters else { return nil }
        return sum / letters
    }

    /// The words that the reader is sure of.
    private var read: [String] { question.lines.filter { $0.confidence >= Self.sure }.map(\.text) }

    /// The picture as far as it was measured, in one or two sentences, for a person who does not see it. Requirement J-415.
    var description: String {
        guard measures.covered > 0 else { return "An empty page." }
        var kind = spelled(question.category.fieldName)
        if kind == spelled(ArtworkCategory.other.fieldName) { kind = "picture" }
        let part =
            measures.pageUsed >= 850 ? "all of the page" : "about \(max(1, tenths(measures.pageUsed))) of 10 parts of the page"
        let names = Self.colours(measures.hues.prefix(4))
        let colours = names.isEmpty ? "without colours" : "in " + Self.listed(names)
        var text = kind.prefix(1).uppercased() + kind.dropFirst() + " " + colours + " on " + part + "."
        let words = read.joined(separator: " / ")
        if !words.isEmpty { text += " It says: \u{201C}" + String(words.prefix(120)) + "\u{201D}" }
        return text.utf8.count <= AnalysisResult.descriptionBytesMax ? text : String(text.prefix(120))
    }

    private static func colours(_ hues: some Sequence<Int>) -> [String] {
        var names: [String] = []
        for hue in hues where !names.contains(colourNames[hue / 2]) { names.append(colourNames[hue / 2]) }
        return names
    }

    private static func listed(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Something to try for each of the skills that show least, from the curated list, with the measure that led to it.
    func tips(mint: () -> TipID) -> [Tip] {
        var tips: [Tip] = []
        var given = question.given
        for skill in Tips.weakest(of: metrics) where tips.count < Self.tipsMax {
            let numbers = given.compactMap { ResourceList.entry(named: $0)?.number }
            let entries = ResourceList.entries(skill: skill, stage: question.stage)
            guard let seen = sentence(on: skill), !entries.isEmpty else { continue }
            // All of them known: another one for another picture.
            let entry =
                entries.first { !numbers.contains($0.number) }
                ?? entries[(measures.covered + measures.pageUsed) % entries.count]
            given.append(entry.name)
            tips.append(
                Tip(
                    id: mint(), text: seen + " " + entry.advice, skill: skill, stage: entry.stage, resource: entry.name,
                    listVersion: ResourceList.version))
        }
        return tips
    }

    private func sentence(on skill: Skill) -> String? {
        switch skill {
        case .colouring:
            guard let filled = measures.filled, let outside = measures.outside else { return nil }
            return "In this picture about \(tenths(filled)) of 10 parts of the coloured shapes are filled, and "
                + (outside < 50
                    ? "hardly any colour is outside of the lines."
                    : "about \(tenths(outside)) of 10 parts of the colour are outside.")
        case .lineControl:
            guard let wobble = measures.wobble else { return nil }
            return wobble <= 50
                ? "The lines of this picture run smoothly." : "The lines of this picture have much movement in them."
        case .composition:
            return "The drawing takes about \(tenths(measures.pageUsed)) of 10 parts of the page."
        case .creativity:
            return measures.colours == 0
                ? "This picture has no colours so far." : "This picture has \(counted(measures.colours, "colour"))."
        case .writing:
            return legibility.map { "The program that reads is about \(10 * tenths($0)) % sure of the letters in it." }
        case .fineMotor: return nil
        }
    }

    private func tenths(_ thousandths: Int) -> Int { (thousandths + 50) / 100 }

    /// Tags that the measures and the words of the artwork suggest. Nothing is known of what the picture shows.
    var tags: [SuggestedTag] {
        var tags: [SuggestedTag] = []
        func add(_ word: String, _ confidence: Int) {
            let tag = Name(recorded: word)
            if !tags.contains(where: { $0.tag == tag }) { tags.append(SuggestedTag(tag: tag, confidence: confidence)) }
        }
        for theme in ThemeWords.themes(in: question.words) { add(theme, 700) }
        for theme in ThemeWords.themes(in: read) { add(theme, 600) }
        if read.joined().count(where: \.isLetter) >= Self.lettersMin { add("writing", 800) }
        if measures.covered > 0 { add(spelled(question.category.fieldName), 600) }
        if measures.colours >= 5 { add("colourful", 900) }
        if measures.colours == 0, measures.covered > 5 { add("black and white", 900) }
        if let hue = measures.hues.first, measures.colours <= 2 { add(Self.colourNames[hue / 2], 800) }
        return Array(tags.prefix(AnalysisResult.tagsMax))
    }

    /// One for two of the 24 hues.
    private static let colourNames = [
        "red", "orange", "yellow", "green", "green", "green", "turquoise", "blue", "blue", "purple", "pink", "pink",
    ]
}

/// Words by the themes that they belong to. Requirement J-207.
enum ThemeWords {
    private static let themes: [(name: String, words: Set<String>)] = [
        ("space", ["space", "rocket", "planet", "planets", "moon", "astronaut", "alien", "stars", "galaxy", "ufo"]),
        ("animals", ["animal", "animals", "cat", "dog", "horse", "lion", "tiger", "elephant", "rabbit", "bear", "cow", "pet"]),
        ("sea", ["sea", "ocean", "fish", "whale", "shark", "boat", "ship", "mermaid", "beach", "octopus", "dolphin"]),
        ("dinosaurs", ["dinosaur", "dinosaurs", "dino", "trex", "fossil"]),
        ("family", ["family", "mum", "mom", "mummy", "dad", "daddy", "grandma", "grandpa", "sister", "brother", "baby"]),
        ("nature", ["tree", "trees", "flower", "flowers", "forest", "garden", "rain", "rainbow", "sun", "mountain", "leaf"]),
        ("vehicles", ["car", "train", "bus", "truck", "tractor", "plane", "bicycle", "bike", "digger"]),
        (
            "fairy tale",
            ["princess", "prince", "castle", "dragon", "knight", "fairy", "unicorn", "witch", "wizard", "king", "queen"]
        ),
        ("birthday", ["birthday", "cake", "party", "present", "presents", "balloon", "balloons"]),
        ("winter", ["snow", "snowman", "winter", "christmas", "santa", "ice"]),
        ("home", ["house", "home", "room", "kitchen", "bed"]),
        ("letters", ["alphabet", "letter", "letters", "abc", "name", "numbers"]),
    ]

    static func themes(in texts: [String]) -> [String] {
        var found = Set<String>()
        for text in texts {
            for word in text.lowercased().split(whereSeparator: { !$0.isLetter }) { found.insert(String(word)) }
        }
        return themes.filter { !$0.words.isDisjoint(with: found) }.map(\.name)
    }
}
