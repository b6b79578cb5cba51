import Foundation
import NIOHTTP1

/// When a question is asked again, and after how long.
///
/// - Source: the clients that the providers publish: 408, 409, 429 and everything from 500 on, `retry-after-ms` before
///   `Retry-After` before half a second doubled each time, with a quarter taken off by chance.
enum RetryPolicy {
    static let triesMax = 3
    /// Longer than a person waits: then the answer is that it has too much to do.
    static let waitMax: Double = 20

    /// Seconds to wait before the next try; nil for a status that stays as it is.
    ///
    /// - Parameters:
    ///   - status: of the answer; nil where there was none.
    ///   - tries: those so far, at least one.
    ///   - chance: from 0 to 1.
    static func seconds(after status: Int?, _ headers: HTTPHeaders, tries: Int, chance: Double, at now: Date) -> Double? {
        if let status, !isTemporary(status, headers) { return nil }
        if let asked = asked(headers, at: now) { return max(0, asked) }
        let doubled = min(8, 0.5 * Double(1 << min(10, tries - 1)))
        return doubled * (1 - 0.25 * chance)
    }

    private static func isTemporary(_ status: Int, _ headers: HTTPHeaders) -> Bool {
        switch headers.first(name: "x-should-retry") {
        case "true": true
        case "false": false
        default: status == 408 || status == 409 || status == 429 || status >= 500
        }
    }

    /// As the provider says: in milliseconds, in seconds or as a date.
    private static func asked(_ headers: HTTPHeaders, at now: Date) -> Double? {
        if let text = headers.first(name: "retry-after-ms"), let milliseconds = Double(text), milliseconds.isFinite {
            return milliseconds / 1_000
        }
        guard let text = headers.first(name: "Retry-After") else { return nil }
        if let seconds = Double(text), seconds.isFinite { return seconds }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text)?.timeIntervalSince(now)
    }
}
