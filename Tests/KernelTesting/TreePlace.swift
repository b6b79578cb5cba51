import Foundation

/// A list or a text in a tree of JSON values, and how it is made longer.
package struct TreePlace: Sendable {
    package enum Growth: Sendable {
        /// The element at an index of a list, again and again: with names and identifiers of its own, or the very same.
        case new(Int), known(Int)
        /// A text of nothing but this.
        case text(String)
    }

    package var path: [String]
    package var growth: Growth

    package init(path: [String], growth: Growth) {
        self.path = path
        self.growth = growth
    }

    package var isText: Bool { if case .text = growth { true } else { false } }
    package var isOfNewThings: Bool { if case .new = growth { true } else { false } }

    package var words: String { path.joined(separator: ".") + ", \(growth)" }

    /// The places of `tree`: every list by each kind of its elements, and every text by each of `texts`.
    ///
    /// - Parameter fixed: keys whose values stay what they are, such as words of a format, identifiers and moments.
    package static func all(in tree: Any, texts: [String], fixed: Set<String>) -> [TreePlace] {
        places(in: tree, at: [], texts, fixed)
    }

    private static func places(
        in value: Any, at path: [String], _ texts: [String], _ fixed: Set<String>
    ) -> [TreePlace] {
        switch value {
        case let object as [String: Any]:
            return object.sorted { $0.key < $1.key }.flatMap { key, value in
                fixed.contains(key) ? [] : places(in: value, at: path + [key], texts, fixed)
            }
        case let list as [Any]:
            var seen: Set<String> = []
            return list.enumerated().flatMap { index, element -> [TreePlace] in
                guard seen.insert(kind(of: element)).inserted else { return [] }
                let growths = [Growth.new(index), .known(index)]
                return growths.map { TreePlace(path: path, growth: $0) }
                    + places(in: element, at: path + ["\(index)"], texts, fixed)
            }
        case let text as String where !text.isEmpty: return texts.map { TreePlace(path: path, growth: .text($0)) }
        default: return []
        }
    }

    /// Elements of one kind have the same fields and the same type.
    private static func kind(of element: Any) -> String {
        guard let object = element as? [String: Any] else { return element is [Any] ? "list" : "value" }
        return object.sorted { $0.key < $1.key }.map { key, value in
            if value is [String: Any] { return key + "(" + kind(of: value) + ")" }
            return ["type", "tag", "op"].contains(key) ? "\(key)=\(value)" : key
        }.joined(separator: " ")
    }

    /// The tree with the place so long: in elements, or in bytes of text.
    package func tree(_ tree: Any, ofSize size: Int) -> Any { longer(tree, path[...], size) }

    private func longer(_ value: Any, _ path: ArraySlice<String>, _ size: Int) -> Any {
        guard let key = path.first else { return longer(value, size) }
        if var list = value as? [Any], let index = Int(key) {
            list[index] = longer(list[index], path.dropFirst(), size)
            return list
        }
        guard var object = value as? [String: Any], let inner = object[key] else { return value }
        object[key] = longer(inner, path.dropFirst(), size)
        return object
    }

    private func longer(_ value: Any, _ size: Int) -> Any {
        switch growth {
        case .text(let part): return String(repeating: part, count: max(1, size / part.utf8.count))
        case .known(let index), .new(let index):
            guard var list = value as? [Any] else { return value }
            let one = list[index]
            var isNew = false
            if case .new = growth { isNew = true }
            list.replaceSubrange(index...index, with: (0..<size).map { isNew ? Self.varied(one, $0) : one })
            return list
        }
    }

    /// Keys by which things are told apart, or called.
    private static let own: Set<String> = ["id", "_id", "name", "title", "path"]

    /// The same with an identifier and words of its own.
    private static func varied(_ value: Any, _ number: Int, _ key: String = "") -> Any {
        switch value {
        case let object as [String: Any]:
            return Dictionary(uniqueKeysWithValues: object.map { ($0, varied($1, number, $0)) })
        case let list as [Any]: return list.map { varied($0, number, "cell") }
        case let text as String: return own.contains(key) || text.contains(" ") ? text + " \(number)" : text
        case let identifier as Int where own.contains(key): return identifier + number
        default: return value
        }
    }
}
