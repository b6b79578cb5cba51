import Foundation

/// Reads Trello's JSON.
enum TrelloSource {
    /// Whether `bytes` could be a board: an object with lists and cards, or one that was cut off before it could show.
    static func looksLikeOne(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let first = bytes[start...].first(where: { !" \t\r\n".utf8.contains($0) }), first == UInt8(ascii: "{")
        else {
            return false
        }
        struct Probe: Decodable {
            var lists: Anything?
            var cards: Anything?
        }
        do {
            let probe = try JSONDecoder().decode(Probe.self, from: Data(bytes))
            return probe.lists != nil && probe.cards != nil
        } catch {
            // Most likely a board's file that was cut off: the reader says what is wrong with it.
            return true
        }
    }

    static func board(_ bytes: [UInt8], path: String) throws(ImportFailure) -> TrelloBoard {
        do {
            return try JSONDecoder().decode(TrelloBoard.self, from: Data(bytes))
        } catch {
            if JSONProblem.stopsTooEarly(bytes) {
                throw .damaged(
                    path: path, place: "its end, after \(bytes.count) bytes",
                    problem: "it stops before its JSON is closed")
            }
            throw .damaged(
                path: path, place: JSONProblem.path(of: error) ?? "one of its \(bytes.count) bytes",
                problem: JSONProblem.text(of: error))
        }
    }
}
