import Capture
import Kernel

/// Organises captures by rules, without a model and without a network: lists, plans and tasks that stand in the words.
///
/// Every part is a stretch of a capture, so nothing is ever invented or reworded; where the rules see nothing, they say
/// nothing, and where one reading is as likely as another, they ask. English words only; marks, lines and commas in every
/// language. The same captures always lead to the same suggestions. Requirements O-302, O-304 to O-306.
package struct CaptureRules: Sendable {
    /// Of the rules; raised by every change that can lead to another suggestion.
    package static let version = 1

    /// A suggestion before it has an identifier.
    struct Proposal: Sendable, Equatable {
        var rule: Rule
        var kind: SuggestionKind
        var title: String
        var parts: [SuggestedPart]
    }

    /// The form that a suggestion was read from. Its confidence is the share of its suggestions that were right among the
    /// labelled captures of `Tests/IntelligenceTests/Captures.tsv`, and moves with them: a test counts it anew.
    enum Rule: String, CaseIterable, Sendable {
        /// Lines with bullets, boxes or numbers.
        case markedLines
        /// A head, and lines below it.
        case headedLines
        /// Short lines, one below the other.
        case plainLines
        /// "Head: one, two".
        case headedParts
        /// "Buy one, two and three".
        case verbWithParts
        /// "one, two, three".
        case parts
        /// "First this, then that".
        case steps
        /// Several tasks in one capture, each with its verb.
        case severalTasks
        /// One task.
        case oneTask
        /// A note with a day in it.
        case timedTask
        /// Captures that begin with the same verb.
        case sameVerb
        /// Captures with the same tag.
        case sameTag

        /// 0 to 1,000.
        var confidence: Int {
            switch self {
            case .markedLines: Self.confidence(right: 6, of: 6)
            case .headedLines: Self.confidence(right: 3, of: 3)
            case .plainLines: Self.confidence(right: 4, of: 4)
            case .headedParts: Self.confidence(right: 6, of: 6)
            case .verbWithParts: Self.confidence(right: 6, of: 6)
            case .parts: Self.confidence(right: 3, of: 3)
            case .steps: Self.confidence(right: 5, of: 5)
            case .severalTasks: Self.confidence(right: 7, of: 7)
            case .oneTask: Self.confidence(right: 14, of: 17)
            case .timedTask: Self.confidence(right: 4, of: 5)
            // Not counted: which captures belong together only their person knows.
            case .sameVerb, .sameTag: 600
            }
        }

        /// The share of suggestions that were right, in thousandths, drawn to the middle where few were counted.
        ///
        /// - Source: P. S. Laplace, *Essai philosophique sur les probabilités*, 1814: the rule of succession, (right + 1) ÷
        ///   (all + 2).
        static func confidence(right: Int, of all: Int) -> Int { 1000 * (right + 1) / (all + 2) }
    }

    /// The findings of the rules.
    struct Findings: Sendable, Equatable {
        var proposals: [Proposal] = []
        var questions: [String] = []
    }

    private let items: [Source]
    private let answers: [OrganiseQuestion.Answer]

    private struct Source {
        let id: ItemID
        let text: CaptureText
    }

    package init(_ question: OrganiseQuestion) {
        items = question.items.map { Source(id: $0.id, text: CaptureText($0.content)) }
        answers = question.answers
    }

    /// - Complexity: O(scalars of the captures).
    func findings() -> Findings {
        var findings = Findings()
        var grouped = Set<ItemID>()
        for group in groups() {
            findings.proposals.append(group)
            grouped.formUnion(group.parts.map(\.citation.item))
        }
        for item in items where !grouped.contains(item.id) {
            let reading = Reading(item.id, item.text, answers: answers)
            findings.proposals += reading.proposals()
            if let question = reading.question { findings.questions.append(question) }
        }
        return findings
    }

    /// Several captures that belong together: those with the same tag, and those with the same verb.
    private func groups() -> [Proposal] {
        var byTag: [String: [Source]] = [:]
        var byVerb: [String: [Source]] = [:]
        var (tags, verbs): ([String], [String]) = ([], [])
        for item in items where item.text.lines.count == 1 {
            let words = item.text.words(of: item.text.whole)
            let keys = words.map(\.key)
            if let tag = keys.first(where: { $0.hasPrefix("#") && $0.count > 1 }) {
                if byTag[tag] == nil { tags.append(tag) }
                byTag[tag, default: []].append(item)
            } else if let verb = Lexicon.verb(keys), Reading(item.id, item.text, answers: []).isOneTask {
                if byVerb[verb] == nil { verbs.append(verb) }
                byVerb[verb, default: []].append(item)
            }
        }
        var groups: [Proposal] = []
        for tag in tags {
            guard let members = byTag[tag], members.count >= 2 else { continue }
            groups.append(group(members, .sameTag, titled: String(tag.dropFirst())))
        }
        for verb in verbs {
            guard let members = byVerb[verb], members.count >= 3 else { continue }
            groups.append(group(members, .sameVerb, titled: verb))
        }
        return groups
    }

    private func group(_ members: [Source], _ rule: Rule, titled title: String) -> Proposal {
        Proposal(
            rule: rule, kind: .list, title: capitalised(title),
            parts: members.map { part(of: $0.id, $0.text, $0.text.whole) })
    }
}

/// A stretch of a capture as a part of a suggestion.
func part(of item: ItemID, _ text: CaptureText, _ span: CaptureText.Span, under: Int? = nil) -> SuggestedPart {
    SuggestedPart(
        text: text.text(of: span), citation: Citation(item: item, start: span.start, length: span.length), under: under)
}

/// With a capital at its begin.
func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
