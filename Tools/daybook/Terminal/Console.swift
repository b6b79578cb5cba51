import Glibc

/// Where words go: results to standard output, everything else to standard error.
///
/// Output is gathered and written in large pieces, and a failing write is an error like any other: `daybook export >
/// /dev/full` must not claim success.
final class Console {
    /// True if results may carry colour: only on a terminal, and never where NO_COLOR asks for none.
    let isColoured: Bool
    /// True if someone sits there who can answer a question.
    let canAsk: Bool
    /// True if results go to a terminal: somebody reads them, not a program.
    let isTerminal: Bool
    /// True if everything said is kept here instead, for the tour to set off from its own words.
    private let isCapturing: Bool
    /// Notices besides the results, kept apart from them; nil where they go among them, or out.
    private var notices: String?

    private var pending: [UInt8] = []
    private static let gatheredBytesMax = 64 * 1024

    init() {
        let wantsNoColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        isTerminal = isatty(STDOUT_FILENO) == 1
        isColoured = isTerminal && !wantsNoColour
        canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        isCapturing = false
    }

    /// A console that looks like `console` and keeps what it is given.
    init(capturingLike console: Console) {
        isTerminal = false
        isColoured = console.isColoured
        canAsk = false
        isCapturing = true
    }

    /// A console that keeps what it is given for somebody who is not at this terminal.
    init(keepingNoticesApart: Void) {
        isTerminal = false
        isColoured = false
        canAsk = false
        isCapturing = true
        notices = ""
    }

    /// The notices that were kept apart since the last call.
    func takeNotices() -> String {
        defer { if notices != nil { notices = "" } }
        return notices ?? ""
    }

    /// The output that was captured since the last call.
    func takeCaptured() -> String {
        defer { pending.removeAll() }
        return String(decoding: pending, as: UTF8.self)
    }

    /// Adds to the results.
    func write(_ text: String) throws(Problem) {
        pending.append(contentsOf: (isTerminal ? Self.harmless(text) : text).utf8)
        if pending.count >= Self.gatheredBytesMax { try flush() }
    }

    /// Adds one line; ends it only where it has not ended yet.
    func line(_ text: String) throws(Problem) {
        try write(text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n")
    }

    /// Hands everything gathered to the system.
    func flush() throws(Problem) {
        if isCapturing || pending.isEmpty { return }
        defer { pending.removeAll(keepingCapacity: true) }
        if let errno = writeAll(pending, to: STDOUT_FILENO) {
            if errno == EPIPE { Self.endUnread() }
            throw Problem(.machine, "cannot write the results to standard output: \(words(for: errno))")
        }
    }

    /// Nobody reads on, as in `daybook … | head`: ends as the signal would have ended it, which a library of the network
    /// ignores for all of the program.
    private static func endUnread() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }

    /// Tells on standard output what nobody has to hear, such as where a service listens: one that takes nothing is
    /// passed over.
    static func announce(_ text: String) { _ = writeAll(Array((text + "\n").utf8), to: STDOUT_FILENO) }

    /// Tells the person something that is not a result.
    func say(_ text: String) {
        if notices != nil {
            notices? += text + "\n"
            return
        }
        if isCapturing { pending.append(contentsOf: (text + "\n").utf8) } else { Self.say(text) }
    }

    /// Tells the person something that is not a result. A standard error that takes nothing cannot be complained to.
    static func say(_ text: String) { put(text + "\n") }

    /// The same without ending the line.
    static func put(_ text: String) {
        let isTerminal = isatty(STDERR_FILENO) == 1
        _ = writeAll(Array((isTerminal ? harmless(text) : text).utf8), to: STDERR_FILENO)
    }

    /// Writes over the line that the cursor is in, on standard error. For a terminal.
    static func repaint(_ text: String) { _ = writeAll(Array(("\r" + harmless(text)).utf8), to: STDERR_FILENO) }

    /// Asks, and takes only a clear yes for a yes.
    func confirm(_ question: String) -> Bool {
        Self.put(question + " [y/N] ")
        guard let answer = readLine() else { return false }
        return answer.lowercased() == "y" || answer.lowercased() == "yes"
    }
}

extension Console {
    /// The few looks that text may have.
    enum Look: String, CaseIterable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case cyan = "36"
    }

    /// The text with its terminal controls made visible: a note may hold anything, and showing it must not retitle a window or
    /// worse.
    ///
    /// Only the looks that this program gives itself pass.
    static func harmless(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isSteering) else { return text }
        let ours = Look.allCases.map { "[\($0.rawValue)m" } + ["[0m"]
        var shown = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let isOurs = scalar == "\u{1B}" && ours.contains { rest.starts(with: $0.unicodeScalars) }
            let endsLine = scalar == "\r" && rest.first == "\n"
            if !isSteering(scalar) || isOurs || endsLine {
                shown.append(scalar)
            } else if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
                shown.append(picture)
            } else {
                shown.append("\u{FFFD}")
            }
        }
        return String(shown)
    }

    /// A control character, or one that is not seen and changes the order or the place of what is (bidirectional overrides
    /// and isolates, separators of lines); joiners and marks that scripts need pass.
    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x200C, 0x200D: false  // Zero-width joiners: Persian, Indic scripts and emoji.
        case 0xE0020...0xE007F: false  // Tags of flags; they show nothing by themselves.
        case 0x2028, 0x2029: true
        default:
            switch scalar.properties.generalCategory {
            case .control: true
            case .format: !Self.isPrependedMark(scalar)
            default: false
            }
        }
    }

    /// Arabic, Syriac and Kaithi signs that Unicode counts as format characters and that are seen.
    private static func isPrependedMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD, 0xAD: true
        default: false
        }
    }

    /// `text` with a look where there is colour, and as it is elsewhere.
    func styled(_ text: String, _ look: Look) -> String {
        isColoured ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A diff with its removals red and its additions green.
    func coloured(diff: String) -> String {
        guard isColoured else { return diff }
        return linesOf(diff).map { line in
            switch line.utf8.first {
            case UInt8(ascii: "-"): styled(line, .red)
            case UInt8(ascii: "+"): styled(line, .green)
            case UInt8(ascii: "@"): styled(line, .cyan)
            default: line
            }
        }.joined(separator: "\n")
    }
}

/// Writes all of `bytes`.
///
/// - Returns: what went wrong, or nil.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
        var written = 0
        while written < buffer.count {
            let count = Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}

/// The system's name of an error.
func words(for errno: Int32) -> String { String(cString: strerror(errno)) }

/// The lines of a text without their line feeds; a carriage return stays with its line.
func linesOf(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
}
