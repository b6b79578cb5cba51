import Kernel

/// Reads the fields of an event from its JSON: the way back from `FieldJSON`, by the same one list of fields.
struct FieldTreeReader: Coder {
    private var object: [String: JSONTree]
    /// The lists that are being read, and the element that comes next.
    private var lists: [[JSONTree]] = []
    private var element: JSONTree?
    /// The first field that is not what it should be.
    private(set) var problem: String?

    init(_ object: [String: JSONTree]) { self.object = object }

    private mutating func take(_ name: StaticString) -> JSONTree? {
        if let element {
            self.element = nil
            return element
        }
        return object[spelled(name)]
    }

    private mutating func fail(_ name: StaticString, _ wanted: String) {
        if problem == nil { problem = "“\(spelled(name))” is not \(wanted)" }
    }

    mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) { identifier(0, name, &id) }

    mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {
        switch take(name) {
        case nil: value = 0
        case .number(let found) where found >= 0: value = UInt64(found)
        case .unsigned(let found): value = found
        default: fail(name, "a number without a sign")
        }
    }

    mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {
        switch take(name) {
        case nil: value = 0
        case .number(let found): value = found
        default: fail(name, "a whole number")
        }
    }

    mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {
        switch take(name) {
        case nil: value = false
        case .flag(let found): value = found
        default: fail(name, "true or false")
        }
    }

    mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {
        switch take(name) {
        case nil: value = ""
        case .text(let found): value = found
        default: fail(name, "a text")
        }
    }

    mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        switch take(name) {
        case nil: value = []
        case .text(let found):
            guard let bytes = bytes(hex: found) else { return fail(name, "hexadecimal") }
            value = bytes
        default: fail(name, "hexadecimal")
        }
    }

    mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        switch take(name) {
        case nil: value = .zero
        case .text(let found):
            guard let id = Identifier<Kind>(text: found) else { return fail(name, "an identifier") }
            value = id
        default: fail(name, "an identifier")
        }
    }

    mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        value = .blank
        switch take(name) {
        case nil: break
        case .object(let fields):
            let outer = (object, lists)
            (object, lists) = (fields, [])
            value.code(&self)
            (object, lists) = outer
        default: fail(name, "an object")
        }
    }

    mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        switch object[spelled(name)] {
        case nil, .null: false
        default: true
        }
    }

    mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool {
        if count == 0 {
            switch object[spelled(name)] {
            case nil: return false
            case .array(let elements): lists.append(elements)
            default:
                fail(name, "a list")
                return false
            }
        }
        guard let list = lists.last, count < list.count else {
            _ = lists.popLast()
            return false
        }
        element = list[count]
        return true
    }

    mutating func endList(_ number: Int) {}

    mutating func choice(
        _ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]
    ) {
        guard case .text(let found)? = element ?? object[spelled(name)] else { return unsigned(number, name, &value) }
        element = nil
        guard let index = names().firstIndex(where: { spelled($0) == found }) else {
            return fail(name, "one of the values that are known here")
        }
        value = UInt64(index)
    }
}
