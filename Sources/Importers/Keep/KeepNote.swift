import Foundation
import Kernel

/// One note of Google Keep, as Takeout writes it. What is missing in an old export is nil.
struct KeepNote: Decodable {
    var title: String?
    var textContent: String?
    var listContent: [Item]?
    var labels: [Label]?
    var annotations: [Annotation]?
    var attachments: [Attachment]?
    var sharees: [Sharee]?
    var color: String?
    var isTrashed: Bool?
    var isPinned: Bool?
    var isArchived: Bool?
    var createdTimestampUsec: Int64?
    var userEditedTimestampUsec: Int64?

    struct Item: Decodable {
        var text: String?
        var isChecked: Bool?
    }
    struct Label: Decodable { var name: String }
    /// A page that Keep shows below a note, because its address stands in the text or was shared.
    struct Annotation: Decodable {
        var title: String?
        var url: String?
        var description: String?
    }
    struct Attachment: Decodable {
        var filePath: String
        var mimetype: String?
    }
    struct Sharee: Decodable {}

    var created: Instant? { (createdTimestampUsec ?? userEditedTimestampUsec).map(Instant.init(microseconds:)) }
    var updated: Instant? { (userEditedTimestampUsec ?? createdTimestampUsec).map(Instant.init(microseconds:)) }

    /// True if it is a note at all: any JSON object would do otherwise.
    var isOne: Bool {
        created != nil && (title != nil || textContent != nil || listContent != nil || attachments != nil)
    }

    /// Returns whether `bytes` look like one from afar.
    static func looksLikeOne(_ bytes: some Collection<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("\"isTrashed\"") && text.contains("TimestampUsec\"")
    }

    /// So many addresses are looked for in the text; further ones, of which no person's note has any, stand below it in
    /// any case.
    private static let annotationsLookedFor = 100

    /// Text, check list and the addresses that stand in neither, with what Keep shows of their pages.
    var body: String { text.body }

    /// The number of pages whose address stands in the text already, and what Keep shows of them does not.
    var previewCount: Int { text.previewCount }

    private var text: (body: String, previewCount: Int) {
        var previewCount = 0
        var parts: [String] = []
        if let textContent, !textContent.isEmpty { parts.append(textContent) }
        let items = (listContent ?? []).map { item in
            let lines = (item.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            return "- [\(item.isChecked == true ? "x" : " ")] " + lines.joined(separator: "\n    ")
        }
        if !items.isEmpty { parts.append(items.joined(separator: "\n")) }
        let said = parts.joined(separator: "\n")
        let links = (annotations ?? []).enumerated().compactMap { number, annotation -> String? in
            guard let url = annotation.url, !url.isEmpty else { return nil }
            let description = annotation.description ?? ""
            if number < Self.annotationsLookedFor, said.contains(url) {
                if !description.isEmpty, !said.contains(description) { previewCount += 1 }
                return nil
            }
            let more = InlineText(InlinePiece.pieces(of: description)).lines().joined(separator: " ")
            let end = more.isEmpty ? "" : ": " + more
            guard let title = annotation.title, !title.isEmpty else { return "<\(MarkdownAddress.encoded(url))>" + end }
            let shown = InlineText(InlinePiece.pieces(of: title)).lines(isInLink: true).joined(separator: " ")
            return "[\(shown)](\(MarkdownAddress.encoded(url)))" + end
        }
        if !links.isEmpty { parts.append(links.joined(separator: "\n")) }
        return (parts.joined(separator: "\n\n"), previewCount)
    }
}
