import Exporters
import Kernel
import Notes
import Studio
import Workspace

/// A note as pages: its text as it is meant, its drawings as lines, its pictures.
struct NotePages {
    private let note: NoteView

    init(_ id: NoteID, in source: PublishingSource) throws(PublishingFailure) {
        guard source.view.notes.isVisible(id), let note = source.view.notes.note(id) else { throw .gone(.note) }
        self.note = note
    }

    func pages(from source: PublishingSource, in language: String) throws -> Publication {
        var pages = PageDescription(title: note.title.text, language: language, made: source.made)
        var leftOut: [String] = []
        var body = PlacelessText.of(note.body)
        pages.foot(note.title.text)
        for drawing in note.ink {
            let address = "ink:" + drawing.id.text
            pages.drawing(InkDrawing(id: drawing.id, strokes: drawing.strokes).vectors, as: address)
            body = InkLink.replacing(Ink.anchor(drawing.id), with: "\n\n![](\(address))\n\n", in: body)
        }
        let pictures = note.files.filter { $0.facts.mediaType.hasPrefix("image/") }
        for (index, file) in pictures.enumerated() {
            try source.progress(index, pictures.count + 1)
            guard let picture = try source.picture(PictureOrder(file.facts.digest)) else {
                leftOut.append(file.facts.name.text)
                continue
            }
            let (named, address) = (InkLink.encoded(file.facts.name.text), "file:" + file.id.text)
            pages.image(picture, permille: 500, as: address)
            let isNamed = ["](\(file.facts.name.text))", "](\(named))", "](<\(file.facts.name.text)>)"].contains {
                InkLink.holds(body, $0)
            }
            if isNamed {
                for link in [file.facts.name.text, named, "<\(file.facts.name.text)>"] {
                    body = InkLink.replacing("](\(link))", with: "](\(address))", in: body)
                }
            } else {
                body += "\n\n![](\(address))\n"
            }
        }
        try source.progress(pictures.count, pictures.count + 1)
        pages.page()
        pages.text(.heading1, note.title.text)
        let facts = [note.path, note.tags.map { "#" + $0.text }.joined(separator: " ")].filter { !$0.isEmpty }
        if !facts.isEmpty { pages.text(.small, facts.joined(separator: "  ·  ")) }
        pages.space(6)
        pages.markdown(body)
        let others = note.files.filter { !$0.facts.mediaType.hasPrefix("image/") }.map(\.facts.name.text) + leftOut
        if !others.isEmpty { pages.text(.small, "Attached, and not on these pages: " + others.joined(separator: ", ")) }
        return Publication(name: note.title.text, manuscript: .pages(pages), leftOut: leftOut)
    }
}
