import Testing

/// Findings M1, M3 and H4: what grows with a person's data never runs on the threads that answer everybody.
@Suite("Work that grows with user data leaves the shared threads")
struct SharedThreads {
    /// A workspace's view, now or at a moment, in the hands of a function of the service.
    private static var reading: Regex<Substring> {
        /durableView\(\)|\.view\(at:|await (?:workspace|\$0)\.view(?!\w)|index\.answer\(/
    }

    /// Ways to a thread that is there for such work.
    private static var leaving: Regex<Substring> {
        /rendering\(|renderingShared\(|sharingRendering\(|onHistoryThreads|onFileThreads|rendering\.run\(|imports\.run|work\.run\(|planned\(within|checks\.run\(/
    }

    /// Functions that look up one thing, or what they were asked for, in a table.
    private static let few: [String: String] = [
        "Blobs/Call+Uploads.swift beginUpload": "one child",
        "Reminders/ReminderService.swift remind": "one prompt",
        "Routes/Areas/AskingRoutes.swift analyse": "one artwork, whose analyses are few",
        "Routes/RouteAccess.swift children": "one artwork or story",
        "Workspaces/WorkspacePool.swift using": "handed on to `weigh`, which leaves them",
        "Workspaces/WorkspacePool+EraseAccount.swift eraseNames": "devices of one person",
        "Sharing/ShareRoutes.swift sharedThing": "one thing",
        "Routes/Resources/Call+Changing.swift remove": "nothing but whether it is there",
    ]

    @Test func `M1, M3: a function of the service that reads a view does so on a thread that is there for that`() throws {
        var readers = 0
        var used: Set<String> = []
        for file in SourceTree.swiftFiles(below: "Sources/Service") {
            let path = String(file.dropFirst("Sources/Service/".count))
            for function in Self.functions(of: try SourceTree.text(of: file)) where function.text.contains(Self.reading) {
                readers += 1
                if function.text.contains(Self.leaving) { continue }
                let name = "\(path) \(function.name)"
                used.insert(name)
                #expect(Self.few[name] != nil, "\(name) reads a view on the shared threads")
            }
        }
        #expect(used == Set(Self.few.keys), "an exception that is none any more")
        #expect(readers > 15, "the ways to a view are called otherwise now")
    }

    /// Each function with its text, up to the next one; what stands before the first has no name.
    private static func functions(of text: String) -> [(name: String, text: Substring)] {
        let begin =
            /\n {0,8}(?:@\w+(?:\([^)\n]*\))? )*(?:(?:private|fileprivate|package|nonisolated|static|mutating) )*func (\w+)/
        var functions: [(name: String, text: Substring)] = []
        var start = text.startIndex
        var name = ""
        for match in text.matches(of: begin) {
            functions.append((name, text[start..<match.range.lowerBound]))
            (name, start) = (String(match.1), match.range.lowerBound)
        }
        return functions + [(name, text[start...])]
    }
}
