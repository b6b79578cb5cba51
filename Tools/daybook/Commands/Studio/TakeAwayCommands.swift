import ArgumentParser
import Foundation
import Kernel
import Publishing
import Studio
import Workspace

/// The options of a file that is taken away.
struct TakeAwayOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The file; its ending says the form. As the thing is called, here, by default.", valueName: "file"),
        completion: .file())
    var file: String?
    @Option(help: ArgumentHelp("The form, where the file does not say it.", valueName: "form")) var format: ExportFormat?
    @Option(help: ArgumentHelp("The language of the texts, such as de. (default: en)", valueName: "language"))
    var language = ExportOrder.languageUsual
    @Flag(help: "Replace a file that is there.") var force = false

    func order(_ subject: ExportOrder.Subject) throws(PublishingFailure) -> ExportOrder {
        let ending = file.flatMap { ExportFormat(rawValue: URL(filePath: $0).pathExtension.lowercased()) }
        return try ExportOrder(subject, as: format ?? ending, in: language)
    }
}

extension ExportFormat: ExpressibleByArgument {}

struct ExportStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes a story as a picture book: PDF, EPUB, or read aloud as Opus.",
        discussion: """
            PDF has its fonts in it; EPUB is the accessible edition, with words for every picture. Pictures go in as they were \
            edited, at most 2,048 pixels, without what a camera wrote into them. A pdf needs the files that come with Daybook; \
            opus needs espeak-ng and opus-tools.
            """)

    @Argument(help: "Which story.") var ref: String
    @OptionGroup var options: TakeAwayOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.takeAway(options) { view in .story(try view.story(ref)) }
    }
}

/// A child's progress.
struct ProgressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progress", abstract: "Takes a child's progress along.", subcommands: [ExportProgress.self])
}

struct ExportProgress: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes a child's progress as a report for a teacher: PDF.",
        discussion: """
            Each measure as a number beside a bar, with its months and its method; no birthday and no notes. `daybook show progress` \
            says the same at the terminal.
            """)

    @Argument(help: "Which child.") var ref: String
    @OptionGroup var options: TakeAwayOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.takeAway(options) { view in .progress(try view.child(ref)) }
    }
}

/// A single note.
struct NoteCommandGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Takes a single note along.", subcommands: [ExportNote.self])
}

struct ExportNote: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes a note with its ink and its pictures: PDF.",
        discussion: "Ink stays lines, as sharp as the printer is. `daybook export` writes all notes as Markdown and SVG.")

    @Argument(help: "Which note.") var ref: String
    @OptionGroup var options: TakeAwayOptions
    @Flag(help: "As PDF, which is how a note is written anyway.") var pdf = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.takeAway(options) { view in .note(try view.note(ref)) }
    }
}

/// The timeline.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Takes the timeline along.", subcommands: [ExportTimeline.self])
}

struct ExportTimeline: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes the timeline as one page that needs nothing else, or as a film.",
        discussion: """
            HTML has its pictures in it, runs nothing and fetches nothing. webm needs vpx-tools, mp4 needs ffmpeg: a slideshow \
            with cross-fades, without sound.
            """)

    @OptionGroup var options: TakeAwayOptions
    @OptionGroup var which: ArtworkFilterOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.takeAway(options) { view in .timeline(try which.filter { try view.child($0) }) }
    }
}
