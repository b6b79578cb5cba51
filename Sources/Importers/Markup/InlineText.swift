/// Puts the pieces of a line together so that CommonMark reads them as they were meant: marks stand against words,
/// white space outside of them, and like marks that touch are one.
struct InlineText {
    private var pieces: [InlinePiece] = []
    /// How many times each mark is open: bold within bold is bold.
    private var open: [(mark: InlineMark, times: Int)] = []

    init(_ pieces: [InlinePiece]) {
        for piece in pieces { append(piece) }
        dropTrailingSpace()
        movePunctuation()
    }

    private mutating func append(_ piece: InlinePiece) {
        switch piece {
        case .text, .raw: pieces.append(piece)
        // `- **[x] ** done` is no task: a box stands before the marks that are open for it.
        case .box: insertBeforeMarks(piece)
        case .space: appendSpace()
        case .wideSpace: if case .open? = pieces.last { insertBeforeMarks(piece) } else { pieces.append(piece) }
        case .fixedSpace:
            if isAtLineStart { insertBeforeMarks(.raw("\u{A0}")) } else { appendSpace() }
        case .lineBreak:
            let marks = open
            for entry in marks.reversed() { endMark(entry.mark) }
            dropTrailingSpace()
            pieces.append(.lineBreak)
            for entry in marks { startMark(entry.mark) }
        case .open(let mark):
            if let known = open.firstIndex(where: { $0.mark == mark }) {
                open[known].times += 1
            } else {
                startMark(mark)
                open.append((mark, 1))
            }
        case .close(let mark):
            guard let known = open.lastIndex(where: { $0.mark == mark }) else { return }
            open[known].times -= 1
            guard open[known].times == 0 else { return }
            open.remove(at: known)
            endMark(mark)
        }
    }

    private mutating func appendSpace() {
        guard !isAtLineStart else { return }
        let last = pieces.last { if case .open = $0 { false } else { true } }
        // A box brings its own.
        if case .box? = last { return }
        if last != .space { insertBeforeMarks(.space) }
    }

    private mutating func startMark(_ mark: InlineMark) {
        let hasSpace = pieces.last == .space
        let before = hasSpace ? pieces.count - 2 : pieces.count - 1
        // The same mark ended just here: it goes on.
        if before >= 0, pieces[before] == .close(mark) {
            pieces.remove(at: before)
        } else {
            pieces.append(.open(mark))
        }
    }

    private mutating func endMark(_ mark: InlineMark) {
        var wide: [InlinePiece] = []
        while let last = pieces.last, case .wideSpace = last { wide.append(pieces.removeLast()) }
        defer { pieces += wide.reversed() }
        let hadSpace = pieces.last == .space
        if hadSpace { pieces.removeLast() }
        if pieces.last == .open(mark) {
            pieces.removeLast()
        } else {
            pieces.append(.close(mark))
        }
        if hadSpace, !isAtLineStart, pieces.last != .space { pieces.append(.space) }
    }

    /// True if only marks stand on the line so far.
    private var isAtLineStart: Bool {
        for piece in pieces.reversed() {
            switch piece {
            case .open: continue
            case .lineBreak: return true
            default: return false
            }
        }
        return true
    }

    private mutating func insertBeforeMarks(_ piece: InlinePiece) {
        var place = pieces.count
        while place > 0, case .open = pieces[place - 1] { place -= 1 }
        pieces.insert(piece, at: place)
    }

    private mutating func dropTrailingSpace() {
        while pieces.last == .space { pieces.removeLast() }
    }
}

// MARK: - Punctuation at marks

extension InlineText {
    /// CommonMark does not see the end of `**Note:**text`: punctuation between a mark and a word moves out of it.
    private mutating func movePunctuation() {
        var index = 0
        while index < pieces.count {
            if case .close = pieces[index] { moveOutBehind(&index) }
            index += 1
        }
        index = pieces.count - 1
        while index >= 0 {
            if case .open = pieces[index] { moveOutBefore(&index) }
            index -= 1
        }
    }

