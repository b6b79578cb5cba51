/// Writes field lists as JSON Schema 2020-12, as OpenAPI 3.1 takes it: what `JSONFieldReader` accepts. The same
/// definitions are kept in words, for a page that people read.
///
/// - Source: json-schema.org, "JSON Schema: A Vocabulary for Validation", draft 2020-12; OpenAPI 3.1.1, section 4.8.24.
public struct JSONFieldSchema: Coder {
    /// One object, or a choice among several.
    public struct Definition: Sendable {
        public var name: String
        public var fields: [Field] = []
        /// The conditions that must hold beyond the types, in words.
        public var demands: [String] = []
        /// Names of the definitions that this one is a choice of.
        public var kinds: [Kind] = []
    }

    public struct Field: Sendable {
        public var name: String
        /// The description of the value, in words.
        public var words: String
        public var schema: String
        /// True if it must be given, if only as null.
        public var isRequired: Bool
        /// The definition it refers to, if any.
        public var reference: String?
    }

    /// One kind of a union.
    public struct Kind: Sendable {
        public var type: String
        public var definition: String
    }

    /// In the order in which they were met, each before those it refers to.
    public private(set) var definitions: [Definition] = []
    /// The prefix of a definition's name where it is referred to.
    private let referencePrefix: String
    /// Where the definition that is being written stands.
    private var current = 0
    private var isOptional = false
    private var isOmittable = false
    private var mustSayNull = false
    private var isElement = false

    public init(referencePrefix: String = "#/$defs/") { self.referencePrefix = referencePrefix }

    /// Adds `type` and all that it refers to.
    public mutating func define<Value: FieldMessage>(_ type: Value.Type) {
        define(spelled(Value.schemaName)) { schema in
            var blank = Value.blank
            blank.code(&schema)
        }
    }

