package import Kernel

/// The query of a view: names with a value each, held against the parameters that the view declares.
package struct ViewQuery: Sendable {
    private var pairs: [(name: String, value: String)]

    /// - Parameter pairs: held against `parameters` already, such as by the service.
    package init(checked pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

    /// Reads `limit=20&after=…`, percent-encoded as HTML forms are.
    ///
    /// - Throws: `ViewFault` for an unknown or doubled name, and for a value that its parameter does not admit.
    package init(parsing text: String, _ parameters: [FieldShape]) throws(ViewFault) {
        pairs = []
        for (name, value) in Self.formPairs(Array(text.utf8)) {
            guard let shape = parameters.first(where: { $0.name == name }) else {
                throw ViewFault(name, name + " is not a parameter of this address")
            }
            guard !has(name) else { throw ViewFault(name, name + " is there twice; say it once") }
            let isFine =
                switch shape.kind {
                case .flag: value == "true" || value == "false" || value.utf8.isEmpty
                case .number(let range): Int(value).map { range.contains($0) } ?? false
                default: shape.admits(text: value)
                }
            guard isFine else { throw ViewFault(name, name + " must be " + shape.expectation) }
            pairs.append((name, value))
        }
        for shape in parameters where shape.isRequired && !has(shape.name) {
            throw ViewFault(shape.name, shape.name + " is missing; it is " + shape.expectation)
        }
    }

    package func text(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    package func has(_ name: String) -> Bool { text(name) != nil }

    /// False where it is left out.
    package func flag(_ name: String) -> Bool {
        guard let value = text(name) else { return false }
        return value.utf8.isEmpty || value == "true"
    }

    package func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    package func day(_ name: String) -> CalendarDay? { text(name).flatMap { CalendarDay(text: $0) } }

    package func identifier<Kind>(_ name: String, _: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind>? {
        text(name).flatMap { Identifier<Kind>(text: $0) }
    }

    /// One of the words of a choice.
    package func choice<Choice: FieldChoice & CaseIterable>(_ name: String, of _: Choice.Type = Choice.self) -> Choice? {
        guard let word = text(name) else { return nil }
        return Choice.allCases.first { spelled($0.fieldName) == word }
    }

    /// Names with their values, decoded as HTML forms are (WHATWG URL, application/x-www-form-urlencoded).
    ///
    /// - Complexity: O(bytes).
    private static func formPairs(_ bytes: [UInt8]) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = decoded(pair[..<equals])
            guard !name.utf8.isEmpty else { continue }
            pairs.append((name, equals == pair.endIndex ? "" : decoded(pair[(equals + 1)...])))
        }
        return pairs
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            if byte == UInt8(ascii: "%"), at + 2 < bytes.endIndex, let high = hexValue(bytes[at + 1]),
                let low = hexValue(bytes[at + 2])
            {
                out.append(high << 4 | low)
                at += 3
                continue
            }
            out.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            at += 1
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// A parameter that a view cannot be made with.
package struct ViewFault: Error, Sendable, Equatable {
    /// The parameter, as the path or the query calls it.
    package var field: String
    /// The value that it must have instead, in words.
    package var message: String

    package init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}
