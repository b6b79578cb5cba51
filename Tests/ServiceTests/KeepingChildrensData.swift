import Foundation
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// The rules that a law such as COPPA sets for data of children, held together.
@Suite("Keeping children's data")
struct KeepingChildrensData {
    @Test(.shows("J-014"))
    func `a parent's consent is on record, little is kept of a child, nobody is told, and all of it is erased`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let secret = home.anna.secret
            func give(_ commands: [StudioCommand], from number: Int) async throws -> ServiceFixture.Answer {
                try await fixture.ask(
                    .post, home.path + "/commands",
                    GivingCommands.batch(commands.map { .studio($0) }, from: number), as: secret)
            }
            // A child is a name, an age and a portrait. There is no place for an address, a school or a day of birth.
            let month = try #require(CalendarMonth(text: "2020-05"))
            let mia: ChildID = fixture.pool.runtime.mint()
            let today = try #require(CalendarDay(text: "2026-11-22"))
            let added = try await give(
                [.addChild(mia, name: Name(recorded: "Mia"), birth: month, age: nil, avatar: .emoji("🦄"), today: today)],
                from: 1)
            #expect(added.status == 200, "\(added.text)")
            let children = try await fixture.get(home.path + "/children", as: secret)
            let child = try #require(children.json.list.first { $0["name"].string == "Mia" })
            #expect(
                child.keys.subtracting(["id", "state", "artworks", "updated", "updatedBy"])
                    == ["name", "age", "avatar", "born", "bornIsEstimated"])
            #expect(child["born"].string == "2020-05")

            // Nobody looks at a picture before a parent agrees, and the record says who agreed to what, when.
            let before = try await fixture.get(home.path + "/audit?kind=consent&limit=1000", as: secret)
            #expect(before.json.list.isEmpty)
            let agreed = try await give([.giveConsent(.analysis, mia, notice: "2026-11")], from: 2)
            #expect(agreed.status == 200, "\(agreed.text)")
            let rows = try await fixture.get(home.path + "/audit?kind=consent&limit=1000", as: secret)
            let row = try #require(rows.json.list.first)
            #expect(row["actor"].string == home.anna.user.text, "\(rows.text)")
            #expect(row["time"].string?.hasPrefix("2026-11-22T") ?? false, "\(rows.text)")
            #expect(rows.text.contains("2026-11"))

            // By default nobody outside the service is told anything: no provider is elsewhere, and a child is never shared.
            let providers = try await fixture.get("/v1/providers", as: secret)
            #expect(providers.json["providers"].list.allSatisfy { $0["remote"] == .flag(false) })
            #expect(try await fixture.get(home.path + "/shares", as: secret).json.list.isEmpty)
            let shared = try await fixture.ask(.post, home.path + "/shares", "{\"thing\":\"\(mia.text)\"}", as: secret)
            #expect(shared.problem == "neverShared", "\(shared.text)")

            // And all of it is erased when a parent says so.
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.erase(await workspace.view.closure(of: .child(mia)), as: home.author)
            }
            #expect(try await !fixture.get(home.path + "/children", as: secret).text.contains("Mia"))
            #expect(try await !fixture.get(home.path + "/audit?limit=1000", as: secret).text.contains("Mia"))
            for file in try FileManager.default.subpathsOfDirectory(atPath: fixture.directory.path) {
                let bytes = FileManager.default.contents(atPath: fixture.directory.path + "/" + file)
                #expect(bytes?.range(of: Data("Mia".utf8)) == nil, "\(file)")
            }
        }
    }
}
