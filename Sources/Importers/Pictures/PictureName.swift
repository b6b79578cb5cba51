import Kernel

/// The caption that can be read from the name of a picture's file.
enum PictureName {
    /// The name without its ending, where a person gave it; nil for what cameras and telephones call their files.
    static func caption(of path: String) -> Name? {
        var words = lastName(path)
        if let dot = words.lastIndex(of: "."), dot != words.startIndex { words = String(words[..<dot]) }
        words = String(words.map { $0 == "_" ? " " : $0 })
        let letters = words.lowercased().filter(\.isLetter)
        let isOfMachine = letters.count < 3 || ofMachines.contains(letters) || isHexadecimal(words) || isNumbered(words)
        return isOfMachine ? nil : try? Name(words)
    }

    /// The words that remain of a machine's name without digits and marks.
    private static let ofMachines: Set<String> = [
        "img", "mvimg", "dsc", "dscn", "dscf", "dcim", "pxl", "mvi", "image", "images", "imag", "photo", "picture", "pict",
        "scan",
        "screenshot", "bild", "foto", "whatsappimageat", "imgwa", "pano", "sam", "gopr", "imge", "unnamed", "download",
    ]

    /// A camera's word, a long number and how it was taken: `PXL 20240315 101112131.MP`.
    private static func isNumbered(_ words: String) -> Bool {
        guard words.count(where: \.isNumber) >= 6 else { return false }
        let parts = words.lowercased().split { !$0.isLetter }.map(String.init)
        return parts.contains(where: ofMachines.contains) && parts.allSatisfy { ofMachines.contains($0) || ways.contains($0) }
    }

    /// The words by which a telephone says that a picture was taken, or what was done to it.
    private static let ways: Set<String> = [
        "mp", "mv", "ts", "ls", "wa", "portrait", "night", "cover", "edited", "burst", "raw", "hdr", "bokeh", "pano", "motion",
        "longexposure", "action", "effects", "ani", "collage", "colorpop", "macro", "original", "bearbeitet",
    ]

    /// A digest or a UUID.
    private static func isHexadecimal(_ words: String) -> Bool {
        words.count >= 16 && words.allSatisfy { $0.isHexDigit || $0 == "-" }
    }
}
