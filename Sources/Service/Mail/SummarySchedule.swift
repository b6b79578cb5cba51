import Foundation
import Kernel
import Studio

/// When a week's summary is due: on one day of the next week, at one hour, where its reader is.
struct SummarySchedule: Sendable {
    /// 0 for Monday.
    let day: Int
    let hour: Int

    static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    init(_ configuration: ServiceConfiguration) {
        day = Self.days.firstIndex(of: configuration.text(.mailDay)) ?? 0
        hour = configuration.number(.mailHour)
    }

    /// The Monday of the latest week whose summary is due; those before it are not sent any more.
    func monday(at now: Instant, in zone: TimeZone) -> CalendarDay {
        let due = Instant(microseconds: now.microseconds - Int64(day * 24 + hour) * 3_600_000_000)
        // The offset is that of now, not of some days ago: an hour of that day is an hour of its clock.
        let offset = Int64(zone.secondsFromGMT(for: now.date)) * 1_000_000
        let passed = utcDay(Instant(microseconds: due.microseconds + offset))
        return CalendarDay(daysSinceEpoch: WeekView.monday(of: passed).daysSinceEpoch - 7)
    }

    /// Where somebody is; in UTC where they never said, or where this machine does not know the zone.
    static func zone(_ name: String?) -> TimeZone {
        name.flatMap { TimeZone(identifier: $0) } ?? TimeZone(secondsFromGMT: 0) ?? .gmt
    }
}
