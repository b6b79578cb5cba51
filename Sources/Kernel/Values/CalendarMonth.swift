/// A month of the calendar, such as a quota counts by and a timeline is grouped by.
public struct CalendarMonth: Hashable, Comparable, Sendable {
    /// Months since January of the year 0.
    public var monthsSinceYearZero: Int

    public init(monthsSinceYearZero: Int) { self.monthsSinceYearZero = monthsSinceYearZero }

    /// Nil unless the year is 0 to 9999 and the month 1 to 12.
    public init?(year: Int, month: Int) {
        guard (0...9999).contains(year), (1...12).contains(month) else { return nil }
        monthsSinceYearZero = year * 12 + month - 1
    }

    public init(of day: CalendarDay) {
        let date = day.civil
        monthsSinceYearZero = date.year * 12 + date.month - 1
    }

    public var year: Int { monthsSinceYearZero / 12 }
    /// 1 to 12.
    public var month: Int { monthsSinceYearZero % 12 + 1 }
    public var next: CalendarMonth { CalendarMonth(monthsSinceYearZero: monthsSinceYearZero + 1) }
    /// Nil for a month outside of the calendar's years 0 to 9999.
    public var firstDay: CalendarDay? { CalendarDay(year: year, month: month, day: 1) }

    public static func < (a: Self, b: Self) -> Bool { a.monthsSinceYearZero < b.monthsSinceYearZero }

    /// `2026-11`.
    public var text: String {
        let digits = String(year)
        let years = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        return years + (month < 10 ? "-0" : "-") + String(month)
    }

    /// Reads the form that `text` writes. Nil for anything else.
    public init?(text: String) {
        guard let day = CalendarDay(text: text + "-01") else { return nil }
        self.init(of: day)
    }
}

extension CalendarMonth: FieldValue {
    public static var blank: CalendarMonth { CalendarMonth(monthsSinceYearZero: 0) }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.month(number, name, &self)
    }
}
