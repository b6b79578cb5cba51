import Boards
import Kernel
import Notes

/// Finds what links lead to, by everything that a thing is and was called.
///
/// A link is looked up by identifier, then by path, by today's title, and by former titles: a link survives renaming
/// whatever was renamed. Of several things of one title the one in the link's own folder is meant, else the oldest.
/// Case and Unicode composition make no difference. Nothing is looked for in the trash before all else has failed.
package struct LinkResolver {
    private let view: WorkspaceView
    private var things: [EntitySummary] = []
    /// Indexes into `things` by the clash key of the title.
    private var byTitle: [Name: [Int]] = [:]
    private var byFormerTitle: [Name: [Int]] = [:]
    private var files: [Name: AttachmentID] = [:]
    private var fileIDs: Set<AttachmentID> = []

    /// Kinds that a title names, the likelier first.
    private static let kinds: [EntityKind] = [
        .note, .board, .card, .collection, .story, .artwork, .album, .item, .child, .folder,
    ]

    /// - Complexity: O(things).
    package init(_ view: WorkspaceView) {
        self.view = view
        view.forEachThing(Self.kinds) { thing in
            let index = things.count
            things.append(thing)
            byTitle[key(thing.title.text), default: []].append(index)
            for former in view.formerTitles(of: thing.referent) {
                byFormerTitle[key(former.text), default: []].append(index)
            }
        }
        for held in view.heldFiles() {
            fileIDs.insert(held.id)
            let name = key(held.file.name.text)
            if files[name] == nil { files[name] = held.id }
        }
    }

    /// Returns the target of `link` when it stands in `source`.
    package func target(of link: WrittenLink, in source: EntityRef) -> LinkTarget {
        if link.form == .identifier { return target(ofID: link.target) }
        let from = folder(of: source)
        let path = link.form == .relative ? absolute(link.target, from: from) : parts(of: link.target)
        guard let last = path.last else { return .nothing }
        if link.form == .relative {
            guard let name = noteName(of: last) else { return files[key(last)].map { .file($0) } ?? .nothing }
            return found(name, below: Array(path.dropLast()), from: from) ?? .nothing
        }
        if let identified = EntityID(text: link.target).flatMap({ view.referent(of: $0) }) { return told(identified) }
        if path.count > 1 {
            if let found = among(byTitle[key(last)], below: Array(path.dropLast()), from: from) { return found }
        }
        return named(link.target, from: from) ?? named(last, from: from)
            ?? noteName(of: last).flatMap { named($0, from: from) } ?? files[key(last)].map { .file($0) } ?? .nothing
    }

    private func target(ofID text: String) -> LinkTarget {
        guard let id = EntityID(text: text) else { return .nothing }
        if let referent = view.referent(of: id) { return told(referent) }
        let file = id.as(AttachedFile.self)
        return fileIDs.contains(file) ? .file(file) : .nothing
    }

    private func told(_ referent: EntityRef) -> LinkTarget {
        switch view.presence(of: referent) {
        case .present: .thing(referent)
        case .inTrash: .trashed(referent)
        case nil: .nothing
        }
    }
}

// MARK: - By name

extension LinkResolver {
    /// By the folders above it first, then by the title alone.
    private func found(_ name: String, below folders: [String], from: FolderID?) -> LinkTarget? {
        among(byTitle[key(name)], below: folders, from: from) ?? named(name, from: from)
    }

    private func named(_ name: String, from: FolderID?) -> LinkTarget? {
        let (titled, formerly) = (byTitle[key(name)], byFormerTitle[key(name)])
        return best(titled, .present, from) ?? best(formerly, .present, from) ?? best(titled, .inTrash, from)
            ?? best(formerly, .inTrash, from)
    }

    private func among(_ indexes: [Int]?, below folders: [String], from: FolderID?) -> LinkTarget? {
        guard let indexes, !folders.isEmpty else { return nil }
        let below = indexes.filter { isBelow(folders, things[$0]) }
        return best(below, .present, from) ?? best(below, .inTrash, from)
    }

