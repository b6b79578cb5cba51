import Foundation
@testable import Importers
import Kernel
import Notes

/// The seeds that are written by hand, because no golden has them as bytes, and those of the shipped sample.
extension Seeds {
    mutating func texts() throws {
        for word in [
            "2026-11-21T08:00:00.123456Z", "2026-11-21", "2026-11", "01900000-0000-7000-8000-0000000000f1",
            "ada@example.org",
            "tag:garden \"red paint\" -old in:notes",
            "[[A note#part|words]] and [a](b.md \"t\") `[[no]]`\n- [ ] one\n- [x] two",
            "Räksmörgås \u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467} e\u{301}", "  ", "yesterday", "#12", "a/b\\c:d",
        ] {
            try add("words", Array(word.utf8))
        }
        for query in [
            "kamera \"im schrank\" -alt", "kam* OR 日記", "tag:house in:\"To Do\" type:note is:done has:tag before:2026-11",
            "a\"b", "NEAR(a b, 3)", "{title} : x", "\u{0}\u{FFFF}", "- OR *", "e\u{301}* -\u{301}",
        ] {
            try add("query", Array(query.utf8))
        }
        let point = StrokePoints.Point(x: 100, y: 200, pressure: 400, tiltX: 10, tiltY: -10, time: 0)
        let next = StrokePoints.Point(x: 140, y: 180, pressure: 65_535, tiltX: -90, tiltY: 90, time: 16)
        try add("ink", StrokePoints([point, next, point, next]).packed.bytes)
        let edits = [
            TextEdit(parents: [0], runs: [TextRun(position: 3, deleteCount: 0, insertion: " more")]),
            TextEdit(parents: [0], runs: [TextRun(position: 4, deleteCount: 3, insertion: "2 \u{1F34E}")]),
            TextEdit(parents: [1, 2], runs: [TextRun(position: 0, deleteCount: 1, insertion: "O")]),
            TextEdit(parents: [1], runs: [TextRun(position: 1, deleteCount: 5, insertion: "")]),
            TextEdit(
                parents: [3, 4],
                runs: [
                    TextRun(position: 2, deleteCount: 0, insertion: "x"),
                    TextRun(position: 0, deleteCount: 2, insertion: ""),
                ]),
        ]
        for length in 1...edits.count { try add("text", EditList(edits: Array(edits[..<length])).bytes) }
        try boards()
        try joplin()
    }

    mutating func sample() throws {
        let files = ShippedSample.vaultFiles
        for file in files { try add(tree: "vault", [file]) }
        try add(tree: "vault", files.filter { $0.path.hasSuffix(".md") }.prefix(6).map { $0 })
        try addBoard(ShippedSample.boardBytes)
        for drawing in ShippedSample.drawings { try add("picture", drawing.bytes) }
        try add("todoist", Array(ShippedSample.tasks.utf8))
        try add("csv", Array("Title,Content,Tags,Created\nA,\"b\nc\",x;y,2026-01-01\n".utf8))
        try add(
            "ticktick",
            Array(
                """
                "Date: 2026-11-20+0000"
                "Version: 7.1"
                "Status: 
                0 Normal"
                "Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder",\
                "Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating",\
                "Column Name","Column Order","View Mode","taskId","parentId"
                "Home","Garden","Dig","TEXT","spring","deep","N","","2026-12-01T08:00:00+0000","","","5","0",\
                "2026-11-01T08:00:00+0000","","1","Europe/Berlin","true","false","","","list","1",""
                """.utf8))
        for length in 1...Self.edits.count {
            try add("edits", Array(Self.edits[..<length].joined(separator: "\n").utf8))
        }
        try add("strokes", Array(Self.xournal.utf8))
        try add("strokes", Array(Self.inkML.utf8))
    }

