/// The start of a word: no letter or digit stands before it, or the script has no spaces between words.
package enum WordStart {
    /// Returns whether one begins at `place`. Marks that folding drops belong to the letter before them.
    static func isOne(at place: Int, in scalars: [Unicode.Scalar]) -> Bool {
        var before = place - 1
        while before >= 0, Folding.isMark(scalars[before]) { before -= 1 }
        return before < 0 || isOne(at: scalars[place], behind: scalars[before])
    }

    /// Returns whether one begins at a letter that has another before it.
    package static func isOne(at letter: Unicode.Scalar, behind before: Unicode.Scalar) -> Bool {
        if standsAlone(before) || standsAlone(letter) { return true }
        return !isOfWord(before)
    }

    static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else {
            return scalar >= "a" && scalar <= "z" || scalar >= "A" && scalar <= "Z" || scalar >= "0" && scalar <= "9"
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Ideographs and kana: nobody sees where their words begin.
    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return (value >= 0x3041 && value < 0xA000) || (value >= 0xF900 && value < 0xFB00)
            || (value >= 0x20000 && value < 0x32000)
    }
}
