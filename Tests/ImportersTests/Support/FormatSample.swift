import Foundation
import Importers
import KernelTesting
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A small source of one format as a tree of JSON values, so that any part of it can be made longer.
struct FormatSample: Sendable, CustomTestStringConvertible {
    let format: ImportFormat
    /// Tells it from others of its format.
    let name: String
    /// The list of what is brought in one by one; nil where the source is one thing.
    let main: TreePlace?
    /// Keys whose values stay what they are.
    let fixed: Set<String>
    let tree: @Sendable () -> Any
    /// The files of a tree by their paths; one alone is the source itself.
    let files: @Sendable (Any) -> [String: Data]

    var testDescription: String { name }

    /// Writes the files of `tree`.
    func write(_ tree: Any, below name: String, in scratch: Scratch) throws -> URL {
        let files = files(tree)
        let root = try scratch.write(files, below: name)
        return files.count == 1 ? root.appending(path: files.keys.first ?? "") : root
    }

    func places(texts: [String]) -> [TreePlace] { TreePlace.all(in: tree(), texts: texts, fixed: fixed) }
}

// MARK: - Forms

extension FormatSample {
    private static let moments: Set<String> = [
        "createdAt", "dueAt", "startAt", "dueDate", "due", "start", "date", "duedate", "startdate", "done",
        "creationDateTime",
        "color", "_format", "state", "sort", "pos", "position", "contentBase64", "file", "type", "op", "t", "a",
    ]

    /// One document of JSON.
    private static func json(
        _ format: ImportFormat, _ main: [String], _ index: Int = 0, _ fileName: String = "Source.json",
        _ tree: @escaping @Sendable () -> Any
    ) -> FormatSample {
        FormatSample(
            format: format, name: format.rawValue, main: TreePlace(path: main, growth: .new(index)), fixed: moments,
            tree: tree
        ) { [fileName: data($0)] }
    }

    private static func data(_ tree: Any) -> Data {
        (try? JSONSerialization.data(withJSONObject: tree, options: [.fragmentsAllowed, .sortedKeys])) ?? Data()
    }

    /// A document of JSON on each line.
    private static func lines(
        _ format: ImportFormat, _ main: Int, _ tree: @escaping @Sendable () -> [Any]
    ) -> FormatSample {
        FormatSample(
            format: format, name: format.rawValue, main: TreePlace(path: [], growth: .new(main)), fixed: moments,
            tree: tree
        ) { tree in
            ["Source.jsonl": Data((tree as? [Any] ?? []).map(data).joined(separator: Data("\n".utf8)))]
        }
    }

    /// A table of which the first row stays as it is.
    private static func table(_ format: ImportFormat, _ head: String, _ rows: [[String]]) -> FormatSample {
        FormatSample(
            format: format, name: format.rawValue + " table", main: TreePlace(path: [], growth: .new(0)), fixed: [],
            tree: { rows }
        ) { tree in
            let lines = (tree as? [[String]] ?? []).map { row in
                row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
            }
            return ["Source.csv": Data(([head] + lines).joined(separator: "\n").utf8)]
        }
    }

    /// A document of XML: elements with their attributes and what is in them.
    private static func xml(
        _ format: ImportFormat, _ name: String, _ fileName: String, isOfMany: Bool = false, _ text: String
    ) -> FormatSample {
        FormatSample(
            format: format, name: name, main: isOfMany ? TreePlace(path: ["children"], growth: .new(0)) : nil,
            fixed: ["tag"],
            tree: { XMLAsTree.tree(of: text) }
        ) { [fileName: Data(XMLAsTree.text(of: $0).utf8)] }
    }

    private static func files(
        _ format: ImportFormat, _ main: [String], fixed: Set<String>, _ tree: @escaping @Sendable () -> Any,
        _ files: @escaping @Sendable ([String: Any]) -> [String: Data]
    ) -> FormatSample {
        FormatSample(
            format: format, name: format.rawValue, main: TreePlace(path: main, growth: .new(0)), fixed: fixed,
            tree: tree
        ) { files($0 as? [String: Any] ?? [:]) }
    }
}

// MARK: - One of each

extension FormatSample {
    /// Those of many things, which come in one by one.
    static let ofMany = all.filter { $0.main != nil }

    static let all: [FormatSample] = [
        json(.trello, ["cards"]) { trello }, json(.wekan, ["cards"]) { BoardSamples.wekan },
        json(.planka, ["included", "cards"]) { BoardSamples.planka },
        json(.deck, ["boards", "0", "stacks", "0", "cards"]) { deck },
        lines(.focalboard, 3) { BoardSamples.focalboard },
        keep, lines(.editHistory, 2) { editHistory },
        table(.wekan, "Title,Description,Stage,Labels", [["Paint it", "Blue sky", "To do", "Walls-blue Plain"]]),
        table(.csv, "Title,Content,tags", [["One note", "Some text", "garden"]]),
        table(
            .todoist, "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE",
            [
                ["task", "Dig it @garden", "Twice over", "1", "1", "2026-03-14"],
                ["note", "Mind the bulbs", "", "", "", ""],
                ["section", "The kitchen", "", "", "", ""], ["task", "Deeper still", "", "1", "2", ""],
            ]),
        table(
            .ticktick, ticktickHead,
            [
                [
                    "Family", "Home", "Shopping list", "CHECKLIST", "food, weekly", "▫Bread and\n▪Salt", "Y", "", "",
                    "", "",
                    "5", "0", "2026-06-20T10:00:00+0000", "", "2", "Europe/Berlin", "true", "false", "Soon", "", "list",
                    "1", "",
                ]
            ]),
        xml(.evernote, "evernote", "Garden.enex", isOfMany: true, enex),
        xml(.ink, "xournal", "Sheet.xopp", TakingInInk.xournal),
        xml(.ink, "inkml", "Sheet.inkml", TakingInInk.inkML),
        sheets, vault, joplin, pictures,
    ]

