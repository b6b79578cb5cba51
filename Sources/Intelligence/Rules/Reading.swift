import Capture
import Kernel

/// One capture as the rules read it.
struct Reading: Sendable {
    private let item: ItemID
    private let text: CaptureText
    private let lines: [CaptureText.Line]
    private let answers: [OrganiseQuestion.Answer]

    typealias Proposal = CaptureRules.Proposal
    typealias Span = CaptureText.Span

    /// Words in the longest entry of a list that is marked by nothing but a comma or a line.
    private static let entryWordsMax = 6
    /// Words in the longest task.
    private static let taskWordsMax = 16
    /// Characters in the longest title that is made of words of a capture.
    private static let titleMax = 60

    init(_ item: ItemID, _ text: CaptureText, answers: [OrganiseQuestion.Answer]) {
        self.item = item
        self.text = text
        self.answers = answers
        lines = text.lines
    }

    /// The suggestions, none where the rules see nothing to suggest.
    func proposals() -> [Proposal] {
        guard !lines.isEmpty else { return [] }
        if lines.count > 1 { return ofLines() }
        let whole = lines[0].span
        if let steps = steps(of: whole) { return [steps] }
        if let headed = headed(whole) { return headed }
        if let tasks = severalTasks(in: whole) { return tasks }
        if let listed = listed(whole) { return [listed] }
        if joined(whole) != nil {
            // Two tasks or one: a person says.
            switch answer {
            case .two: return joined(whole)?.map { task($0, .severalTasks) } ?? []
            case .one: return [task(whole, .oneTask)]
            case nil: return []
            }
        }
        if isTask(whole) { return [task(whole, .oneTask)] }
        if isTimed(whole) { return [task(whole, .timedTask)] }
        return []
    }

    /// True if it is one task and nothing else.
    var isOneTask: Bool {
        let found = proposals()
        return found.count == 1 && found[0].kind == .task
    }

    /// The question that this capture leaves; nil where none, or where it was answered.
    var question: String? {
        guard lines.count == 1, answer == nil, steps(of: lines[0].span) == nil, headed(lines[0].span) == nil,
            severalTasks(in: lines[0].span) == nil, listed(lines[0].span) == nil, let parts = joined(lines[0].span)
        else { return nil }
        return questionText(parts)
    }

    private func questionText(_ parts: [Span]) -> String {
        "One task or two: “" + text.text(of: parts[0]) + "” and “" + text.text(of: parts[1]) + "”?"
    }

    private enum Answer { case one, two }

    private var answer: Answer? {
        guard lines.count == 1, let parts = joined(lines[0].span) else { return nil }
        let question = questionText(parts)
        guard let given = answers.last(where: { $0.question == question })?.answer.lowercased() else { return nil }
        let words = given.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if words.contains(where: { ["two", "2", "both", "separate"].contains($0) }) { return .two }
        if words.contains(where: { ["one", "1", "together", "same"].contains($0) }) { return .one }
        return nil
    }
}

// Lines, one below the other.
extension Reading {
    private func ofLines() -> [Proposal] {
        let marked = lines.filter { $0.marker != .none }
        if marked.count >= 2, let found = ofMarkedLines() { return [found] }
        guard marked.isEmpty else { return [] }
        let first = lines[0]
        let isHeaded = text.scalars[first.span.end - 1] == ":"
        let entries = isHeaded ? Array(lines.dropFirst()) : lines
        guard entries.count >= 2, entries.allSatisfy({ isEntry($0.span) }) else { return [] }
        if isHeaded {
            let tasks = entries.count { isTask($0.span) }
            return [
                Proposal(
                    rule: .headedLines, kind: tasks >= 2 ? .plan : .list, title: title(of: first.span),
                    parts: nested(entries, keepingLevels: tasks >= 2))
            ]
        }
        if entries.allSatisfy({ isTask($0.span) }) { return entries.map { task($0.span, .severalTasks) } }
        return [
            Proposal(rule: .plainLines, kind: .list, title: title(ofAll: entries), parts: nested(entries, keepingLevels: false))
        ]
    }

