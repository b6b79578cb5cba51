import Foundation
import Kernel
import Runtime
import Workspace

/// The fields of a request, after all of it was checked against its shapes: unknown names, wrong types and missing fields
/// are refused by name before anything is done.
struct Fields: Sendable {
    private var values: [String: JSONValue] = [:]
    /// The fields that a body sets to null.
    private var emptied: Set<String> = []
    let source: Source

    enum Source: Sendable { case body, query }

    /// Of a body.
    init(_ value: JSONValue, _ shapes: [FieldShape]) throws(ProblemDocument) {
        source = .body
        guard case .object(let object) = value else {
            throw ProblemDocument(.unprocessableContent, "badBody", "the body must be a JSON object")
        }
        // Null says the same as leaving out what is known, unless a route asks for it; a name that is not known is one
        // whatever stands behind it.
        for name in object.keys.sorted(by: precedes) where !shapes.contains(where: { $0.name == name }) {
            throw Self.unknown(name, .body)
        }
        values = object.filter { $0.value != .null }
        emptied = Set(object.keys).subtracting(values.keys)
        try check(shapes)
    }

    /// Of a query, whose values are all texts.
    init(query: [(name: String, value: String)], _ shapes: [FieldShape]) throws(ProblemDocument) {
        source = .query
        for (name, text) in query {
            guard let shape = shapes.first(where: { $0.name == name }) else { throw Self.unknown(name, .query) }
            let value: JSONValue =
                switch shape.kind {
                case .flag: text == "true" || text.isEmpty ? .flag(true) : text == "false" ? .flag(false) : .text(text)
                case .number: Int(text).map { .number($0) } ?? .text(text)
                case .words, .identifiers, .texts: .list(text.split(separator: ",").map { .text(String($0)) })
                case .moment: .text(Self.moment(text))
                default: .text(text)
                }
            guard values.updateValue(value, forKey: name) == nil else {
                throw ProblemDocument(.badRequest, "badParameter", "\(name) is there twice; say it once", field: name)
            }
        }
        try check(shapes)
    }

    /// A moment whose offset from UTC has its plus sign: in an address that is a space, unless it was encoded.
    private static func moment(_ text: String) -> String {
        let dayLength = 10  // Behind which a space is as good as a T.
        guard let space = text.lastIndex(of: " "), text[..<space].count > dayLength,
            text[space...].dropFirst().first?.isNumber == true
        else { return text }
        return text.replacingCharacters(in: space...space, with: "+")
    }

    private func check(_ shapes: [FieldShape]) throws(ProblemDocument) {
        for name in values.keys.sorted(by: precedes) where !shapes.contains(where: { $0.name == name }) {
            throw Self.unknown(name, source)
        }
        for shape in shapes {
            guard let value = values[shape.name] else {
                guard !shape.isRequired else {
                    throw wrong("missing", shape.name, "\(shape.name) is missing; it is \(shape.expectation)")
                }
                continue
            }
            guard shape.admits(value) else {
                throw wrong("bad", shape.name, "\(shape.name) must be \(shape.expectation)")
            }
        }
    }

    private static func unknown(_ name: String, _ source: Source) -> ProblemDocument {
        // Long names come from programs that try things; what they tried need not come back.
        let shown = name.utf8.count <= 64 ? name : "a name of \(name.utf8.count) bytes"
        return source == .body
            ? ProblemDocument(
                .unprocessableContent, "unknownField", "\(shown) is not a field of this request", field: shown)
            : ProblemDocument(.badRequest, "unknownParameter", "\(shown) is not a parameter of this address", field: shown)
    }

    private func wrong(_ kind: String, _ name: String, _ detail: String) -> ProblemDocument {
        source == .body
            ? ProblemDocument(.unprocessableContent, kind + "Field", detail, field: name)
            : ProblemDocument(.badRequest, kind + "Parameter", detail, field: name)
    }

    func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// A field that its shape requires: empty only where the shape does not.
    func required(_ name: String) -> String { text(name) ?? "" }

    func flag(_ name: String) -> Bool {
        if case .flag(let flag) = values[name] { flag } else { false }
    }

    func number(_ name: String) -> Int? {
        if case .number(let number) = values[name] { number } else { nil }
    }

    func identifier<Kind>(_ name: String, _: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind>? {
        text(name).flatMap { Identifier<Kind>(text: $0) }
    }

    func texts(_ name: String) -> [String] {
        guard case .list(let list) = values[name] else { return [] }
        return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    func day(_ name: String) -> CalendarDay? { text(name).flatMap { CalendarDay(text: $0) } }
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Returns whether a body says null of it, for those fields of which that takes something away.
    func isNull(_ name: String) -> Bool { emptied.contains(name) }

    /// Everything that it says, in the order of the names.
    var canonical: String {
        values.sorted { precedes($0.key, $1.key) }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
            + emptied.sorted(by: precedes).map { ";\($0)=null" }.joined()
    }

    /// Sorted by name; nil for null.
    func pairs(_ name: String) -> [(name: String, text: String?)] {
        guard case .object(let object) = values[name] else { return [] }
        return object.sorted { precedes($0.key, $1.key) }.map { key, value in
            guard case .text(let text) = value else { return (key, nil) }
            return (key, text)
        }
    }
}

extension FieldShape {
    func admits(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.flag, .flag): true
        case (.number(let range), .number(let number)): range.contains(number)
        case (.digest, .text(let text)): Digest(hex: text) != nil
        case (.moment, .text(let text)): text.utf8.count <= 64 && MomentPhrase(text, now: .epoch, zone: .gmt) != nil
        case (_, .text(let text)): admits(text: text)
        case (.pairs(let countMax, let bytesMax), .object(let object)):
            object.count <= countMax
                && object.allSatisfy { name, value in
                    if case .text(let text) = value, text.utf8.count > bytesMax { return false }
                    return name.utf8.count <= bytesMax && (value == .null || value.isText)
                }
        case (.words(let words), .list(let list)):
            list.count <= words.count
                && list.allSatisfy { if case .text(let text) = $0 { words.contains(text) } else { false } }
        case (.identifiers(let max), .list(let list)):
            list.count <= max
                && list.allSatisfy { if case .text(let text) = $0 { EntityID(text: text) != nil } else { false } }
        case (.texts(let countMax, let bytesMax), .list(let list)):
            list.count <= countMax
                && list.allSatisfy { if case .text(let text) = $0 { text.utf8.count <= bytesMax } else { false } }
        default: false
        }
    }
}
