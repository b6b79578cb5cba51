import Exporters
import Foundation
package import Kernel
package import Publishing
package import Runtime
package import Workspace

/// Makes files that families take away, for a service and for a terminal alike.
package struct ExportRenderer: Sendable {
    private let pictures: PictureDecoder
    private let programs: ExportPrograms

    /// With the limits that a service has where nobody set others.
    package static let usual = ExportRenderer(.usual)

    init(_ pictures: PictureDecoder, programs: ExportPrograms = ExportPrograms()) {
        self.pictures = pictures
        self.programs = programs
    }

    /// The material of files.
    package struct Source {
        package var view: WorkspaceView
        package var today: CalendarDay
        package var now: Instant
        /// The bytes of an attached file.
        package var file: (Digest) throws -> [UInt8]

        package init(_ view: WorkspaceView, today: CalendarDay, now: Instant, file: @escaping (Digest) throws -> [UInt8]) {
            self.view = view
            self.today = today
            self.now = now
            self.file = file
        }
    }

    /// Makes a file. Blocks until it is made; nothing of it comes to a disk.
    ///
    /// - Parameters:
    ///   - progress: told how much is done.
    ///   - isCancelled: asked at least every second, and between two pictures.
    /// - Throws: `PublishingFailure`; what the machine says. What it would be made of is as it was.
    package func file(
        _ order: ExportOrder, from source: Source, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in },
        isCancelled: () -> Bool = { false }
    ) throws -> ExportedFile {
        try withoutActuallyEscaping(progress) { progress in
            try withoutActuallyEscaping(isCancelled) { isCancelled in
                try make(order, source, progress, isCancelled)
            }
        }
    }

    private func make(
        _ order: ExportOrder, _ source: Source, _ progress: @escaping (Int, Int) -> Void, _ isCancelled: @escaping () -> Bool
    ) throws -> ExportedFile {
        let publication = try order.publication(
            from: PublishingSource(
                source.view, today: source.today, made: source.now,
                picture: { try picture($0, source.file) },
                progress: { done, all in
                    if isCancelled() { throw PublishingFailure.cancelled }
                    progress(done, all)
                }))
        var notes = publication.leftOut.map { "\($0): its picture cannot be read, and is not in the file" }
        let bytes: [UInt8]
        switch publication.manuscript {
        case .file(let made): bytes = made
        case .pages(let pages):
            bytes = try programs.pdf(pages, isCancelled)
            notes += MissingLetters.words(in: bytes).map { [$0] } ?? []
        case .film(let pages): bytes = try programs.film(pages, as: order.format, isCancelled)
        case .speech(let text):
            bytes = try programs.speech(text, called: publication.name, in: order.language, isCancelled)
        }
        return ExportedFile(
            name: FileNaming.name(of: publication.name, ending: "." + order.format.rawValue),
            mediaType: order.format.mediaType, notes: notes, bytes: bytes)
    }

    /// Nil for one that is gone or cannot be decoded: what is left of a book is worth having.
    private func picture(_ order: PictureOrder, _ file: (Digest) throws -> [UInt8]) throws -> PublishedPicture? {
        guard let digest = Digest(bytes: order.digest) else { return nil }
        do {
            return try pictures.published(try file(digest), as: order)
        } catch let problem as ProblemDocument where problem.name == PictureDecoder.undecodable.name {
            return nil
        } catch let failure as RuntimeFailure {
            switch failure {
            case .blobMissing, .blobAltered, .blobKeyMissing: return nil
            default: throw failure
            }
        }
    }
}

/// A file to be taken away.
package struct ExportedFile: Sendable, Equatable {
    package var name: String
    package var mediaType: String
    /// A sentence for each thing that is not in it as it should be.
    package var notes: [String]
    package var bytes: [UInt8]
}

/// The characters that no font here has, as `typeset` says them behind its pages.
enum MissingLetters {
    private static let lineBytesMax = 600

    /// Nil where none is missing.
    static func words(in pdf: [UInt8]) -> String? {
        let end = String(decoding: pdf.suffix(lineBytesMax), as: UTF8.self)
        guard let line = end.split(separator: "\n").last(where: { $0.hasPrefix("%daybook ") }),
            let word = line.split(separator: " ").first(where: { $0.hasPrefix("missing=") })
        else { return nil }
        let letters = word.dropFirst("missing=".count).split(separator: ",").compactMap { UInt32($0, radix: 16) }
            .compactMap(Unicode.Scalar.init).map { String($0) }
        guard !letters.isEmpty else { return nil }
        return "no font here has \(letters.joined(separator: " ")); the keeper of the machine installs fonts-noto-core, "
            + "fonts-noto-cjk or fonts-noto-color-emoji"
    }
}
