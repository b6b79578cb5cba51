import Testing

/// Finding H5: work must not grow with the square of what somebody sends. Two forms of it can be read off the text.
@Suite("Work is linear in what is given")
struct LinearWork {
    private static let folders = ["Sources", "Journal", "Tools"]

    /// Where the front of an array is taken off or put on all the same.
    private static let few: [String: String] = [
        "Sources/Exporters/PlacelessText.swift": "one line, once",
        "Sources/Importers/Ink/InkNoteWriter.swift": "one batch of each drawing, once",
        "Sources/Importers/Source/CSVTable.swift": "the head of a table, once",
        "Sources/Kernel/Model/FormerNames.swift": "at most `countMax` names",
        "Sources/Runtime/Replay/ProjectionPipeline.swift": "batches of records, a bounded number of which wait",
        "Sources/Search/SearchSessions.swift": "at most `countMax` walks",
        "Sources/Service/Webhooks/FairSemaphore.swift": "deliveries of one person that wait",
        "Journal/JournalEngine/Verify/Inspection.swift": "at most seven groups of digits",
        "Journal/JournalEngine/Verify/SegmentExamination.swift": "at most `countMax` segments are read ahead",
        "Journal/JournalEngine/Write/ActiveSegment.swift": "the rooms that are open, once",
        "Journal/JournalEngine/Write/WriterState.swift": "requests to the writer that wait, such as a backup",
        "Tools/daybook/Parsing/TypedPath.swift": "the empty name before the first slash, once",
    ]

    /// Taking the first element off an array moves all others; off a slice or a `Substring` it moves a number.
    @Test func `H5: only slices are emptied from the front`() throws {
        let front = /\b(\w+)\.(?:removeFirst\(\)|remove\(at: 0\)|insert\((?:[^()]|\([^()]*\))*, at: 0\))/
        var used: Set<String> = []
        for file in Self.folders.flatMap(SourceTree.swiftFiles) {
            let text = try SourceTree.text(of: file)
            for match in text.matches(of: front) {
                let name = match.1
                let isSlice = try Regex(
                    "\\b\(name)\\b[^\\n]*= [^\\n]*\\[[^\\]\\n]*\\.\\.\\.\\]|\\b\(name): (?:inout )?(?:Substring|ArraySlice)"
                )
                if text.contains(isSlice) { continue }
                // Digits of a number are few.
                if file == "Sources/Kernel/Values/Instant.swift", name == "digits" { continue }
                used.insert(file)
                #expect(Self.few[file] != nil, "\(file) moves all of \(name) to take or put its first element")
            }
        }
        #expect(used == Set(Self.few.keys), "an exception that is none any more")
    }

    /// An index that is counted from the beginning, or an array that is made of a text, in each turn of a loop.
    @Test func `H5: no loop counts its way into a text`() throws {
        let counting = /\.index\([^\n]*offsetBy:|\bArray\([\w.]+\)\[/
        for file in Self.folders.flatMap(SourceTree.swiftFiles) {
            let text = try SourceTree.text(of: file)
            guard text.contains(counting) else { continue }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() where line.contains(counting) {
                #expect(!Self.isInLoop(number, of: lines), "\(file):\(number + 1) counts from the beginning in a loop")
            }
        }
    }

    /// Returns whether a `for` or a `while` encloses a line, up to the function that it is in.
    private static func isInLoop(_ number: Int, of lines: [Substring]) -> Bool {
        var depth = indent(of: lines[number])
        for line in lines[..<number].reversed() where !line.allSatisfy(\.isWhitespace) && indent(of: line) < depth {
            depth = indent(of: line)
            if line.contains(/^\s*(?:\w+: )?(?:for|while|repeat)\b/) { return true }
            if line.contains(/\b(?:func|init|var) ?\w*.*\{$/) { return false }
        }
        return false
    }

    private static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    @Test func `H5: a loop is told by its indentation`() {
        let lines = "func a() {\n    for b in c {\n        d()\n    }\n    e()\n}".split(separator: "\n")
        #expect(Self.isInLoop(2, of: lines))
        #expect(!Self.isInLoop(4, of: lines))
    }
}
