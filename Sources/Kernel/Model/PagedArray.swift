/// An array in pages, each of which is copied separately.
///
/// A value that somebody else still holds, such as a view that is being read or written into a snapshot, is copied by the
/// first change after that: an `Array` whole, which for a million cards is tens of milliseconds, and this one by a page and
/// a pointer for each of the others. Elements are only ever put at the end.
///
/// See decision 64.
///
/// - Complexity: finding and changing an element, O(1); the first change of a page that is shared, O(page) and O(count / page).
public struct PagedArray<Element> {
    /// All but the last are full, and none is empty.
    private var pages: [[Element]] = []

    public init() {}

    private static var pageByteCountMax: Int { 32 << 10 }
    /// Elements of a page, as a power of two.
    @inline(__always)
    private static var shift: Int {
        let fitting = pageByteCountMax / Swift.max(1, MemoryLayout<Element>.stride)
        return fitting < 32 ? 5 : Int.bitWidth - 1 - fitting.leadingZeroBitCount
    }
    @inline(__always)
    private static var mask: Int { 1 << shift - 1 }

    public mutating func append(_ element: Element) {
        if count & Self.mask == 0 {
            pages.append([])
            // The first grows as it is used: most arrays never fill it.
            if pages.count > 1 { pages[pages.count - 1].reserveCapacity(Self.mask + 1) }
        }
        pages[pages.count - 1].append(element)
    }

    public mutating func reserveCapacity(_ count: Int) { pages.reserveCapacity((count + Self.mask) >> Self.shift) }

    /// Returns the result of `body` on the element at `place`; nil where there is none.
    @inline(__always)
    func peek<Value>(at place: Int, _ body: (UnsafePointer<Element>) -> Value) -> Value? {
        guard place >= 0, place >> Self.shift < pages.count else { return nil }
        return pages[place >> Self.shift].withUnsafeBufferPointer { elements in
            let index = place & Self.mask
            guard index < elements.count, let base = elements.baseAddress else { return nil }
            return body(base + index)
        }
    }
}

extension PagedArray: RandomAccessCollection, MutableCollection {
    @inline(__always)
    public var startIndex: Int { 0 }
    @inline(__always)
    public var endIndex: Int { count }
    @inline(__always)
    public var count: Int {
        pages.isEmpty ? 0 : (pages.count - 1) << Self.shift + pages[pages.count - 1].count
    }

    // One `yield` each: the compiler inlines no accessor with two.
    public subscript(place: Int) -> Element {
        @inline(__always)
        _read { yield pages[place >> Self.shift][place & Self.mask] }
        @inline(__always)
        _modify { yield &pages[place >> Self.shift][place & Self.mask] }
    }

    /// Goes through a page at a time.
    public struct Iterator: IteratorProtocol {
        private var page: [Element].Iterator
        private var rest: [[Element]].Iterator

        fileprivate init(_ pages: [[Element]]) {
            page = [].makeIterator()
            rest = pages.makeIterator()
        }

        public mutating func next() -> Element? {
            while true {
                if let element = page.next() { return element }
                guard let next = rest.next() else { return nil }
                page = next.makeIterator()
            }
        }
    }

    public func makeIterator() -> Iterator { Iterator(pages) }
}

extension PagedArray: ExpressibleByArrayLiteral {
    /// - Precondition: `count` is not negative.
    public init(repeating element: Element, count: Int) {
        var left = count
        while left > 0 {
            pages.append(Array(repeating: element, count: Swift.min(left, Self.mask + 1)))
            left -= Self.mask + 1
        }
    }

    public init(_ elements: some Sequence<Element>) { for element in elements { append(element) } }
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension PagedArray: Sendable where Element: Sendable {}

extension PagedArray: Equatable where Element: Equatable {
    /// Page by page, and a page that both share is not looked into.
    public static func == (a: PagedArray, b: PagedArray) -> Bool { a.pages == b.pages }
}
