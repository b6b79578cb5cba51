import Foundation
import Kernel

/// Reads Focalboard archives: JSON lines, alone or as `board.jsonl` in a zip with the ending `.boardarchive`.
enum FocalboardSource {
    /// Returns whether the first line is one of an archive.
    static func looksLikeOne(_ bytes: [UInt8]) -> Bool {
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard first.count < 16 << 20 else { return false }
        do {
            let line = try JSONDecoder().decode(Line.self, from: Data(first))
            if line.version != nil { return line.date != nil }
            return line.data != nil && (line.type == "board" || line.type == "block")
        } catch {
            return false
        }
    }

    /// Returns whether an archive or directory holds such files.
    static func holds(_ tree: SourceTree) -> Bool { tree.entries.contains { isBoard($0.path) } }

    private static func isBoard(_ path: String) -> Bool { lastName(path) == "board.jsonl" }

    /// All boards of an archive, in the order of their paths.
    static func boards(
        in tree: SourceTree, path: String, within budget: ImportBudget
    ) throws(ImportFailure) -> [ForeignBoard] {
        var boards: [ForeignBoard] = []
        var leftovers = tree.notTaken
        let filesOfPlaces = files(in: tree)
        let places = Set(tree.entries.lazy.map(\.path).filter(isBoard).map(parentPath))
        for entry in tree.entries {
            try budget.proceed()
            guard case .file(_, let content) = entry.kind else { continue }
            guard isBoard(entry.path) else {
                // What the archive says of itself; the files beside a board are looked at with it.
                if lastName(entry.path) != "version.json", !places.contains(parentPath(entry.path)) {
                    leftovers.append(ImportWarning(what: "file", at: entry.path, why: "it belongs to no board"))
                }
                continue
            }
            let bytes: [UInt8]
            do { bytes = try content.read() } catch {
                throw .unreadable(path: path + "/" + entry.path, reason: describe(error))
            }
            let files = filesOfPlaces[parentPath(entry.path)] ?? [:]
            let read = try Self.boards(bytes, files: files, path: path + "/" + entry.path)
            let used = Set(read.flatMap(\.cards).flatMap(\.files).map(\.name))
            for name in files.keys.sorted(by: precedes) where !used.contains(name) && name != "version.json" {
                let place = parentPath(entry.path).isEmpty ? name : parentPath(entry.path) + "/" + name
                leftovers.append(ImportWarning(what: "file", at: place, why: "no card shows it"))
            }
            boards += read
        }
        if !boards.isEmpty { boards[0].leftovers += leftovers }
        return boards
    }

    /// Files by their directory and their name: what lies beside a board are the pictures of its cards.
    private static func files(in tree: SourceTree) -> [String: [String: SourceTree.Content]] {
        var files: [String: [String: SourceTree.Content]] = [:]
        for entry in tree.entries where !isBoard(entry.path) {
            guard case .file(_, let content) = entry.kind else { continue }
            files[parentPath(entry.path), default: [:]][lastName(entry.path)] = content
        }
        return files
    }

    /// The boards of one file of JSON lines.
    ///
    /// - Parameter files: what its cards may refer to.
    static func boards(
        _ bytes: [UInt8], files: [String: SourceTree.Content] = [:], path: String
    ) throws(ImportFailure) -> [ForeignBoard] {
        var blocks: [FocalboardBlock] = []
        let skipped = SkippedValues()
        let decoder = skipped.decoder()
        var leftovers: [ImportWarning] = []
        var firstFailure: ImportFailure?
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { continue }
            do {
                let line = try decoder.decode(Line.self, from: Data(line))
                guard line.version == nil, let type = line.type else { continue }
                guard var block = line.data else {
                    throw ImportFailure.damaged(
                        path: path, place: "line \(index + 1)", problem: "it has a type and no data")
                }
                if type == "board" { block.type = "board" }
                blocks.append(block)
            } catch {
                let problem =
                    if case .damaged(_, _, let problem) = error as? ImportFailure { problem } else {
                        JSONProblem.text(of: error)
                    }
                firstFailure = firstFailure ?? .damaged(path: path, place: "line \(index + 1)", problem: problem)
                leftovers.append(
                    ImportWarning(what: "block", at: "line \(index + 1)", why: "it cannot be read: \(problem)"))
            }
        }
        if let line = skipped.notTaken(in: lastName(path)) { leftovers.append(line) }
        let all = FocalboardBlocks(blocks)
        guard !all.boards.isEmpty else {
            if let firstFailure { throw firstFailure }
            throw .damaged(path: path, place: "its \(blocks.count) blocks", problem: "there is no board among them")
        }
        var seen: Set<String> = []
        var read: [ForeignBoard] = []
        for board in all.boards {
            if seen.insert(board.id).inserted {
                read.append(FocalboardReader(board, all, files: files).read())
            } else {
                let why = "its identifier occurs twice; the first is taken"
                leftovers.append(ImportWarning(what: "board", at: board.title ?? board.id, why: why))
            }
        }
        read[0].leftovers += leftovers + strays(blocks, boards: seen)
        return read
    }

    /// Cards of no board in the file, and what is on no card in it.
    private static func strays(_ blocks: [FocalboardBlock], boards: Set<String>) -> [ImportWarning] {
        func isOfBoard(_ block: FocalboardBlock) -> Bool {
            [block.boardId, block.rootId, block.parentId].contains { $0.map(boards.contains) ?? false }
        }
        let cards = Set(blocks.filter { $0.type == "card" && isOfBoard($0) }.map(\.id))
        return blocks.compactMap { block in
            let what = block.type ?? "block"
            let words = String(trimmed(block.title ?? "").prefix(80))
            let place = words.isEmpty ? block.id : words
            switch what {
            case "board": return nil
            case "card", "view":
                return isOfBoard(block) ? nil : ImportWarning(what: what, at: place, why: "its board is not in the file")
            default:
                guard !cards.contains(block.parentId ?? "") else { return nil }
                return ImportWarning(what: what, at: place, why: "the card that it is on is not in the file")
            }
        }
    }

    private struct Line: Decodable {
        var type: String?
        var data: FocalboardBlock?
        var version: Int?
        var date: Double?
    }
}
