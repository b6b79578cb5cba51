import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

/// Nothing of a source goes without a word: each thing in it was made here, or has a line in the report.
@Suite("F07, F08: counts add up to what the source holds", .enabled(if: GivenData.isHere, GivenData.absent))
struct CountsAddUp {
    private static let pictures = try? FileManager.default.contentsOfDirectory(atPath: GivenData.file("images").path)
        .filter { $0.hasSuffix(".zip") }.sorted()

    private func plan(_ path: String, _ format: ImportFormat) throws -> ImportPlan {
        var workshop = Workshop()
        return try workshop.importing(GivenData.file(path), format: format, pictures: TakingInPictures.ada)
    }

    private func lines(_ plan: ImportPlan, _ kinds: String...) -> Int { plan.notTaken.count { kinds.contains($0.what) } }

    private func files(of path: String) throws -> [(path: String, bytes: [UInt8])] {
        try SourceTree.archive(at: GivenData.file(path)).entries.compactMap { entry in
            guard case .file(_, .inMemory(let bytes)) = entry.kind else { return nil }
            return (entry.path, bytes)
        }
    }

    @Test(arguments: pictures ?? [])
    func `each file among pictures is an artwork or reported`(name: String) throws {
        let (path, files) = ("images/" + name, try files(of: "images/" + name).count)
        let plan = try plan(path, .pictures)
        #expect(files > 0)
        #expect(files == plan.created.artworks + lines(plan, "picture", "file", "duplicate"))
    }

    @Test func `each file among ink is a note or reported`() throws {
        let plan = try plan("ink/xournalpp-load.zip", .ink)
        #expect(try files(of: "ink/xournalpp-load.zip").count == plan.created.notes + lines(plan, "file"))
    }

    @Test func `each note of Evernote is a note or reported`() throws {
        let path = "note-imports/evernote-yarle-a.zip"
        let notes = try files(of: path).filter { $0.path.hasSuffix(".enex") }.reduce(0) { count, file in
            count + String(decoding: file.bytes, as: UTF8.self).components(separatedBy: "<note>").count - 1
        }
        let plan = try plan(path, .evernote)
        #expect(notes > 0)
        #expect(notes == plan.created.notes + lines(plan, "note"))
    }

    private struct Board: Decodable {
        struct Thing: Decodable {}
        var lists: [Thing]
        var cards: [Thing]
    }

    @Test func `each list and card of Trello and WeKan is a column and a card or reported`() throws {
        var boards = 0
        let all = FileManager.default.enumerator(atPath: GivenData.file("boards").path)?.compactMap { $0 as? String } ?? []
        for path in all.sorted() where path.hasSuffix(".json") {
            let url = GivenData.file("boards/" + path)
            guard let board = try? JSONDecoder().decode(Board.self, from: Data(contentsOf: url)) else { continue }
            var workshop = Workshop()
            let plan = try workshop.importing(url)
            #expect(board.lists.count == plan.created.columns + lines(plan, "list"), "\(path)")
            #expect(board.cards.count == plan.created.cards + lines(plan, "card"), "\(path)")
            boards += 1
        }
        #expect(boards > 0)
    }
}
