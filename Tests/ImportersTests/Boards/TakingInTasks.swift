import Capture
import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Taking in tasks")
struct TakingInTasks {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    private static let todoist = #"""
        \#u{FEFF}TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE
        meta,view_style=list,,,,,,,,,,,
        task,Dig the beds @garden @weekend,"Twice, ""deeply""",1,1,Ida (1),,2026-03-14,en,Europe/Berlin,,,
        note,"Mind the bulbs.
        They are new.",,,,Ida (1),,,,,,,
        task,Buy a spade,,4,2,Ida (1),Otto (2),every monday,en,Europe/Berlin,,,
        ,,,,,,,,,,,,
        section,Kitchen,,,,,,,,,,,
        task,* Shelves,,4,1,Ida (1),,,en,Europe/Berlin,,,
        task,Paint,,2,2,Ida (1),,14 Mar 2026,en,Europe/Berlin,30,minute,2026-04-01
        task,Paint,,3,2,Ida (1),,tomorrow,en,Europe/Berlin,None,None,
        note," [[file {""file_type"":""image\/png"",""file_name"":""a [1].png"",""tn"":[[1]],""file_url"":""https:\/\/example.org\/a.png""}]]",,,,,,,,,,,
        """#

    private static let ticktick = """
        "Date: 2026-10-01+0000"
        "Version: 7.1"
        "Status: \n0 Normal\n1 Completed\n2 Archived"
        "Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"
        "","Home","Milk","TEXT","","","N","","","","","0","0","2026-06-20T10:00:01+0000","","1","Europe/Berlin","true","false","","","list","2","1"
        "Family","Home","Shopping","CHECKLIST","food, weekly","▫Bread\n▪Salt","Y","","2026-06-25T22:00:00+0000","PT0S","","5","0","2026-06-20T10:00:00+0000","","2","Europe/Berlin","true","false","Soon","","list","1",""
        "","Work","Report","TEXT","","","N","2026-07-01T08:00:00+0000","2026-07-02T22:30:00+0000","","RRULE:FREQ=WEEKLY","1","2","2026-06-01T08:00:00+0000","2026-06-30T09:00:00+0000","3","Europe/Berlin","false","false","","","list","3",""
        "","Work","An idea","NOTE","","Long\ntext","N","","","","","0","0","2026-06-02T08:00:00+0000","","4","Europe/Berlin","","false","","","list","4",""
        "","Work","Never","TEXT","","","N","","","","","0","-1","","","5","","","false","","","list","5","5"
        "","Work","","TEXT","","","N","","","","","0","0","","","6","","","false","","","list","6",""
        """

    @Test func `an indentation beyond all numbers is one like any other`() throws {
        let table = "TYPE,CONTENT,INDENT\nsection,Kitchen,\ntask,Paint,\(Int.max)\ntask,Dry,2\n"
        #expect(try workshop.plan(scratch.file("Home.csv", table)).created.items == 3)
    }

    /// The plans as a person sees them: one line for each item, below what it stands under.
    private func plans() -> String {
        let model = workshop.state.capture.model
        var text = ""
        for (id, collection) in zip(model.collections.ids, model.collections.entries) {
            text += "\(collection.name.text) (\(collection.kindWord))\n"
            let members = model.members(of: id)
            func write(under parent: ItemID?, _ depth: Int) {
                for item in members.children(of: parent).ids {
                    guard let entry = model.items[item] else { continue }
                    var facts = [entry.type.word, "captured \(entry.captured.text)"]
                    if !entry.tags.isEmpty { facts.append("#" + entry.tags.map(\.text).joined(separator: " #")) }
                    if let day = entry.followUp { facts.append("on \(day.text)") }
                    if let done = entry.completed { facts.append("done \(done.text)") }
                    if !entry.metadata.isEmpty { facts.append(entry.metadata) }
                    let content = entry.content.split(separator: "\n", omittingEmptySubsequences: false)
                    let indent = String(repeating: "    ", count: depth)
                    text += content.map { indent + $0 + "\n" }.joined()
                    text += "\(indent)  [\(facts.joined(separator: "; "))]\n"
                    write(under: item, depth + 1)
                }
            }
            write(under: nil, 1)
        }
        return text
    }

    private func report(_ plan: ImportPlan) -> String {
        plan.notTaken.map { "\($0.what)  \($0.at): \($0.why)\n" }.joined()
    }

    private func todoist(_ text: String = todoist, named name: String = "House [123].csv") throws -> URL {
        try written(text, name)
    }

    private func ticktick(named name: String = "TickTick-backup-2026-10-01.csv") throws -> URL {
        try written(Self.ticktick, name)
    }

    /// A file that was last changed at the beginning of 2026.
    private func written(_ text: String, _ name: String) throws -> URL {
        let file = try scratch.file(name, text)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_767_225_600)], ofItemAtPath: file.path)
        return file
    }

    @Test(.shows("B-87")) mutating func `of Todoist makes a plan with its tasks under each other`() throws {
        let plan = try workshop.importing(try todoist())
        #expect(plan.format == .todoist)
        #expect(plan.created.plans == 1)
        #expect(plan.created.items == 6)
        try expectGolden(plans() + "\nNot taken over:\n" + report(plan), "todoist.txt")
    }

    @Test(arguments: [
        ("Call @home", "Call", ["home"]), ("@home/garden Dig", "Dig", ["home/garden"]),
        ("Go @/munich", "Go @/munich", []),
        ("Go @a//b @c", "Go @a//b", ["c"]), ("me@example.org", "me@example.org", []), ("@x", "@x", ["x"]),
    ])
    mutating func `of Todoist has labels as tags, and as words where they can be none`(
        content: String, text: String, tags: [String]
    ) throws {
        let plan = try workshop.importing(try todoist("TYPE,CONTENT,PRIORITY,INDENT\ntask,\(content),4,1\n"))
        let item = try #require(workshop.state.capture.model.items.entries.first)
        #expect(item.content == text)
        #expect(item.tags.map(\.text) == tags)
        #expect(plan.notTaken == [])
    }

    @Test(.shows("B-87")) mutating func `of TickTick makes a plan of each list, with what is done`() throws {
        let plan = try workshop.importing(try ticktick())
        #expect(plan.format == .ticktick)
        #expect(plan.created.plans == 2)
        #expect(plan.created.items == 5)
        try expectGolden(plans() + "\nNot taken over:\n" + report(plan), "ticktick.txt")
    }

    @Test(arguments: [true, false])
    mutating func `comes in once, and after its undo again`(isTodoist: Bool) throws {
        let url = isTodoist ? try todoist() : try ticktick()
        let first = try workshop.importing(url)
        let before = plans()
        #expect(try workshop.plan(url).steps == [])
        #expect(try workshop.plan(url).unchanged == first.created.items)
        if !isTodoist {
            // A backup holds everything: it is the same one under any name.
            #expect(try workshop.plan(try ticktick(named: "b.csv")).steps == [])
        }
        try workshop.withdraw(since: 0)
        let again = try workshop.importing(url)
        #expect(again.created == first.created)
        #expect(plans() == before)
    }

    @Test mutating func `changes what changed there, and leaves what the person changed here`() throws {
        try workshop.importing(try todoist())
        let items = workshop.state.capture.model.items
        let dig = try #require(items.ids.first { items[$0]?.content.hasPrefix("Dig") == true })
        let spade = try #require(items.ids.first { items[$0]?.content == "Buy a spade" })
        try workshop.perform(ImportStep(.capture(.rewordItem(dig, to: "Dig with Otto"))))
        try workshop.perform(ImportStep(.capture(.tagItem(dig, [Name("mine")]))))
        try workshop.perform(ImportStep(.capture(.completeItem(spade, at: Workshop.now))))
        let changed = Self.todoist
            .replacingOccurrences(of: "Mind the bulbs.", with: "Mind the roots.")
            .replacingOccurrences(of: "@weekend", with: "@monday")
            .replacingOccurrences(of: "2026-03-14", with: "2026-03-15")
            .replacingOccurrences(of: "every monday", with: "2026-05-01")
        let plan = try workshop.importing(try todoist(changed))
        #expect(plan.changed == 2)
        #expect(plan.created.items == 0)
        let now = workshop.state.capture.model.items
        #expect(now[dig]?.content == "Dig with Otto")
        #expect(now[dig]?.tags.map(\.text) == ["garden", "mine", "monday"])
        #expect(now[dig]?.followUp?.text == "2026-03-15")
        #expect(now[spade]?.followUp?.text == "2026-05-01")
        #expect(now[spade]?.completed == Workshop.now)
        #expect(plan.notTaken.contains { $0.what == "text" && $0.why.contains("changed here and there") })
        #expect(try workshop.plan(try todoist(changed)).steps == [])
    }

    @Test mutating func `stands at the top where the task above it was taken out of the plan here`() throws {
        try workshop.importing(try todoist())
        let model = workshop.state.capture.model
        let plan = try #require(model.collections.ids.first)
        let dig = try #require(model.items.ids.first { model.items[$0]?.content.hasPrefix("Dig") == true })
        try workshop.perform(ImportStep(.capture(.removeFromCollection(plan, dig))))
        let more = Self.todoist.replacingOccurrences(
            of: "task,Buy a spade", with: "task,Rake,,4,2,,,,,,,,\ntask,Buy a spade")
        let again = try workshop.importing(try todoist(more))
        #expect(again.created.items == 1)
        let rake = try #require(workshop.state.capture.model.items.entries.first { $0.content == "Rake" })
        #expect(rake.memberships.map(\.parent) == [nil])
    }

    /// The contents of the items of the only plan, in its order, with what stands under each.
    private func order() -> [String] {
        let model = workshop.state.capture.model
        guard let plan = model.collections.ids.first else { return [] }
        let members = model.members(of: plan)
        func contents(under parent: ItemID?) -> [String] {
            members.children(of: parent).ids.flatMap { [model.items[$0]?.content ?? ""] + contents(under: $0) }
        }
        return contents(under: nil)
    }

    @Test mutating func `F26: a task that is new in the source stands where it stands there`() throws {
        let header = "TYPE,CONTENT,INDENT\n"
        try workshop.importing(scratch.file("Trip.csv", header + "task,Pack,1\ntask,socks,2\ntask,shirts,2\ntask,Leave,1\n"))
        let more =
            "task,Book train,1\ntask,Pack,1\ntask,socks,2\ntask,hat,2\ntask,cap,2\ntask,shirts,2\ntask,Lock up,1\ntask,Leave,1\n"
        try workshop.importing(scratch.file("Trip.csv", header + more))
        #expect(order() == ["Book train", "Pack", "socks", "hat", "cap", "shirts", "Lock up", "Leave"])
        #expect(try workshop.plan(scratch.file("Trip.csv", header + more)).steps == [])
    }

    @Test mutating func `F26: what a person trashed here is no place to stand at`() throws {
        let header = "TYPE,CONTENT,INDENT\n"
        try workshop.importing(scratch.file("Trip.csv", header + "task,Pack,1\ntask,Leave,1\n"))
        let leave = try #require(
            workshop.state.capture.model.items.ids.first {
                workshop.state.capture.model.items[$0]?.content == "Leave"
            })
        try workshop.perform(ImportStep(.capture(.trashItem(leave))))
        let plan = try workshop.importing(
            scratch.file("Trip.csv", header + "task,Pack,1\ntask,Lock up,1\ntask,Leave,1\ntask,Arrive,1\n"))
        #expect(plan.notTaken.isEmpty)
        #expect(order().filter { $0 != "Leave" } == ["Pack", "Lock up", "Arrive"])
    }

    @Test(arguments: [
        ("2026-06-16T03:00:00Z", "America/New_York"), ("2026-06-14T20:00:00Z", "Pacific/Auckland"),
        ("2026-06-15 23:30", "America/New_York"), ("2026-06-15", "America/New_York"),
    ])
    mutating func `F18: a moment of Todoist is on the day that it has in its zone`(date: String, zone: String) throws {
        let table = "TYPE,CONTENT,INDENT,DATE,TIMEZONE\ntask,Call,1,\(date),\(zone)\n"
        try workshop.importing(scratch.file("Home.csv", table))
        let items = workshop.state.capture.model.items.entries
        #expect(items.map { $0.followUp?.text } == ["2026-06-15"])
    }

    @Test mutating func `F26: tasks of TickTick stand as their list has them`() throws {
        func row(_ title: String, _ order: String, _ section: String = "") -> String {
            "\"\",\"Home\",\"\(title)\",\"TEXT\",\"\",\"0\",\"2026-06-01T08:00:00+0000\",\"\(order)\",\"\(section)\",\"\",\"\"\n"
        }
        let header =
            "\"Folder Name\",\"List Name\",\"Title\",\"Kind\",\"Content\",\"Status\",\"Created Time\",\"Order\",\"Column Order\",\"taskId\",\"parentId\"\n"
        let rows = row("Third", "300") + row("First", "-100") + row("Second", "200") + row("Later", "-900", "7")
        try workshop.importing(scratch.file("Home.csv", header + rows))
        #expect(order() == ["First", "Second", "Third", "Later"])
    }

    @Test mutating func `takes a backup of many projects, each as its plan`() throws {
        let small = "TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\ntask,One,4,1,,,,,\n"
        let root = try scratch.write(
            ["Inbox [1].csv": small, "Work [2].csv": small, "other.csv": "a,b\n1,2\n", "x.txt": ""], below: "backup")
        let plan = try workshop.importing(root)
        #expect(plan.created.plans == 2)
        #expect(plan.created.items == 2)
        let why = "it is not a Todoist table\n"
        #expect(report(plan) == "file  other.csv: " + why + "file  x.txt: " + why)
        #expect(try workshop.plan(root).steps == [])
    }

    @Test(
        arguments: [
            ("2026-01-15", "2026-01-15"), ("2026-01-15 15:30", "2026-01-15"), ("2026-01-15T15:30:00Z", "2026-01-15"),
            ("4 Jan 2026", "2026-01-04"), ("Jan 4, 2026", "2026-01-04"), ("4 January 2026", "2026-01-04"),
            ("4 Jan", nil), ("in 5 days", nil), ("every day", nil), ("2026-02-30", nil), ("01/02/2026", nil),
            ("2026-01-15 every year", nil), ("tomorrow", nil), ("4 Jan 26", nil),
        ])
    mutating func `takes a day only from a date that means one`(text: String, day: String?) throws {
        try workshop.importing(
            try todoist("TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,One,4,1,\"\(text)\"\n"))
        let item = try #require(workshop.state.capture.model.items.entries.first)
        #expect(item.followUp?.text == day)
        #expect(item.metadata.contains(text) == (day == nil || text.contains(":")))
    }

    @Test(
        arguments: [
            ("TYPE,CONTENT,INDENT\ntask,\"never closed,1\n", "a quote is not closed"),
            ("a,b\n1,2\n", "has no columns “TYPE”, “CONTENT” and “INDENT”"),
        ])
    func `is refused in one sentence when it is damaged`(text: String, problem: String) throws {
        do {
            let plan = try workshop.plan(try todoist(text), format: .todoist)
            Issue.record("\(plan.created)")
        } catch let failure as ImportFailure {
            #expect(failure.message.contains(problem))
        }
    }
}

@Suite("Real tasks of other people", .enabled(if: GivenData.isHere, GivenData.absent))
struct TasksOfOthers {
    @Test(.shows("B-87")) func `of every sample of Todoist come in, once`() throws {
        let scratch = try Scratch()
        _ = try output(
            of: "unzip", "-q", GivenData.file("boards/todoist-csv-bboc.zip").path, "-d", scratch.url.path)
        let tables = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).filter {
            $0.hasSuffix(".csv")
        }
        #expect(tables.count == 5)
        var counts: [String: Int] = [:]
        for name in tables {
            var workshop = Workshop()
            let plan = try workshop.importing(scratch.url.appending(path: name))
            counts[name] = plan.created.items
            #expect(try workshop.plan(scratch.url.appending(path: name)).steps == [])
        }
        // As many as the tables have rows of kind `task`.
        for name in tables {
            let text = try String(contentsOf: scratch.url.appending(path: name), encoding: .utf8)
            #expect(counts[name] == text.split(whereSeparator: \.isNewline).count { $0.hasPrefix("task,") }, "\(name)")
        }
        var workshop = Workshop()
        let whole = try workshop.importing(GivenData.file("boards/todoist-csv-bboc.zip"), format: .todoist)
        #expect(whole.created.plans == 5)
        #expect(whole.created.items == counts.values.reduce(0, +))
    }
}
