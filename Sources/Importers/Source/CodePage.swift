/// Names of zip entries that are not UTF-8.
///
/// A zip whose entry does not set bit 11 of its flags has the name in IBM code page 437 (APPNOTE.TXT 4.4.4 and D.1). Windows
/// programs of western languages also wrote Windows-1252; which one it is shows where the bytes are no letters in the other.
enum CodePage {
    /// The name in code page 437, or in Windows-1252 where 437 would make lines and mathematics of it.
    static func zipName(_ bytes: [UInt8]) -> String {
        let high = bytes.filter { $0 >= 0x80 }
        let isDOS = high.contains { (0x80...0xA5).contains($0) || $0 == 0xE1 }
        var name = String.UnicodeScalarView()
        for byte in bytes {
            if byte < 0x80 {
                name.append(Unicode.Scalar(byte))
            } else if isDOS || !high.allSatisfy({ $0 >= 0xC0 }) {
                name.append(upper437[Int(byte) - 0x80])
            } else {
                // From 0xA0 on Windows-1252 is Latin-1.
                name.append(Unicode.Scalar(byte))
            }
        }
        return String(name)
    }

    static let upper437 = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
