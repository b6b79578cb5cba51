import Kernel

/// All links of a workspace, each with what it leads to: where a thing leads to, and what leads to it.
///
/// Made when it is asked for: a link leads somewhere else as soon as anything is renamed, moved or deleted, so that
/// keeping it would cost more than reading the texts again.
package struct LinkIndex: Sendable {
    package struct Entry: Sendable, Equatable {
        package var source: EntityRef
        package var field: TextField
        package var link: WrittenLink
        package var target: LinkTarget
    }

    /// By source, in the order in which those were made, and within one in the order of its texts.
    package private(set) var entries: [Entry] = []

    /// The links of everything that is to be seen.
    ///
    /// - Complexity: O(bytes of all texts + things).
    package init(of view: WorkspaceView) {
        let resolver = LinkResolver(view)
        view.forEachThing { thing in
            guard thing.presence == .present else { return }
            // What a text writes again leads to the same.
            var known: [WrittenLink.Form: [String: LinkTarget]] = [:]
            view.forEachText(of: thing.referent) { field, bytes in
                guard field.holdsLinks else { return }
                for link in LinkScanner.links(in: bytes) {
                    let target = known[link.form]?[link.target] ?? resolver.target(of: link, in: thing.referent)
                    known[link.form, default: [:]][link.target] = target
                    // Pictures and pages of a web site that stand beside the texts: nobody here ever had them.
                    if target == .nothing, link.form == .relative, noteName(of: link.target) == nil { continue }
                    entries.append(Entry(source: thing.referent, field: field, link: link, target: target))
                }
            }
        }
    }

    package func outgoing(from source: EntityRef) -> [Entry] { entries.filter { $0.source == source } }

    /// Returns the things that link to a thing, that are there or in the trash; itself left out.
    package func backlinks(to thing: EntityRef) -> [Entry] {
        entries.filter { ($0.target == .thing(thing) || $0.target == .trashed(thing)) && $0.source != thing }
    }

    package var unresolved: [Entry] { entries.filter { $0.target == .nothing } }
    package var trashed: [Entry] { entries.filter { if case .trashed = $0.target { true } else { false } } }
}
