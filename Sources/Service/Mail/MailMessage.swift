import Foundation
import Kernel

/// One letter as it goes over the wire: RFC 5322, its text in UTF-8.
///
/// What people wrote cannot become a header: whatever breaks a line is a space in one, and what is not ASCII is an encoded
/// word (RFC 2047).
package struct MailMessage: Sendable, Equatable {
    /// Bare addresses, without names or brackets.
    package var from: String
    package var to: String
    package var subject: String
    var date: Instant
    /// The same whenever the same letter is sent again, so that a mailbox can tell. Without its brackets.
    var identifier: String
    package var text: String
    /// Where one click ends such letters (RFC 8058); nil where there is no such place.
    var unsubscribe: String?

    /// Returns whether it can be written to: nothing in it could end an envelope or a header.
    static func isMailable(_ address: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !address.hasPrefix("-")
            && address.unicodeScalars.allSatisfy { scalar in
                !isBreaking(scalar) && !scalar.properties.isWhitespace && !"<>\"\\,;:()[]".unicodeScalars.contains(scalar)
            }
    }

    /// The letter with its headers, lines ended as the wire has them.
    var bytes: [UInt8] {
        var lines = [
            "From: Daybook <\(from)>", "To: <\(to)>", "Subject: " + Self.headerText(subject),
            "Date: " + httpDate(date).replacing("GMT", with: "+0000"), "Message-ID: <\(identifier)>", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            // Answering machines leave it alone (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        if let unsubscribe {
            lines += ["List-Unsubscribe: <\(unsubscribe)>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
        }
        let text = Data(text.utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        lines += ["", text, ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// As a person reads it.
    package var readable: String {
        var lines = ["To: \(to)", "Subject: \(Self.oneLine(subject))"]
        if let unsubscribe { lines.append("List-Unsubscribe: <\(unsubscribe)>") }
        return lines.joined(separator: "\n") + "\n\n" + text
    }

    /// Bytes of text in one encoded word: 60 letters of base64 and what is around them, of 75 at most.
    private static let encodedBytesMax = 45

    /// What may stand in a header: as it is, or as encoded words on lines of their own.
    static func headerText(_ text: String) -> String {
        let text = oneLine(text)
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && text.utf8.count <= 60 && !text.contains("=?")
        if isPlain { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if (words.last?.count ?? 0) + bytes.count > encodedBytesMax { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?" + Data($0).base64EncodedString() + "?=" }.joined(separator: "\r\n ")
    }

    static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(isBreaking(scalar) ? " " : scalar) }
        return String(line)
    }

    private static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
}
