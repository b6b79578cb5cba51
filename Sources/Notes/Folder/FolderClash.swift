package import Kernel

/// Folders beside each other whose names are the same but for case and composition, as two people make them offline: both
/// are kept, a person is told, and may make them one. Requirement N-103.5.
package struct FolderClash: Sendable, Equatable {
    /// As the oldest is called.
    package var name: Name
    /// Where they lie; nil: at the top.
    package var parent: FolderID?
    /// The oldest first: the one that the others are merged into.
    package var folders: [FolderID]

    package init(name: Name, parent: FolderID?, folders: [FolderID]) {
        self.name = name
        self.parent = parent
        self.folders = folders
    }

    /// The commands that make one folder of them.
    package var merges: [NoteCommand] {
        guard let oldest = folders.first else { return [] }
        return folders.dropFirst().map { .mergeFolder($0, into: oldest) }
    }

    var text: String {
        guard let oldest = folders.first else { return "" }
        var text = "notice: " + counted(folders.count, "folder") + " called \u{201C}" + name.text + "\u{201D}\n"
        for folder in folders.dropFirst() { text += "  to merge: " + folder.text + " into " + oldest.text + "\n" }
        return text
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", name.text)
            json.field("parent", parent?.text)
            json.field("folders", folders.map { $0.text })
            json.key("merges")
            json.array(folders.dropFirst()) { json, folder in
                json.object { json in
                    json.field("type", "notes.mergeFolder")
                    json.field("folder", folder.text)
                    json.field("into", folders[0].text)
                }
            }
        }
    }
}

extension NotesView {
    /// - Parameter children: the places of live folders by their parent; the top's under zero.
    /// - Complexity: O(folders in sight).
    func clashes(among children: [FolderID: [Int]]) -> [FolderClash] {
        var clashes: [FolderClash] = []
        var parents = [FolderID.zero]
        while let parent = parents.popLast() {
            let places = children[parent] ?? []
            parents += places.map { tree.ids[$0] }
            guard places.count > 1 else { continue }
            var named: [Name: [Int]] = [:]
            for place in places { named[Name(recorded: tree.entries[place].name.clashKey), default: []].append(place) }
            for var same in named.values where same.count > 1 {
                same.sort { isOlder($0, $1) }
                clashes.append(
                    FolderClash(
                        name: tree.entries[same[0]].name, parent: parent == .zero ? nil : parent,
                        folders: same.map { tree.ids[$0] }))
            }
        }
        return clashes.sorted { namesAreInOrder($0.name, $0.folders[0], $1.name, $1.folders[0]) }
    }

    private func isOlder(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (tree.entries[a].created.instant, tree.entries[b].created.instant)
        return first != second ? first < second : tree.ids[a] < tree.ids[b]
    }
}
