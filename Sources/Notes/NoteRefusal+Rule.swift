extension NoteRefusal {
    /// The rule that said no, without what it said no to. Its name is what programs go by: never changed, never reused.
    package enum Rule: String, Sendable, CaseIterable {
        case noSuchFolder, noSuchNote, noSuchInk, noSuchAttachment, nameTaken, folderIntoItself, tooDeep
        case notASibling, folderInTrash, noteInTrash, folderNotEmpty, anchorMissing, strokeMalformed
        case strokeRewritten, strokeGone, digestMalformed, attachmentTaken, badText, notYetThere, tooManyFolders
        case tooManyNotes, tooManyTags, tooManyInks, tooManyStrokes, tooManyAttachments
        case recognitionTooLong, languageMalformed, recognitionOutdated, folderHasFiles, linesMismatched
        case badPictureText
    }

    package var rule: Rule {
        switch self {
        case .noSuchFolder: .noSuchFolder
        case .noSuchNote: .noSuchNote
        case .noSuchInk: .noSuchInk
        case .noSuchAttachment: .noSuchAttachment
        case .nameTaken: .nameTaken
        case .folderIntoItself: .folderIntoItself
        case .tooDeep: .tooDeep
        case .notASibling: .notASibling
        case .folderInTrash: .folderInTrash
        case .noteInTrash: .noteInTrash
        case .folderNotEmpty: .folderNotEmpty
        case .folderHasFiles: .folderHasFiles
        case .anchorMissing: .anchorMissing
        case .strokeMalformed: .strokeMalformed
        case .strokeRewritten: .strokeRewritten
        case .strokeGone: .strokeGone
        case .recognitionTooLong: .recognitionTooLong
        case .languageMalformed: .languageMalformed
        case .linesMismatched: .linesMismatched
        case .recognitionOutdated: .recognitionOutdated
        case .digestMalformed: .digestMalformed
        case .attachmentTaken: .attachmentTaken
        case .text: .badText
        case .pictureText: .badPictureText
        case .notYetThere: .notYetThere
        case .tooManyFolders: .tooManyFolders
        case .tooManyNotes: .tooManyNotes
        case .tooManyTags: .tooManyTags
        case .tooManyInks: .tooManyInks
        case .tooManyStrokes: .tooManyStrokes
        case .tooManyAttachments: .tooManyAttachments
        }
    }

    /// The name of the rule in a problem document, such as `tooManyAttachments`.
    package var name: String { rule.rawValue }
}
