package import Kernel
package import Studio
package import Workspace

/// Something written and ready to be made into a file.
package struct Publication: Sendable {
    /// The name of the file, without the form.
    package var name: String
    package var manuscript: Manuscript
    /// Pictures that are not in it, by their names; each stays what it was.
    package var leftOut: [String]

    package enum Manuscript: Sendable {
        /// Pages to be set as PDF.
        case pages(PageDescription)
        /// Pages to be shown one after the other.
        case film(PageDescription)
        /// A text to be spoken.
        case speech(String)
        case file([UInt8])
    }
}

/// The material of publications: a workspace as it is now, and its pictures.
package struct PublishingSource {
    package let view: WorkspaceView
    package let today: CalendarDay
    package let made: Instant
    /// A picture as its person edited it; nil where it cannot be decoded or is gone.
    package let picture: (PictureOrder) throws -> PublishedPicture?
    /// Told how much of it is done; throws where nobody wants it any more.
    package let progress: (_ done: Int, _ all: Int) throws -> Void

    package init(
        _ view: WorkspaceView, today: CalendarDay, made: Instant,
        picture: @escaping (PictureOrder) throws -> PublishedPicture?,
        progress: @escaping (_ done: Int, _ all: Int) throws -> Void = { _, _ in }
    ) {
        self.view = view
        self.today = today
        self.made = made
        self.picture = picture
        self.progress = progress
    }
}

/// A picture that is asked for.
package struct PictureOrder: Sendable, Equatable {
    /// SHA-256 of the original.
    package var digest: [UInt8]
    package var recipe: EditRecipe
    /// Pixels on its longer side; a smaller picture stays as it is.
    package var sideMax: Int
    /// True for PNG, false for JPEG.
    package var isPNG: Bool

    /// Pixels on the longer side of a picture on a page.
    package static let sideMax = 2_048

    package init(_ digest: [UInt8], _ recipe: EditRecipe = .untouched, sideMax: Int = sideMax, isPNG: Bool = false) {
        self.digest = digest
        self.recipe = recipe
        self.sideMax = sideMax
        self.isPNG = isPNG
    }
}

/// A picture for a page, upright, cropped as its person wished, and with nothing that a camera wrote into it.
package struct PublishedPicture: Sendable, Equatable {
    package var widthPixels: Int
    package var heightPixels: Int
    package var bytes: [UInt8]

    package init(widthPixels: Int, heightPixels: Int, bytes: [UInt8]) {
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        self.bytes = bytes
    }
}

extension ExportOrder {
    /// Writes what was ordered, as far as that needs no other program.
    ///
    /// - Throws: `PublishingFailure`; what the source throws.
    /// - Complexity: O(what is in it); a picture at a time is decoded.
    package func publication(from source: PublishingSource) throws -> Publication {
        switch subject {
        case .story(let id):
            let book = try StoryBook(id, in: source)
            switch format {
            case .epub: return try book.epub(from: source, in: language)
            case .opus: return Publication(name: book.title, manuscript: .speech(book.words), leftOut: [])
            default: return try book.pages(from: source, in: language)
            }
        case .progress(let child): return try ProgressReport(of: child, in: source).pages(made: source.made, in: language)
        case .note(let id): return try NotePages(id, in: source).pages(from: source, in: language)
        case .timeline(let filter):
            let book = try TimelineBook(filter, in: source, isFilm: format != .html)
            return format == .html ? try book.page(from: source, in: language) : try book.film(from: source, in: language)
        }
    }
}

/// `2 November 2026`.
func spoken(_ day: CalendarDay) -> String {
    let month = CalendarMonth(of: day)
    return String(day.civil.day) + " " + monthName(month) + " " + String(month.year)
}