    /// A head at most, and then lines that are all marked.
    private func ofMarkedLines() -> Proposal? {
        var entries = lines[...]
        var head: CaptureText.Line?
        if entries.first?.marker == CaptureText.Marker.none { head = entries.popFirst() }
        guard entries.count >= 2, entries.allSatisfy({ $0.marker != .none }) else { return nil }
        let isNested = entries.contains { $0.indent > (entries.first?.indent ?? 0) }
        let isPlan =
            isNested || entries.contains { $0.marker == .number } || head != nil && entries.count { isTask($0.span) } >= 2
        return Proposal(
            rule: .markedLines, kind: isPlan ? .plan : .list,
            title: head.map { title(of: $0.span) } ?? title(ofAll: Array(entries)),
            parts: nested(Array(entries), keepingLevels: isPlan))
    }

    /// The lines as parts, each below the last one that is indented less.
    private func nested(_ entries: [CaptureText.Line], keepingLevels: Bool) -> [SuggestedPart] {
        var parts: [SuggestedPart] = []
        for (index, entry) in entries.enumerated() {
            let above = keepingLevels ? entries[..<index].lastIndex { $0.indent < entry.indent } : nil
            parts.append(part(of: item, text, entry.span, under: above))
        }
        return parts
    }

    private func isEntry(_ span: Span) -> Bool {
        let words = text.words(of: span)
        return words.count <= Self.entryWordsMax + 2 && text.split(span, at: [".", "!", "?"]).count == 1
            && !Lexicon.telling.contains(words.first?.key ?? "")
    }
}

// One line.
extension Reading {
    private func steps(of span: Span) -> Proposal? {
        let (head, rest) = text.headed(span).map { ($0.head as Span?, $0.rest) } ?? (nil, span)
        var parts: [Span] = []
        var isOrdered = false
        for (index, part) in cutAtSteps(rest).enumerated() {
            let words = text.words(of: part)
            let keys = words.map(\.key)
            let count = Lexicon.count(of: index == 0 ? Lexicon.first : Lexicon.following, beginning: keys)
            isOrdered = isOrdered || index > 0 && count > 0
            let start = count < words.count ? words[count].span.start : part.start
            parts.append(text.trimmed(Span(start: start, end: part.end)))
        }
        guard isOrdered, parts.count >= 2, parts.count(where: { isTask($0) }) >= 2 else { return nil }
        return Proposal(
            rule: .steps, kind: .plan, title: head.map { title(of: $0) } ?? title(of: parts[0]),
            parts: parts.map { part(of: item, text, $0) })
    }

    /// Cut at commas, full stops and semicolons, and before "then".
    private func cutAtSteps(_ span: Span) -> [Span] {
        var parts: [Span] = []
        for part in text.split(span, at: [",", ";", "."]) {
            var rest = part
            let words = text.words(of: part)
            for (index, word) in words.enumerated() where index > 0 && word.key == "then" {
                let cut = words[index - 1].key == "and" ? index - 1 : index
                guard cut > 0, words[cut].span.start > rest.start else { continue }
                parts.append(text.trimmed(Span(start: rest.start, end: words[cut].span.start)))
                rest = Span(start: words[cut].span.start, end: part.end)
            }
            parts.append(rest)
        }
        return parts.filter { !$0.isEmpty }
    }

    /// "Head: one, two and three"; a plan where two of them are tasks.
    private func headed(_ span: Span) -> [Proposal]? {
        guard let (head, rest) = text.headed(span), let parts = enumerated(rest, atLeast: 2) else { return nil }
        let tasks = parts.count { isTask($0) }
        guard tasks >= 2 || parts.allSatisfy({ text.words(of: $0).count <= Self.entryWordsMax }) else { return nil }
        return [
            Proposal(
                rule: .headedParts, kind: tasks >= 2 ? .plan : .list, title: title(of: head),
                parts: parts.map { part(of: item, text, $0) })
        ]
    }

    /// Sentences, or stretches between commas, that are tasks all of them.
    private func severalTasks(in span: Span) -> [Proposal]? {
        for separators in [[".", "!", ";"], [",", ";"]] as [Set<Unicode.Scalar>] {
            var parts = text.split(span, at: separators)
            if separators.contains(","), let last = parts.popLast() { parts.append(withoutAnd(last)) }
            if parts.count >= 2, parts.allSatisfy({ isTask($0) }) { return parts.map { task($0, .severalTasks) } }
        }
        return nil
    }

