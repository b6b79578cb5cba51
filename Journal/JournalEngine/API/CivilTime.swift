/// Server time as people read it in a report: `2026-11-21 07:04:05 UTC`.
struct CivilTime: CustomStringConvertible {
    private let microseconds: Int64

    init(_ microseconds: Int64) { self.microseconds = max(microseconds, .min + 1_000_000) }

    var description: String {
        let seconds = (microseconds - floorModulo(microseconds, 1_000_000)) / 1_000_000
        let day = (seconds - floorModulo(seconds, 86_400)) / 86_400
        let rest = floorModulo(seconds, 86_400)
        let (year, month, dayOfMonth) = Self.date(day)
        return "\(year)-\(padded(month))-\(padded(dayOfMonth)) "
            + "\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60)) UTC"
    }

    /// The Gregorian date of a day since 1970-01-01 (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let civilMonth = month < 10 ? month + 3 : month - 9
        return (year + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, ofYear - (153 * month + 2) / 5 + 1)
    }

    private func floorModulo(_ value: Int64, _ modulus: Int64) -> Int64 {
        let rest = value % modulus
        return rest < 0 ? rest + modulus : rest
    }

    private func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