    private func best(_ indexes: [Int]?, _ presence: EntitySummary.Presence, _ from: FolderID?) -> LinkTarget? {
        var best: EntitySummary?
        for index in indexes ?? [] where things[index].presence == presence {
            if let other = best, !isBetter(things[index], other, from) { continue }
            best = things[index]
        }
        return best.map { presence == .present ? .thing($0.referent) : .trashed($0.referent) }
    }

    private func isBetter(_ a: EntitySummary, _ b: EntitySummary, _ from: FolderID?) -> Bool {
        let (first, second) = (Self.rank(a.referent.kind), Self.rank(b.referent.kind))
        if first != second { return first < second }
        let (near, other) = (a.folder == from, b.folder == from)
        if near != other { return near }
        return a.created != b.created ? a.created < b.created : a.referent.entity < b.referent.entity
    }

    private static func rank(_ kind: EntityKind) -> Int { kinds.firstIndex { $0 == kind } ?? kinds.count }

    /// Returns whether the names of what holds the thing end with `folders`, each as it is or once was.
    private func isBelow(_ folders: [String], _ thing: EntitySummary) -> Bool {
        var rest = folders[...]
        for holder in holders(of: thing) {
            guard let name = rest.last else { return true }
            let wanted = key(name)
            guard key(holder.name.text) == wanted || holder.former.contains(where: { key($0.text) == wanted }) else {
                // A card answers to its board alone as well.
                if case .column = holder.referent { continue }
                return false
            }
            rest = rest.dropLast()
        }
        return rest.isEmpty
    }

    private struct HolderName {
        var referent: EntityRef
        var name: Name
        var former: [Name]
    }

    /// Returns the folders and other things that a thing lies in, from the inside out.
    private func holders(of thing: EntitySummary) -> [HolderName] {
        var holders: [HolderName] = []
        var next = thing.folder
        while let id = next, let folder = view.notes.tree[id] {
            let referent = EntityRef.folder(id)
            holders.append(HolderName(referent: referent, name: folder.name, former: view.formerTitles(of: referent)))
            next = folder.parent
        }
        if case .card(let id) = thing.referent, let card = view.boards.existing(id),
            let column = view.boards.existing(card.column), let board = view.boards.existing(column.board)
        {
            holders.append(HolderName(referent: .column(card.column), name: column.name, former: []))
            let referent = EntityRef.board(column.board)
            holders.append(HolderName(referent: referent, name: board.title, former: view.formerTitles(of: referent)))
        }
        return holders
    }
}

// MARK: - Paths

extension LinkResolver {
    private func folder(of source: EntityRef) -> FolderID? {
        if case .note(let id) = source, let slot = view.notes.notes.slot(of: id) {
            return view.notes.notes[slot].folder
        }
        return nil
    }

    private func parts(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { trimmed(String(decoding: Array($0), as: UTF8.self)) }
            .filter { !$0.utf8.isEmpty }
    }

    /// The names from the top that `path` means in `folder`; one that climbs above the top stays there.
    private func absolute(_ path: String, from folder: FolderID?) -> [String] {
        var names: [String] = []
        if path.utf8.first != UInt8(ascii: "/"), let folder {
            names = view.notes.trail(to: folder).map { view.notes.tree[$0]?.name.text ?? "" }
        }
        for part in parts(of: path) {
            if part.utf8.elementsEqual("..".utf8) {
                if !names.isEmpty { names.removeLast() }
            } else if !part.utf8.elementsEqual(".".utf8) {
                names.append(part)
            }
        }
        return names
    }
}

/// Returns the name of a note's file without `.md`; nil for other files.
func noteName(of file: String) -> String? {
    let bytes = Array(file.utf8)
    for ending in [".md", ".markdown"] where bytes.count > ending.utf8.count {
        let tail = bytes.suffix(ending.utf8.count)
        if zip(tail, ending.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 }) {
            return String(decoding: bytes.dropLast(ending.utf8.count), as: UTF8.self)
        }
    }
    return nil
}

/// Returns the key that two names share if a reader takes them for the same.
private func key(_ name: String) -> Name { Name(recorded: Name(recorded: name).clashKey) }
