import Kernel

/// A name of another program as one that can stand here.
enum ForeignTitle {
    /// On one line, without control characters, no longer than names are. Nil when nothing is left.
    static func name(_ text: String) -> Name? {
        var words = String.UnicodeScalarView()
        var isBetween = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F {
                isBetween = !words.isEmpty
                continue
            }
            if isBetween { words.append(" ") }
            isBetween = false
            words.append(scalar)
        }
        return named(String(words))
    }

    private static func named(_ line: String) -> Name? {
        do {
            return try Name(line)
        } catch .tooLong {
            var cut = String(line.prefix(Name.graphemesMax))
            while cut.utf8.count > Name.bytesMax { cut.removeLast() }
            return Name(recorded: normalFormC(trimmed(cut)))
        } catch {
            return nil
        }
    }

    /// A title in a report.
    static func short(_ title: String) -> String {
        title.isEmpty ? "a note without title" : title.count > 80 ? title.prefix(80) + "…" : title
    }

    /// Returns whether `name` says less than `text` did.
    static func isCut(_ name: Name, from text: String) -> Bool {
        name.text.unicodeScalars.count < text.unicodeScalars.count / 2 || name.text.count == Name.graphemesMax
    }
}
