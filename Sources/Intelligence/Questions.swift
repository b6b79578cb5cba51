package import Capture
package import Kernel
package import Studio

/// The captures that a provider is to organise.
package struct OrganiseQuestion: Sendable {
    package struct Item: Sendable {
        package var id: ItemID
        package var content: String

        package init(id: ItemID, content: String) {
            self.id = id
            self.content = content
        }
    }

    /// A question of an earlier run over the same captures, as its person answered it. Requirement O-305.
    package struct Answer: Sendable, Equatable {
        package var question: String
        package var answer: String

        package init(question: String, answer: String) {
            self.question = question
            self.answer = answer
        }
    }

    package var items: [Item]
    package var answers: [Answer]

    package init(items: [Item], answers: [Answer] = []) {
        self.items = items
        self.answers = answers
    }

    /// Everything that is handed over, as bytes: their digest is recorded.
    package var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("items")
            json.array(items) { json, item in
                json.object { json in
                    json.field("item", item.id.text)
                    json.field("content", item.content)
                }
            }
            json.key("answers")
            json.array(answers) { json, answer in
                json.object { json in
                    json.field("question", answer.question)
                    json.field("answer", answer.answer)
                }
            }
        }
        return json.bytes
    }
}

/// The suggestions and questions of a provider, before they are checked.
package struct OrganiseAnswer: Sendable {
    package var suggestions: [OrganiseSuggestion]
    package var questions: [String]
    /// The answer as it came: its digest is recorded.
    package var bytes: [UInt8]
    package var usage: ProviderUsage?

    package init(
        suggestions: [OrganiseSuggestion], questions: [String], bytes: [UInt8], usage: ProviderUsage? = nil
    ) {
        self.suggestions = suggestions
        self.questions = questions
        self.bytes = bytes
        self.usage = usage
    }
}

/// A picture that a provider is to look at, with nothing that says whose it is.
package struct PictureQuestion: Sendable {
    /// Upright, at most `Raster.sideMax` pixels a side.
    package var raster: Raster
    package var category: ArtworkCategory
    /// Of the child on the day of the artwork.
    package var stage: AgeStage
    /// Words that are there: the title, notes and tags.
    package var words: [String]
    /// Resources that the family has had already.
    package var given: [String]
    /// The same picture as JPEG, without what a camera wrote into it; empty for a provider of this machine.
    package var jpeg: [UInt8]
    /// The writing in it, as a model of this machine reads it; empty without such a model. None of it leaves the machine.
    package var lines: [PictureLine]

    package init(
        raster: Raster, category: ArtworkCategory, stage: AgeStage, words: [String] = [], given: [String] = [],
        jpeg: [UInt8] = [], lines: [PictureLine] = []
    ) {
        self.jpeg = jpeg
        self.lines = lines
        self.raster = raster
        self.category = category
        self.stage = stage
        self.words = words
        self.given = given
    }
}

/// A line of writing in a picture.
package struct PictureLine: Sendable, Equatable {
    package var text: String
    /// Of 1,000, as sure as the reader says it is.
    package var confidence: Int

    package init(text: String, confidence: Int) {
        self.text = text
        self.confidence = confidence
    }
}

/// The request for a story, with the words that are known of each artwork.
package struct StoryQuestion: Sendable {
    package struct Picture: Sendable {
        package var artwork: ArtworkID
        /// As a person called it; empty where nobody did.
        package var title: String
        /// The words of an analysis on what it shows; empty where none said. Requirement J-415.
        package var description: String

        package init(artwork: ArtworkID, title: String, description: String = "") {
            self.description = description
            self.artwork = artwork
            self.title = title
        }
    }

    package var pictures: [Picture]
    package var theme: String
    package var names: [Name]
    package var length: StoryLength
    package var note: String
    package var stage: AgeStage
    /// Tells it differently: the version of the story.
    package var seed: UInt64
    /// Names of the family's other children: they do not leave this machine either.
    package var others: [String]
    /// The pictures as JPEG without what a camera wrote into them, beside `pictures`; empty for a provider that looks at none.
    package var jpegs: [[UInt8]]

    package init(
        pictures: [Picture], theme: String, names: [Name], length: StoryLength, note: String, stage: AgeStage,
        seed: UInt64, others: [String] = [], jpegs: [[UInt8]] = []
    ) {
        self.pictures = pictures
        self.theme = theme
        self.names = names
        self.length = length
        self.note = note
        self.stage = stage
        self.seed = seed
        self.others = others
        self.jpegs = jpegs
    }
}

/// A story as a provider tells it, and whether a child may see it.
package struct StoryAnswer: Sendable {
    package var text: StoryText
    package var moderation: Moderation

    package init(text: StoryText, moderation: Moderation) {
        self.text = text
        self.moderation = moderation
    }
}

/// Something that was said, to be written down.
package struct SpeechQuestion: Sendable, Equatable {
    /// A file of a kind that browsers record: WebM, Ogg, MP4, WAV, MP3 or FLAC.
    package var audio: [UInt8]
    package var mediaType: String
    /// ISO 639-1, such as `de`: a guess from two seconds of speech is often wrong.
    package var language: String

    /// Bytes that a provider takes.
    package static let bytesMax = 25_000_000
    /// The kinds that browsers record and people keep.
    package static let mediaTypes = [
        "audio/webm", "audio/ogg", "audio/mp4", "audio/wav", "audio/mpeg", "audio/flac",
    ]

    package init(audio: [UInt8], mediaType: String, language: String) {
        self.audio = audio
        self.mediaType =
            switch mediaType {
            case "video/webm": "audio/webm"
            case "application/ogg": "audio/ogg"
            case "video/mp4", "audio/x-m4a", "audio/m4a", "audio/aac": "audio/mp4"
            case "audio/x-wav", "audio/wave", "audio/vnd.wave": "audio/wav"
            case "audio/mp3": "audio/mpeg"
            case "audio/x-flac": "audio/flac"
            default: mediaType
            }
        self.language = language
    }
}
