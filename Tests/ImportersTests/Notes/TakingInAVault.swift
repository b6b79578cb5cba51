import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Taking in a vault")
struct TakingInAVault {
    private func plan(_ files: [String: String], _ workshop: inout Workshop) throws -> ImportPlan {
        let scratch = try Scratch()
        return try workshop.importing(scratch.write(files))
    }

    @Test func `keeps names and bodies byte for byte`() throws {
        let bodies = [
            "crlf.md": "---\r\ntitle: x\r\n---\r\nline\r\n", "bom.md": "\u{FEFF}# Heading\n", "empty.md": "",
            "Ünïcode ☃ 家族.md": "e\u{301} is not é\n", "two  spaces .md": "no newline at the end", "Sub/a.md": "1",
            "Sub/A.md": "2",
        ]
        var workshop = Workshop()
        let plan = try plan(bodies, &workshop)
        #expect(plan.notTaken == [])
        for (path, body) in bodies {
            let note = try workshop.note("vault/" + path.dropLast(3))
            #expect(note.entry.body.string.utf8.elementsEqual(body.utf8), "\(path)")
        }
    }

    @Test(.shows("B-01")) func `takes one file alone, once, and again where it changed there`() throws {
        let scratch = try Scratch()
        var workshop = Workshop()
        let file = try scratch.file("Plan.md", "---\ntags: [house]\n---\n# Plan\n")
        let plan = try workshop.importing(file)
        #expect(plan.format == .markdown)
        #expect(plan.created.notes == 1)
        #expect(try workshop.note("Plan/Plan").entry.tags.map(\.text) == ["house"])
        #expect(try workshop.plan(file).steps == [])
        let changed = try scratch.file("Plan.md", "# Plan\n\nMore.\n")
        #expect(try workshop.importing(changed).changed == 1)
        #expect(try workshop.note("Plan/Plan").entry.body.string == "# Plan\n\nMore.\n")
        #expect(throws: ImportFailure.self) { try workshop.plan(scratch.file("Plan.txt", "# Plan"), format: .markdown) }
    }

    @Test func `keeps empty directories and folders that differ in case`() throws {
        var workshop = Workshop()
        let plan = try plan(["Nothing/": "", "Garden/a.md": "1", "garden/a.md": "2"], &workshop)
        #expect(plan.created.folders == 4)
        #expect(try workshop.note("vault/Garden/a").entry.body.string == "1")
        #expect(try workshop.note("vault/garden/a").entry.body.string == "2")
    }

    @Test(
        arguments: [
            ("---\ntags: [house, garden/beds]\n---\n", ["garden/beds", "house"]),
            ("---\ntags:\n  - house\n  - \"#garden\"\n---\n", ["garden", "house"]),
            ("---\ntags: house, garden\n---\n", ["garden", "house"]),
            ("---\ntag: house\n---\n", ["house"]),
            ("---\ntags:\n---\n", []),
            ("text with #house and (#garden) and #a/b/c.\n", ["a/b/c", "garden", "house"]),
            ("# Heading\n## Another\nissue#5 #1984 \\#no x#y &#39;\n", []),
            (
                "`#code` ``a ` #b`` and #house\n```sh\n#no\n```\n~~~\n#no\n~~~\n- ```\n  #no\n  ```\n#yes\n",
                ["house", "yes"]
            ),
            ("---\ntags: [house]\n---\n#house again and #Haus-1\n", ["Haus-1", "house"]),
            ("#größe and #家族 #🏡\n", ["größe", "家族", "🏡"]),
        ])
    func `finds tags in front matter and text, not in code`(body: String, expected: [String]) throws {
        var workshop = Workshop()
        _ = try plan(["n.md": body], &workshop)
        #expect(try workshop.note("vault/n").entry.tags.map(\.text) == expected)
    }

    @Test(
        arguments: [
            ("---\ncreated: 2021-03-04\nupdated: 2022-01-01\n---\n", "2021-03-04T00:00:00Z"),
            ("---\ndate: 2021-03-04T10:11:12+02:00\n---\n", "2021-03-04T08:11:12Z"),
            ("---\ncreated: 1598651458825\n---\n", "2020-08-28T21:50:58.825Z"),
            ("---\ncreated: \"2021-03-04 10:11\"\n---\n", "2021-03-04T10:11:00Z"),
        ])
    func `takes the day a note was written from its front matter`(body: String, expected: String) throws {
        var workshop = Workshop()
        _ = try plan(["n.md": body], &workshop)
        #expect(try workshop.note("vault/n").entry.created.instant.keyText == expected)
    }

