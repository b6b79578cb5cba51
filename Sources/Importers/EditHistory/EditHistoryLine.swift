import Foundation
import Kernel

/// One line of an edit history, as it stands in the file. `EditHistory.md` says what each field means.
struct EditHistoryLine: Decodable {
    var time: Instant
    var author: String
    var document: String
    var change: Change

    enum Change {
        case create(path: String, text: String)
        case edit([TextRun])
        case move(from: String, to: String)
        case delete
    }

    private enum Key: String, CodingKey {
        case t, a, op, doc, path, text, patches, from, to
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        time = Instant(seconds: try fields.decode(Int64.self, forKey: .t))
        author = try fields.decode(NumberOrText.self, forKey: .a).text
        document = try fields.decode(NumberOrText.self, forKey: .doc).text
        let op = try fields.decode(String.self, forKey: .op)
        switch op {
        case "create":
            change = .create(
                path: try fields.decode(String.self, forKey: .path), text: try fields.decode(String.self, forKey: .text)
            )
        case "edit": change = .edit(try fields.decode([Patch].self, forKey: .patches).map(\.run))
        case "move":
            change = .move(
                from: try fields.decode(String.self, forKey: .from), to: try fields.decode(String.self, forKey: .to))
        case "delete": change = .delete
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .op, in: fields, debugDescription: "“\(op)” is none of create, edit, move and delete")
        }
    }

    /// `[position, deleteCount, insertion]`.
    private struct Patch: Decodable {
        var run: TextRun

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            run = TextRun(
                position: try parts.decode(Int.self), deleteCount: try parts.decode(Int.self),
                insertion: try parts.decode(String.self))
        }
    }
}

/// The first line: what the file is and where it comes from.
struct EditHistoryHeader: Decodable {
    static let kind = "note-journal"

    var kind: String
    /// The name that tells this history from others; the file's name where it is missing.
    var repo: String?
    var under: String?
    /// Names of authors by their number, where they are known.
    var authors: [String: String]?
}

/// An identifier that some write as a number and some as a text.
struct NumberOrText: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do { text = String(try value.decode(Int64.self)) } catch { text = try value.decode(String.self) }
    }
}
