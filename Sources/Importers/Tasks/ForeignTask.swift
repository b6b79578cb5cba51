import Capture
import Kernel

/// A project or list of another program as a plan here.
struct ForeignPlan {
    /// The key in the other program.
    var key: String
    var name: String
    /// In the order of the source, each after the one it stands under.
    var tasks: [ForeignTask] = []
    /// Parts that belong to no task and stay there.
    var leftovers: [ImportWarning] = []
}

/// A task of another program as an item here.
struct ForeignTask {
    /// The permanent key of the task within its import.
    var key: String
    /// The key of the task it stands under.
    var parent: String?
    /// Where a person finds it in the source; for the report.
    var place: String
    /// Its title, and below it what else was written about it.
    var text: String
    /// False of headings and notes, which cannot be done.
    var isTask = true
    var tags: [String] = []
    /// Facts without a place of their own, in order, as JSON texts.
    var facts: [(name: String, value: String)] = []
    var followUp: CalendarDay?
    var created: Instant?
    var completed: Instant?
    /// The parts of the task that stay at the source.
    var left: [(what: String, why: String)] = []

    /// The facts as a JSON object; empty when there are none.
    var metadata: String {
        guard !facts.isEmpty else { return "" }
        var json = JSONWriter()
        json.object { json in
            for fact in facts { json.field(fact.name, fact.value) }
        }
        return json.text
    }

    /// Returns whether a label of another program can be a tag here: each part between its slashes says something.
    static func isTag(_ label: some StringProtocol) -> Bool {
        label.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !trimmed(String($0)).isEmpty }
    }

    mutating func leave(_ what: String, _ why: String) { left.append((what, why)) }

    /// Keeps the fact where it says something.
    mutating func note(_ name: String, _ value: String) {
        if !value.isEmpty { facts.append((name, value)) }
    }
}

/// Gives things that have no identifiers keys by their words: of the same words the second is "2".
struct KeyByWords {
    private var times: [String: Int] = [:]

    mutating func key(_ words: String) -> String {
        times[words, default: 0] += 1
        let count = times[words] ?? 1
        return count == 1 ? words : words + "\u{1F}\(count)"
    }
}
