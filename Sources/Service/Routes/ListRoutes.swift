import HTTPTypes
import Hummingbird
import Kernel
import NIOCore

/// Every list there is in one shape: `{items, next, total}`, below `/lists` of its address.
///
/// The views have shapes of their own, which the core in a browser writes too; programs that page through many lists need not know
/// them. `next` is what `after` takes, null on the last page; `total` counts the items of all pages, null where counting would mean
/// reading everything, such as in the audit.
extension RouteTable {
    static let lists = ownGroups.flatMap(\.routes).compactMap { $0.asList }
}

extension Route {
    /// The member that holds the list in a JSON answer, and the shape of an item.
    private struct Listed {
        /// Nil where the answer is the list.
        let member: String?
        let item: JSONShape
    }

    /// Lists by month or by day have their dates from the members around them, and stay as they are.
    private static let grouped: Set<String> = ["showTimeline", "showDue", "showFollowUp"]

    private var listed: Listed? {
        guard method == .get, !Self.grouped.contains(name) else { return nil }
        var shape = answerShape
        if case .named(let component) = shape { shape = AnswerShapes.components[component] }
        switch shape {
        case .list(let item): return Listed(member: nil, item: item)
        case .object(let members):
            let lists = members.all.compactMap { member -> Listed? in
                guard case .list(let item) = member.shape else { return nil }
                return Listed(member: member.name, item: item)
            }
            let isList = members.all.count == 1 || query.contains { $0.name == "limit" }
            return lists.count == 1 && isList ? lists.first : nil
        default: return nil
        }
    }

    /// The same list as `{items, next, total}`; nil for what is not a list.
    fileprivate var asList: Route? {
        guard let listed else { return nil }
        let below = path.hasPrefix(Self.inWorkspace) ? Self.inWorkspace : "/v1"
        var route = Route(
            method, below + "/lists" + path.dropFirst(below.count), name + "Page", summary + " As {items, next, total}.", rule,
            query: query, headers: headers, furtherStatuses: furtherStatuses, hasText: false, isForGuests: isForGuests
        ) { [handle] call in
            try await handle(call).asList(listed.member, isWhole: !call.query.has("after"))
        }
        route.item = listed.item
        return route
    }

    private static let inWorkspace = "/v1/workspaces/{workspace}"
}

extension Response {
    /// The list in this answer as `{items, next, total}`.
    ///
    /// - Parameters:
    ///   - member: the member that holds it; nil where the answer is the list.
    ///   - isWhole: true if it begins with the first page: what has no further page is counted then.
    fileprivate func asList(_ member: String?, isWhole: Bool) async throws -> Response {
        guard status == .ok, headers[.contentType]?.hasPrefix("application/json") ?? false else { return self }
        let bytes = Array(try await body.gathered().readableBytesView)
        let list = member.map { CanonicalJSON.member($0, of: bytes) } ?? bytes[...]
        var fields = headers
        fields[.contentLength] = nil
        let next = Call.linkHeader.flatMap { fields[$0] }.flatMap { Self.cursor(in: $0) }
        let said = Call.totalHeader.flatMap { fields[$0] }.flatMap { Int($0) }
        let total = said ?? (isWhole && next == nil ? CanonicalJSON.count(of: list) : nil)
        if let total, let name = Call.totalHeader { fields[name] = String(total) }
        return .json(headers: fields) { json in
            json.object { json in
                json.key("items")
                json.raw(Array(list))
                json.field("next", next)
                json.key("total")
                if let total { json.value(total) } else { json.null() }
            }
        }
    }

    /// The cursor that a Link of this service names.
    private static func cursor(in link: String) -> String? {
        guard let start = link.range(of: "after=")?.upperBound else { return nil }
        return String(link[start...].prefix { $0 != "&" && $0 != ">" })
    }
}

/// Finds its way in JSON that the kernel wrote: no space, each name once.
enum CanonicalJSON {
    /// The bytes of a member of an object; those of an empty list where it has no such member.
    ///
    /// - Complexity: O(bytes).
    static func member(_ name: String, of bytes: [UInt8]) -> ArraySlice<UInt8> {
        let key = Array("\"\(name)\":".utf8)
        var found: ArraySlice<UInt8>?
        parts(of: bytes[...]) { part in
            if part.starts(with: key) { found = part.dropFirst(key.count) }
        }
        return found ?? Array("[]".utf8)[...]
    }

    /// The number of elements of a list.
    ///
    /// - Complexity: O(bytes).
    static func count(of list: ArraySlice<UInt8>) -> Int {
        var count = 0
        parts(of: list) { if !$0.isEmpty { count += 1 } }
        return count
    }

    /// Calls `body` with each element of a list, or each name with its value of an object.
    private static func parts(of bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
        var (depth, isText, isEscaped) = (0, false, false)
        var start = bytes.startIndex + 1
        for (index, byte) in zip(bytes.indices, bytes) {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { body(bytes[start..<index]) }
            case UInt8(ascii: ",") where depth == 1:
                body(bytes[start..<index])
                start = index + 1
            default: break
            }
        }
    }
}
