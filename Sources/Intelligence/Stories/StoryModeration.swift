package import Studio

/// A list of words that a bedtime story has none of: it looks at what people wrote into it, such as titles, names and themes.
///
/// A list understands nothing: it finds plain words in English and nothing between the lines. A provider's own moderation comes
/// besides, and a blocked story is never shown. Requirement J-417.
package enum StoryModeration {
    private static let words: Set<String> = [
        "kill", "kills", "killed", "killing", "murder", "murdered", "suicide", "blood", "bloody", "gore", "corpse", "gun",
        "guns", "rifle", "bomb", "bombs", "terrorist", "torture", "hang", "stab", "stabbed", "knife", "rape", "raped", "sex",
        "sexy", "porn", "naked", "nude", "penis", "vagina", "drug", "drugs", "cocaine", "heroin", "vodka", "whisky", "drunk",
        "cigarette", "nazi", "hitler", "slave", "fuck", "fucking", "shit", "bitch", "bastard", "asshole", "cunt", "whore",
    ]

    /// - Returns: blocked, with the word that was found, where there is one.
    package static func judged(_ passages: [StoryText.Passage], title: String) -> Moderation {
        for text in [title] + passages.map(\.text) {
            for word in text.lowercased().split(whereSeparator: { !$0.isLetter }) where words.contains(String(word)) {
                return .blocked(
                    reason: "the word “\(word)” does not belong into a story for a child; change the words you gave")
            }
        }
        return .passed
    }
}
