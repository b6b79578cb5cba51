package import Kernel

/// The notes that were written or looked at last, the newest first. Requirement N-034.
package struct RecentView: CanonicalView, Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package var id: NoteID
        package var title: Name
        package var path: String
        package var instant: Instant
        /// Looked at since it was last changed.
        package var wasOpened: Bool
    }

    package var notes: [Item]

    package var text: String {
        if notes.isEmpty { return "Nothing yet\n" }
        var text = ""
        for note in notes {
            text += note.instant.text + (note.wasOpened ? "  opened   " : "  changed  ")
            text += (note.path.utf8.isEmpty ? "" : note.path + "/") + note.title.text + "\n"
        }
        return text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("notes")
            json.array(notes) { json, note in
                json.object { json in
                    json.field("id", note.id.text)
                    json.field("title", note.title.text)
                    json.field("path", note.path)
                    json.field("at", note.instant.text)
                    json.field("opened", note.wasOpened)
                }
            }
        }
    }
}

extension NotesView {
    /// - Complexity: O(notes × log notes).
    package func recent(_ limit: Int = 50) -> RecentView {
        var places: [Int] = []
        for place in 0..<notes.count where isVisible(notes.entries[place]) { places.append(place) }
        places.sort { a, b in
            let (first, second) = (notes.entries[a].touched, notes.entries[b].touched)
            return first != second ? first > second : notes.ids[a] < notes.ids[b]
        }
        return RecentView(
            notes: places.prefix(max(0, limit)).map { place in
                let note = notes.entries[place]
                return RecentView.Item(
                    id: notes.ids[place], title: note.title, path: note.folder.map { path(of: $0) } ?? "",
                    instant: note.touched, wasOpened: note.touched > note.updated.instant)
            })
    }
}
