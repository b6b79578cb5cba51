import Foundation
import Testing

@Suite("Conventions of the source tree")
struct Conventions {
    /// Arrows point inward: DESIGN.md, section 1.
    static let allowed: [(folder: String, modules: Set<String>)] = [
        ("Sources/Kernel", ["Swift"]),
        ("Sources/Notes", ["Kernel"]),
        ("Sources/Boards", ["Kernel"]),
        ("Sources/Capture", ["Kernel"]),
        ("Sources/Studio", ["Kernel"]),
        ("Sources/Accounts", ["Kernel"]),
        ("Sources/Workspace", ["Kernel", "Notes", "Boards", "Capture", "Studio"]),
        (
            "Sources/Search",
            ["Kernel", "Workspace", "JournalEngine", "Runtime", "Foundation", "Glibc", "Synchronization"]
        ),
        (
            "Sources/Replication",
            [
                "JournalEngine", "Foundation", "Synchronization", "Dispatch", "NIOCore", "NIOPosix", "NIOSSL",
            ]
        ),
        ("Sources/Web/Core", ["Kernel", "Notes", "Boards", "Capture", "Studio", "Workspace", "Foundation"]),
        (
            "Sources/Intelligence",
            [
                "Kernel", "Capture", "Notes", "Studio", "Workspace", "JournalEngine", "Runtime", "Cryptography", "Foundation",
                "Glibc", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL",
            ]
        ),
        ("Sources/Publishing", ["Archives", "Exporters", "Foundation", "Kernel", "Notes", "Studio", "Workspace"]),
        // No Foundation: it starts within milliseconds.
        ("Tools/typeset", ["CTypesetting", "Glibc"]),
        (
            "Sources/Service",
            [
                "Kernel", "Notes", "Boards", "Capture", "Studio", "Accounts", "Workspace", "JournalEngine", "Runtime",
                "Search", "Archives", "Importers", "Exporters", "Intelligence", "Publishing", "CLinuxCalls", "Foundation",
                "Glibc",
                "Synchronization",
                "Cryptography", "HTTPTypes", "Hummingbird", "HummingbirdCore",
                "HummingbirdHTTP2", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "ServiceLifecycle", "Logging", "Metrics",
                "CoreMetrics", "Configuration", "AsyncHTTPClient",
            ]
        ),
        (
            "Sources/Client",
            [
                "Kernel", "Workspace", "JournalEngine", "Runtime", "Foundation", "Glibc", "AsyncHTTPClient", "NIOCore",
                "NIOPosix", "NIOSSL",
            ]
        ),
        // The library knows the engine and a Daybook that is read; nothing of programs, services and doors.
        (
            "Sources/Daybook",
            [
                "Kernel", "Capture", "Studio", "Workspace", "JournalEngine", "Runtime", "Foundation", "Glibc",
                "Synchronization", "Cryptography",
            ]
        ),
        ("Sources/DaybookTesting", ["Daybook", "Kernel", "JournalEngine", "JournalTesting", "Foundation", "Testing"]),
        // Examples are strangers.
        ("Tools/examples", ["Daybook", "DaybookTesting", "CSQLite", "Foundation", "Testing", "PackageDescription", "tills"]),
        ("Journal/LZ4", ["CLZ4", "CXXHash", "Glibc"]),
        ("Journal/Cryptography", ["CCrypto"]),
        ("Journal/JournalEngine", ["LZ4", "CSyncFileRange", "Cryptography", "Glibc", "Synchronization", "Dispatch"]),
    ]

    @Test(arguments: allowed) func `a module imports only what stands further in`(
        folder: String, modules: Set<String>
    ) throws {
        let files = SourceTree.swiftFiles(below: folder)
        #expect(!files.isEmpty)
        for file in files {
            let strangers = try SourceTree.imports(of: file).subtracting(modules)
            #expect(strangers.isEmpty, "\(file) imports \(strangers.sorted())")
        }
    }

    static let code = ["Sources", "Journal", "Tests", "Tools"]

    @Test func `no file is longer than a mind can hold`() throws {
        for file in Self.code.flatMap(SourceTree.swiftFiles) {
            let count = try SourceTree.text(of: file).split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(count <= 501, "\(file) has \(count) lines; 500 are the limit")
        }
    }

