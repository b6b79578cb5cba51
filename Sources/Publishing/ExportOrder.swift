package import Notes
package import Studio

/// A thing that is to be taken away, and the form of the file.
package struct ExportOrder: Sendable, Equatable {
    package var subject: Subject
    package var format: ExportFormat
    /// Of the texts, as BCP 47 has it, such as `en` or `pt-BR`.
    package var language: String

    package static let languageUsual = "en"

    /// - Throws: `PublishingFailure` for a form that the thing is not had in, or a language that is none.
    package init(_ subject: Subject, as format: ExportFormat? = nil, in language: String = languageUsual)
        throws(PublishingFailure)
    {
        let kind = subject.kind
        guard let usual = kind.formats.first else { throw .noSuchFormat(kind, format ?? .pdf) }
        if let format, !kind.formats.contains(format) { throw .noSuchFormat(kind, format) }
        guard Self.isLanguage(language) else { throw .badLanguage(language) }
        self.subject = subject
        self.format = format ?? usual
        self.language = language
    }

    private static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return false
        }
        return parts.count <= 4
            && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    }

    /// The thing that is taken away.
    package enum Subject: Sendable, Equatable {
        case story(StoryID)
        case progress(ChildID)
        case note(NoteID)
        case timeline(ArtworkFilter)

        package var kind: ExportKind {
            switch self {
            case .story: .story
            case .progress: .progress
            case .note: .note
            case .timeline: .timeline
            }
        }
    }
}

/// A kind of thing that can be taken away.
package enum ExportKind: String, Sendable, CaseIterable {
    case story, progress, note, timeline

    /// The forms that it can be had in; the first is the usual one.
    package var formats: [ExportFormat] {
        switch self {
        case .story: [.pdf, .epub, .opus]
        case .progress, .note: [.pdf]
        case .timeline: [.html, .webm, .mp4]
        }
    }
}

/// The form of a file.
package enum ExportFormat: String, Sendable, CaseIterable {
    case pdf, epub, opus, html, webm, mp4

    package var mediaType: String {
        switch self {
        case .pdf: "application/pdf"
        case .epub: "application/epub+zip"
        case .opus: "audio/ogg"
        case .html: "text/html; charset=utf-8"
        case .webm: "video/webm"
        case .mp4: "video/mp4"
        }
    }
}
