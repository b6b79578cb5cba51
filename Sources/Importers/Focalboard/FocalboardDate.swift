import Boards
import Foundation
import Kernel

/// A date property of Focalboard: JSON within the JSON, `{"from":1669118400000,"to":…,"includeTime":true}`.
struct FocalboardDate {
    /// Its end, for a range.
    var due: Due
    /// Its beginning, for a range.
    var start: Due?

    private struct Stored: Decodable {
        var from: Double?
        var to: Double?
        var includeTime: Bool?
    }

    init?(_ text: String) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)) else { return nil }
        let from = Self.instant(stored.from)
        let to = Self.instant(stored.to)
        guard let end = to ?? from else { return nil }
        func read(_ instant: Instant) -> Due {
            let exact = Due(utc: instant)
            return stored.includeTime == true ? exact : Due(day: exact.day)
        }
        due = read(end)
        start = to == nil ? nil : from.map(read)
    }

    /// `2022-11-22`, or both ends of a range.
    var text: String { (start.map { $0.text + " to " } ?? "") + due.text }

    /// From milliseconds since 1970; nil for nothing and for what no calendar shows.
    static func instant(_ milliseconds: Double?) -> Instant? {
        guard let milliseconds, milliseconds != 0, milliseconds.magnitude < 253_402_300_800_000 else { return nil }
        return Instant(microseconds: Int64(milliseconds) * 1000)
    }
}