    @Test func `F03: a note keeps when it was changed last, without a tag too`() throws {
        for tags in ["", "tags: [t]\n"] {
            var workshop = Workshop()
            _ = try plan(
                ["n.md": "---\ncreated: 2011-02-03T04:05:06Z\nupdated: 2019-08-07T06:05:04Z\n\(tags)---\nbody\n"], &workshop)
            let entry = try workshop.note("vault/n").entry
            #expect(entry.created.instant.keyText == "2011-02-03T04:05:06Z")
            #expect(entry.updated.instant.keyText == "2019-08-07T06:05:04Z")
        }
    }

    @Test func `takes the file's own time where the note says nothing`() throws {
        let scratch = try Scratch()
        let root = try scratch.write(["n.md": "---\ncreated: last spring\n---\n"])
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
            ofItemAtPath: root.appending(path: "n.md").path)
        var workshop = Workshop()
        try workshop.importing(root)
        #expect(try workshop.note("vault/n").entry.created.instant.keyText == "2020-09-13T12:26:40Z")
    }

    @Test(
        arguments: [
            "---\n{{date}}: [unclosed\n---\nbody\n", "---\n- a list\n---\n",
            "---\n" + String(repeating: "[", count: 40_000) + "\n---\n",
            "---\n" + String(repeating: "- ", count: 20_000) + "\n---\n", "---\na: &a [*a]\n---\n",
        ])
    func `keeps a note whose front matter cannot be read, and says so`(body: String) throws {
        var workshop = Workshop()
        let plan = try plan(["n.md": body], &workshop)
        #expect(plan.notTaken.map(\.what) == ["front matter"])
        #expect(try workshop.note("vault/n").entry.body.string == body)
    }

    @Test func `says which embeds and linked files lead nowhere`() throws {
        var workshop = Workshop()
        let body = """
            ![[photo.jpg]] ![[Plan#Heading|300]] ![[Our plan|plan#Heading]] ![[lost.png]] ![here](pics/photo.jpg "title")
            ![gone](../elsewhere/gone.png) [the paper](files/paper.pdf) [site](https://example.org/x.pdf)
            ![web](https://example.org/a.png) `![[code.png]]` [page](other/page) ![brackets](<pics/photo.jpg>)
            ![encoded](pics/my%20photo.jpg) [[Not an embed]] ![data](data:image/png;base64,AAAA) ![t]({{ site.url }}/x.png)
            """
        let plan = try plan(
            ["n.md": body, "Plan.md": "", "pics/photo.jpg": "x", "pics/my photo.jpg": "y"], &workshop)
        #expect(
            plan.notTaken == [
                ImportWarning(what: "embed", at: "n.md", why: "not found in the vault: lost.png"),
                ImportWarning(what: "embed", at: "n.md", why: "not found in the vault: ../elsewhere/gone.png"),
                ImportWarning(what: "linked file", at: "n.md", why: "not found in the vault: files/paper.pdf"),
            ])
    }

    @Test func `keeps every other file as an attachment of its folder, by its content`() throws {
        let scratch = try Scratch()
        let root = try scratch.write(
            ["a/x.png": Data([1, 2, 3]), "b/y.PDF": Data([1, 2, 3]), "n.md": Data()], below: "vault")
        var workshop = Workshop()
        let plan = try workshop.importing(root)
        #expect(plan.created.attachments == 2)
        // Two files of the same bytes are kept once.
        #expect(plan.blobs.map(\.digest) == [sha256([1, 2, 3])])
        #expect(try plan.blobs[0].read() == [1, 2, 3])
        let attached = workshop.view.notes.attachments.entries
        #expect(attached.map(\.file.name.text) == ["x.png", "y.PDF"])
        #expect(attached.map(\.file.mediaType) == ["image/png", "application/pdf"])
        #expect(attached.map(\.file.sizeBytes) == [3, 3])
    }

    @Test func `leaves what belongs to programs, and hidden files, in one line each`() throws {
        var workshop = Workshop()
        let plan = try plan(
            [
                "n.md": "", ".obsidian/app.json": "{}", ".obsidian/plugins/x/main.js": "", ".git/HEAD": "",
                ".DS_Store": "",
                "Sub/.hidden": "", ".github/template.md": "a note all the same", ".github/workflow.yml": "",
            ], &workshop)
        #expect(plan.created.notes == 2)
        #expect(try workshop.note("vault/.github/template").entry.body.string == "a note all the same")
        let lines = plan.notTaken.map { "\($0.what) \($0.at): \($0.why)" }.sorted()
        // Of a tool's folder only a directory's top is looked at.
        #expect(
            lines == [
                "hidden .github: its name begins with a dot; 1 file",
                "hidden Sub/.hidden: its name begins with a dot; 1 file",
                "settings .DS_Store: it belongs to another program and not to the notes; 1 file",
                "settings .git: it belongs to another program and not to the notes",
                "settings .obsidian: it belongs to another program and not to the notes",
            ])
    }

    @Test func `keeps a file that is not UTF-8 as an attachment, and says so`() throws {
        let scratch = try Scratch()
        let root = try scratch.write(["latin.md": Data([0x66, 0xFC, 0x72]), "n.md": Data("ok".utf8)], below: "vault")
        var workshop = Workshop()
        let plan = try workshop.importing(root)
        #expect(plan.created.notes == 1)
        #expect(plan.created.attachments == 1)
        #expect(
            plan.notTaken == [
                ImportWarning(what: "note", at: "latin.md", why: "it is not UTF-8 text; kept as an attached file instead")
            ])
    }

    @Test func `does not follow links, nor open what is no file`() throws {
        let scratch = try Scratch()
        let root = try scratch.write(["n.md": ""])
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "link.md"), withDestinationURL: root.appending(path: "n.md"))
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "loop"), withDestinationURL: root)
        try #require(mkfifo(root.appending(path: "pipe").path, 0o600) == 0)
        var workshop = Workshop()
        let plan = try workshop.importing(root)
        #expect(plan.created.notes == 1)
        #expect(
            plan.notTaken.map { "\($0.what) \($0.at)" }.sorted() == [
                "special file pipe", "symbolic link link.md", "symbolic link loop",
            ])
    }

    @Test func `leaves names and depths beyond the limits, and all else comes in`() throws {
        var workshop = Workshop()
        let long = String(repeating: "x", count: 252)
        let deep = Array(repeating: "d", count: 40).joined(separator: "/")
        let plan = try plan(
            ["a\u{7}b.md": "bell", "\(long).md": "fits", "\(deep)/n.md": "deep", "ok.md": ""], &workshop)
        #expect(plan.created.notes == 2)
        #expect(try workshop.note("vault/" + long).entry.body.string == "fits")
        let lines = plan.notTaken.map { "\($0.what): \($0.why)" }
        #expect(lines.contains("note: a name must be one line without control characters"))
        #expect(
            lines.contains {
                $0.hasPrefix("folder: the folder “d” would be nested deeper than 32 levels") || $0.hasPrefix("folder:")
            })
        #expect(lines.contains("folder's contents: their folder could not be made; 1 file"))
    }

    @Test func `stands under the name it is given, or a free one beside it`() throws {
        let scratch = try Scratch()
        let root = try scratch.write(["n.md": "1"])
        var workshop = Workshop()
        try workshop.importing(root, into: "Grandmother's letters")
        #expect(try workshop.note("Grandmother's letters/n").entry.body.string == "1")

        try workshop.perform(.createFolder(.init(hi: 7, lo: 7), name: Name(recorded: "vault"), in: nil))
        try workshop.importing(root)
        #expect(try workshop.note("vault 2/n").entry.body.string == "1")
    }

    @Test func `is refused in one sentence when it is not there, holds no note, or has a name that cannot be`() throws {
        let scratch = try Scratch()
        let workshop = Workshop()
        let missing = scratch.url.appending(path: "nowhere")
        #expect(throws: ImportFailure.unreadable(path: missing.path, reason: "No such file or directory")) {
            try workshop.plan(missing)
        }
        let empty = try scratch.write(["x.txt": ""], below: "none")
        #expect(throws: ImportFailure.unrecognised(path: empty.path, found: "holds no Markdown file")) {
            try workshop.plan(empty)
        }
        let root = try scratch.write(["n.md": ""])
        #expect(throws: ImportFailure.badName("a\nb", problem: "a name must be one line without control characters")) {
            try workshop.plan(root, into: "a\nb")
        }
    }
}
