/// Gives every exported thing a file name of its own: its own name where the file system can have it, and the nearest
/// visible form where not.
struct TakenNames {
    /// Bytes of a name on every file system that is in use.
    static let bytesMax = 255

    /// Without regard to case and spelling, as Windows and macOS compare names.
    private var taken: Set<String> = []

    /// - Returns: `name` and `ending` together; with " 2", " 3" … between them where that is taken.
    mutating func take(_ name: String, ending: String, in folder: String) -> String {
        let end = Self.unended(Self.allowed(ending))
        var safe = Self.allowed(name)
        if name.utf8.elementsEqual(".".utf8) || name.utf8.elementsEqual("..".utf8) {
            safe = String(repeating: "_", count: name.utf8.count)
        }
        safe = Self.unended(safe)
        if safe.isEmpty { safe = "_" }
        if Self.isReserved(safe) { safe += "_" }
        var number = 1
        while true {
            let suffix = (number == 1 ? "" : " " + String(number)) + end
            let file = Self.cut(safe, to: Self.bytesMax - suffix.utf8.count) + suffix
            if taken.insert(Self.key(folder) + "/" + Self.key(file)).inserted { return file }
            number += 1
        }
    }

    /// Equal for two names that are one file on some file system. Strings are compared without regard to composition.
    private static func key(_ name: String) -> String { name.uppercased().lowercased() }

    /// With `_` for what a name cannot hold on Linux, macOS or Windows.
    ///
    /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
    private static func allowed(_ name: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let isControl = scalar.value < 0x20 || scalar.value == 0x7F
            out.append(isControl || forbidden.contains(scalar) ? "_" : scalar)
        }
        return String(out)
    }

    private static let forbidden: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]

    /// Without the dots and spaces at its end, which Windows drops.
    private static func unended(_ name: String) -> String {
        var scalars = name.unicodeScalars
        while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns true when Windows has a device of that name, with any ending.
    private static func isReserved(_ name: String) -> Bool {
        let stem = unended(String(name.prefix { $0 != "." })).uppercased()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        let isPort = stem.hasPrefix("COM") || stem.hasPrefix("LPT")
        return isPort && stem.count == 4 && stem.last.map { "0123456789\u{B9}\u{B2}\u{B3}".contains($0) } == true
    }

    /// The longest beginning of at most `bytesMax` bytes, ended by "…" where something is missing.
    private static func cut(_ name: String, to bytesMax: Int) -> String {
        guard name.utf8.count > bytesMax else { return name }
        var out = ""
        for character in name {
            guard out.utf8.count + character.utf8.count <= bytesMax - "…".utf8.count else { break }
            out.append(character)
        }
        return out + "…"
    }
}

/// The name of a single file that is taken away.
package enum FileNaming {
    /// - Parameter ending: with its dot.
    /// - Returns: a name that a file can have on Linux, macOS and Windows.
    package static func name(of title: String, ending: String) -> String {
        var names = TakenNames()
        return names.take(title, ending: ending, in: "")
    }
}
