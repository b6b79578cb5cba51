/// A thing that carries its own identifier.
public protocol Identified {
    associatedtype Kind
    var id: Identifier<Kind> { get }
}

/// Things in the order in which they came, each found by its identifier without looking at all of them: what hangs on one
/// other thing, such as the comments on a card.
///
/// Nothing is ever taken out; what is gone carries a flag.
///
/// A few are a plain array: most things have little that hangs on them, and pay nothing for it. More are a `Table`, of which
/// a change copies a page where somebody else still holds the list.
/// - Invariant: none is there twice, and more than `fewMax` are a table, so that equal lists are equal.
/// - Complexity: adding, finding and changing one, O(1) amortised.
public struct IndexedList<Element: Identified> {
    fileprivate enum Storage {
        case few([Element])
        case many(Boxed<Table<Element.Kind, Element>>)
    }
    private var storage = Storage.few([])

    public init() {}

    /// Things that are found by looking at each.
    public static var fewMax: Int { 32 }

    public func index(of id: Identifier<Element.Kind>) -> Int? {
        switch storage {
        case .few(let elements): elements.firstIndex { $0.id == id }
        case .many(let table): table.wrappedValue.slot(of: id)?.index
        }
    }

    public func has(_ id: Identifier<Element.Kind>) -> Bool { index(of: id) != nil }

    public subscript(id: Identifier<Element.Kind>) -> Element? { index(of: id).map { self[$0] } }

    /// Puts a new thing at the end; one that is there already stays as it is.
    public mutating func append(_ element: Element) {
        guard !has(element.id) else { return }
        switch storage {
        case .few(var elements):
            storage = .few([])  // So that it is changed where it lies.
            elements.append(element)
            storage = elements.count > Self.fewMax ? .many(Self.table(of: elements)) : .few(elements)
        case .many(var table):
            storage = .few([])
            table.wrappedValue.add(element.id, element)
            storage = .many(table)
        }
    }

    public mutating func reserveCapacity(_ count: Int) {
        guard count <= Self.fewMax, case .few(var elements) = storage else { return }
        storage = .few([])
        elements.reserveCapacity(count)
        storage = .few(elements)
    }

    /// Changes a thing where it lies.
    ///
    /// - Returns: its index; nil, and nothing done, where it is not there.
    @discardableResult
    public mutating func change(_ id: Identifier<Element.Kind>, _ body: (inout Element) -> Void) -> Int? {
        guard let index = index(of: id) else { return nil }
        switch storage {
        case .few(var elements):
            storage = .few([])
            body(&elements[index])
            storage = .few(elements)
        case .many(var table):
            storage = .few([])
            if let slot = table.wrappedValue.slot(of: id) { body(&table.wrappedValue[slot]) }
            storage = .many(table)
        }
        return index
    }

    private static func table(of elements: [Element]) -> Boxed<Table<Element.Kind, Element>> {
        var table = Table<Element.Kind, Element>()
        for element in elements { table.add(element.id, element) }
        return Boxed(wrappedValue: table)
    }
}

extension IndexedList: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int {
        switch storage {
        case .few(let elements): elements.count
        case .many(let table): table.wrappedValue.count
        }
    }

    public subscript(place: Int) -> Element {
        switch storage {
        case .few(let elements): elements[place]
        case .many(let table): table.wrappedValue.entries[place]
        }
    }
}

extension IndexedList.Storage: Sendable where Element: Sendable {}
extension IndexedList: Sendable where Element: Sendable {}
extension IndexedList.Storage: Equatable where Element: Equatable {}
extension IndexedList: Equatable where Element: Equatable {}

/// As an array stands in fields. One that is there twice, which only a damaged file says, is read once.
extension IndexedList: FieldValue, FieldList where Element: FieldValue {}