    private mutating func define(_ name: String, _ body: (inout JSONFieldSchema) -> Void) {
        guard !definitions.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return }
        let outer = (current, isOptional, isOmittable, mustSayNull, isElement)
        current = definitions.count
        definitions.append(Definition(name: name))
        (isOptional, isOmittable, mustSayNull, isElement) = (false, false, false, false)
        body(&self)
        (current, isOptional, isOmittable, mustSayNull, isElement) = outer
    }

    private mutating func add(_ schema: String, _ words: String, _ name: StaticString, reference: String? = nil) {
        var schema = schema
        var words = words
        if isElement {
            schema = #"{"type":"array","items":"# + schema + "}"
            words = "list of: " + words
        }
        if isOptional || isOmittable { schema = #"{"anyOf":["# + schema + #",{"type":"null"}]}"# }
        if mustSayNull { words += ", or null" }
        definitions[current].fields.append(
            Field(
                name: jsonName(name), words: words, schema: schema,
                isRequired: mustSayNull || !(isOptional || isOmittable), reference: reference))
        (isOptional, isOmittable, mustSayNull, isElement) = (false, false, false, false)
    }

    public mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {
        identifier(0, name, &id)
    }

    public mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        add(#"{"type":"integer","minimum":0,"maximum":18446744073709551615}"#, "number, not negative", name)
    }

    public mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        add(#"{"type":"integer","format":"int64"}"#, "number", name)
    }

    public mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        add(#"{"type":"boolean"}"#, "true or false", name)
    }

    public mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        add(#"{"type":"string"}"#, "text", name)
    }

    public mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        add(#"{"type":"string","pattern":"^([0-9a-fA-F]{2})*$"}"#, "bytes in hexadecimal", name)
    }

    public mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        let digits = "[0-9a-fA-F]"
        let pattern =
            "^" + digits + "{8}-" + digits + "{4}-" + digits + "{4}-" + digits + "{4}-" + digits + "{12}$"
        add(#"{"type":"string","format":"uuid","pattern":""# + pattern + #""}"#, "identifier", name)
    }

    public mutating func instant(_ number: Int, _ name: StaticString, _ value: inout Instant) {
        add(#"{"type":"string","format":"date-time"}"#, "moment", name)
    }

    public mutating func day(_ number: Int, _ name: StaticString, _ value: inout CalendarDay) {
        add(#"{"type":"string","format":"date"}"#, "day", name)
    }

    public mutating func month(_ number: Int, _ name: StaticString, _ value: inout CalendarMonth) {
        add(#"{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])$"}"#, "month", name)
    }

    /// The length in bytes is the only one that a schema can say: it counts code points, a name counts what people see.
    public mutating func name(_ number: Int, _ name: StaticString, _ value: inout Name, rule: NameRule) {
        let length = #","minLength":1,"maxLength":"# + String(Name.bytesMax)
        let pattern = rule.isVerbatim ? "" : #","pattern":"\\S""#
        let words = "name of at most " + String(rule.graphemesMax) + " characters"
        add(#"{"type":"string""# + length + pattern + "}", words, name)
    }

    public mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        let definition = spelled(Value.schemaName)
        add(#"{"$ref":""# + referencePrefix + definition + #""}"#, definition, name, reference: definition)
        define(Value.self)
    }

    public mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        let names = names().map { spelled($0) }
        var json = JSONWriter()
        json.object { json in json.field("enum", names) }
        add(json.text, oneOf(names), name)
    }

    public mutating func union<Value: FieldUnion>(_ value: inout Value) {
        let union = current
        for tag in Value.Tag.allCases {
            let kind = Kind(type: tag.name, definition: definitions[union].name + "." + tag.name)
            definitions[union].kinds.append(kind)
            define(kind.definition) { schema in
                var json = JSONWriter()
                json.object { json in json.field("const", kind.type) }
                schema.add(json.text, "`" + kind.type + "`", "type")
                var blank = Value.blank(tag)
                blank.code(fields: &schema)
            }
        }
    }

    public mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        isOptional = true
        return true
    }

    public mutating func leavesOut(_ number: Int, _ name: StaticString, isBlank: @autoclosure () -> Bool) -> Bool {
        isOmittable = true
        return false
    }

    public mutating func requires(_ number: Int, _ name: StaticString) { mustSayNull = true }

    public mutating func demand(_ holds: Bool, _ expected: StaticString) {
        definitions[current].demands.append(spelled(expected))
    }

    public mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        guard count == 0 else { return false }
        isElement = true
        return true
    }

    public mutating func endList(_ number: Int) {}

    // MARK: The whole

    /// Every definition by its name, as one object: the `$defs` of a schema, or the `components/schemas` of OpenAPI.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        for definition in definitions {
            json.key(definition.name)
            write(definition, to: &json)
        }
        json.endObject()
    }

    private func write(_ definition: Definition, to json: inout JSONWriter) {
        json.beginObject()
        if definition.kinds.isEmpty {
            json.field("type", "object")
            if !definition.demands.isEmpty {
                json.field("description", "Expected: " + joined(definition.demands, "; ") + ".")
            }
            json.key("properties")
            json.beginObject()
            for field in definition.fields {
                json.key(field.name)
                json.raw(Array(field.schema.utf8))
            }
            json.endObject()
            json.field("required", definition.fields.filter { $0.isRequired }.map { $0.name })
            json.field("additionalProperties", false)
        } else {
            json.key("oneOf")
            json.array(definition.kinds) { json, kind in
                json.object { json in json.field("$ref", referencePrefix + kind.definition) }
            }
            json.key("discriminator")
            json.object { json in
                json.field("propertyName", "type")
                json.key("mapping")
                json.object { json in
                    for kind in definition.kinds { json.field(kind.type, referencePrefix + kind.definition) }
                }
            }
        }
        json.endObject()
    }
}

/// The words with `separator` between them.
public func joined(_ words: [String], _ separator: String) -> String {
    var text = ""
    for (index, word) in words.enumerated() { text += (index > 0 ? separator : "") + word }
    return text
}

extension JSONFieldSchema {
    /// A whole schema document for `type`, with a definition a line, so that a change to it can be reviewed.
    public func text<Value: FieldMessage>(of type: Value.Type) -> String {
        var text = #"{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":""#
        text += referencePrefix + spelled(Value.schemaName) + "\",\"$defs\":{\n"
        for (index, definition) in definitions.enumerated() {
            var json = JSONWriter()
            json.value(definition.name)
            text += json.text + ":"
            json = JSONWriter()
            write(definition, to: &json)
            text += json.text + (index + 1 < definitions.count ? ",\n" : "\n")
        }
        return text + "}}\n"
    }
}
