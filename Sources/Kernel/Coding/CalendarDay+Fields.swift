/// Days since 1970-01-01, signed: artworks and notes may be older.
extension CalendarDay: FieldValue {
    public static var blank: CalendarDay { CalendarDay(daysSinceEpoch: 0) }
    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var days = Int64(daysSinceEpoch)
        coder.signed(number, name, &days)
        // A day outside of what an Int holds is no day at all; WebAssembly has 32 bits.
        daysSinceEpoch = Int(clamping: days)
    }
}
