package import Kernel

/// A card as somebody says it in one line: `Call school tomorrow !high #family`.
///
/// ```
/// !low !medium !high !urgent     how urgent it is
/// #family                        a tag; a number alone, such as #42, is a word
/// today  tomorrow  2026-11-30    the day it is due
/// friday  on friday  by friday  next friday    the next one after today
/// in 3 days  in 2 weeks
/// 3pm  3:30pm  15:00  at 15:00   a time of that day, beside it, where the zone of the person is known
/// "…"                            words as they stand
/// ```
///
/// The last of several days counts, and so does the last urgency; what does not count stays in the title, as does
/// everything else. Where nothing would be left for a title, all of it is the title.
package struct CardPhrase: Sendable, Equatable {
    package private(set) var title: String
    package private(set) var due: Due?
    package private(set) var priority: Priority = .none
    package private(set) var tags: [String] = []

    /// - Parameters:
    ///   - today: where the person is.
    ///   - zone: where the person is, as `Due.zone`; empty where that is not known, and a time of day is a word then.
    /// - Complexity: O(words).
    package init(_ typed: String, today: CalendarDay, zone: String = "") {
        let words = Self.words(of: typed)
        var isTaken = [Bool](repeating: false, count: words.count)
        if let found = Self.lastDue(in: words, today, zone) {
            due = found.due
            for place in found.places { isTaken[place] = true }
        }
        if let place = words.lastIndex(where: { Self.priority($0) != nil }) {
            priority = Self.priority(words[place]) ?? .none
            isTaken[place] = true
        }
        for (place, word) in words.enumerated() {
            // With one more than a card may have it is refused, and further ones are not held against each other.
            guard tags.count <= Limits.tagsMax, let tag = Self.tag(word) else { continue }
            if !tags.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) { tags.append(tag) }
            isTaken[place] = true
        }
        var left = ""
        for (place, word) in words.enumerated() where !isTaken[place] {
            left += (left.utf8.isEmpty ? "" : " ") + word.text
        }
        guard left.utf8.isEmpty else {
            title = left
            return
        }
        title = trimmed(typed)
        due = nil
        priority = .none
        tags = []
    }

    /// Returns the commands that the phrase asks for on one card.
    ///
    /// - Throws: when the title is not one that a card may have.
    package func commands(
        for card: CardID, in column: ColumnID, description: String = "", above next: CardID? = nil
    ) throws(NameFault) -> [BoardCommand] {
        let title = try Name(self.title, graphemesMax: Card.titleGraphemesMax)
        var commands: [BoardCommand] = [.addCard(card, to: column, title: title, description: description, above: next)]
        if let due { commands.append(.scheduleCard(card, due: due)) }
        if priority != .none { commands.append(.prioritiseCard(card, priority)) }
        if !tags.isEmpty { commands.append(.tagCard(card, tags.map { CardTag(colour: .none, label: $0) })) }
        return commands
    }
}

extension CardPhrase {
    private struct Word {
        var text: String
        /// It stood in quotation marks and means only itself.
        var isQuoted: Bool
        /// Without capitals; empty for what is quoted.
        var plain: String { isQuoted ? "" : text.lowercased() }
    }

    private static func words(of typed: String) -> [Word] {
        var words: [Word] = []
        var word = String.UnicodeScalarView()
        var isQuoted = false
        func end(_ wasQuoted: Bool) {
            if !word.isEmpty { words.append(Word(text: String(word), isQuoted: wasQuoted)) }
            word = String.UnicodeScalarView()
        }
        for scalar in typed.unicodeScalars {
            if scalar == "\"", isQuoted || word.isEmpty {
                end(isQuoted)
                isQuoted.toggle()
            } else if scalar.properties.isWhitespace, !isQuoted {
                end(false)
            } else {
                word.append(scalar)
            }
        }
        end(isQuoted)
        return words
    }

    private static func priority(_ word: Word) -> Priority? {
        switch word.plain {
        case "!low": .low
        case "!medium": .medium
        case "!high": .high
        case "!urgent": .urgent
        default: nil
        }
    }

    private static func tag(_ word: Word) -> String? {
        guard !word.isQuoted, word.text.utf8.first == UInt8(ascii: "#") else { return nil }
        let label = String(word.text.unicodeScalars.dropFirst())
        let isNumber = label.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return isNumber || label.utf8.contains(UInt8(ascii: "#")) ? nil : label
    }

