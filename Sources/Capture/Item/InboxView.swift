package import Kernel

/// The inbox: captured items of no type that are in no plan and no list. Requirements O-103, O-201.
///
/// Completed ones stay, marked: nothing ever leaves the inbox on its own. Requirement O-206.
package struct InboxView: CanonicalView, Sendable, Equatable {
    /// The newest first.
    package var items: [ItemLine]
    /// All items of the inbox, also where `items` is a page.
    package let count: Int

    init(items: [ItemLine]) {
        self.items = items
        count = items.count
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        lines.add(0, count == 0 ? "The inbox is empty." : "Inbox", count == 0 ? "" : counted(count, "item"))
        for item in items { item.write(to: &lines, 1, item.captured.text) }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("items")
            json.array(items) { $1.write(to: &$0) }
        }
    }
}

extension CaptureView {
    /// An item whose only plan is in the trash comes back into the inbox for as long: nothing is ever out of sight.
    ///
    /// - Complexity: O(items), and O(n log n) for those that are in it.
    package func inbox() -> InboxView {
        let items = lines { item in
            item.type == .none && !item.memberships.contains { isShown($0.collection) }
        }
        return InboxView(items: items.sorted { byCapture($1, $0) })
    }
}
