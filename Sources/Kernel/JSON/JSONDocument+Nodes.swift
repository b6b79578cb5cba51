extension JSONDocument {
    /// The whole document, for callers that have no list of fields to read it by.
    public var root: Node { Node(document: self, place: 0) }

    /// One value of a document, with what it holds.
    public struct Node: Sendable {
        private let document: JSONDocument
        private let place: Int

        init(document: JSONDocument, place: Int) {
            self.document = document
            self.place = place
        }

        /// The content of a node.
        public enum Content: Sendable {
            case null
            case flag(Bool)
            /// As it is spelled.
            case number(String)
            case text(String)
            case list([Node])
            /// In the order in which they stand.
            case object([(key: String, value: Node)])
        }

        /// - Complexity: O(bytes) of a text or a number; O(n) of a list or an object, whatever its elements hold.
        public var content: Content {
            let value = document.values[place]
            switch value.kind {
            case .null: return .null
            case .flag: return .flag(document.bytes[value.start] == UInt8(ascii: "t"))
            case .number: return .number(String(decoding: document.bytes[value.start..<value.end], as: UTF8.self))
            case .text: return .text(document.text(of: place))
            case .array: return .list(children.map { Node(document: document, place: $0) })
            case .object:
                return .object(
                    children.map { (key: document.values[$0].key, value: Node(document: document, place: $0)) })
            }
        }

        private var children: [Int] {
            var places: [Int] = []
            var child = document.values[place].first
            while child >= 0 {
                places.append(child)
                child = document.values[child].next
            }
            return places
        }

        /// Such as `commands[3].card`; empty for the whole.
        public var path: String { document.path(of: place) }
    }
}
