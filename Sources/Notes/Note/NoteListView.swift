package import Kernel

/// A list of notes with a glance into each. Requirements N-201, N-029.
package struct NoteListView: CanonicalView, Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package var id: NoteID
        package var title: Name
        /// The folders from the top down; empty for a note in none.
        package var path: String
        /// Nil when times are left out.
        package var updated: Instant?
        package var updatedBy: String?
        package var snippet: String
        package var words: Int
        package var tags: [Name]
        package var isPinned: Bool
        package var hasInk: Bool
        package var hasAttachments: Bool
        /// The tasks in its text, and how many of them are done. Requirement B-09.
        package var tasks: Int
        package var tasksDone: Int

        package var hasChecklist: Bool { tasks > 0 }
    }

    /// The folder whose notes these are; nil for all notes or those in no folder.
    package var folder: FolderID?
    package var heading: String
    /// All of them, or a page of them.
    package var notes: [Item]
    /// All notes of the list, also where `notes` is a page.
    package let count: Int

    init(folder: FolderID?, heading: String, notes: [Item], count: Int) {
        self.folder = folder
        self.heading = heading
        self.notes = notes
        self.count = count
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        lines.add(0, heading + ": " + counted(count, "note"))
        for note in notes {
            lines.add(0, (note.isPinned ? "* " : "  ") + note.title.text, of: note.id.entity)
            lines.add(3, note.facts.joined(separator: " \u{B7} "))
            if !note.snippet.utf8.isEmpty { lines.add(3, note.snippet) }
        }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("folder", folder?.text)
            json.field("count", count)
            json.key("notes")
            json.array(notes) { json, note in
                json.object { json in
                    json.field("id", note.id.text)
                    json.field("title", note.title.text)
                    json.field("path", note.path)
                    if let updated = note.updated { json.field("updated", updated.text) }
                    if let updatedBy = note.updatedBy { json.field("updatedBy", updatedBy) }
                    json.field("snippet", note.snippet)
                    json.field("words", note.words)
                    json.field("tags", note.tags.map { $0.text })
                    json.field("pinned", note.isPinned)
                    json.field("ink", note.hasInk)
                    json.field("attachments", note.hasAttachments)
                    json.field("checklist", note.hasChecklist)
                    if note.hasChecklist {
                        json.field("tasks", note.tasks)
                        json.field("tasksDone", note.tasksDone)
                    }
                }
            }
        }
    }
}

extension NoteListView.Item {
    fileprivate var facts: [String] {
        var facts: [String] = []
        if !path.utf8.isEmpty { facts.append(path) }
        if let updated { facts.append(updated.text + (updatedBy.map { " by " + $0 } ?? "")) }
        facts.append(counted(words, "word"))
        facts += tags.map { "#" + $0.text }
        if hasInk { facts.append("ink") }
        if hasAttachments { facts.append("files") }
        if hasChecklist { facts.append("checklist " + progress(tasksDone, of: tasks)) }
        return facts
    }
}

/// Returns the progress of a checklist, as a person reads it.
func progress(_ done: Int, of tasks: Int) -> String { String(done) + " of " + String(tasks) }

/// The order of a list of notes; pinned ones stand first in each. Requirement N-030.
package enum NoteOrder: Sendable, CaseIterable {
    /// Newest change first.
    case updated
    /// Newest note first.
    case created
    case title
}

extension NotesView {
    /// The notes directly in `folder`, or in none; nil when there is no such folder to be seen.
    ///
    /// - Parameters:
    ///   - times: false leaves out what moves on with every change, even one that undoes another.
    ///   - counting: what is counted in a note's text, such as by who keeps it: it is the same as long as the text has
    ///     the same revision.
    ///   - page: the part of the list that is read, where it is not all of it; the texts of the others are not looked at.
    /// - Complexity: O(notes + shown × (log shown + bytes)).
    package func notes<Failure: Error>(
        in folder: FolderID?, by order: NoteOrder = .updated, times: Bool = true,
        name: (ActorID) -> String = { $0.text }, counting: (NoteID, NoteEntry) -> NoteCounts = { $1.counts },
        page: ([ListedNote]) throws(Failure) -> [ListedNote]
    ) throws(Failure) -> NoteListView? {
        if let folder, !isVisible(folder) { return nil }
        var places: [Int] = []
        for place in 0..<notes.count where notes.entries[place].folder == folder && notes.entries[place].isLive {
            places.append(place)
        }
        return NoteListView(
            folder: folder, heading: folder.map { path(of: $0) } ?? "In no folder",
            notes: items(try page(places.map(listed)).map { $0.place }, order, times, name, counting),
            count: places.count)
    }

    /// All of them.
    package func notes(
        in folder: FolderID?, by order: NoteOrder = .updated, times: Bool = true,
        name: (ActorID) -> String = { $0.text }
    ) -> NoteListView? {
        notes(in: folder, by: order, times: times, name: name) { $0 }
    }

    /// A note of a list before its text is looked at.
    package struct ListedNote {
        package let id: NoteID
        package let isPinned: Bool
        package let updated: Instant
        fileprivate let place: Int
    }

