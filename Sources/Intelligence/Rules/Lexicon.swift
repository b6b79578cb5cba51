/// The English words that the rules know. Everything else is only looked at by its form.
enum Lexicon {
    /// Begin a task when they begin a sentence. Words that are as often a thing ("book", "water", "plan") count only where
    /// another word follows them that is not of a thing, such as "book a table".
    static let verbs: Set<String> = [
        "add", "answer", "apply", "arrange", "ask", "assemble", "bake", "borrow", "bring", "buy", "call", "cancel",
        "change", "charge", "check", "choose", "clean", "clear", "collect", "compare", "complete", "confirm", "contact",
        "cook", "create", "cut", "decide", "decorate", "defrost", "deliver", "dig", "discuss", "donate", "download",
        "draft", "drop", "dust", "email", "empty", "enrol", "enroll", "explore", "extend", "feed", "fetch", "fill",
        "find", "finish", "fix", "fold", "get", "give", "go", "hang", "help", "hoover", "install", "invite", "iron",
        "learn", "lend", "look", "make", "measure", "meet", "mend", "message", "mow", "move", "open", "order",
        "organise", "organize", "pack", "pay", "phone", "pick", "play", "post", "practise", "practice", "prepare", "print",
        "put", "read", "register", "remember", "remind", "remove", "renew", "repair", "replace", "reply", "reschedule",
        "research", "return", "review", "ring", "schedule", "sell", "send", "sew", "show", "sign", "sort", "start",
        "sweep", "take", "talk", "tell", "test", "text", "thank", "throw", "tidy", "translate", "try", "update", "upload",
        "use", "vacuum", "visit", "wash", "wipe", "wrap", "write",
    ]

    /// Verbs that are things as well.
    static let doubtfulVerbs: Set<String> = [
        "back", "book", "list", "paint", "plan", "plant", "set", "switch", "turn", "water",
    ]

    /// After one of the doubtful verbs, these say that it is a verb.
    static let afterVerb: Set<String> = [
        "a", "an", "the", "my", "our", "your", "his", "her", "their", "some", "up", "down", "off", "on", "out", "all",
        "this", "that", "for", "in", "new", "two", "three",
    ]

    /// Stand before the verb of a task: "please call", "need to call", "don't forget to call".
    static let prefixes: [[String]] = [
        ["please"], ["need", "to"], ["i", "need", "to"], ["we", "need", "to"], ["have", "to"], ["i", "have", "to"],
        ["must"], ["i", "must"], ["we", "must"], ["should"], ["i", "should"], ["we", "should"], ["to"], ["todo"],
        ["don't", "forget", "to"], ["don’t", "forget", "to"], ["remember", "to"], ["want", "to"], ["i", "want", "to"],
    ]

    /// Say that a step comes after another.
    static let following: [[String]] = [
        ["then"], ["and", "then"], ["next"], ["after", "that"], ["afterwards"], ["finally"], ["lastly"], ["last"],
        ["second"], ["secondly"], ["third"], ["thirdly"],
    ]
    static let first: [[String]] = [["first"], ["firstly"], ["first", "of", "all"], ["to", "begin", "with"]]

    /// Days and times: where one of them stands, something is to be done or will take place then.
    static let times: Set<String> = [
        "today", "tonight", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        "weekend", "deadline", "due", "asap", "urgent",
    ]

    /// Articles and the like at the begin of a sentence that tells rather than asks.
    static let telling: Set<String> = [
        "i", "we", "he", "she", "they", "it", "you", "there", "this", "that", "these", "those", "is", "are", "was",
        "were", "had", "has", "if", "when", "because", "maybe", "why", "what", "how", "who", "where",
    ]

    /// Returns whether a task begins with these words.
    static func begins(_ keys: [String]) -> Bool {
        let rest = withoutPrefix(keys)
        guard let first = rest.first else { return false }
        if verbs.contains(first) { return rest.count > 1 }
        return doubtfulVerbs.contains(first) && rest.count > 1 && afterVerb.contains(rest[1])
    }

    /// The verb of a task that begins with these words; nil where none does.
    static func verb(_ keys: [String]) -> String? { begins(keys) ? withoutPrefix(keys).first : nil }

    /// The number of words of one of `phrases` that `keys` begin with; 0 for none.
    static func count(of phrases: [[String]], beginning keys: [String]) -> Int {
        phrases.filter { keys.starts(with: $0) && keys.count > $0.count }.map(\.count).max() ?? 0
    }

    private static func withoutPrefix(_ keys: [String]) -> [String] {
        Array(keys.dropFirst(count(of: prefixes, beginning: keys)))
    }
}
