import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// Members who were invited for some children are shown these children's part of every view of the family.
@Suite("Seeing some children")
struct SeeingSomeChildren {
    /// Two children with an artwork each, albums and stories of one, of the other and of both, and an aunt for one of them.
    private struct Family: Sendable {
        var home: ReadingOverHTTP.Furnished
        var aunt: Visitor
        var max: ChildID
        var works: [ArtworkID] = []
        var albums: [AlbumID] = []
        var stories: [StoryID] = []
    }

    private func furnish(_ fixture: ServiceFixture) async throws -> Family {
        let home = try await ReadingOverHTTP.furnish(fixture)
        let runtime = fixture.pool.runtime
        let aunt = try await fixture.visitor("aunt")
        try await fixture.keeps(
            .addMember(home.id, aunt.user, role: .viewer, reach: .children([home.child.entity])), as: home.author)
        var family = Family(home: home, aunt: aunt, max: runtime.mint())
        let today = try #require(CalendarDay(text: "2026-11-22"))
        func name(_ text: String) -> Name { Name(recorded: text) }
        var commands: [WorkspaceCommand] = [
            .studio(.addChild(family.max, name: name("Max"), birth: nil, age: 7, avatar: .none, today: today)),
            .studio(.giveConsent(.stories, nil)), .studio(.giveConsent(.analysis, home.child)),
            .studio(.giveConsent(.analysis, family.max)),
        ]
        for (child, title) in [
            (home.child, "Ada's sun"), (family.max, "Max's moon"), (home.child, "Ada's sea"), (family.max, "Max's dog"),
        ] {
            let work: ArtworkID = runtime.mint()
            let file = FileFacts(
                name: name("a.png"), mediaType: "image/png", sizeBytes: 3, digest: Digest(of: Array(title.utf8)).bytes)
            let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 3, heightPixels: 4)
            commands.append(
                .studio(.uploadArtwork(work, of: child, NewArtwork(images: [image], uploaded: today, caption: name(title)))))
            family.works.append(work)
        }
        for (title, works) in [("Ada", [0, 2]), ("Max", [1, 3]), ("Both", [0, 1])] {
            let (album, story): (AlbumID, StoryID) = (runtime.mint(), runtime.mint())
            commands.append(.studio(.createAlbum(album, name: name("Album of " + title))))
            for work in works { commands.append(.studio(.addToAlbum(album, family.works[work], above: nil))) }
            let request = StoryRequest(artworks: works.map { family.works[$0] }, theme: name("Sky"), names: [name("Hero")])
            commands.append(.studio(.requestStory(story, request)))
            family.albums.append(album)
            family.stories.append(story)
        }
        let smart: AlbumID = runtime.mint()
        let filter = ArtworkFilter(children: [home.child, family.max])
        commands.append(.studio(.createSmartAlbum(smart, name: name("Everything"), filter: filter)))
        family.albums.append(smart)
        let given = commands
        _ = try await fixture.pool.using(home.id) { try await $0.perform(given, as: home.author) }
        return family
    }

    @Test(.shows("J-203", "J-108"))
    func `an aunt of one child sees in every view that child's part, and nothing of the other`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await furnish(fixture)
            let path = family.home.path
            func ask(_ view: String, as who: Visitor? = nil) async throws -> ServiceFixture.Answer {
                try await fixture.get(path + view, as: (who ?? family.aunt).secret)
            }
            let ada = family.home.child.text
            for view in [
                "/children", "/gallery", "/timeline", "/albums", "/stories", "/tips", "/milestones", "/consents", "/week",
            ] {
                for asked in [view, view + "?child=" + ada] where asked != "/children?child=" + ada {
                    let seen = try await ask(asked)
                    #expect(seen.status == 200, "\(asked): \(seen.text)")
                    #expect(!seen.text.contains("Max") && !seen.text.contains(family.max.text), "\(asked): \(seen.text)")
                    #expect(!seen.text.contains(family.works[1].text), "\(asked)")
                }
                let whole = try await ask(view, as: family.home.anna)
                #expect(whole.status == 200)
                guard view != "/children" else { continue }
                #expect(try await ask(view + "?child=" + family.max.text).problem == "outOfReach", "\(view)")
            }
            func names(_ view: String, _ field: String, as who: Visitor? = nil) async throws -> [String] {
                try await ask(view, as: who).json.list.compactMap { $0[field].string }
            }
            #expect(try await names("/children", "name") == ["Ada"])
            #expect(try await names("/gallery", "title").sorted() == ["Ada's sea", "Ada's sun"])
            #expect(try await names("/albums", "name") == ["Album of Ada", "Album of Both", "Everything"])
            #expect(try await ask("/albums").json.list.compactMap { $0["artworks"].int } == [2, 1, 2])
            #expect(try await names("/stories", "id") == [family.stories[0].text])
            #expect(try await ask("/consents").json.list.map { $0["child"].string } == [nil, ada])
            let week = try await ask("/week?day=2026-11-22").json
            #expect(week["children"].list.compactMap { $0["id"].string } == [ada])
            #expect(week["uploads"].int == 2)
            let uploads = week["children"].list.first?["uploads"].list.compactMap { $0["id"].string } ?? []
            #expect(Set(uploads) == [family.works[0].text, family.works[2].text])
            // Who sees everything asks for one child by its name.
            let anna = family.home.anna
            #expect(try await names("/albums?child=" + family.max.text, "name", as: anna).count == 3)
            // Both are of one moment: either may stand first.
            let stories = try await names("/stories?child=" + ada, "id", as: anna)
            #expect(stories.count == 2 && Set(stories) == [family.stories[2].text, family.stories[0].text])
            #expect(try await ask("/week?day=2026-11-22&child=" + ada, as: anna).json["uploads"].int == 2)
        }
    }

    @Test(.shows("J-203"))
    func `albums and stories of others are not opened, and those of both as far as one may see`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await furnish(fixture)
            func ask(_ view: String) async throws -> ServiceFixture.Answer {
                try await fixture.get(family.home.path + view, as: family.aunt.secret)
            }
            for (index, status) in [(0, 200), (1, 404), (2, 200), (3, 200)] {
                let album = try await ask("/albums/" + family.albums[index].text)
                #expect(album.status == status, "\(index): \(album.text)")
                #expect(!album.text.contains("Max") && !album.text.contains(family.max.text), "\(album.text)")
                guard status == 200 else { continue }
                let works = Set(album.json["artworks"].list.compactMap { $0["id"].string })
                #expect(works == Set((index == 2 ? [0] : [0, 2]).map { family.works[$0].text }))
            }
            for (index, status) in [(0, 200), (1, 403), (2, 403)] {
                #expect(try await ask("/stories/" + family.stories[index].text).status == status, "\(index)")
            }
            // With both children in reach a story of both is theirs, too.
            let reach = MemberReach.children([family.home.child.entity, family.max.entity])
            try await fixture.keeps(
                .changeReach(family.home.id, of: family.aunt.user, to: reach), as: family.home.author)
            #expect(try await ask("/stories/" + family.stories[2].text).status == 200)
            #expect(try await ask("/stories").json.list.count == 3)
        }
    }

    @Test(.shows("J-203"))
    func `the list of workspaces says which children one sees, and what was shown before is not shown again`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await furnish(fixture)
            func line(_ who: Visitor) async throws -> JSONValue {
                try #require(try await fixture.get("/v1/workspaces", as: who.secret).json.list.first)
            }
            #expect(try await line(family.aunt)["children"].list.compactMap(\.string) == [family.home.child.text])
            #expect(try await line(family.home.anna)["children"] == .null)
            let path = family.home.path + "/children"
            let before = try await fixture.get(path, as: family.aunt.secret)
            let tag = try #require(before.headers[.eTag])
            let again = try await fixture.get(path, as: family.aunt.secret, headers: [.ifNoneMatch: tag])
            #expect(again.status == 304)
            try await fixture.keeps(
                .changeReach(family.home.id, of: family.aunt.user, to: .children([family.max.entity])),
                as: family.home.author)
            let after = try await fixture.get(path, as: family.aunt.secret, headers: [.ifNoneMatch: tag])
            #expect(after.status == 200 && after.text.contains("Max") && !after.text.contains("Ada"), "\(after.text)")
        }
    }
}
