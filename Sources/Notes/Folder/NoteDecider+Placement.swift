import Kernel

extension NoteDecider {
    /// Folders stand by name until somebody arranges them: those that have a place come first, the others after them.
    ///
    /// So that a folder can stand anywhere, all that are listed before it get a place where they are; those after it keep
    /// standing by name.
    static func arrangeFolder(
        _ id: FolderID, above next: FolderID?, _ notes: NotesState
    ) throws(NoteRefusal) -> [NoteEvent] {
        let folder = try notes.open(id)
        if let next {
            let sibling = try notes.known(next)
            guard sibling.parent == folder.parent else { throw .notASibling(folder.name, sibling.name) }
            guard !sibling.isTrashed else { throw .folderInTrash(next, name: sibling.name) }
        }
        let listed = notes.listed(in: folder.parent)
        guard id != next, listed.first(after: id) != next else { return [] }

        var order = notes.arranged(in: folder.parent, except: id)
        var events: [NoteEvent] = []
        if let next, let rank = notes.folders[next]?.rank {
            let placement = order.placement(of: id, above: .init(rank: rank, id: next))
            for (other, rank) in placement.shifted { events.append(.folderArranged(other, at: rank)) }
            events.append(.folderArranged(id, at: placement.rank))
            return events
        }
        let before = listed.prefix { $0 != next }.filter { $0 != id && notes.folders[$0]?.rank == nil }
        for folder in before + [id] {
            let rank = order.placement(of: folder, above: nil).rank
            order.insert(folder, at: rank)
            events.append(.folderArranged(folder, at: rank))
        }
        return events
    }
}

extension NotesState {
    /// The live folders in `parent` as they are listed.
    /// - Complexity: O(folders + siblings × log siblings).
    package func listed(in parent: FolderID?) -> [FolderID] {
        var places: [Int] = []
        for place in 0..<folders.count where folders.entries[place].parent == parent && folders.entries[place].isLive {
            places.append(place)
        }
        places.sort { place($0).precedes(place($1)) }
        return places.map { folders.ids[$0] }
    }

    private func place(_ place: Int) -> FolderPlace {
        FolderPlace(rank: folders.entries[place].rank, name: folders.entries[place].name, id: folders.ids[place])
    }

    /// All that have a place in `parent`, in the trash or not, so that whatever is restored finds its place free.
    fileprivate func arranged(in parent: FolderID?, except id: FolderID) -> Order<Folder> {
        var entries: [Order<Folder>.Entry] = []
        for place in 0..<folders.count where folders.entries[place].parent == parent && folders.ids[place] != id {
            guard let rank = folders.entries[place].rank else { continue }
            entries.append(.init(rank: rank, id: folders.ids[place]))
        }
        return Order(entries)
    }
}

/// Where a folder stands among its siblings.
struct FolderPlace {
    var rank: Rank?
    var name: Name
    var id: FolderID

    /// Arranged ones first, by rank; the others by name; ties by identifier.
    func precedes(_ other: FolderPlace) -> Bool {
        switch (rank, other.rank) {
        case (nil, nil): return namesAreInOrder(name, id, other.name, other.id)
        case (nil, _): return false
        case (_, nil): return true
        case (let rank?, let otherRank?): return rank == otherRank ? id < other.id : rank < otherRank
        }
    }
}

extension [FolderID] {
    /// Returns the folder right after `id`; nil when it is the last.
    fileprivate func first(after id: FolderID) -> FolderID? {
        guard let place = firstIndex(of: id), place + 1 < count else { return nil }
        return self[place + 1]
    }
}