    private static var trello: [String: Any] {
        [
            "id": "5f0000000000000000000001", "name": "The house", "desc": "About it", "closed": false,
            "lists": [["id": "b01", "name": "To do", "closed": false, "pos": 100]],
            "labels": [["id": "l1", "name": "Some money", "color": "green_dark"]],
            "cards": [
                [
                    "id": "c01", "name": "Buy paint", "idList": "b01", "pos": 2, "desc": "Two tins.\n",
                    "due": "2026-12-24T17:30:00.000Z", "idLabels": ["l1"], "idMembers": ["m1"],
                    "labels": [["id": "l1", "name": "Some money", "color": "green_dark"]],
                    "attachments": [["name": "A tin", "url": "https://example.org/tin.jpg", "isUpload": false]],
                    "customFieldItems": [["id": "x"]],
                ]
            ],
            "checklists": [
                [
                    "id": "k1", "idCard": "c01", "name": "To get", "pos": 2,
                    "checkItems": [["id": "i3", "name": "A third", "state": "incomplete", "pos": 1]],
                ]
            ],
            "actions": [
                [
                    "id": "a1", "type": "commentCard", "date": "2026-12-01T00:00:00.000Z",
                    "memberCreator": ["fullName": "Ada B", "username": "ada"],
                    "data": ["text": "Which kind?", "card": ["id": "c01"]],
                ]
            ],
        ]
    }

    private static var deck: [String: Any] {
        let card: [String: Any] = [
            "id": 31, "title": "Drill holes", "description": "Two holes.", "order": 1, "createdAt": 1_689_667_569,
            "labels": [["title": "Too loud", "color": "FF7A66"]],
            "attachments": [["id": 3, "type": "file", "data": "plan.txt", "contentBase64": "UGxhbg=="]],
            "comments": [["id": 5, "message": "Mind the pipes.", "actorId": "ben", "actorDisplayName": "Ben C"]],
        ]
        return [
            "boards": [
                [
                    "id": 7, "title": "The kitchen", "owner": "ada", "acl": [["participant": "ben"]],
                    "stacks": [["id": 21, "title": "In work", "order": 2, "cards": [card]]],
                ]
            ]
        ]
    }

    private static let keep = files(.keep, ["notes"], fixed: ["mimetype"]) {
        let note: [String: Any] = [
            "title": "A list", "isTrashed": false, "createdTimestampUsec": 1, "userEditedTimestampUsec": 2,
            "textContent": "See https://example.org", "listContent": [["text": "Some milk", "isChecked": true]],
            "labels": [["name": "At home"]], "attachments": [["filePath": "a b.png", "mimetype": "image/png"]],
            "annotations": [["title": "A page", "url": "https://example.org"]], "sharees": [["email": "a b"]],
        ]
        return ["notes": [note]]
    } _: { tree in
        var files = ["a b.png": Data([1, 2, 3])]
        for (index, note) in (tree["notes"] as? [Any] ?? []).enumerated() { files["\(index).json"] = data(note) }
        return files
    }

    /// Documents of ink, each of one stroke.
    private static let sheets = files(.ink, ["sheets"], fixed: []) {
        ["sheets": [["path": "a b/One"]]]
    } _: { tree in
        var files = ["x.xopp": Data(TakingInInk.xournal.utf8)]
        for (index, sheet) in (tree["sheets"] as? [[String: Any]] ?? []).enumerated() {
            let stroke = "<stroke tool=\"pen\" color=\"red\" width=\"1\">\(index) 1 2 2</stroke>"
            files["\(shortened(sheet["path"])).xopp"] = Data(
                "<xournal><page><layer>\(stroke)</layer></page></xournal>".utf8)
        }
        return files
    }

    private static var editHistory: [Any] {
        [
            ["kind": "note-journal", "repo": "a repo", "authors": ["1": "Ada B"]],
            ["t": 1, "a": 1, "doc": 1, "op": "create", "path": "a/b.md", "text": "Some text"],
            ["t": 2, "a": "Ben C", "doc": 1, "op": "edit", "patches": [[0, 0, "more "]]],
            ["t": 3, "a": 1, "doc": 1, "op": "move", "from": "a/b.md", "to": "c d/b.md"],
        ]
    }

