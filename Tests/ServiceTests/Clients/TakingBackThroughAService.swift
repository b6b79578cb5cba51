import Foundation
import Glibc
import KernelTesting
import Testing

@testable import Service

/// Actions that depend on the service's state at that moment: requested at once, and never kept for later.
@Suite("Taking back through a service", .serialized)
struct TakingBackThroughAService {
    @Test func `what one client did it takes back and brings back, and both end with what the service has`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        let made = try JSONValue(parsing: Array(try first.done("add", "note", "Plan", "--body", "one\n", "--json").utf8))
        let record = String(try #require(made["first"].int))
        try first.done("edit", "note", "Plan", "--body", "two\n")
        let undone = try first("undo")
        #expect(undone.status == 0 && undone.out.hasPrefix("Undone: ") && undone.out.contains("event"), "\(undone.err)")
        #expect(try second.done("show", "note", "Plan", "--body") == "one\n")
        #expect(try first.done("redo").hasPrefix("Redone: "))
        #expect(try second.done("show", "note", "Plan", "--body") == "two\n")
        // Any record, and an earlier revision.
        #expect(try second.done("restore", "note", "Plan", "--to", record).contains("Restored to how it was"))
        #expect(try first.done("show", "note", "Plan", "--body") == "one\n")
        let json = try JSONValue(parsing: Array(try first.done("undo", record, "--json").utf8))
        #expect(json["outcome"].string == "done" && json["events"].list.count == 1, "\(json)")
        #expect(try !second.done("show", "notes").contains("Plan"))
        #expect(try second.done("redo").hasPrefix("Redone: "))
        let nothing = try second("redo")
        #expect(nothing.status == 3, "\(nothing.out) \(nothing.err)")
        #expect(try first("undo", "9999").status == 4)
        try rig.expectConvergence()
    }

    @Test func `without the service nothing is taken back, and nothing is kept to be taken back later`() throws {
        let rig = try ClientRig()
        let client = rig.clients[0]
        try client.done("add", "note", "Plan", "--body", "one\n")
        try rig.stop()
        for arguments in [["undo"], ["redo"], ["restore", "Plan", "--to", "1"], ["attach", "/etc/hostname", "--to", "Plan"]] {
            let run = try client.run(arguments)
            #expect(run.status == 5, "\(arguments): \(run.out)")
            #expect(run.err.contains("needs the service"), "\(arguments): \(run.err)")
        }
        #expect(try rig.waiting(client) == 0)
        // What waits goes first, and it is what is taken back then.
        try client.done("edit", "note", "Plan", "--body", "two\n")
        #expect(try rig.waiting(client) == 1)
        try rig.start()
        try client.done("undo")
        #expect(try rig.waiting(client) == 0)
        #expect(try rig.clients[1].done("show", "note", "Plan", "--body") == "one\n")
        try rig.expectConvergence()
    }