    /// A folder of more files than that is a list, not a place.
    @Test func `no folder is crowded`() throws {
        var counts: [String: Int] = [:]
        for file in Self.code.flatMap(SourceTree.swiftFiles) {
            counts[String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]), default: 0] += 1
        }
        for (folder, count) in counts.sorted(by: { $0.key < $1.key }) {
            #expect(count <= 20, "\(folder) has \(count) Swift files; 20 are the limit")
        }
    }

    /// One skeleton for all domains (Sources/README.md): one explains the others.
    @Test(arguments: [
        ("Notes", "Note"), ("Boards", "Board"), ("Capture", "Capture"), ("Studio", "Studio"), ("Accounts", "Account"),
    ])
    func `every domain has the same skeleton`(module: String, word: String) throws {
        let base = "Sources/\(module)/"
        let files = Set(SourceTree.files(below: "Sources/\(module)").map { String($0.dropFirst(base.count)) })
        let parts = ["Command", "Decider", "Event", "Identifiers", "Projection", "Refusal", "Refusal+Rule"]
        for part in parts { #expect(files.contains("\(word)\(part).swift"), "\(base)\(word)\(part).swift is missing") }
        #expect(files.contains("\(module).md"), "the page of the rules, \(base)\(module).md, is missing")
        for part in ["State", "View"] {
            #expect(files.contains("Model/\(module)\(part).swift"), "\(base)Model/\(module)\(part).swift is missing")
        }
        for part in ["Decider+Restoration", "History"] {
            #expect(files.contains("Undo/\(word)\(part).swift"), "\(base)Undo/\(word)\(part).swift is missing")
        }
        // What belongs to one entity stands in its folder.
        let general = [word, module, "LifecycleFlags"]
        let lost = files.filter { name in
            name.hasSuffix(".swift") && !name.contains("/") && !general.contains { name.hasPrefix($0) }
        }
        #expect(lost == [], "belongs into the folder of an entity")
    }

    @Test func `nothing is left for later`() throws {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "try" + "!", "fatal" + "Error("]
        for file in Self.code.flatMap(SourceTree.swiftFiles) {
            let text = try SourceTree.text(of: file)
            for mark in marks { #expect(!text.contains(mark), "\(file) contains \(mark)") }
        }
    }

    /// `String.UnicodeScalarView.append(contentsOf:)` and `+=` count the whole view first: quadratic. Appending to a `String`,
    /// to `[UInt8]`, or scalar by scalar is linear.
    @Test func `H4: no text is built by appending texts to a view of scalars`() throws {
        let declared = /(?:var (\w+) = String\.UnicodeScalarView\()|(?:(\w+): inout String\.UnicodeScalarView)/
        for file in ["Sources", "Journal", "Tools"].flatMap(SourceTree.swiftFiles) {
            let text = try SourceTree.text(of: file)
            #expect(!text.contains(".unicodeScalars.append(contentsOf:"), "\(file) builds text in quadratic time")
            for match in text.matches(of: declared) {
                guard let name = match.1 ?? match.2 else { continue }
                // To the end of the function.
                let rest = text[match.range.upperBound...]
                let scope = rest.ranges(of: /\n(?:    )?\}\n/).first.map { rest[..<$0.lowerBound] } ?? rest
                for form in [" \(name).append(contentsOf:", " \(name) +="] {
                    #expect(!scope.contains(form), "\(file) builds \(name) in quadratic time")
                }
            }
        }
    }

    @Test func `a module is never named like a type in it`() throws {
        let sources = [
            "Kernel", "Notes", "Boards", "Workspace", "Runtime", "Search", "Importers", "Exporters", "Service",
            "Replication", "Client", "Daybook", "DaybookTesting", "Publishing",
        ].map {
            "Sources/" + $0
        }
        for folder in sources + ["Journal/LZ4", "Journal/JournalEngine", "Journal/JournalTesting"] {
            let module = folder.split(separator: "/")[1]
            for file in SourceTree.swiftFiles(below: folder) {
                let text = try SourceTree.text(of: file)
                for kind in ["struct", "enum", "class", "actor", "protocol"] {
                    let declares = text.contains(try Regex("\\b\(kind) \(module)\\b[^.]"))
                    #expect(!declares, "\(file) declares \(kind) \(module)")
                }
            }
        }
    }

    /// Code that is not public is not specialised in another module, and generic code then runs at half the speed. Code that
    /// the browser calls must be public too.
    /// The two modules of the library are public as far as other packages use them; all else is the house's own.
    @Test func `the kernel and the library are public and nothing else is`() throws {
        let files = ["Sources", "Journal", "Tools"].flatMap(SourceTree.swiftFiles)
        for file in files where !file.hasPrefix("Sources/Web/Core/") {
            if ["Sources/Daybook/", "Sources/DaybookTesting/"].contains(where: file.hasPrefix) { continue }
            let strange = file.hasPrefix("Sources/Kernel/") ? "package" : "public"
            for line in try SourceTree.text(of: file).split(separator: "\n") {
                let word = line.split(separator: " ").first { !$0.hasPrefix("@") }
                #expect(word.map(String.init) != strange, "\(file) declares something \(strange): \(line)")
            }
        }
    }

    @Test func `every golden is read by some test`() throws {
        let tests = SourceTree.swiftFiles(below: "Tests")
        for golden in SourceTree.files(below: "Tests").filter({ $0.contains("/Golden/") }) {
            let values = try SourceTree.root.appending(path: golden).resourceValues(forKeys: [.isDirectoryKey])
            if values.isDirectory == true { continue }
            // Families are named by their folder: bytes/\(tag).hex.
            let path = golden.components(separatedBy: "/Golden/")[1]
            let family = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) + "/" : path
            let owner = golden.components(separatedBy: "/Golden/")[0]
            let isRead = try tests.filter { $0.hasPrefix(owner) }
                .contains { try SourceTree.text(of: $0).contains(family.components(separatedBy: "/")[0]) }
            #expect(isRead, "\(golden) is read by no test")
        }
    }

    /// With more than some 1,350 open descriptors Foundation's may end the whole program (swift-corelibs-foundation 5472).
    @Test func `what people run starts other programs by ChildProcess`() throws {
        let files = SourceTree.swiftFiles(below: "Sources") + SourceTree.swiftFiles(below: "Tools/daybook")
        let starting = try files.filter { try SourceTree.text(of: $0).contains(/\bProcess\(\)/) }
        #expect(starting.filter { !$0.hasSuffix("ChildProcess.swift") } == [])
    }

    @Test func `fields of the browser app take as much as the rules allow`() throws {
        let app = try SourceTree.text(of: "Sources/Web/App/source/limits.ts")
        for (limit, file, name) in [
            ("nameLengthMax", "Sources/Kernel/Values/Name.swift", "graphemesMax"),
            ("emailLengthMax", "Sources/Accounts/User/Email.swift", "bytesMax"),
        ] {
            let shown = try #require(app.firstMatch(of: try Regex("\(limit) = ([0-9]+);"))?.output[1].substring)
            let allowed = try SourceTree.text(of: file).firstMatch(of: try Regex("static let \(name) = ([0-9]+)"))
            #expect(shown == allowed?.output[1].substring, "\(limit) of limits.ts and \(name) of \(file)")
        }
        let components = SourceTree.files(below: "Sources/Web/App").filter { $0.hasSuffix(".tsx") }
        #expect(try components.filter { try SourceTree.text(of: $0).contains(/maxLength=\{25[45]\}/) } == [])
    }

    @Test func `a decision has a number of its own`() throws {
        let numbers = SourceTree.files(below: "Journal/Decisions").compactMap {
            $0.split(separator: "/").last?.split(separator: "-").first.flatMap { Int($0) }
        }
        #expect(!numbers.isEmpty)
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func `every link of the pages leads somewhere`() throws {
        let pages =
            ["README.md", "Tests/README.md", "Tests/Requirements.md"]
            + ["Sources", "Journal", "Tools"].flatMap { SourceTree.files(below: $0) }.filter { $0.hasSuffix(".md") }
        for page in pages {
            let folder = SourceTree.root.appending(path: page).deletingLastPathComponent()
            for match in try SourceTree.text(of: page).matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/) {
                let target = String(match.1)
                if target.hasPrefix("http") || target.hasPrefix("mailto") || target.hasPrefix("ink:") { continue }
                #expect(
                    FileManager.default.fileExists(atPath: folder.appending(path: target).path),
                    "\(page) links to \(target)")
            }
        }
    }
}
