/// The words of one capture, cut into stretches that a citation can name: positions count Unicode scalars.
struct CaptureText: Sendable {
    let scalars: [Unicode.Scalar]

    init(_ content: String) { scalars = Array(content.unicodeScalars) }

    /// A stretch of the capture.
    struct Span: Sendable, Equatable {
        var start: Int
        var end: Int

        var length: Int { end - start }
        var isEmpty: Bool { end <= start }
    }

    /// The way a line is marked as one of several.
    enum Marker: Sendable, Equatable {
        case none, bullet, number, check
    }

    /// A line that says something, without its mark.
    struct Line: Sendable, Equatable {
        var span: Span
        var indent: Int
        var marker: Marker
    }

    /// A word and the lower-case letters of it, without the punctuation around it.
    struct Word: Sendable, Equatable {
        var span: Span
        var key: String
    }

    var whole: Span { trimmed(Span(start: 0, end: scalars.count)) }

    func text(of span: Span) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars[span.start..<span.end] { text.append(scalar) }
        return String(text)
    }

    /// The span without white space, and without commas, semicolons and full stops at its end.
    func trimmed(_ span: Span) -> Span {
        var span = span
        while span.start < span.end, scalars[span.start].properties.isWhitespace { span.start += 1 }
        while span.end > span.start, isBlank(scalars[span.end - 1]) { span.end -= 1 }
        return span
    }

    private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "," || scalar == ";" || scalar == "."
    }

    /// The lines that are not blank.
    var lines: [Line] {
        var lines: [Line] = []
        var start = 0
        for index in 0...scalars.count where index == scalars.count || scalars[index] == "\n" {
            if let line = line(Span(start: start, end: index)) { lines.append(line) }
            start = index + 1
        }
        return lines
    }

    private func line(_ span: Span) -> Line? {
        var at = span.start
        var indent = 0
        while at < span.end, scalars[at].properties.isWhitespace {
            indent += scalars[at] == "\t" ? 4 : 1
            at += 1
        }
        let (marker, length) = marker(at: at, before: span.end)
        let content = trimmed(Span(start: at + length, end: span.end))
        return content.isEmpty ? nil : Line(span: content, indent: indent, marker: marker)
    }

    private func marker(at start: Int, before end: Int) -> (Marker, length: Int) {
        func scalar(_ offset: Int) -> Unicode.Scalar? { start + offset < end ? scalars[start + offset] : nil }
        func isSpace(_ offset: Int) -> Bool { scalar(offset)?.properties.isWhitespace ?? false }
        guard let first = scalar(0) else { return (.none, 0) }
        if ["-", "*", "•", "–", "+"].contains(first), isSpace(1) {
            // "- [ ] milk"
            if scalar(2) == "[", scalar(4) == "]", isSpace(5) { return (.check, 6) }
            return (.bullet, 2)
        }
        if first == "[", scalar(2) == "]", isSpace(3) { return (.check, 4) }
        if first == "☐" || first == "☑", isSpace(1) { return (.check, 2) }
        var digits = 0
        while let digit = scalar(digits), ("0"..."9").contains(digit) { digits += 1 }
        if (1...3).contains(digits), scalar(digits) == "." || scalar(digits) == ")", isSpace(digits + 1) {
            return (.number, digits + 2)
        }
        return (.none, 0)
    }

    func words(of span: Span) -> [Word] {
        var words: [Word] = []
        var start: Int?
        for index in span.start...span.end {
            if index < span.end, !scalars[index].properties.isWhitespace {
                start = start ?? index
            } else if let begin = start {
                words.append(word(Span(start: begin, end: index)))
                start = nil
            }
        }
        return words
    }

    private func word(_ span: Span) -> Word {
        var inner = span
        func isLetter(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "#" || scalar == "!"
        }
        while inner.start < inner.end, !isLetter(scalars[inner.start]) { inner.start += 1 }
        while inner.end > inner.start, !isLetter(scalars[inner.end - 1]) { inner.end -= 1 }
        return Word(span: span, key: text(of: inner).lowercased())
    }

    /// The stretches between those of `separators` that stand in `span`, blank ones left out.
    func split(_ span: Span, at separators: Set<Unicode.Scalar>) -> [Span] {
        var parts: [Span] = []
        var start = span.start
        for index in span.start...span.end {
            // "1,5" and "3.20" are one word.
            let isCut = index == span.end || separators.contains(scalars[index]) && isFollowedBySpace(index, in: span)
            guard isCut else { continue }
            let part = trimmed(Span(start: start, end: index))
            if !part.isEmpty { parts.append(part) }
            start = index + 1
        }
        return parts
    }

    private func isFollowedBySpace(_ index: Int, in span: Span) -> Bool {
        index + 1 >= span.end || scalars[index + 1].properties.isWhitespace
    }

    /// The head and what follows it where `span` is "Head: one, two" or "Head - one, two"; nil where it is neither.
    func headed(_ span: Span) -> (head: Span, rest: Span)? {
        for index in span.start..<span.end {
            let isColon = scalars[index] == ":" && isFollowedBySpace(index, in: span)
            let isDash =
                (scalars[index] == "-" || scalars[index] == "–") && index > span.start
                && scalars[index - 1].properties.isWhitespace && isFollowedBySpace(index, in: span)
            guard isColon || isDash else { continue }
            let head = trimmed(Span(start: span.start, end: index))
            let rest = trimmed(Span(start: index + 1, end: span.end))
            guard !head.isEmpty, !rest.isEmpty, words(of: head).count <= 6 else { return nil }
            return (head, rest)
        }
        return nil
    }
}