    @Test func `tags are renamed everywhere and things opened, with the service and without it`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "note", "Roses", "--tag", "garden")
        try first.done("add", "note", "Bees", "--tag", "garden/bees")
        #expect(try first.done("tag", "rename", "garden", "yard").contains("on 2 things"))
        #expect(try second.done("show", "tags").contains("yard/bees"))
        try second.done("undo")
        #expect(try first.done("show", "tags").contains("garden/bees"))
        #expect(try second("tag", "rename", "nothing", "else").status == 3)
        try second.done("open", "Roses")
        #expect(try first.done("show", "recent").contains("Roses"))
        try rig.stop()
        #expect(try first.done("tag", "delete", "garden").contains("Kept here"))
        #expect(try !first.done("show", "tags").contains("garden"))
        #expect(try first.done("open", "Bees").contains("Kept here"))
        try rig.start()
        try rig.expectConvergence()
        #expect(try !second.done("show", "tags").contains("garden"))
    }

    @Test func `files and pictures go to the service before what speaks of them`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        let place = first.data + "-files"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        // More than goes at once.
        let bytes = Data((0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) })
        try bytes.write(to: URL(filePath: place + "/plan.bin"))
        try first.done("add", "note", "Plan")
        #expect(try first.done("attach", place + "/plan.bin", "--to", "Plan").contains("Attached plan.bin to Plan"))
        #expect(try second.done("show", "attachments").contains("plan.bin"))
        let lost = try first("attach", place + "/plan.bin", "--to", "Nothing")
        #expect(lost.status == 4)
        // Empty is a file too.
        try Data().write(to: URL(filePath: place + "/empty.txt"))
        try first.done("attach", place + "/empty.txt", "--to", "Plan")
        let verified = try rig.here("--workspace", rig.workspace, "show", "attachments", "--json")
        #expect(verified.out.contains("9000000") && verified.out.contains("empty.txt"))

        try Data(GuestsOverHTTP.picture).write(to: URL(filePath: place + "/sun.png"))
        try first.done("child", "add", "Ada", "--age", "5")
        #expect(try second.done("artwork", "add", place + "/sun.png", "--caption", "Sun").contains("Took in Sun"))
        #expect(try first.done("show", "timeline").contains("Sun"))
        // What is there already is refused before anything is sent.
        let again = try first("artwork", "add", place + "/sun.png")
        #expect(again.status == 3, "\(again.out) \(again.err)")
        try rig.expectConvergence()
        try rig.stop()
        let checked = try rig.here("verify", "--workspace", rig.workspace)
        #expect(checked.status == 0, "\(checked.out) \(checked.err)")
    }

    @Test func `what one command asked for is taken back as one`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        try first.done("add", "board", "House")
        try first.done("card", "add", "Call school tomorrow !high #family")
        #expect(try second.done("show", "board", "House").contains("Call school"))
        #expect(try first.done("undo").hasPrefix("Undone: "))
        #expect(try !second.done("show", "board", "House").contains("Call school"))
        #expect(try first.done("redo").hasPrefix("Redone: "))
        let back = try second.done("show", "card", "House/To Do/Call school").lowercased()
        #expect(back.contains("family") && back.contains("high"), "\(back)")
        // Kept without the service, it is one as well.
        try rig.stop()
        try first.done("capture", "An idea", "--star", "--tag", "foo")
        try rig.start()
        try first.done("undo")
        #expect(try !second.done("show", "inbox").contains("An idea"))
        try rig.expectConvergence()
    }

    @Test func `an import is one batch there, and so is what is done to many things`() throws {
        let rig = try ClientRig()
        let (first, second) = (rig.clients[0], rig.clients[1])
        let place = first.data + "-files"
        try FileManager.default.createDirectory(atPath: place + "/vault", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        for name in ["Roses", "Bees", "Soil"] {
            try "# \(name)\n".write(toFile: place + "/vault/\(name).md", atomically: true, encoding: .utf8)
        }
        let zip = Process()
        zip.executableURL = URL(filePath: "/usr/bin/python3")
        zip.arguments = ["-m", "zipfile", "-c", place + "/Vault.zip", place + "/vault"]
        try zip.run()
        zip.waitUntilExit()
        let folder = try first("import", place + "/vault")
        #expect(folder.status == 2 && folder.err.contains("zip"), "\(folder.err)")
        let would = try first.done("import", place + "/Vault.zip", "--dry-run")
        #expect(would.hasPrefix("Would import ") && would.contains("3 notes"), "\(would)")
        #expect(try !second.done("show", "notes").contains("Roses"))
        let imported = try first.done("import", place + "/Vault.zip")
        #expect(imported.hasPrefix("Imported ") && imported.contains("3 notes") && imported.contains("events"), "\(imported)")
        let again = try first.done("import", place + "/Vault.zip")
        #expect(again.hasPrefix("Nothing new in "), "\(again)")
        #expect(try second.done("show", "notes").contains("Roses"))

        let bulk = try second("bulk", "tag", "garden", input: "Roses\nBees\nNowhere\n")
        #expect(bulk.status == 0 && bulk.out.contains("2 done, 0 so already, 1 refused."), "\(bulk.out) \(bulk.err)")
        #expect(bulk.out.contains("Nowhere: "))
        #expect(try second("bulk", "tag", "garden", input: "Roses\nSoil\n").out.contains("1 done, 1 so already"))
        #expect(try second("bulk", "pin", input: "Nowhere\n").status == 3)
        #expect(try second.done("bulk", "export", place + "/out", input: "Roses\n").contains("1 note"))
        try second.done("undo")
        let tagged = try first.done("search", "tag:garden")
        #expect(tagged.contains("Roses") && !tagged.contains("Soil"))
        try second.done("undo")
        let untagged = try first.done("search", "tag:garden")
        #expect(!untagged.contains("Roses") && !untagged.contains("Bees"), "\(untagged)")
        try rig.stop()
        let kept = try first("bulk", "trash", input: "Roses\nBees\n")
        #expect(kept.status == 0 && kept.out.contains("2 done") && kept.err.contains("kept here"), "\(kept.err)")
        let offline = try first("import", place + "/Vault.zip")
        #expect(offline.status == 5 && offline.err.contains("needs the service"), "\(offline.err)")
        try rig.start()
        try rig.expectConvergence()
        #expect(try !second.done("show", "notes").contains("Roses"))
    }
}
