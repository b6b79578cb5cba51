/// Writes a field list as the text of a protocol-buffer schema: what other languages read a journal with, and what a
/// snapshot's schema digest is taken over.
///
/// - Source: protobuf.dev, "Language Guide (proto3)".
public struct FieldSchema: Coder {
    /// Whole messages and enums, by name, in the order in which they were met.
    public private(set) var definitions: [(name: String, text: String)] = []
    private var lines: [String] = []
    /// The label of the next field: plain, optional or repeated.
    private var label = ""

    public init() {}

    /// Adds the message that `body` visits.
    public mutating func message(named name: String, _ body: (inout FieldSchema) -> Void) {
        guard !definitions.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return }
        let at = definitions.count
        definitions.append((name, ""))
        let outer = (lines, label)
        (lines, label) = ([], "")
        body(&self)
        var text = "message " + name + " {\n"
        for line in lines { text += "  " + line + "\n" }
        definitions[at].text = text + "}\n"
        (lines, label) = outer
    }

    /// The whole schema as a `.proto` file.
    public func file(package name: String) -> String {
        var text = "syntax = \"proto3\";\npackage " + name + ";\n"
        for definition in definitions { text += "\n" + definition.text }
        return text
    }

    private mutating func add(_ type: String, _ number: Int, _ name: StaticString, packed: Bool = false) {
        let suffix = label.utf8.elementsEqual("repeated ".utf8) && packed ? " [packed = false]" : ""
        lines.append(label + type + " " + spelled(name) + " = " + String(number) + suffix + ";")
        label = ""
    }

    public mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {
        lines.append("// " + spelled(name) + ": the record's entity.")
    }

    public mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        add("uint64", number, name, packed: true)
    }

    public mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        add("sint64", number, name, packed: true)
    }

    public mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        add("bool", number, name, packed: true)
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        add("string", number, name)
    }

    public mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        add("bytes", number, name)
    }

    public mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        add("bytes", number, name)
    }

    public mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        add(spelled(Value.schemaName), number, name)
        message(named: spelled(Value.schemaName)) { schema in
            var blank = Value.blank
            blank.code(&schema)
        }
    }

    public mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        label = "optional "
        return true
    }

    public mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        guard count == 0 else { return false }
        label = "repeated "
        return true
    }

    public mutating func endList(_ number: Int) {}

    public mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        add("uint64", number, name, packed: true)
        var meaning = "// "
        for (index, name) in names().enumerated() {
            meaning += (index > 0 ? ", " : "") + String(index) + " " + spelled(name)
        }
        lines[lines.count - 1] += "  " + meaning
    }
}

extension DomainEvent {
    /// Adds a message per tag to `schema`.
    public static func describe(in schema: inout FieldSchema, domain: String) {
        for tag in Tag.allCases {
            schema.message(named: domain + String(tag.rawValue)) { schema in
                var event = Self.blank(tag)
                event.code(&schema)
            }
        }
    }
}
