import Foundation
import HTTPTypes
import Hummingbird
import Kernel

/// The language that a reader's browser asks for, for days in words.
struct ReaderLanguage: Sendable {
    /// Of BCP 47, such as `de-AT`.
    let tag: String
    private let style: Date.FormatStyle

    /// The longest tag that is looked at: RFC 5646, section 4.4.1.
    private static let tagBytesMax = 35

    /// English where nothing is asked for that is a language.
    init(_ accepted: String) {
        let first = accepted.split(separator: ",").first?.split(separator: ";").first ?? ""
        let asked = trimmed(String(first))
        let isTag = asked.utf8.count <= Self.tagBytesMax && asked.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil
        tag = isTag ? asked : "en"
        style = Date.FormatStyle(
            date: .long, time: .omitted, locale: Locale(identifier: tag), calendar: Calendar(identifier: .gregorian),
            timeZone: .gmt)
    }

    init(of request: Request) { self.init(request.headers[.acceptLanguage] ?? "") }

    /// Returns a day as people write it, such as `28. November 2026`.
    func words(for day: CalendarDay) -> String {
        Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400).formatted(style)
    }
}
