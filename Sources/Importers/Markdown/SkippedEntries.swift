/// Counts what is left at the source by the hundred, so that the report has one line for each place.
struct SkippedEntries {
    enum Reason: Hashable { case tool, hidden, belowLost }

    private struct Group: Hashable {
        var reason: Reason
        var place: ByteText
    }

    private var counts: [Group: Int] = [:]
    private var order: [Group] = []

    /// - Parameter place: the directory, or for `.hidden` the entry's own path.
    mutating func add(_ reason: Reason, _ place: String, _ entry: SourceTree.Entry) {
        let group = Group(reason: reason, place: ByteText(reason == .hidden ? Self.hiddenPart(of: place) : place))
        if counts[group] == nil { order.append(group) }
        let isFile = if case .file = entry.kind { true } else { false }
        counts[group, default: 0] += isFile ? 1 : 0
    }

    /// In the order of their first entries.
    var report: [ImportWarning] {
        order.map { group in
            let count = counts[group] ?? 0
            // A tool's directory is not looked into, only an archive's list is.
            let files = count == 0 ? "" : count == 1 ? "; 1 file" : "; \(count) files"
            return switch group.reason {
            case .tool:
                ImportWarning(
                    what: "settings", at: group.place.text,
                    why: "it belongs to another program and not to the notes\(files)")
            case .hidden:
                ImportWarning(what: "hidden", at: group.place.text, why: "its name begins with a dot\(files)")
            case .belowLost:
                ImportWarning(
                    what: "folder's contents", at: group.place.text, why: "their folder could not be made\(files)")
            }
        }
    }

    /// The path up to and including the first name that begins with a dot.
    private static func hiddenPart(of path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") {
            parts.append(part)
            if part.utf8.first == UInt8(ascii: ".") { break }
        }
        return parts.joined(separator: "/")
    }
}
