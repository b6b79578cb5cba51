import Foundation
@testable import Importers

/// Seeds from the data that lies beside the project: files as other programs wrote them.
struct GivenSeeds {
    let root: String

    init(_ root: String) { self.root = root }

    func write(_ seeds: inout Seeds) throws {
        for name in [
            "pngsuite", "png-fuzz-a", "gif-afl-a", "jpeg-afl-a", "libwebp-a", "gofuzz-bmp", "gofuzz-tiff", "pillow-a",
            "exif-samples-a",
        ] {
            for file in files("images/\(name).zip") { try seeds.add("picture", file.bytes) }
        }
        for folder in ["images/avif", "images/exif-orientation", "images/libvips"] {
            for file in loose(folder) { try seeds.add("picture", file.bytes) }
        }
        for file in loose("boards") where file.path.hasSuffix(".json") { try seeds.addBoard(file.bytes) }
        for file in loose("boards") where file.path.hasSuffix(".csv") { try seeds.add("board", lines(file.bytes, 20)) }
        for file in files("json-unicode/jsontestsuite-a.zip") + files("json-unicode/gofuzz-json-a.zip") {
            try seeds.add("board", file.bytes)
            try seeds.add("words", file.bytes)
        }
        for file in files("boards/todoist-csv-bboc.zip") { try seeds.add("todoist", lines(file.bytes, 20)) }
        for file in files("note-imports/csv-import.zip") { try seeds.add("csv", file.bytes) }
        for file in files("note-imports/evernote-yarle-a.zip") { try seeds.add("enex", file.bytes) }
        for file in files("note-imports/google-keep-takeout.zip") {
            try seeds.add(tree: "keep", [(path: "Takeout/Keep/" + lastName(file.path), bytes: file.bytes)])
        }
        for file in files("boards/focalboard-jsonl.zip") { try seeds.add(tree: "focalboard", [file]) }
        for file in files("note-imports/joplin-rich-text-pairs.zip") where file.path.hasSuffix(".html") {
            let page = Array("<?xml version=\"1.0\"?><en-export><note><title>t</title><content><![CDATA[<en-note>".utf8)
            try seeds.add("enex", page + file.bytes + Array("</en-note>]]></content></note></en-export>".utf8))
        }
        for name in ["ink/xournalpp-load.zip", "ink/crohme-inkml.zip"] {
            for file in files(name).prefix(40) { try seeds.add("strokes", file.bytes) }
        }
        for name in ["18f-handbook", "dendron-site", "kepano-obsidian", "logseq-docs"] {
            let notes = files("note-vaults/\(name).zip").filter { $0.path.hasSuffix(".md") }
            for note in notes.prefix(60) { try seeds.add(tree: "vault", [note]) }
            for note in notes.prefix(60) { try seeds.add("words", note.bytes) }
        }
        for file in loose("note-journals") where file.path.hasSuffix(".jsonl.gz") {
            try seeds.add("edits", lines(try ArchiveReader.gunzipped(file.bytes, path: file.path), 8))
        }
        for file in loose("archives") { try seeds.add("archive", file.bytes) }
        for file in loose("note-imports") + loose("boards") + loose("images") { try seeds.add("archive", file.bytes) }
        for file in loose("lz4") { try seeds.add("frame", [1] + file.bytes) }
        for file in loose("json-unicode") + loose("rich-text") {
            try seeds.add("words", Array(file.bytes.prefix(4096)))
        }
    }

    private func loose(_ folder: String) -> [(path: String, bytes: [UInt8])] {
        let path = root + "/" + folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().compactMap { name in
            FileManager.default.contents(atPath: path + "/" + name).map { (name, Array($0)) }
        }
    }

    private func files(_ archive: String) -> [(path: String, bytes: [UInt8])] {
        guard let tree = try? SourceTree.archive(at: URL(filePath: root + "/" + archive)) else {
            print("seeds: \(archive) cannot be read")
            return []
        }
        return tree.entries.compactMap { entry in
            guard case .file(_, .inMemory(let bytes)) = entry.kind else { return nil }
            return (entry.path, bytes)
        }
    }

    private func lines(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        Array(
            bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(count).joined(
                separator: [UInt8(ascii: "\n")]))
    }
}
