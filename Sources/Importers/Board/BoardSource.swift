import Foundation

/// Recognises and reads the boards of other programs, whichever program it was.
enum BoardSource {
    /// The format of `bytes`: an object or a table that only one program writes; nil for none known here.
    ///
    /// Bytes that begin like JSON and do not parse are taken for the most common format, cut off: its reader says where.
    static func format(of bytes: [UInt8]) -> ImportFormat? {
        if FocalboardSource.looksLikeOne(bytes) { return .focalboard }
        guard first(bytes) == UInt8(ascii: "{") else { return WeKanTable.looksLikeOne(bytes) ? .wekan : nil }
        do {
            return try JSONDecoder().decode(Probe.self, from: Data(bytes)).format
        } catch {
            return .trello
        }
    }

    /// Reads what `format(of:)` found, or what somebody says that it is.
    ///
    /// - Parameter name: the file's name without its ending, for a source that has none of its own.
    static func boards(
        _ bytes: [UInt8], _ format: ImportFormat, name: String, path: String
    ) throws(ImportFailure) -> [ForeignBoard] {
        switch format {
        case .wekan where first(bytes) != UInt8(ascii: "{"):
            return [try WeKanTable.read(bytes, name: name, path: path)]
        case .focalboard: return try FocalboardSource.boards(bytes, path: path)
        default: break
        }
        let skipped = SkippedValues()
        var boards: [ForeignBoard]
        switch format {
        case .wekan: boards = [WeKanReader(try decode(WeKanBoard.self, bytes, skipped, path: path)).read()]
        case .planka: boards = [PlankaReader(try decode(PlankaBoard.self, bytes, skipped, path: path)).read()]
        case .deck: boards = try decode(DeckFile.self, bytes, skipped, path: path).boards.map { DeckReader($0).read() }
        default:
            var reader = TrelloReader(try decode(TrelloBoard.self, bytes, skipped, path: path))
            boards = [reader.read()]
        }
        if let line = skipped.notTaken(in: name), !boards.isEmpty { boards[0].leftovers.append(line) }
        return boards
    }

    /// The keys that tell one program's board from another's.
    private struct Probe: Decodable {
        var _format: String?
        var lists: Anything?
        var cards: Anything?
        var stacks: Anything?
        var boards: Anything?
        var item: Anything?
        var included: Anything?

        var format: ImportFormat? {
            if let _format, _format.hasPrefix("wekan-board") { return .wekan }
            if item != nil, included != nil { return .planka }
            if boards != nil || stacks != nil { return .deck }
            return lists != nil && cards != nil ? .trello : nil
        }

        init(from decoder: any Decoder) throws {
            let keys = try decoder.container(keyedBy: Key.self)
            // Another program's key of this name may hold anything.
            _format = keys.contains(._format) ? try? keys.decode(String.self, forKey: ._format) : nil
            func held(_ key: Key) throws -> Anything? { try keys.decodeIfPresent(Anything.self, forKey: key) }
            lists = try held(.lists)
            cards = try held(.cards)
            stacks = try held(.stacks)
            boards = try held(.boards)
            item = try held(.item)
            included = try held(.included)
        }

        private enum Key: String, CodingKey { case _format, lists, cards, stacks, boards, item, included }
    }

    /// The first byte that is neither a byte order mark nor blank.
    private static func first(_ bytes: [UInt8]) -> UInt8? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return bytes[start...].first { !" \t\r\n".utf8.contains($0) }
    }

    /// Decodes JSON, saying what is wrong and where in a person's words.
    ///
    /// - Parameter skipped: gathers the values that could not be read and may be left out.
    static func decode<T: Decodable>(
        _ kind: T.Type, _ bytes: [UInt8], _ skipped: SkippedValues = SkippedValues(), path: String
    ) throws(ImportFailure) -> T {
        do {
            return try skipped.decoder().decode(kind, from: Data(bytes))
        } catch {
            if JSONProblem.stopsTooEarly(bytes) {
                throw .damaged(
                    path: path, place: "its end, after \(bytes.count) bytes",
                    problem: "it stops before its JSON is closed")
            }
            throw .damaged(
                path: path,
                place: JSONProblem.path(of: error)
                    ?? (JSONProblem.isOfOutermost(error) ? "its outermost object" : "one of its \(bytes.count) bytes"),
                problem: JSONProblem.text(of: error))
        }
    }
}

/// A value of which only its being there matters.
struct Anything: Decodable {
    init(from decoder: any Decoder) {}
}

extension Array {
    /// In the order of their places; equal ones as they stand, and those without a place last.
    func inOrder(at place: (Element) -> Double?) -> [Element] {
        let placed = enumerated().map {
            (place: place($0.element) ?? .infinity, offset: $0.offset, element: $0.element)
        }
        return placed.sorted { $0.place != $1.place ? $0.place < $1.place : $0.offset < $1.offset }.map(\.element)
    }
}

/// The bytes that a base64 text encodes; nil when there are none, and for a text that is not base64.
func unpacked(base64 text: String) -> [UInt8]? {
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !data.isEmpty else { return nil }
    return [UInt8](data)
}
