import Kernel

/// Any JSON, as a request brings it.
enum JSONValue: Sendable, Equatable {
    case null
    case flag(Bool)
    case number(Int)
    case fraction(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Reads the body of a request, as strictly as commands are read.
    ///
    /// - Throws: a problem for bytes that are not JSON, are nested too deep, or hold more than any request needs:
    ///   looking at all of that would keep others waiting.
    init(parsing bytes: [UInt8]) throws(ProblemDocument) {
        do throws(JSONFault) {
            let limits = JSONDocument.Limits(
                bytesMax: bytes.count, valuesMax: Self.valuesMax, membersMax: Self.membersMax)
            self = try JSONValue(JSONDocument(bytes, limits: limits).root)
        } catch {
            throw ProblemDocument(error, name: "badField")
        }
    }

    /// - Throws: where two keys of an object are one name, though their bytes differ.
    /// - Complexity: O(bytes). It recurses as deep as the document's limits let it.
    init(_ node: JSONDocument.Node) throws(JSONFault) {
        switch node.content {
        case .null: self = .null
        case .flag(let flag): self = .flag(flag)
        case .number(let digits):
            if let number = Int(digits) { self = .number(number) } else { self = .fraction(Double(digits) ?? .infinity) }
        case .text(let text): self = .text(text)
        case .list(let elements):
            var list: [JSONValue] = []
            for element in elements { list.append(try JSONValue(element)) }
            self = .list(list)
        case .object(let members):
            var object: [String: JSONValue] = [:]
            for (key, value) in members {
                guard object.updateValue(try JSONValue(value), forKey: key) == nil else {
                    throw JSONFault(path: value.path, problem: .keyTwice)
                }
            }
            self = .object(object)
        }
    }

    var isText: Bool { if case .text = self { true } else { false } }

    /// Values of any kind in the body of one request that is not a batch of commands.
    static let valuesMax = 4_096
    /// Keys in one object; the most that somebody has to say at once are their shortcuts.
    static let membersMax = 256
}
