/// An inline part of a line of Markdown, before its neighbours are known.
enum InlinePiece: Equatable {
    /// Characters without white space, not yet escaped.
    case text(String)
    case space
    /// A no-break space: indentation at the start of a line, an ordinary space elsewhere.
    case fixedSpace
    /// Another space of Unicode, such as the ideographic one: it stays what it is, outside of marks.
    case wideSpace(Unicode.Scalar)
    case lineBreak
    case open(InlineMark)
    case close(InlineMark)
    /// Markdown, to stand as it is.
    case raw(String)
    /// A check box.
    case box(isChecked: Bool)
}

/// The formatting that a stretch of text can have.
enum InlineMark: Equatable {
    case bold, italic, struck, highlighted, raised, lowered

    var opening: String {
        switch self {
        case .bold: "**"
        case .italic: "*"
        case .struck: "~~"
        case .highlighted: "=="
        case .raised: "<sup>"
        case .lowered: "<sub>"
        }
    }

    var closing: String {
        switch self {
        case .raised: "</sup>"
        case .lowered: "</sub>"
        default: opening
        }
    }
}

extension InlinePiece {
    /// The pieces of running text: white space is one space however much there is.
    static func pieces(of text: String) -> [InlinePiece] {
        var found: [InlinePiece] = []
        var word = String.UnicodeScalarView()
        func endWord() {
            if !word.isEmpty { found.append(.text(String(word))) }
            word = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\t", "\n", "\r", "\u{C}":
                endWord()
                if found.last != .space { found.append(.space) }
            case "\u{A0}":
                endWord()
                found.append(.fixedSpace)
            // What could not stand in a text, and what only other programs see.
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{FEFF}": break
            default:
                guard scalar.properties.generalCategory == .spaceSeparator else {
                    word.append(scalar)
                    continue
                }
                endWord()
                found.append(.wideSpace(scalar))
            }
        }
        endWord()
        return found
    }
}
