import Kernel

/// What the `style` of an element says, as far as it makes a difference in Markdown.
struct MarkupStyle {
    private var values: [String: String] = [:]

    init(_ tag: MarkupTag) {
        for declaration in (tag["style"] ?? "").split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = trimmed(String(declaration[..<colon])).lowercased()
            values[name] = trimmed(String(declaration[declaration.index(after: colon)...])).lowercased()
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// Nil where the style does not say.
    var isBold: Bool? {
        if let weight = values["font-weight"] {
            if weight == "bold" || weight == "bolder" { return true }
            if weight == "normal" || weight == "lighter" { return false }
            if let number = Int(weight) { return number >= 600 }
        }
        return values["font-family"]?.contains(",bold") == true ? true : nil
    }

    var isStruck: Bool { decorates("line-through") }
    var isUnderlined: Bool { decorates("underline") }

    private func decorates(_ how: String) -> Bool {
        values["text-decoration"]?.contains(how) == true || values["text-decoration-line"]?.contains(how) == true
    }

    var isHighlighted: Bool {
        values["-evernote-highlight"] == "true" || values["--en-highlight"].map { $0 != "none" } ?? false
    }

    var isCodeBlock: Bool { values["-en-codeblock"] == "true" || values["--en-codeblock"] == "true" }
    var isTaskGroup: Bool { values["--en-task-group"] == "true" }
    var isCheckList: Bool { values["--en-todo"] == "true" }
    var isChecked: Bool { values["--en-checked"] == "true" }

    /// True if a person chose a colour: black, grey and what is inherited are the editor's.
    var isColoured: Bool {
        guard let colour = values["color"], let channels = Self.channels(of: colour) else { return false }
        return (channels.max() ?? 0) - (channels.min() ?? 0) > 48
    }

    private static func channels(of colour: String) -> [Int]? {
        if colour.hasPrefix("rgb") {
            let numbers = colour.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
            return numbers.count >= 3 ? numbers.prefix(3).map { Int(min($0, 255)) } : nil
        }
        guard colour.hasPrefix("#") else {
            return ["red", "green", "blue", "orange", "purple", "yellow"].contains(colour) ? [0, 255, 0] : nil
        }
        let digits = colour.dropFirst().compactMap(\.hexDigitValue)
        switch digits.count {
        case 3: return digits.map { $0 * 17 }
        case 6: return stride(from: 0, to: 6, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        default: return nil
        }
    }
}

extension MarkupTag {
    func hasClass(_ name: String) -> Bool {
        self["class"]?.split(whereSeparator: \.isWhitespace).contains { $0 == name } ?? false
    }

    /// The classes that begin with `prefix`, without it.
    func classes(after prefix: String) -> [String] {
        (self["class"] ?? "").split(whereSeparator: \.isWhitespace)
            .filter { $0.hasPrefix(prefix) && $0.count > prefix.count }.map { String($0.dropFirst(prefix.count)) }
    }
}
