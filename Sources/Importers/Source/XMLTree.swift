import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML document, with what is in it.
final class XMLNode {
    /// Without its namespace's prefix.
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [XMLNode] = []
    /// All characters directly in it.
    fileprivate(set) var text = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// The first child of this name.
    func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }

    /// All elements of this name in it, however deep, in the order of the document.
    func all(_ name: String) -> [XMLNode] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }
}

/// Reads an XML document of a stranger: entities are not declared, nothing outside is fetched, and depth and size have
/// limits.
enum XMLTree {
    /// Elements within elements.
    static let depthMax = 200
    static let elementsMax = 4_000_000

    /// The root element.
    ///
    /// - Throws: for bytes that are not XML, with the line; for a document that declares entities, which is how a small file
    ///   becomes a large one.
    static func root(of bytes: [UInt8], path: String, within budget: ImportBudget) throws(ImportFailure) -> XMLNode {
        guard isUTF8(bytes) else {
            throw .damaged(path: path, place: "its beginning", problem: "it is not UTF-8")
        }
        if holdsEntity(bytes) {
            throw .hostile(path: path, problem: "it declares entities, as no program does that draws")
        }
        // From a stream the parser takes pieces: of a whole document it takes no more than 10,000,000 bytes ("Huge input
        // lookup" in libxml2).
        let parser = XMLParser(stream: InputStream(data: Data(bytes)))
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = false
        let builder = Builder(within: budget)
        parser.delegate = builder
        let isWhole = parser.parse()
        try budget.proceed()
        if let limit = builder.problem {
            throw .tooLarge(path: path, problem: limit)
        }
        // The parser takes a document that stops too early for whole.
        guard isWhole, builder.isClosed, let root = builder.root else {
            throw .damaged(
                path: path, place: "line \(parser.lineNumber)", problem: "it is not the XML that it begins as")
        }
        return root
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        !bytes.starts(with: [0xFE, 0xFF]) && !bytes.starts(with: [0xFF, 0xFE])
            && String(validating: bytes, as: UTF8.self) != nil
    }

    private static func holdsEntity(_ bytes: [UInt8]) -> Bool {
        let mark = Array("<!ENTITY".utf8)
        var at = bytes.startIndex
        while let start = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
            if bytes[start...].starts(with: mark) { return true }
            at = start + 1
        }
        return false
    }

    private final class Builder: NSObject, XMLParserDelegate {
        private(set) var root: XMLNode?
        private(set) var problem: String?
        private var open: [XMLNode] = []
        private var count = 0
        private let budget: ImportBudget

        init(within budget: ImportBudget) { self.budget = budget }

        var isClosed: Bool { open.isEmpty }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            count += 1
            if count.isMultiple(of: 1_024), budget.isOver { return parser.abortParsing() }
            guard open.count < depthMax, count <= elementsMax else {
                problem =
                    count > elementsMax
                    ? "it has more than \(elementsMax) elements" : "its elements are nested deeper than \(depthMax)"
                return parser.abortParsing()
            }
            let node = XMLNode(local(name), attributes)
            if let parent = open.last { parent.children.append(node) } else { root = node }
            open.append(node)
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            open.last?.text += String(decoding: block, as: UTF8.self)
        }

        private func local(_ name: String) -> String {
            name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
        }
    }
}
