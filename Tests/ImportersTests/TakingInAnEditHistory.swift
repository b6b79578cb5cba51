import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Taking in an edit history")
struct TakingInAnEditHistory {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    private static let header = #"{"kind":"note-journal","repo":"a/b","authors":{"1":"Ada"}}"#
    private static let lines = [
        #"{"t":1000,"a":0,"op":"create","doc":1,"path":"Plans/House.md","text":"Buy 🏡 paint\n"}"#,
        #"{"t":2000,"a":1,"op":"edit","doc":1,"patches":[[11,0,"!"],[4,1,"blue"]]}"#,
        #"{"t":1500,"a":1,"op":"move","doc":1,"from":"Plans/House.md","to":"Done/Home.md"}"#,
        #"{"t":3000,"a":0,"op":"create","doc":2,"path":"x.md","text":""}"#,
        #"{"t":4000,"a":0,"op":"delete","doc":2,"path":"x.md"}"#,
    ]

    private func file(_ lines: [String], header: String = header, name: String = "history.jsonl") throws -> URL {
        try scratch.file(name, ([header] + lines).joined(separator: "\n") + "\n")
    }

    @Test mutating func `makes what was made, when it was made, by whom`() throws {
        let plan = try workshop.importing(file(Self.lines))
        #expect(plan.created.notes == 2)
        #expect(plan.created.folders == 2)
        #expect(workshop.notesByPath == ["Done/Home": "Buy blue paint!\n"])
        let (_, note) = try workshop.note("Done/Home")
        #expect(workshop.view.name(of: note.created.actor) == "author 0")
        #expect(note.created.instant == Instant(seconds: 1000))
        #expect(workshop.view.name(of: note.updated.actor) == "Ada")
        #expect(workshop.view.notes.notes.entries.map(\.isTrashed) == [false, true])
    }

    @Test mutating func `stands below a folder when it is given a name`() throws {
        try workshop.importing(file(Self.lines), into: "Old house")
        #expect(workshop.notesByPath.keys.sorted() == ["Old house/Done/Home"])
    }

    @Test mutating func `adds what is new, merged with what the person wrote here`() throws {
        try workshop.importing(file(Self.lines))
        let (id, _) = try workshop.note("Done/Home")
        let mine = TextEdit(parents: [1], runs: [TextRun(position: 16, deleteCount: 0, insertion: "Mine.\n")])
        try workshop.perform(.editNote(id, mine))
        let more = [
            #"{"t":5000,"a":1,"op":"edit","doc":1,"patches":[[0,3,"Get"]]}"#,
            #"{"t":6000,"a":1,"op":"edit","doc":1,"patches":[[3,0," two tins of"]]}"#,
        ]
        let plan = try workshop.importing(file(Self.lines + more, name: "renamed.jsonl"))
        #expect(plan.changed == 1)
        #expect(plan.unchanged == 1)
        #expect(try workshop.note("Done/Home").entry.body.string == "Get two tins of blue paint!\nMine.\n")
        #expect(try workshop.plan(file(Self.lines + more)).steps == [])
    }

    @Test mutating func `leaves a document alone whose past is told differently, and takes the others`() throws {
        try workshop.importing(file(Self.lines))
        var other = Self.lines
        other[1] = #"{"t":2000,"a":1,"op":"edit","doc":1,"patches":[[4,1,"green"]]}"#
        other.append(#"{"t":7000,"a":0,"op":"create","doc":3,"path":"new.md","text":"new"}"#)
        let plan = try workshop.importing(file(other))
        #expect(
            plan.notTaken == [
                ImportWarning(
                    what: "document", at: "document 1",
                    why: "it was imported before, and this history tells its first 3 events differently")
            ])
        #expect(workshop.notesByPath == ["Done/Home": "Buy blue paint!\n", "new": "new"])
    }

    @Test mutating func `says when it ends before an earlier import did`() throws {
        try workshop.importing(file(Self.lines))
        let plan = try workshop.plan(file(Array(Self.lines.prefix(2))))
        #expect(plan.steps == [])
        #expect(plan.notTaken.map(\.why) == ["its history ends after 2 events, where an earlier import had 3"])
    }

    @Test mutating func `stops a document at the event that a rule forbids, and says which line`() throws {
        let broken = [
            #"{"t":1,"a":0,"op":"create","doc":1,"path":"a.md","text":"short"}"#,
            #"{"t":2,"a":0,"op":"edit","doc":1,"patches":[[50,0,"far out"]]}"#,
            #"{"t":3,"a":0,"op":"edit","doc":1,"patches":[[0,0,"never "]]}"#,
        ]
        let plan = try workshop.importing(file(broken))
        #expect(workshop.notesByPath == ["a": "short"])
        #expect(plan.notTaken.count == 1)
        #expect(plan.notTaken.first?.why.hasPrefix("line 3 could not be taken over: ") == true)
    }

    @Test(
        arguments: [
            (#"{"t":1,"a":0,"op":"create","doc":1,"path":"a.md""#, "line 2"),
            (#"{"t":1,"a":0,"op":"create","doc":1,"path":"a.md"}"#, "line 2: “text” is missing"),
            (#"{"t":1,"a":0,"op":"paint","doc":1}"#, "“paint” is none of create, edit, move and delete"),
            (#"{"t":1,"a":0,"op":"edit","doc":1,"patches":[]}"#, "document 1 is used before it is created"),
            (#"{"t":1,"a":0,"op":"edit","doc":1,"patches":[[0,0]]}"#, "line 2"),
            ("not json", "line 2"),
        ])
    func `is refused as a whole for one line that cannot be read`(line: String, problem: String) throws {
        do {
            _ = try workshop.plan(file([line]))
            Issue.record("was taken")
        } catch let failure as ImportFailure {
            #expect(failure.message.contains(problem), "\(failure.message)")
            #expect(failure.message.contains("nothing was imported"))
        }
    }

    @Test func `is refused when patches are out of order or a document is made twice`() throws {
        let create = #"{"t":1,"a":0,"op":"create","doc":1,"path":"a.md","text":"abc"}"#
        let twice = try file([create, create])
        #expect(
            throws: ImportFailure.damaged(
                path: twice.path, place: "line 3", problem: "document 1 is created a second time")
        ) { try workshop.plan(twice) }
        let order = try file([create, #"{"t":2,"a":0,"op":"edit","doc":1,"patches":[[0,1,"x"],[2,1,"y"]]}"#])
        let problem = "its patches are not in descending order of their positions"
        #expect(throws: ImportFailure.damaged(path: order.path, place: "line 3", problem: problem)) {
            try workshop.plan(order)
        }
    }

    @Test func `is not taken from a first line that says something else`() throws {
        let file = try file([], header: #"{"kind":"shopping"}"#)
        #expect(throws: ImportFailure.self) { try workshop.plan(file) }
        #expect(throws: ImportFailure.self) { try workshop.plan(file, format: .editHistory) }
    }
}
