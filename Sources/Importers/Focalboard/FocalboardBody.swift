import Foundation
import Kernel

/// Puts a card's description together from what stands on it.
struct FocalboardBody {
    private var paragraphs: [String] = []
    private var items: [ForeignBoard.Item] = []
    /// Lines that close the description: properties that have no place of their own here.
    var properties: [String] = []
    private var deletedCount = 0

    /// - Parameter files: what lies beside the board, by name.
    mutating func ingest(
        _ block: FocalboardBlock, onto card: inout ForeignBoard.Card, files: [String: SourceTree.Content]
    ) {
        guard (block.deleteAt ?? 0) == 0 else {
            deletedCount += 1
            return
        }
        let text = block.title ?? ""
        switch block.type {
        case "checkbox":
            guard !trimmed(text).isEmpty else { return card.leave("checklist item", "it has no text") }
            let isDone = block.fields?.value.map { value in
                if case .flag(true) = value { true } else { value.texts == ["true"] }
            }
            items.append(
                ForeignBoard.Item(
                    id: block.id, text: text, isDone: isDone ?? false,
                    created: FocalboardDate.instant(block.createAt), stateMark: isDone == true ? "done" : ""))
        case "divider": paragraphs.append("---")
        case "h1": paragraphs.append("# " + text)
        case "h2": paragraphs.append("## " + text)
        case "h3": paragraphs.append("### " + text)
        case "quote": paragraphs.append("> " + text)
        case "list-item": paragraphs.append("- " + text)
        case "image", "attachment", "video":
            ingestFile(block, onto: &card, files)
        case "comment":
            let author = block.createdBy.map { ForeignBoard.Person(id: $0, name: nil) }
            card.comments.append(
                ForeignBoard.Comment(
                    id: block.id, text: text, time: FocalboardDate.instant(block.createAt), author: author))
        case "text": if !trimmed(text).isEmpty { paragraphs.append(text) }
        default:
            // What it is called stays with the card; what kind of thing it was is reported.
            if let link = ForeignBoard.Link("", at: text) {
                paragraphs.append(link.text)
            } else {
                card.leave(block.type ?? "block", "there is no such thing here: \(text.prefix(80))")
            }
        }
    }

    private mutating func ingestFile(
        _ block: FocalboardBlock, onto card: inout ForeignBoard.Card, _ files: [String: SourceTree.Content]
    ) {
        let what = block.type ?? "file"
        let name = block.fields?.fileId ?? "unnamed"
        guard let content = files[name] else {
            if let link = ForeignBoard.Link(block.title ?? "", at: block.fields?.fileId ?? block.title) {
                paragraphs.append(link.text)
                return
            }
            return card.leave(what, "its bytes are not in the archive: \(name)")
        }
        do {
            card.files.append(ForeignBoard.File(id: block.id, name: name, bytes: try content.read()))
            paragraphs.append((what == "image" ? "!" : "") + "[\(what)](\(name))")
        } catch {
            card.leftovers.append(ImportWarning(unreadable: what, at: card.title, reason: describe(error)))
        }
    }

    func finish(_ card: inout ForeignBoard.Card) {
        card.leave("blocks", count: deletedCount, "it was deleted there")
        var parts = paragraphs
        if !properties.isEmpty { parts.append(properties.joined(separator: "\n")) }
        card.description = parts.isEmpty ? "" : parts.joined(separator: "\n\n") + "\n"
        if !items.isEmpty { card.checklists = [ForeignBoard.Checklist(items: items)] }
        card.comments = card.comments.inOrder { $0.time.map { Double($0.microseconds) } }
    }
}