    /// "one, two and three", or "Buy one, two and three".
    private func listed(_ span: Span) -> Proposal? {
        guard var parts = enumerated(span, atLeast: 3) else { return nil }
        let words = text.words(of: parts[0])
        let keys = words.map(\.key)
        guard !Lexicon.telling.contains(keys.first ?? "") else { return nil }
        var rule = CaptureRules.Rule.parts
        var title = self.title(of: span)
        if let verb = Lexicon.verb(keys), let index = keys.firstIndex(of: verb) {
            rule = .verbWithParts
            // "Pick up" is the verb, not "pick".
            let isPhrase = index + 2 < keys.count && ["up", "out", "down", "off"].contains(keys[index + 1])
            let last = isPhrase ? index + 1 : index
            title = capitalised(text.text(of: Span(start: words[index].span.start, end: words[last].span.end)))
            parts[0] = text.trimmed(Span(start: words[last + 1].span.start, end: parts[0].end))
        }
        guard parts.allSatisfy({ text.words(of: $0).count <= Self.entryWordsMax - 2 }) else { return nil }
        return Proposal(rule: rule, kind: .list, title: title, parts: parts.map { part(of: item, text, $0) })
    }

    /// The parts between commas, the last one cut at its "and" as well; nil where there are fewer.
    private func enumerated(_ span: Span, atLeast count: Int) -> [Span]? {
        guard text.split(span, at: [".", "!", "?"]).count == 1 else { return nil }
        var parts = text.split(span, at: [",", ";"])
        guard let last = parts.popLast() else { return nil }
        parts += parts.isEmpty ? cutAtAnd(last) : cutAtAnd(withoutAnd(last))
        return parts.count >= count ? parts : nil
    }

    private func withoutAnd(_ span: Span) -> Span {
        let words = text.words(of: span)
        guard words.count > 1, ["and", "&", "or"].contains(words[0].key) || text.text(of: words[0].span) == "&" else {
            return span
        }
        return Span(start: words[1].span.start, end: span.end)
    }

    private func cutAtAnd(_ span: Span) -> [Span] {
        let words = text.words(of: span)
        guard let index = words.firstIndex(where: { $0.key == "and" || text.text(of: $0.span) == "&" }), index > 0,
            index + 1 < words.count
        else { return [span] }
        return [
            text.trimmed(Span(start: span.start, end: words[index].span.start)),
            Span(start: words[index + 1].span.start, end: span.end),
        ]
    }

    /// Two tasks with an "and" between them, as far as their verbs say; nil where there are not two.
    private func joined(_ span: Span) -> [Span]? {
        let words = text.words(of: span)
        guard words.count <= Self.taskWordsMax, isTask(span) else { return nil }
        for (index, word) in words.enumerated() where index > 1 && word.key == "and" && index + 2 < words.count {
            let second = Span(start: words[index + 1].span.start, end: span.end)
            let first = text.trimmed(Span(start: span.start, end: word.span.start))
            if isTask(second), isTask(first) { return [first, second] }
        }
        return nil
    }
}

// Tasks and titles.
extension Reading {
    private func task(_ span: Span, _ rule: CaptureRules.Rule) -> Proposal {
        Proposal(rule: rule, kind: .task, title: title(of: span), parts: [part(of: item, text, span)])
    }

    private func isTask(_ span: Span) -> Bool {
        let words = text.words(of: span)
        return words.count <= Self.taskWordsMax && Lexicon.begins(words.map(\.key))
            && text.split(span, at: [".", "?"]).count == 1
    }

    /// A short note with a day or two exclamation marks in it.
    private func isTimed(_ span: Span) -> Bool {
        let keys = text.words(of: span).map(\.key)
        guard (2...10).contains(keys.count), !Lexicon.telling.contains(keys[0]), text.split(span, at: [".", "?"]).count == 1
        else { return false }
        return keys.contains { Lexicon.times.contains($0) || $0.hasSuffix("!!") }
    }

    private func title(of span: Span) -> String {
        var words = text.words(of: span)[...]
        var line = words.map { text.text(of: $0.span) }.joined(separator: " ")
        while line.count > Self.titleMax, words.count > 1 {
            words.removeLast()
            line = words.map { text.text(of: $0.span) }.joined(separator: " ") + " …"
        }
        while let last = line.last, last == ":" || last == "," || last == "-" || last == " " { line.removeLast() }
        return capitalised(String(line.prefix(Self.titleMax + 2)))
    }

    /// The first three of several lines.
    private func title(ofAll entries: [CaptureText.Line]) -> String {
        let shown = entries.prefix(3).map { text.text(of: $0.span) }.joined(separator: ", ")
        let cut = shown.count > Self.titleMax ? String(shown.prefix(Self.titleMax)) + " …" : shown
        return capitalised(entries.count > 3 && !cut.hasSuffix("…") ? cut + " …" : cut)
    }
}
