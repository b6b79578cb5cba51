@testable import Kernel

/// Merges a history the slowest and plainest way: every scalar an item in a list, every version a set of revisions,
/// nothing kept from one edit to the next but the list. What the real merge is held against.
struct TextOracle {
    private struct Item {
        var revision: Int
        var index: Int
        var scalar: Unicode.Scalar
        var deletedBy: Set<Int> = []
        var originLeft: ID?
        var rightParent: ID?
        var id: ID { ID(revision: revision, index: index) }
    }

    private struct ID: Equatable {
        var revision: Int
        var index: Int
    }

    private var items: [Item] = []
    /// For each revision, all revisions it contains, itself included.
    private var contained: [Set<Int>] = [[0]]
    private let ties: [Int]?

    /// - Parameter ties: orders concurrent insertions, by revision - 1; nil to order by revision.
    init(_ initial: String, ties: [Int]? = nil) {
        self.ties = ties
        for (index, scalar) in initial.unicodeScalars.enumerated() {
            let before = index == 0 ? nil : ID(revision: 0, index: index - 1)
            items.append(Item(revision: 0, index: index, scalar: scalar, originLeft: before))
        }
    }

    var string: String { text { $0.deletedBy.isEmpty } }

    /// The text before an author who saw the version `parents`.
    func string(at parents: [Int]) -> String {
        let seen = version(parents)
        return text { seen.contains($0.revision) && $0.deletedBy.isDisjoint(with: seen) }
    }

    /// Returns whether the author of `revision` had seen `other`.
    func contains(_ other: Int, in revision: Int) -> Bool { contained[revision].contains(other) }

    private func text(_ isVisible: (Item) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        for item in items where isVisible(item) { text.append(item.scalar) }
        return String(text)
    }

    private func version(_ parents: [Int]) -> Set<Int> {
        parents.reduce(into: []) { $0.formUnion(contained[$1]) }
    }

    mutating func apply(_ edit: TextEdit) {
        let revision = contained.count
        let seen = version(edit.parents).union([revision])
        contained.append(seen)
        var inserted = 0
        for run in edit.runs {
            let visible = items.indices.filter { isVisible(items[$0], in: seen) }
            let position = min(run.position, visible.count)
            for index in visible[position...].prefix(run.deleteCount) { items[index].deletedBy.insert(revision) }
            for (offset, scalar) in run.insertion.unicodeScalars.enumerated() {
                insert(scalar, at: position + offset, id: ID(revision: revision, index: inserted), seen: seen)
                inserted += 1
            }
        }
    }

    private func isVisible(_ item: Item, in seen: Set<Int>) -> Bool {
        seen.contains(item.revision) && item.deletedBy.isDisjoint(with: seen)
    }

    private mutating func insert(_ scalar: Unicode.Scalar, at position: Int, id: ID, seen: Set<Int>) {
        var start = 0
        if position > 0 {
            start = items.indices.filter { isVisible(items[$0], in: seen) }[position - 1] + 1
        }
        let originLeft = start == 0 ? nil : items[start - 1].id
        let next = items[start...].first { seen.contains($0.revision) }
        let rightParent = next.flatMap { $0.originLeft == originLeft ? $0.id : nil }
        func place(of id: ID?, orElse none: Int) -> Int {
            id.map { id in items.firstIndex { $0.id == id } ?? none } ?? none
        }
        let right = place(of: rightParent, orElse: items.count)
        var destination = start
        var scan = start
        var isScanning = false
        while scan < items.count, !seen.contains(items[scan].revision) {
            let otherLeft = place(of: items[scan].originLeft, orElse: -1)
            if otherLeft < start - 1 { break }
            if otherLeft == start - 1 {
                let otherRight = place(of: items[scan].rightParent, orElse: items.count)
                if otherRight == right, tie(id.revision) < tie(items[scan].revision) { break }
                isScanning = otherRight < right
            }
            scan += 1
            if !isScanning { destination = scan }
        }
        items.insert(
            Item(
                revision: id.revision, index: id.index, scalar: scalar, originLeft: originLeft,
                rightParent: rightParent),
            at: destination)
    }

    private func tie(_ revision: Int) -> Int { ties.map { $0[revision - 1] } ?? revision }
}
