extension JSONShape {
    /// The shape for people: braces and brackets as in JSON, and words where the values stand.
    ///
    /// - Parameter link: makes a link to what has a name of its own.
    /// - Returns: marks; what is not a link is escaped.
    func outline(linking link: (String) -> String, indent: String = "") -> String {
        switch self {
        case .anything: return "anything"
        case .text: return "text"
        case .like(let pattern): return "text like " + HTMLPage.escaped(pattern)
        case .id: return "identifier"
        case .moment: return "moment"
        case .day: return "day"
        case .number: return "number"
        case .flag: return "true or false"
        case .word(let words): return HTMLPage.escaped(words.joined(separator: " | "))
        case .list(let element): return "[" + element.outline(linking: link, indent: indent) + ", …]"
        case .map(let value): return "{ name: " + value.outline(linking: link, indent: indent) + ", … }"
        case .orNull(let shape): return shape.outline(linking: link, indent: indent) + " or null"
        case .oneOf(let shapes): return shapes.map { $0.outline(linking: link, indent: indent) }.joined(separator: "\nor ")
        case .named(let name): return link(name)
        case .optional(let shape): return shape.outline(linking: link, indent: indent)
        case .object(let members):
            let inner = indent + "  "
            let lines = members.all.map { member in
                inner + HTMLPage.escaped(member.name) + (member.isOptional ? "?" : "") + ": "
                    + member.shape.outline(linking: link, indent: inner) + "\n"
            }
            return "{\n" + lines.joined() + indent + "}"
        }
    }
}
