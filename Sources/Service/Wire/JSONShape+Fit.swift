import Kernel

/// Holds values against shapes: where they do not fit, and which places of the shapes there was something at.
struct ShapeFit {
    /// Such as `months[2].artworks[0].age: null instead of a whole number`.
    private(set) var faults: [String] = []
    /// Places where a value stood that is not null, as `JSONShape.places` calls them.
    private(set) var met: Set<String> = []

    /// - Parameters:
    ///   - path: where the value stands in its answer.
    ///   - place: where the shape stands: the same for all elements of a list, and in what is named its own.
    /// - Complexity: O(values); a text with a pattern costs as much as making the pattern.
    mutating func hold(_ value: JSONValue, against shape: JSONShape, at path: String, place: String) {
        switch shape {
        case .optional(let inner): return hold(value, against: inner, at: path, place: place)
        case .orNull(let inner):
            if value != .null { hold(value, against: inner, at: path, place: place) }
            return
        case .named(let name):
            guard let inner = AnswerShapes.components[name] else { return faults.append("\(path): there is no \(name)") }
            met.insert(place)
            return hold(value, against: inner, at: path, place: name)
        default: break
        }
        met.insert(place)
        switch (shape, value) {
        case (.list(let element), .list(let list)):
            for (index, value) in list.enumerated() {
                hold(value, against: element, at: path + "[\(index)]", place: place + "[]")
            }
        case (.map(let inner), .object(let object)):
            for (name, value) in object { hold(value, against: inner, at: path + "." + name, place: place + "{}") }
        case (.object(let members), .object(let object)): hold(object, against: members, at: path, place: place)
        case (.oneOf(let shapes), _): hold(value, againstOneOf: shapes, at: path, place: place)
        default:
            if !shape.admits(value) { faults.append("\(path): \(value.told) instead of \(shape.told)") }
        }
    }

    private mutating func hold(
        _ object: [String: JSONValue], against members: JSONMembers, at path: String, place: String
    ) {
        for name in object.keys.sorted(by: precedes) where !members.all.contains(where: { $0.name == name }) {
            faults.append("\(path).\(name): nobody said that there is such a thing")
        }
        for member in members.all {
            guard let value = object[member.name] else {
                if !member.isOptional { faults.append("\(path).\(member.name): missing") }
                continue
            }
            hold(value, against: member.shape, at: path + "." + member.name, place: place + "." + member.name)
        }
    }

    private mutating func hold(
        _ value: JSONValue, againstOneOf shapes: [JSONShape], at path: String, place: String
    ) {
        var fitting: [ShapeFit] = []
        for (index, shape) in shapes.enumerated() {
            var fit = ShapeFit()
            fit.hold(value, against: shape, at: path, place: place + "|\(index)")
            if fit.faults.isEmpty { fitting.append(fit) }
        }
        guard fitting.count == 1 else {
            return faults.append("\(path): \(value.told) fits \(fitting.count) of \(shapes.count) shapes")
        }
        met.formUnion(fitting[0].met)
    }
}

extension JSONShape {
    /// Returns whether a value without parts is one of these.
    fileprivate func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.anything, _), (.text, .text), (.number, .number), (.flag, .flag): true
        case (.like(let pattern), .text(let text)): Self.fits(text, pattern)
        // What is read and written again is as it was: nothing but the one way of writing it counts.
        case (.id, .text(let text)): EntityID(text: text).map { $0.text == text } ?? false
        case (.moment, .text(let text)): Instant(text: text).map { $0.text == text } ?? false
        case (.day, .text(let text)): CalendarDay(text: text).map { $0.text == text } ?? false
        case (.word(let words), .text(let text)): words.contains(text)
        default: false
        }
    }

    /// A pattern that is none fits nothing.
    private static func fits(_ text: String, _ pattern: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return false }
        return text.wholeMatch(of: regex) != nil
    }

    fileprivate var told: String {
        switch self {
        case .anything: "anything"
        case .text: "a text"
        case .like(let pattern): "a text like \(pattern)"
        case .id: "an identifier"
        case .moment: "a moment"
        case .day: "a day"
        case .number: "a whole number"
        case .flag: "true or false"
        case .word(let words): "one of " + words.joined(separator: ", ")
        case .list: "a list"
        case .object, .map: "an object"
        case .oneOf(let shapes): shapes.map(\.told).joined(separator: " or ")
        case .named(let name): name
        case .orNull(let shape), .optional(let shape): shape.told
        }
    }

    /// Every place of it by a name: `.name` for a member, `[]` for the elements of a list, `{}` for the values of a map, `|0`
    /// for the first of several shapes. What is named has places of its own, which are not among these.
    func places(from place: String) -> [String] {
        switch self {
        case .optional(let shape), .orNull(let shape): shape.places(from: place)
        case .list(let element): [place] + element.places(from: place + "[]")
        case .map(let value): [place] + value.places(from: place + "{}")
        case .object(let members): [place] + members.all.flatMap { $0.shape.places(from: place + "." + $0.name) }
        case .oneOf(let shapes): [place] + shapes.enumerated().flatMap { $1.places(from: place + "|\($0)") }
        default: [place]
        }
    }

    /// The names of what it refers to.
    var references: Set<String> {
        switch self {
        case .named(let name): [name]
        case .optional(let shape), .orNull(let shape), .list(let shape), .map(let shape): shape.references
        case .object(let members): members.all.reduce(into: []) { $0.formUnion($1.shape.references) }
        case .oneOf(let shapes): shapes.reduce(into: []) { $0.formUnion($1.references) }
        default: []
        }
    }
}

extension JSONValue {
    fileprivate var told: String {
        switch self {
        case .null: "null"
        case .flag(let flag): String(flag)
        case .number(let number): String(number)
        case .fraction(let fraction): String(fraction)
        case .text(let text): "\"" + String(text.prefix(80)) + "\""
        case .list: "a list"
        case .object: "an object"
        }
    }
}
