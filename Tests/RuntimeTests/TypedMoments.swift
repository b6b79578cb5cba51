import Foundation
import Kernel
import Runtime
import Testing

@Suite("Moments as people type them (W4)")
struct TypedMoments {
    /// A Wednesday, 25 November 2026, 08:30 in Berlin.
    private let now = Instant(text: "2026-11-25T07:30:00Z")!
    private let berlin = TimeZone(identifier: "Europe/Berlin")!

    private func phrase(_ text: String) -> MomentPhrase? { MomentPhrase(text, now: now, zone: berlin) }

    private func span(_ text: String) -> String? {
        guard case .span(let span) = phrase(text) else { return nil }
        return "\(span.lowerBound.keyText) \(span.upperBound.keyText)"
    }

    @Test func `a number is a record`() {
        #expect(phrase("17")?.start == .sequence(17))
        #expect(phrase("17")?.end == .sequence(17))
    }

    @Test func `a day is the whole day where the person is`() {
        let today = "2026-11-24T23:00:00Z 2026-11-25T22:59:59.999999Z"
        #expect(span("2026-11-25") == today)
        #expect(span("today") == today)
        #expect(span("Yesterday") == "2026-11-23T23:00:00Z 2026-11-24T22:59:59.999999Z")
        #expect(span("tomorrow") == "2026-11-25T23:00:00Z 2026-11-26T22:59:59.999999Z")
    }

    @Test func `a weekday is the last one before today`() {
        #expect(span("tuesday") == span("yesterday"))
        #expect(span("tue") == span("yesterday"))
        #expect(span("wednesday") == span("2026-11-18"))
        #expect(span("thu") == span("2026-11-19"))
    }

    @Test func `a day on which the clock changes has 25 or 23 hours`() {
        #expect(span("2026-10-25") == "2026-10-24T22:00:00Z 2026-10-25T22:59:59.999999Z")
        #expect(span("2026-03-29") == "2026-03-28T23:00:00Z 2026-03-29T21:59:59.999999Z")
    }

    @Test func `a distance counts back from now`() {
        for text in ["-2h", "2h ago", "2 hours ago", "-120m"] {
            #expect(span(text) == "2026-11-25T05:30:00Z 2026-11-25T05:30:00Z", "\(text)")
        }
        #expect(span("-1w") == "2026-11-18T07:30:00Z 2026-11-18T07:30:00Z")
        #expect(span("now") == "2026-11-25T07:30:00Z 2026-11-25T07:30:00Z")
    }

    @Test func `a time without a zone is local and lasts as long as it says`() {
        #expect(span("2026-11-20T18:00") == "2026-11-20T17:00:00Z 2026-11-20T17:00:59.999999Z")
        #expect(span("2026-11-20 18:00:30") == "2026-11-20T17:00:30Z 2026-11-20T17:00:30.999999Z")
        // After the clock was put forward at two.
        #expect(span("2026-03-29T12:00") == "2026-03-29T10:00:00Z 2026-03-29T10:00:59.999999Z")
    }

    @Test func `a time in RFC 3339 is exactly that instant`() {
        #expect(span("2026-11-20T18:00:00Z") == "2026-11-20T18:00:00Z 2026-11-20T18:00:00Z")
        #expect(span("2026-11-20T18:00:00.5+01:00") == "2026-11-20T17:00:00.5Z 2026-11-20T17:00:00.5Z")
    }

    @Test func `anything else is no moment`() {
        for text in ["", "soon", "-2", "-2 moons", "2026-13-01", "hour ago", "-9999999h", "2026-11-20T25:00"] {
            #expect(phrase(text) == nil, "\(text)")
        }
    }

    @Test func `the first and the last moment have a day wherever one is`() {
        for zone in [berlin, .gmt, TimeZone(secondsFromGMT: -11 * 3_600)!] {
            #expect(Instant(microseconds: .max).day(in: zone) > Instant(microseconds: .min).day(in: zone))
        }
    }

    @Test func `every word of a day reads the same in UTC`() throws {
        let utc = try #require(MomentPhrase("2026-11-25", now: now, zone: .gmt))
        #expect(utc.start == .time(Instant(text: "2026-11-25")!))
        #expect(utc.end == .time(Instant(text: "2026-11-25T23:59:59.999999Z")!))
    }
}