    /// A board as JSON, also as Trello's whatever it is; long lists are cut short, since only their form matters.
    mutating func addBoard(_ bytes: [UInt8]) throws {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return }
        for length in [1, 3] {
            let short = try JSONSerialization.data(withJSONObject: Self.pruned(value, to: length))
            try add("board", Array(short))
            try add("trello", Array(short))
        }
    }

    static func pruned(_ value: Any, to length: Int) -> Any {
        if let list = value as? [Any] { return list.prefix(length).map { pruned($0, to: length) } }
        if let object = value as? [String: Any] { return object.mapValues { pruned($0, to: length) } }
        if let text = value as? String { return String(text.prefix(60)) }
        return value
    }

    private mutating func boards() throws {
        for board in [
            #"""
            {"_format":"wekan-board-1.0.0","_id":"b","title":"Garden","archived":false,"createdAt":"2024-03-01T08:00:\#
            00.000Z","labels":[{"_id":"l1","name":"Seeds","color":"lime"}],"lists":[{"_id":"L1","title":"To do",\#
            "sort":1,"archived":false}],"swimlanes":[{"_id":"s1","title":"Beds","sort":1}],"cards":[{"_id":"c1",\#
            "title":"Dig","listId":"L1","swimlaneId":"s1","sort":5,"archived":false,"labelIds":["l1"],"dueAt":\#
            "2024-04-01T06:30:00.000Z","spentTime":2,"customFields":[{"_id":"f1","value":"12"}]}],"comments":[{"_id":\#
            "m1","cardId":"c1","text":"Which?"}],"checklists":[{"_id":"k","cardId":"c1","title":"T","sort":1}],\#
            "checklistItems":[{"_id":"i","checklistId":"k","cardId":"c1","title":"I","sort":1,"isFinished":true}],\#
            "customFields":[{"_id":"f1","name":"N","type":"number"}],"users":[{"_id":"u1","username":"ada"}]}
            """#,
            #"""
            {"item":{"id":"1357158568008091264","name":"Holiday","createdAt":"2025-05-01T08:00:00.000Z"},"included":\#
            {"users":[{"id":"u1","name":"Ada"}],"labels":[{"id":"b1","name":"Paper","color":"lagoon-blue"}],"lists":\#
            [{"id":"p1","name":"To pack","type":"active","position":65536},{"id":"pa","name":null,"type":"archive",\#
            "position":null}],"cards":[{"id":"q1","listId":"p1","name":"Passports","description":"All","position":2,\#
            "dueDate":"2025-07-01T10:00:00.000Z","isDueCompleted":true,"stopwatch":{"total":5}}],"cardLabels":\#
            [{"cardId":"q1","labelId":"b1"}],"taskLists":[{"id":"t1","cardId":"q1","name":"Whose","position":1}],\#
            "tasks":[{"id":"x1","taskListId":"t1","name":"Ada's","position":1,"isCompleted":true}],"attachments":[],\#
            "comments":[{"id":"1","cardId":"q1","text":"x"}]}}
            """#,
            #"""
            {"version":1,"date":1}
            {"type":"board","data":{"id":"b","title":"T","cardProperties":[{"id":"p","name":"Status","type":"select",\#
            "options":[{"id":"o","value":"To do","color":"propColorRed"}]}]}}
            {"type":"block","data":{"id":"c","parentId":"b","boardId":"b","type":"card","title":"C","createAt":1,\#
            "fields":{"properties":{"p":"o"},"contentOrder":["t"]},"updateAt":2,"deleteAt":0}}
            {"type":"block","data":{"id":"t","parentId":"c","boardId":"b","type":"text","title":"words"}}
            """#,
        ] {
            try add("board", Array(board.utf8))
            try add(
                tree: "focalboard",
                [("version.json", Array(#"{"version":2}"#.utf8)), ("b/board.jsonl", Array(board.utf8))])
        }
    }

    private mutating func joplin() throws {
        func id(_ digit: Character) -> String { String(repeating: digit, count: 32) }
        let items = [
            ("f", "Garden\n\nid: \(id("f"))\nparent_id: \ntype_: 2"),
            (
                "1",
                """
                Beds

                See [the plan](:/\(id("2"))#beds) ![bed](:/\(id("a")))
                - [x] dig

                id: \(id("1"))
                parent_id: \(id("f"))
                created_time: 2021-01-05T10:12:13.000Z
                user_created_time: 2020-12-31T08:00:00.000Z
                is_todo: 1
                todo_due: 1609459200000
                latitude: 1.5
                markup_language: 1
                encryption_applied: 0
                type_: 1
                """
            ),
            ("2", "Html\n\n<p>a <b>b</b></p>\n\nid: \(id("2"))\nparent_id: \(id("f"))\nmarkup_language: 2\ntype_: 1"),
            ("a", "bed.png\n\nid: \(id("a"))\nmime: image/png\nfile_extension: png\nsize: 3\ntype_: 4"),
            ("3", "red\n\nid: \(id("3"))\ntype_: 5"),
            ("4", "id: \(id("4"))\nnote_id: \(id("1"))\ntag_id: \(id("3"))\ntype_: 6"),
        ].map { (path: id($0.0) + ".md", bytes: Array($0.1.utf8)) }
        try add(tree: "joplin", items)
        try add(tree: "joplin", Array(items[..<3]))
    }

    private static let edits = [
        #"{"kind":"note-journal","repo":"a/b","under":"","authors":{"0":"Ada"}}"#,
        #"{"c":0,"t":1475261166,"a":0,"op":"create","doc":1,"path":"a/One.md","text":"one\ntwo\n"}"#,
        #"{"c":1,"t":1475261167,"a":"x","op":"edit","doc":1,"patches":[[4,3,"2"],[0,0,"* "]]}"#,
        #"{"c":2,"t":1475261168,"a":0,"op":"move","doc":1,"from":"a/One.md","to":"Two.md"}"#,
        #"{"c":3,"t":1475261169,"a":0,"op":"delete","doc":1}"#,
    ]
    private static let xournal = """
        <?xml version="1.0"?><xournal creator="x" fileversion="4"><title>T</title><page width="595" height="842"><background \
        type="solid" color="white" style="lined"/><layer><stroke tool="pen" color="#0000ffff" width="1.41 0.5 0.7">10 20 30 40 \
        50.5 60</stroke><stroke tool="highlighter" color="yellow" width="8" ts="1" fn="a.mp3">1 2 3 4</stroke><text font="Sans" \
        size="12" x="1" y="2" color="black">words</text><image left="0" top="0" right="9" bottom="9">iVBORw0KGgo=</image>\
        </layer></page></xournal>
        """
    private static let inkML = """
        <ink xmlns="http://www.w3.org/2003/InkML"><definitions><context xml:id="c"><inkSource xml:id="s"><traceFormat>\
        <channel name="X" type="integer" units="dev"/><channel name="Y" type="integer"/><channel name="F" type="integer" \
        max="255"/></traceFormat><channelProperties><channelProperty channel="X" name="resolution" value="100" units="1/cm"/>\
        </channelProperties></inkSource></context><brush xml:id="b"><brushProperty name="color" value="#FF0000"/>\
        <brushProperty name="width" value="2" units="mm"/></brush></definitions><traceGroup contextRef="#c" brushRef="#b">\
        <trace>10 20 30, 11'1'1, "2"2"2 3, ?*!</trace></traceGroup><annotation type="truth">x</annotation></ink>
        """
}

extension EditList {
    var bytes: [UInt8] {
        var writer = FieldWriter()
        var copy = self
        copy.code(&writer)
        return writer.bytes
    }
}