    private mutating func moveOutBehind(_ index: inout Int) {
        var end = index
        while end + 1 < pieces.count, case .close = pieces[end + 1] { end += 1 }
        defer { index = end }
        guard index > 0, case .text(let inner) = pieces[index - 1], end + 1 < pieces.count,
            case .text(let outer) = pieces[end + 1], let next = outer.unicodeScalars.first, !isPunctuation(next)
        else { return }
        let kept = inner.unicodeScalars.reversed().drop { isPunctuation($0) }.reversed()
        guard !kept.isEmpty, kept.count < inner.unicodeScalars.count else { return }
        pieces[index - 1] = .text(string(kept))
        pieces[end + 1] = .text(string(inner.unicodeScalars.dropFirst(kept.count)) + outer)
    }

    private mutating func moveOutBefore(_ index: inout Int) {
        var start = index
        while start > 0, case .open = pieces[start - 1] { start -= 1 }
        defer { index = start }
        guard start > 0, case .text(let outer) = pieces[start - 1], index + 1 < pieces.count,
            case .text(let inner) = pieces[index + 1], let last = outer.unicodeScalars.last, !isPunctuation(last)
        else { return }
        let kept = inner.unicodeScalars.drop { isPunctuation($0) }
        guard !kept.isEmpty, kept.count < inner.unicodeScalars.count else { return }
        pieces[start - 1] = .text(outer + string(inner.unicodeScalars.prefix { isPunctuation($0) }))
        pieces[index + 1] = .text(string(kept))
    }
}

private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
}

/// As CommonMark 0.31 has it: the general categories P and S.
func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
        true
    default: false
    }
}

// MARK: - Writing

extension InlineText {
    var isEmpty: Bool { pieces.allSatisfy { $0 == .lineBreak } }

    /// How many line breaks there are besides text.
    var breaks: Int { pieces.count { $0 == .lineBreak } }

    /// The characters as they are, without marks and escapes.
    var plain: String {
        pieces.map { piece in
            switch piece {
            case .text(let text), .raw(let text): text
            case .wideSpace(let scalar): String(scalar)
            case .space, .fixedSpace, .lineBreak: " "
            case .open, .close, .box: ""
            }
        }.joined()
    }

    /// True if it begins with a check box.
    var box: Bool? { if case .box(let isChecked)? = pieces.first { isChecked } else { nil } }

    /// The lines, without an empty one at the end.
    ///
    /// - Parameters:
    ///   - isInLink: whether brackets would end the link around it.
    ///   - startsBlocks: whether the beginning of a line could be read as that of a heading or a quote.
    func lines(isInLink: Bool = false, startsBlocks: Bool = true) -> [String] {
        var lines = [""]
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .text(let text):
                let isFirst = startsBlocks && lines[lines.count - 1].isEmpty
                let isLast = index + 1 == pieces.count || pieces[index + 1] == .lineBreak
                var escape = MarkdownEscape(text)
                escape.isInLink = isInLink
                escape.before = lines[lines.count - 1].unicodeScalars.last
                lines[lines.count - 1] += escape.text(isLineStart: isFirst, isWholeLine: isFirst && isLast)
            case .space: lines[lines.count - 1] += " "
            case .fixedSpace: lines[lines.count - 1] += "\u{A0}"
            case .lineBreak: lines.append("")
            case .open(let mark): lines[lines.count - 1] += mark.opening
            case .close(let mark): lines[lines.count - 1] += mark.closing
            case .raw(let markdown): lines[lines.count - 1] += markdown
            case .wideSpace(let scalar): lines[lines.count - 1].unicodeScalars.append(scalar)
            case .box(let isChecked): lines[lines.count - 1] += isChecked ? "[x] " : "[ ] "
            }
        }
        if lines.count > 1, lines[lines.count - 1].isEmpty { lines.removeLast() }
        return lines
    }
}
