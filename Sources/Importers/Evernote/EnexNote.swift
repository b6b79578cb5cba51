import Kernel

/// One note as an Evernote export holds it.
struct EnexNote {
    var title = ""
    /// The note's own document, `en-note`.
    var content: [UInt8] = []
    var created: Instant?
    var updated: Instant?
    var tags: [String] = []
    /// The texts of the elements below `note-attributes`, by name.
    var attributes: [String: String] = [:]
    var resources: [EnexResource] = []
    var tasks: [EnexTask] = []
    /// Sentences about markup that is wrong and could be read all the same.
    var oddities: [String] = []
}

/// A file in a note.
struct EnexResource {
    /// Base64, with white space.
    var data: [UInt8] = []
    var mediaType = ""
    var fileName = ""
    /// The address that it was clipped from.
    var source = ""
}

/// A task of Evernote 10: it stands beside the note's document, which only says where its group belongs.
struct EnexTask {
    var title = ""
    var isDone = false
    var due: Instant?
    /// The name in the IANA database of the zone in which the person chose `due`; empty where the export does not say.
    var zone = ""
    /// Orders the tasks of a group, by its bytes.
    var weight = ""
    var group = ""
}

extension EnexTask {
    /// Tasks as lines of Markdown, by their group; in each in the person's order.
    static func lines(_ tasks: [EnexTask]) -> [String: [String]] {
        var groups: [String: [EnexTask]] = [:]
        for task in tasks { groups[task.group, default: []].append(task) }
        return groups.mapValues { tasks in
            tasks.sorted { precedes($0.weight, $1.weight) }.map { task in
                let due = task.due.map { " (due \(TaskDate.day(of: $0, in: task.zone).text))" } ?? ""
                let words = InlineText(InlinePiece.pieces(of: task.title)).lines().joined(separator: " ")
                return "- [\(task.isDone ? "x" : " ")] \(words)\(due)"
            }
        }
    }
}
