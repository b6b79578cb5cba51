import Kernel

// What a provider made up is dropped before anyone sees it. Requirement O-306.
extension CaptureState {
    /// The suggestions that say only what the captured words say.
    ///
    /// A part stays when it cites a span of one of the items that were sent, and when its words are words of that span
    /// in their order: "buy milk" may be taken from "I must buy some milk", never from "the fridge is empty". A part
    /// that stood under one that is dropped stands under what that one stood under.
    func grounded(_ output: RunOutput, of request: RunRequest) -> RunOutcome {
        var outcome = RunOutcome(
            suggestions: [], questions: [], outputDigest: output.outputDigest, latencyMs: output.latencyMs,
            droppedSuggestions: 0, droppedParts: 0, usage: output.usage)
        var parts = 0
        var cited = CitedTexts()
        for suggestion in output.suggestions {
            let kept = groundedParts(of: suggestion, request, &cited)
            outcome.droppedParts += suggestion.parts.count - kept.count
            let isWhole =
                !kept.isEmpty && (suggestion.kind != .task || kept.count == 1)
                && outcome.suggestions.count < OrganiseRun.suggestionsMax && parts + kept.count <= OrganiseRun.partsMax
                && !outcome.suggestions.contains { $0.id == suggestion.id } && isName(suggestion.title)
                && (0...1000).contains(suggestion.confidenceThousandths)
            guard isWhole else {
                outcome.droppedSuggestions += 1
                continue
            }
            parts += kept.count
            var suggestion = suggestion
            suggestion.parts = kept
            outcome.suggestions.append(suggestion)
        }
        for question in output.questions.prefix(OrganiseRun.questionsMax) {
            let bytes = question.utf8.count
            if (1...OrganiseRun.answerBytesMax).contains(bytes) { outcome.questions.append(question) }
        }
        return outcome
    }

    private func isName(_ name: Name) -> Bool {
        do {
            _ = try Name(verbatim: name.text)
            return true
        } catch {
            return false
        }
    }

    private func groundedParts(
        of suggestion: OrganiseSuggestion, _ request: RunRequest, _ cited: inout CitedTexts
    ) -> [SuggestedPart] {
        var kept: [SuggestedPart] = []
        /// Where each part of the answer stands among those that are kept: itself, or what it stood under.
        var places: [Int?] = []
        for (index, part) in suggestion.parts.enumerated() {
            let above = part.under.flatMap { $0 >= 0 && $0 < index ? places[$0] : nil }
            guard isGrounded(part, request, &cited) else {
                places.append(above)
                continue
            }
            var part = part
            part.under = suggestion.kind == .plan ? above : nil
            places.append(kept.count)
            kept.append(part)
        }
        return kept
    }

    private func isGrounded(_ part: SuggestedPart, _ request: RunRequest, _ texts: inout CitedTexts) -> Bool {
        let cited = part.citation
        guard request.items.contains(cited.item), let item = existing(cited.item),
            (1...CapturedItem.contentBytesMax).contains(part.text.utf8.count),
            let source = texts.text(of: cited, in: item)
        else { return false }
        return saysOnly(part.text, what: source)
    }
}

/// The texts that the parts of one answer cite. Each item is taken apart once, and all citations together are bounded: an
/// answer may cite one long capture in each of very many parts.
private struct CitedTexts {
    private var contents: [ItemID: [Unicode.Scalar]] = [:]
    private var left = OrganiseRun.citedScalarsMax

    /// Returns what is cited; nil when it lies outside of the item or when too much was cited before.
    mutating func text(of cited: Citation, in item: CapturedItem) -> String? {
        let scalars = contents[cited.item] ?? Array(item.content.unicodeScalars)
        contents[cited.item] = scalars
        guard cited.start >= 0, cited.length > 0, cited.start <= scalars.count,
            cited.length <= scalars.count - cited.start, cited.length <= left
        else { return nil }
        left -= cited.length
        var text = String.UnicodeScalarView()
        for scalar in scalars[cited.start..<cited.start + cited.length] { text.append(scalar) }
        return String(text)
    }
}

/// Returns whether every word of `text` is one of `source`, in the same order; or, in scripts without spaces, whether it stands
/// in it as it is.
private func saysOnly(_ text: String, what source: String) -> Bool {
    let wanted = words(of: text)
    guard !wanted.isEmpty else { return false }
    let there = words(of: source)
    var at = 0
    for word in wanted {
        while at < there.count, !sameText(there[at], word) { at += 1 }
        if at == there.count { return isWithin(wanted, there) }
        at += 1
    }
    return true
}

/// Returns whether the words, set with a space between them, stand in those of the source in one piece.
private func isWithin(_ wanted: [String], _ there: [String]) -> Bool {
    let needle = joined(wanted)
    let hay = joined(there)
    for start in Occurrences(of: needle, in: hay) {
        // Not in the middle of a word of a script that has spaces: "art" is not in "start".
        let isCut =
            start > 0 && isLatin(hay[start]) && isLatin(hay[start - 1])
            || start + needle.count < hay.count && isLatin(hay[start + needle.count - 1])
                && isLatin(hay[start + needle.count])
        if !isCut { return true }
    }
    return false
}

private func joined(_ words: [String]) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for word in words {
        if !scalars.isEmpty { scalars.append(" ") }
        scalars.append(contentsOf: word.unicodeScalars)
    }
    return scalars
}

/// Letters and digits of scripts that set spaces between words: all below the first of the others.
private func isLatin(_ scalar: Unicode.Scalar) -> Bool { scalar != " " && scalar.value < 0x0E00 }

/// In lower case and normal form C, cut at white space and at the punctuation of ASCII.
private func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in normalFormC(text.lowercased()).unicodeScalars {
        if isWordScalar(scalar) {
            word.append(scalar)
        } else if !word.isEmpty {
            words.append(String(word))
            word = String.UnicodeScalarView()
        }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
}

private func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x80 else { return !scalar.properties.isWhitespace }
    switch scalar {
    case "a"..."z", "0"..."9": return true
    default: return false
    }
}
