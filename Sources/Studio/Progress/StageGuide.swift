package import Kernel

/// The suggestions for a stage: the kinds of work to try, what to look for, and the wording of a story.
/// Requirements J-020, J-613.
package struct StageGuide: CanonicalView, Sendable, Equatable {
    package var stage: AgeStage
    /// Most fitting first; the others are not forbidden.
    package var categories: [ArtworkCategory]
    /// Most fitting first; what tips begin with when an analysis says nothing of it.
    package var skills: [Skill]
    /// One sentence a parent can act on.
    package var focus: String
    package var vocabulary: Vocabulary

    /// The wording of a story at a stage.
    package struct Vocabulary: Sendable, Equatable {
        package var words: String
        /// Words in the longest sentence.
        package var sentenceWordsMax: Int
    }

    package init(_ stage: AgeStage) {
        self.stage = stage
        switch stage {
        case .first, .early:
            categories = [.drawing, .painting, .craft]
            skills = [.fineMotor, .colouring, .lineControl]
            focus = "Focus on fine motor skills: holding, colouring, cutting and sticking."
            vocabulary = Vocabulary(words: "everyday words, much repetition", sentenceWordsMax: 8)
        case .late, .beyond:
            categories = [.drawing, .writing, .painting, .craft]
            skills = [.composition, .writing, .creativity]
            focus = "Focus on plan and view: composition, space, and texts with a turn."
            vocabulary = Vocabulary(words: "rich words, comparisons, reasons", sentenceWordsMax: 20)
        case .middle:
            categories = [.drawing, .writing, .worksheet, .craft]
            skills = [.writing, .lineControl, .composition]
            focus = "Focus on letters and first stories: drawing what happens, and writing a sentence below it."
            vocabulary = Vocabulary(words: "simple words, one new word at a time", sentenceWordsMax: 13)
        case .unknown:
            categories = ArtworkCategory.allCases
            skills = [.creativity, .lineControl, .colouring]
            focus = "Say when the child was born, and what is suggested fits its age."
            vocabulary = Vocabulary(words: "simple words, one new word at a time", sentenceWordsMax: 13)
        }
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, stage.words)
        lines.fact(1, "focus", focus)
        var kinds = ""
        for category in categories { kinds += (kinds.utf8.isEmpty ? "" : ", ") + spelled(category.fieldName) }
        lines.fact(1, "try", kinds)
        var names = ""
        for skill in skills { names += (names.utf8.isEmpty ? "" : ", ") + skill.words }
        lines.fact(1, "look for", names)
        lines.fact(
            1, "stories",
            vocabulary.words + ", sentences of up to " + String(vocabulary.sentenceWordsMax) + " words")
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("stage", spelled(stage.fieldName))
            json.field("years", stage.words)
            json.field("focus", focus)
            json.field("categories", categories.map { spelled($0.fieldName) })
            json.field("skills", skills.map { spelled($0.fieldName) })
            json.key("vocabulary")
            json.object { json in
                json.field("words", vocabulary.words)
                json.field("sentenceWordsMax", vocabulary.sentenceWordsMax)
            }
        }
    }
}
