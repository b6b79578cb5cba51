import Boards
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Runtime
import Search
import Testing
import Workspace

@Suite("The index finds what reading everything finds")
struct FindingTheSame {
    /// Everything that is written is looked for while it is being written, trashed and undone.
    @Test(.shows("N-301.2"), arguments: Seed.ten)
    func `in a workspace where anything happens in all domains`(seed: Seed) async throws {
        let house = try IndexFixture(seed: seed.number, isEncrypted: seed.number % 20 == 0)
        let workspace = try await house.create()
        var family = AnyFamily(seed)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        for round in 0..<12 {
            for _ in 0..<20 {
                do {
                    _ = try await workspace.perform([family.command(await workspace.view)], as: house.anna)
                } catch is WorkspaceRefusal {}
            }
            if round % 4 == 3 {
                do { _ = try await workspace.undo(as: house.anna) } catch is RuntimeFailure {
                } catch is WorkspaceRefusal {}
            }
            // A third each time: over the rounds and seeds each is asked many times, after other changes.
            for query in AnyFamily.words.map(Self.literal) + Self.queries where family.chance.once(in: 3) {
                try await expectSameRecall(index, query)
            }
        }
        let report = await index.report
        #expect(report.builds == 1 && report.recordsTaken > 0, "it was brought up, not made anew")
        let rebuilt = SearchIndex(of: workspace)
        for query in Self.queries { try await expectSameRecall(rebuilt, query) }
        await index.close()
        await rebuilt.close()
        try await workspace.close()
    }

    /// As a phrase, so that nothing in it is an operator; quotation marks cannot be looked for.
    private static func literal(_ word: String) -> String { "\"" + word.replacing("\"", with: "") + "\"" }

    static let queries = [
        "kamera", "kamera straße", "kam*", "日", "日記 OR 电池", "-kamera ol", "ab -a*", "\"a b\"", "is:trashed kamera",
        "is:starred",
        "tag:kamera", "-kamera", "type:card kamera OR ol", "メ 한", "🎨", "של", "c+", "50%", "nul", "has:attachment",
        "in:kamera", "\"naive kamera\"", "o", "ol OR 京 -日", "before:2026-11 kamera", "e\u{301}te\u{301}*",
        "s*", "se*", "\"a k\"*", "\"ol ol\"", "\"日 ol\"", "\"kamera, \"", "-s* kamera", "s* OR is:done",
        "kind:note a* after:2026-11", "が", "がく*", "が*", "ム", "don't", "don\u{2019}*", "t*", "mera*", "a\u{AD}b",
        "\"a b\"*", "\u{4E3D}",
    ]

    @Test(.shows("B-08"))
    func `within words, in any script, with marks, emoji and from right to left`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let texts = [
            "Videokamera", "Große Straße", "東京の日記", "相机电池", "カメラとガム", "한국어 메모", "שלום עולם", "محمد",
            "naïve é", "👩‍👩‍👧 🎨", "ข้าวผัด", "İzmir", "nul\u{0}byte", "\u{FFFF} edge", "cafe\u{301}s, gross: roßsattel",
        ]
        for (number, text) in texts.enumerated() { try await house.note("n\(number)", text, in: workspace) }
        let index = SearchIndex(of: workspace)
        await index.prepare()
        for (query, number) in [
            ("kamera", 0), ("strasse", 1), ("日記", 2), ("京", 2), ("电", 3), ("メラ", 4), ("메", 5), ("한국", 5), ("שלום", 6),
            ("محمد", 7), ("naive", 8), ("🎨", 9), ("👩‍👧", 9), ("ผัด", 10), ("izmir", 11), ("nul\u{0}byte", 12),
            ("\u{FFFF}", 13), ("\u{FFFD}", 13), ("\"cafés, g\"", 14), ("\"s, gro\"", 14), ("\"gross: ross\"*", 14),
            ("roß*", 14),
            ("\"s, g\" sattel", 14),
            ("\"byte\"", 12), ("byte*", 12), ("\"naive e\"", 8), ("\"東京の日\"", 2),
        ] {
            #expect(try await index.titles(query) == ["n\(number)"], "\(query)")
            try await expectSameRecall(index, query)
        }
        #expect(try await index.titles("nulbyte") == [])
        for query in ["amera*", "afes*", "\"cafés g\"", "sattel*", "\"s: g\""] {
            #expect(try await index.titles(query) == [], "\(query)")
            try await expectSameRecall(index, query)
        }
        #expect(try await index.titles("か") == [])
        await index.close()
        try await workspace.close()
    }

    @Test(
        .shows("N-301.2"), .enabled(if: GivenVaults.areHere, GivenVaults.absent), arguments: GivenVaults.names)
    func `in the given vaults, for words drawn from them`(name: String) async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let source = try ImportSource(GivenVaults.zip(name), format: nil)
        let plan = try source.plan(into: nil, pictures: nil, state: await workspace.state) {
            try workspace.textHistory(of: $0)
        }
        _ = try await workspace.performImport(plan.steps, as: house.anna)
        let queries = GivenVaults.queries(from: await workspace.view, Seed(7))
        let index = SearchIndex(of: workspace)
        await index.prepare()
        for query in queries { try await expectSameRecall(index, query) }
        await index.close()
        try await workspace.close()
    }
}

/// The vaults of other people that stand beside the project and are not part of it.
enum GivenVaults {
    static let names = ["18f-handbook", "dendron-site", "kepano-obsidian", "logseq-docs"]
    private static let root = Repository.sharedData.appending(path: "note-vaults")
    static let areHere = FileManager.default.fileExists(atPath: root.path)
    static let absent: Testing.Comment = "the given data is not beside the project (../shared/data)"

    static func zip(_ name: String) -> URL { root.appending(path: name + ".zip") }

    /// Words, parts of words, pairs of words, beginnings and whatever stands one behind the other, from anywhere in the notes.
    static func queries(from view: WorkspaceView, _ seed: Seed) -> [String] {
        var chance = seed.chance
        var queries: [String] = []
        while queries.count < 30 {
            guard let note = chance.pick(view.notes.notes.entries) else { break }
            let words = note.body.string.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            guard let first = chance.pick(words), let second = chance.pick(words), first.count < 100 else { continue }
            switch chance.below(7) {
            case 0: queries.append(first)
            case 1: queries.append(String(first.dropFirst(chance.below(3)).prefix(1 + chance.below(6))) + "")
            case 2: queries.append("\"" + first + "\" \"" + second + "\"")
            case 3: queries.append("\"" + first.prefix(1 + chance.below(4)) + "\"*")
            case 4, 5:
                let text = Array(note.body.string)
                let start = chance.below(text.count)
                let phrase = String(text[start..<min(text.count, start + 4 + chance.below(30))]).replacing(
                    "\"", with: "")
                queries.append("\"" + phrase + (chance.once(in: 3) ? "\"*" : "\""))
            default: queries.append("\"" + first + "\" -\"" + second + "\"")
            }
        }
        return queries.filter { !$0.isEmpty && $0 != "OR" && !$0.hasPrefix("\"\"") }
    }
}
