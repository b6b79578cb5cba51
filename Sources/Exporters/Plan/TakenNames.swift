/// Gives every exported thing a file name of its own: its own name where the file system can have it, and the nearest
/// visible form where not.
struct TakenNames {
    /// Bytes of a name on every file system that is in use.
    static let bytesMax = 255

    /// As bytes: two spellings of "é" are two files.
    private var taken: Set<[UInt8]> = []

    /// - Returns: `name` and `ending` together; with " 2", " 3" … between them where that is taken.
    mutating func take(_ name: String, ending: String, in folder: String) -> String {
        let safe = Self.safe(name + ending) == name + ending ? name : Self.safe(name)
        var number = 1
        while true {
            let suffix = (number == 1 ? "" : " " + String(number)) + ending
            let file = Self.cut(safe, to: Self.bytesMax - suffix.utf8.count) + suffix
            if taken.insert(Array((folder + "/" + file).utf8)).inserted { return file }
            number += 1
        }
    }

    /// Without what a file name cannot hold: `/` and control characters become `_`, and so do `.` and `..`.
    private static func safe(_ name: String) -> String {
        if name.utf8.elementsEqual(".".utf8) { return "_" }
        if name.utf8.elementsEqual("..".utf8) { return "__" }
        var out = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            out.append(scalar == "/" || scalar.value < 0x20 || scalar.value == 0x7F ? "_" : scalar)
        }
        return String(out)
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