    private static let ticktickHead = """
        "Date: 2026-10-01+0000"
        "Version: 7.1"
        "Status: \n0 Normal\n1 Completed\n2 Archived"
        "Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat",\
        "Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name",\
        "Column Order","View Mode","taskId","parentId"
        """

    private static let enex = """
        <en-export export-date="20240112T072747Z"><note><title>A bed</title><created>20200528T141404Z</created>
        <tag>the garden</tag><note-attributes><author>Ada B</author><source-url>https://example.org</source-url></note-attributes>
        <content>&lt;en-note&gt;&lt;div&gt;Dig &lt;b&gt;it&lt;/b&gt;&lt;/div&gt;&lt;/en-note&gt;</content>
        <resource><data encoding="base64">AQID</data><mime>image/png</mime>
        <resource-attributes><file-name>a bed.png</file-name></resource-attributes></resource>
        <task><title>Do it</title><taskStatus>open</taskStatus></task></note></en-export>
        """

    private static let vault = files(.markdown, ["notes"], fixed: []) {
        [
            "notes": [["path": "a b/One note", "tags": ["the garden"], "text": "# Head\n[[Other]] and ![x](y.png)\n"]],
            "files": [["path": "a b/y z"]],
        ]
    } _: { tree in
        var files = ["x.md": Data("x".utf8)]
        for note in tree["notes"] as? [[String: Any]] ?? [] {
            let tags = (note["tags"] as? [String] ?? []).map { "  - \($0)\n" }.joined()
            let text = "---\ntags:\n\(tags)---\n\(note["text"] ?? "")"
            files["\(shortened(note["path"])).md"] = Data(text.utf8)
        }
        for file in tree["files"] as? [[String: Any]] ?? [] {
            files["\(shortened(file["path"])).png"] = Data([1, 2, 3])
        }
        return files
    }

    /// A name that a file can have.
    private static func shortened(_ path: Any?) -> String {
        let names = (path as? String ?? "").replacing(/[\n<>]/, with: "x").split(separator: "/").map { $0.suffix(40) }
        return names.suffix(40).joined(separator: "/")
    }

    private static let joplin = files(.joplin, ["items"], fixed: ["type", "number"]) {
        [
            "items": [
                [
                    "type": "1", "id": "1", "body": "See ![x](:/00000000000000000000000000000003) it",
                    "facts": ["source_url: a b"],
                ],
                ["type": "2", "id": "2", "body": "A folder"], ["type": "4", "id": "3", "body": "A file"],
                ["type": "5", "id": "4", "body": "A tag"],
                [
                    "type": "6", "id": "5", "body": "",
                    "facts": ["note_id: \(joplinID("1"))", "tag_id: \(joplinID("4"))"],
                ],
            ]
        ]
    } _: { tree in
        var files = ["resources/\(joplinID("3")).png": Data([1, 2, 3])]
        for item in tree["items"] as? [[String: Any]] ?? [] {
            let id = joplinID(item["id"] as? String ?? "")
            let facts = ["id: \(id)", "parent_id: \(joplinID("2"))"] + (item["facts"] as? [String] ?? [])
            let lines = facts + ["type_: \(item["type"] ?? "")"]
            files["\(id).md"] = Data("\(item["body"] ?? "")\n\n\(lines.joined(separator: "\n"))".utf8)
        }
        return files
    }

    /// An identifier of Joplin's for any words with digits.
    private static func joplinID(_ words: String) -> String {
        let digits = words.filter { $0.isASCII && $0.isNumber }.suffix(32)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    private static let pictures = files(.pictures, ["pictures"], fixed: []) {
        ["pictures": [["path": "a b/One", "number": "1"]]]
    } _: { tree in
        var files = ["x.png": TakingInPictures.png(30, 40)]
        for (index, picture) in (tree["pictures"] as? [[String: Any]] ?? []).enumerated() {
            files["\(shortened(picture["path"])).png"] = TakingInPictures.png(index + 1, 30)
        }
        return files
    }
}

// MARK: - XML

/// XML as a tree of JSON values, and back.
private enum XMLAsTree {
    static func tree(of text: String) -> Any {
        let parser = XMLParser(data: Data(text.utf8))
        let reader = Reader()
        parser.delegate = reader
        _ = parser.parse()
        return reader.open.first?.children.first ?? [String: Any]()
    }

    static func text(of tree: Any) -> String {
        guard let node = tree as? [String: Any] else { return "" }
        guard let tag = node["tag"] as? String else { return escaped(node["text"] as? String ?? "") }
        let attributes = (node["attributes"] as? [String: String] ?? [:]).sorted { $0.key < $1.key }
        let head = tag + attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return "<\(head)>" + (node["children"] as? [Any] ?? []).map(text).joined() + "</\(tag)>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var open: [(tag: String, attributes: [String: String], children: [Any])] = [("", [:], [])]

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append((name, attributes, []))
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            let ended = open.removeLast()
            open[open.count - 1].children.append(
                ["tag": ended.tag, "attributes": ended.attributes, "children": ended.children] as [String: Any])
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            open[open.count - 1].children.append(["text": text])
        }
    }
}
