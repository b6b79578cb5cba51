/// A list that nearly always has a single element, which then stands here and not in an array of its own: an edit of a text
/// has two such lists, and a replay is spared an allocation for each.
///
/// - Invariant: what has one element is `one`, so that equal lists are equal.
public enum SmallArray<Element> {
    case one(Element)
    /// None, or two and more.
    case many([Element])

    public init(_ elements: [Element]) { self = elements.count == 1 ? .one(elements[0]) : .many(elements) }

    /// - Complexity: O(1); allocates for a single element.
    public var array: [Element] {
        switch self {
        case .one(let element): [element]
        case .many(let elements): elements
        }
    }

    public var count: Int {
        switch self {
        case .one: 1
        case .many(let elements): elements.count
        }
    }

    public subscript(index: Int) -> Element {
        switch self {
        case .one(let element):
            precondition(index == 0)
            return element
        case .many(let elements): return elements[index]
        }
    }

    public mutating func append(_ element: Element) {
        switch self {
        case .one(let first): self = .many([first, element])
        case .many(var elements):
            if elements.isEmpty {
                self = .one(element)
            } else {
                self = .many([])
                elements.append(element)
                self = .many(elements)
            }
        }
    }
}

extension SmallArray: Sendable where Element: Sendable {}
extension SmallArray: Equatable where Element: Equatable {}

/// As an array stands in fields.
extension SmallArray: FieldValue where Element: FieldValue {
    public static var blank: SmallArray { .many([]) }

    public mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        let total = count
        var visited = 0
        while coder.continues(number, name, after: visited, total: total) {
            var element = visited < total ? self[visited] : Element.blank
            element.code(number, name, in: &coder)
            if visited >= total { append(element) }
            visited += 1
        }
        coder.endList(number)
    }
}
