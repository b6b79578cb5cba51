import Kernel
import Notes

/// A document of ink as the note that it becomes: its text in parts, some of which are the anchors of drawings.
struct InkNote {
    enum Part {
        case text(String)
        case ink(InkID, [InkDocument.Line], key: String)
    }

    /// Each with the blank line that parts it from the one before.
    private(set) var parts: [(text: String, part: Part)] = []
    private(set) var pictures: [Picture] = []
    let ids: DerivedIdentifiers

    struct Picture {
        var id: AttachmentID
        var facts: FileFacts
        var bytes: [UInt8]
    }

    init(_ file: InkSource.File, ids: DerivedIdentifiers) {
        self.ids = ids
        let document = file.document
        for (page, sheet) in document.pages.enumerated() {
            if document.pages.count > 1 { append("## \(page + 1)") }
            for (number, layer) in sheet.layers.enumerated() where !layer.isEmpty {
                if !layer.name.isEmpty, sheet.layers.count > 1 { append("### " + plainMarkdown(trimmed(layer.name))) }
                ingest(layer, key: file.path + "#page \(page + 1), layer \(number + 1)", path: file.path)
            }
        }
        for annotation in document.annotations { append(annotation) }
    }

    private mutating func ingest(_ layer: InkDocument.Layer, key: String, path: String) {
        if !layer.strokes.isEmpty {
            let id: InkID = ids.id("ink", key)
            append(Ink.anchor(id), .ink(id, layer.strokes, key: key))
        }
        for picture in layer.pictures { attach(picture, path: path) }
        let boxes = layer.texts.enumerated().sorted { left, right in
            (left.element.y, left.element.x, left.offset) < (right.element.y, right.element.x, right.offset)
        }
        for (_, box) in boxes where !box.markdown.isEmpty { append(box.markdown) }
    }

    private mutating func attach(_ picture: InkDocument.Picture, path: String) {
        let kind = PictureKind(picture.bytes)
        let name = "picture-\(pictures.count + 1)." + (kind?.ending ?? "bin")
        let digest = sha256(picture.bytes)
        pictures.append(
            Picture(
                id: ids.id("attachment", hex(digest) + "/" + path + "/" + name),
                facts: FileFacts(
                    name: Name(recorded: name), mediaType: kind?.mediaType ?? "application/octet-stream",
                    sizeBytes: picture.bytes.count, digest: digest),
                bytes: picture.bytes))
        append("![\(name)](\(name))")
    }

    private mutating func append(_ text: String, _ part: Part? = nil) {
        parts.append(((parts.isEmpty ? "" : "\n") + text + "\n", part ?? .text(text)))
    }

    var text: String { parts.map(\.text).joined() }

    /// The text where only these drawings have their anchors.
    func text(withInk isWanted: (InkID) -> Bool) -> String {
        parts.filter { part in
            if case .ink(let id, _, _) = part.part { isWanted(id) } else { true }
        }.map(\.text).joined()
    }

    var textWithoutInk: String { text { _ in false } }

    /// Every drawing with the Unicode scalars that stand before its anchor once all of the text is there.
    var inks: [(id: InkID, lines: [InkDocument.Line], key: String, anchor: String, position: Int)] {
        var position = 0
        var found: [(id: InkID, lines: [InkDocument.Line], key: String, anchor: String, position: Int)] = []
        for (text, part) in parts {
            if case .ink(let id, let lines, let key) = part { found.append((id, lines, key, text, position)) }
            position += text.unicodeScalars.count
        }
        return found
    }
}