    /// The day that is typed where nothing else is asked for, such as `next friday` or `tomorrow 3pm`; nil for anything else.
    package static func due(_ typed: String, today: CalendarDay, zone: String = "") -> Due? {
        let words = words(of: typed)
        guard let found = lastDue(in: words, today, zone), found.places == words.indices else { return nil }
        return found.due
    }

    /// The day that stands last with the time beside it, and the words that say it.
    private static func lastDue(
        in words: [Word], _ today: CalendarDay, _ zone: String
    ) -> (due: Due, places: Range<Int>)? {
        guard let (day, places) = lastDay(in: words, today) else { return nil }
        if !zone.utf8.isEmpty {
            let (before, after) = (places.lowerBound - 1, places.upperBound)
            let isLed = after + 1 < words.count && words[after].plain == "at"
            let behind = isLed ? after + 1 : after
            if behind < words.count, let minute = minuteOfDay(words[behind].plain) {
                return (Due(day: day, minuteOfDay: minute, zone: zone), places.lowerBound..<behind + 1)
            }
            if before >= 0, let minute = minuteOfDay(words[before].plain) {
                let start = before > 0 && words[before - 1].plain == "at" ? before - 1 : before
                return (Due(day: day, minuteOfDay: minute, zone: zone), start..<places.upperBound)
            }
        }
        return (Due(day: day), places)
    }

    /// The minute that `3pm`, `3:30pm` or `15:00` names.
    private static func minuteOfDay(_ word: String) -> Int? {
        var digits = Array(word.utf8)
        var half: Int?
        if digits.count > 2, digits.last == UInt8(ascii: "m") {
            switch digits[digits.count - 2] {
            case UInt8(ascii: "a"): half = 0
            case UInt8(ascii: "p"): half = 12
            default: return nil
            }
            digits.removeLast(2)
        }
        let parts = digits.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 1 && half != nil, let hour = number(parts[0]) else { return nil }
        guard let minute = parts.count == 1 ? 0 : parts[1].count == 2 ? number(parts[1]) : nil, minute < 60 else { return nil }
        guard let half else { return hour < 24 ? hour * 60 + minute : nil }
        return (1...12).contains(hour) ? (hour % 12 + half) * 60 + minute : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...2).contains(digits.count), digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The day that stands last, and the words that say it.
    private static func lastDay(in words: [Word], _ today: CalendarDay) -> (day: CalendarDay, places: Range<Int>)? {
        for place in words.indices.reversed() {
            if let days = span(words, endingAt: place) {
                return (CalendarDay(daysSinceEpoch: today.daysSinceEpoch + days), place - 2..<place + 1)
            }
            guard let day = day(words[place].plain, today) else { continue }
            let isLed = place > 0 && ["on", "by", "next"].contains(words[place - 1].plain)
            return (day, (isLed ? place - 1 : place)..<place + 1)
        }
        return nil
    }

    /// The day that one lowercase word names: `today`, `tomorrow`, `friday` (the next one after today), `2026-11-30`.
    package static func day(_ word: String, _ today: CalendarDay) -> CalendarDay? {
        switch word {
        case "today": return today
        case "tomorrow": return CalendarDay(daysSinceEpoch: today.daysSinceEpoch + 1)
        default: break
        }
        if let weekday = weekdays.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) {
            // Day 0 was a Thursday.
            let now = ((today.daysSinceEpoch + 3) % 7 + 7) % 7
            return CalendarDay(daysSinceEpoch: today.daysSinceEpoch + (weekday - now + 6) % 7 + 1)
        }
        return CalendarDay(text: word)
    }

    /// `in 3 days`, in days.
    private static func span(_ words: [Word], endingAt place: Int) -> Int? {
        guard place >= 2, words[place - 2].plain == "in", let count = Int(words[place - 1].plain), count > 0,
            count <= spanMax
        else { return nil }
        switch words[place].plain {
        case "day", "days": return count
        case "week", "weeks": return 7 * count
        default: return nil
        }
    }

    /// Days or weeks ahead that somebody can mean.
    private static let spanMax = 999
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}
