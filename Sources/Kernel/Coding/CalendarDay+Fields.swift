/// Days since 1970-01-01, signed: artworks and notes may be older.
extension CalendarDay: FieldValue {
    public static var blank: CalendarDay { CalendarDay(daysSinceEpoch: 0) }

    /// The years 0 to 9999. Only a foreign journal holds a day outside of them, and it must not bring a reader down.
    private static var daysOfCalendar: ClosedRange<Int64> { -719_528...2_932_896 }

    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var days = Int64(daysSinceEpoch)
        coder.signed(number, name, &days)
        let (first, last) = (Self.daysOfCalendar.lowerBound, Self.daysOfCalendar.upperBound)
        daysSinceEpoch = Int(max(first, min(last, days)))
    }
}
