package import Kernel
package import Notes

/// The facts about notes that Markdown files and their folders cannot hold: `notes.json`.
package struct NotesFile: OpenFile, Equatable {
    package static let kind = "daybook-notes"
    package static let version = 1
    package static let fileName = "notes.json"

    package var kind: String = Self.kind
    package var version: Int = Self.version
    /// Parents before what they hold.
    package var folders: [Folder] = []
    package var notes: [Note] = []
    /// In the order in which they were attached.
    package var files: [Attachment] = []

    package init() {}

    package struct Folder: Codable, Equatable, Sendable {
        package var id: Written<FolderID>
        package var name: String
        /// The former names, the oldest first.
        package var formerNames: [String]
        package var parent: Written<FolderID>?
        package var path: String
        package var trashed: Bool
        /// Among those of its siblings that were put in order by hand, from 0; nil: it stands by name.
        package var place: Int?
        package var created: WrittenAttribution
        package var updated: WrittenAttribution
    }

    package struct Note: Codable, Equatable, Sendable {
        package var id: Written<NoteID>
        package var title: String
        package var formerTitles: [String]
        package var folder: Written<FolderID>?
        /// The Markdown file, from the root of the export.
        package var file: String
        package var tags: [String]
        package var pinned: Bool
        package var trashed: Bool
        package var created: WrittenAttribution
        package var updated: WrittenAttribution
        package var opened: Written<Instant>?
        package var ink: [Ink]
        /// Links by identifier that the file has as paths; missing where there are none.
        package var links: [Link]?
    }

    /// Both with the characters around them.
    package struct Link: Codable, Equatable, Sendable {
        /// As the note has it: `(daybook:UUID)`.
        package var address: String
        /// As the Markdown file has it: `(Bread.md)`.
        package var written: String
    }

    package struct Ink: Codable, Equatable, Sendable {
        package var id: Written<InkID>
        /// The SVG file, from the root of the export.
        package var file: String
        /// The link that stands in the Markdown in place of the drawing's anchor.
        package var link: String
        /// The handwriting recognised in the drawing; missing when nobody has tried.
        package var recognised: Recognised?
    }

    package struct Recognised: Codable, Equatable, Sendable {
        package var text: String
        package var recogniser: String
        package var version: String
        package var language: String?
        /// The digest of the strokes that were read: sixteen hexadecimal digits, see `InkDigest`.
        package var state: String
        /// Where each line stands, and what else it may be; missing where the recogniser did not say.
        package var lines: [RecognisedLine]?

        init(_ recognition: Recognition) {
            text = recognition.text
            recogniser = recognition.recogniser.text
            version = recognition.version.text
            language = recognition.language
            state = recognition.state.text
            lines = recognition.lines.isEmpty ? nil : recognition.lines.map { RecognisedLine($0) }
        }
    }

    /// A line of recognised handwriting: the box around its strokes, in hundredths of a point.
    package struct RecognisedLine: Codable, Equatable, Sendable {
        package var left: Int
        package var top: Int
        package var width: Int
        package var height: Int
        package var confidence: Int
        package var others: [String]

        init(_ line: Recognition.Line) {
            (left, top, width, height) = (line.left, line.top, line.width, line.height)
            (confidence, others) = (line.confidence, line.others)
        }

        package var line: Recognition.Line {
            Recognition.Line(left: left, top: top, width: width, height: height, confidence: confidence, others: others)
        }
    }

    package struct Attachment: Codable, Equatable, Sendable {
        package var id: Written<AttachmentID>
        package var folder: Written<FolderID>?
        package var note: Written<NoteID>?
        package var facts: OpenFileFacts
        package var added: WrittenAttribution
        /// The text that was read from a picture; missing where nobody had it read.
        package var read: ReadText?
    }

    /// The text of a picture, and the box around each of its lines in pixels of it.
    package struct ReadText: Codable, Equatable, Sendable {
        package var text: String
        package var reader: String
        package var version: String
        package var width: Int
        package var height: Int
        package var lines: [ReadLine]

        init(_ read: PictureText) {
            (text, reader, version) = (read.text, read.reader.text, read.version.text)
            (width, height) = (read.width, read.height)
            lines = read.lines.map { ReadLine($0) }
        }
    }

    package struct ReadLine: Codable, Equatable, Sendable {
        package var left: Int
        package var top: Int
        package var width: Int
        package var height: Int
        package var confidence: Int
        /// Further readings; missing where there are none.
        package var others: [String]?

        init(_ line: PictureText.Line) {
            (left, top, width, height) = (line.left, line.top, line.width, line.height)
            confidence = line.confidence
            others = line.others.isEmpty ? nil : line.others
        }

        package var line: PictureText.Line {
            PictureText.Line(
                left: left, top: top, width: width, height: height, confidence: confidence, others: others ?? [])
        }
    }
}
