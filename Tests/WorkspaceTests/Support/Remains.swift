import Foundation
import Kernel
import Workspace

/// Everything that can be read, thing by thing, without some of them: what erasing must leave as it was.
///
/// Made from the canonical JSON of all views by parsing it again, so that nothing of the code under test decides what
/// belongs to what: an object that has the identifier of something erased is left out wherever it stands, and so is
/// the identifier itself in a list or as a value.
struct Remains {
    /// The canonical JSON of each thing by its identifier, things within it by name only.
    ///
    /// The same thing is told in several places, in each in another way: an item that leaves its list for the inbox reads
    /// the same in both.
    private(set) var things: [String: Set<String>] = [:]
    private let gone: Set<String>
    /// Items that lead to a collection that is erased: what they say of it is derived, too.
    private let leadingNowhere: Set<String>

    /// Numbers that count or measure what is erased, and moments at which it was touched: derived, and rightly other than
    /// they were.
    private static let derived: Set<String> = [
        "notes", "folders", "columns", "cards", "items", "total", "count", "countWithin", "done", "bytes", "images",
        "works", "artworks", "level", "under", "positions", "updated", "touched",
    ]

    /// The subjects of an object, by the names under which their identifiers stand.
    private static let about = ["id", "analysis", "artwork"]

    init(of view: WorkspaceView, without closure: ErasureClosure) {
        gone = Set(closure.things.map(\.entity.text))
        let items = view.capture.model.items
        leadingNowhere = Set(
            zip(items.ids, items.entries).compactMap { id, item in
                if case .link(let collection) = item.type, closure.holds(.collection, collection) { id.text } else { nil }
            })
        var json = JSONWriter()
        view.writeEverything(to: &json, times: false)
        guard let parsed = try? JSONSerialization.jsonObject(with: Data(json.bytes)) else { return }
        _ = take(parsed, under: "")
    }

    /// Gathers the things in `value` and returns what is left of it; nil for what is erased.
    private mutating func take(_ value: Any, under key: String) -> Any? {
        switch value {
        case let text as String: return gone.contains(text) ? nil : text
        case let list as [Any]: return list.compactMap { take($0, under: key) }
        case let object as [String: Any]:
            for name in Self.about {
                let id = object[name] as? String ?? (object[name] as? [String: Any])?["id"] as? String
                if let id, gone.contains(id) { return nil }
            }
            var left: [String: Any] = [:]
            for (name, value) in object.sorted(by: { $0.key < $1.key }) where !gone.contains(name) {
                if Self.derived.contains(name), !(value is [Any]), !(value is [String: Any]) { continue }
                left[name] = take(value, under: name)
                // Left out where there is none: so it is where all that was in it is erased.
                if name == "archivedColumns", (left[name] as? [Any])?.isEmpty == true { left[name] = nil }
            }
            guard let id = object["id"] as? String else { return left }
            if leadingNowhere.contains(id) { left["target"] = nil }
            things["\(key) \(id)", default: []].insert(Self.text(left))
            return ["id": id]
        default: return value is NSNull ? nil : value
        }
    }

    private static func text(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .prettyPrinted])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }
}