    private func listed(_ place: Int) -> ListedNote {
        let note = notes.entries[place]
        return ListedNote(id: notes.ids[place], isPinned: note.isPinned, updated: note.updated.instant, place: place)
    }

    /// Every note that is to be seen.
    package func allNotes(
        by order: NoteOrder = .updated, times: Bool = true, name: (ActorID) -> String = { $0.text }
    ) -> NoteListView {
        allNotes(by: order, times: times, name: name) { $0 }
    }

    /// The same, a part of it, as `notes(in:)`.
    package func allNotes<Failure: Error>(
        by order: NoteOrder = .updated, times: Bool = true, name: (ActorID) -> String = { $0.text },
        counting: (NoteID, NoteEntry) -> NoteCounts = { $1.counts },
        page: ([ListedNote]) throws(Failure) -> [ListedNote]
    ) throws(Failure) -> NoteListView {
        var places: [Int] = []
        for place in 0..<notes.count where isVisible(notes.entries[place]) { places.append(place) }
        return NoteListView(
            folder: nil, heading: "All notes",
            notes: items(try page(places.map(listed)).map { $0.place }, order, times, name, counting),
            count: places.count)
    }

    private func items(
        _ places: [Int], _ order: NoteOrder, _ times: Bool, _ name: (ActorID) -> String,
        _ counting: (NoteID, NoteEntry) -> NoteCounts
    ) -> [NoteListView.Item] {
        var holders: [NoteID: Bool] = [:]
        for entry in attachments.entries where !entry.isDetached {
            if case .note(let note) = entry.holder { holders[note] = true }
        }
        let order = times ? order : .title
        var paths: [FolderID: String] = [:]
        return places.sorted { isInOrder($0, $1, order) }.map { place in
            let id = notes.ids[place]
            let note = notes.entries[place]
            let counts = counting(id, note)
            var path = ""
            if let folder = note.folder {
                path = paths[folder] ?? self.path(of: folder)
                paths[folder] = path
            }
            return NoteListView.Item(
                id: id, title: note.title, path: path, updated: times ? note.updated.instant : nil,
                updatedBy: times ? name(note.updated.actor) : nil, snippet: PlainText.snippet(of: note.body),
                words: counts.words, tags: note.tags, isPinned: note.isPinned, hasInk: counts.hasInk,
                hasAttachments: holders[id] != nil, tasks: counts.tasks, tasksDone: counts.tasksDone)
        }
    }

    /// Fields are read one by one where they lie: copying whole notes would be most of the work of sorting.
    private func isInOrder(_ a: Int, _ b: Int, _ order: NoteOrder) -> Bool {
        if notes.entries[a].isPinned != notes.entries[b].isPinned { return notes.entries[a].isPinned }
        switch order {
        case .updated:
            let (first, second) = (notes.entries[a].updated.instant, notes.entries[b].updated.instant)
            if first != second { return first > second }
        case .created:
            let (first, second) = (notes.entries[a].created.instant, notes.entries[b].created.instant)
            if first != second { return first > second }
        case .title:
            return namesAreInOrder(notes.entries[a].title, notes.ids[a], notes.entries[b].title, notes.ids[b])
        }
        return notes.ids[a] < notes.ids[b]
    }
}

/// The facts of a note's whole text that a list shows.
package struct NoteCounts: Sendable, Equatable {
    package var words: Int
    package var tasks: Int
    package var tasksDone: Int
    package var hasInk: Bool
}

extension NotesView.NoteEntry {
    /// - Complexity: O(bytes of the text).
    package var counts: NoteCounts {
        let checklist = Checklist(of: body)
        return NoteCounts(
            words: words, tasks: checklist.items.count, tasksDone: checklist.doneCount, hasInk: !anchoredInk.isEmpty)
    }

    /// The words of the text; the anchors of its drawings are none.
    package var words: Int {
        anchoredInk.reduce(WordCount.of(body)) { $0 - WordCount.of(Ink.anchor($1)) }
    }

    /// The drawings whose anchor stands in the text: a drawing is seen where the text says, or nowhere.
    package var anchoredInk: [InkID] { anchored(Array(inks.ids)) }

    /// The text recognised in drawings that are seen, by which the note is found besides its own text. Requirement N-010.
    ///
    /// A recognition from before the last change of a drawing is among it, until the drawing is read anew.
    package var handwriting: [String] { recognised.map { $0.recognition.text } }

    /// The recognitions of drawings that are seen.
    package var recognised: [(ink: InkID, recognition: Recognition)] {
        if recognitions.isEmpty { return [] }
        return anchored(inks.ids.filter { recognitions[$0] != nil }).compactMap { ink in
            recognitions[ink].map { (ink, $0) }
        }
    }

    private func anchored(_ drawings: [InkID]) -> [InkID] {
        if drawings.isEmpty { return [] }
        let text = Array(body.string.utf8)
        return drawings.filter { contains(text, Array(Ink.anchor($0).utf8)) }
    }
}
