/// Days since 1970-01-01, signed: artworks and notes may be older.
extension CalendarDay: FieldValue {
    public static var blank: CalendarDay { CalendarDay(daysSinceEpoch: 0) }

    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        coder.day(number, name, &self)
    }
}
