import Accounts
import Foundation
import Kernel
import KernelTesting
import NIOCore
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Inviting over HTTP")
struct InvitingOverHTTP {
    @Test(.shows("J-203"))
    func `a co-parent is invited to one child, accepts, sees that child only, and is removed`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let home = "/v1/workspaces/" + (try await fixture.workspace(of: anna)).text
            let children = try await self.children(of: anna, at: home, fixture)
            let invited = try await fixture.ask(
                .post, home + "/invitations",
                "{\"role\":\"editor\",\"children\":[\"\(children[0].text)\"],\"email\":\"ben@example.org\"}",
                as: anna.secret)
            #expect(invited.status == 201)
            let invitation = try #require(invited.json["invitation"].string)
            let secret = try #require(invited.json["secret"].string)

            let accept = "/v1/invitations/\(invitation)/accept"
            let wrong = try await fixture.ask(.post, accept, "{\"secret\":\"guessed\"}", as: ben.secret)
            #expect(wrong.status == 404)
            #expect(wrong.problem == "noSuchInvitation")
            let stranger = try await fixture.visitor("stranger")
            let other = try await fixture.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: stranger.secret)
            #expect(other.problem == "invitationForAnother")
            let accepted = try await fixture.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: ben.secret)
            #expect(accepted.status == 200 && accepted.json["workspace"].string == String(home.suffix(36)))

            #expect(try await fixture.get(home + "/children/\(children[0].text)", as: ben.secret).status == 200)
            let hidden = try await fixture.get(home + "/children/\(children[1].text)", as: ben.secret)
            #expect(hidden.problem == "outOfReach")
            #expect(try await fixture.get(home + "/duplicates", as: ben.secret).problem == "outOfReach")
            let gallery = try await fixture.get(home + "/gallery?child=\(children[0].text)", as: ben.secret)
            #expect(gallery.status == 200)
            // A picture that the other child has, too, is like any other.
            let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
            let picture = try #require(Data(base64Encoded: pixel))
            for (child, secret, status) in [(1, anna.secret, 201), (0, ben.secret, 201), (0, ben.secret, 409)] {
                let added = try await fixture.ask(
                    .post, home + "/artworks?child=\(children[child].text)", bytes: ByteBuffer(bytes: picture), as: secret,
                    headers: [.contentType: "image/png"])
                #expect(added.status == status, "\(added.text)")
            }
            // Whom the owner has invited is the owner's business.
            #expect(try await fixture.get(home + "/members", as: ben.secret).json["invitations"].list.isEmpty)
            #expect(try await fixture.get(home + "/members", as: anna.secret).json["invitations"].list.count == 1)

            let member = home + "/members/\(ben.user.text)"
            #expect(try await fixture.ask(.patch, member, "{\"everything\":true}", as: anna.secret).status == 204)
            #expect(try await fixture.get(home + "/gallery", as: ben.secret).status == 200)
            #expect(try await fixture.ask(.delete, member, as: ben.secret).status == 204)
            #expect(try await fixture.get(home + "/gallery", as: ben.secret).problem == "notAMember")
        }
    }

    @Test(.shows("J-203"))
    func `an invitation says from whom it is, to what and until when, to who has its secret and as long as it is open`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let anna = try await fixture.visitor("anna")
            let id = try await fixture.workspace(of: anna, "The Sterns")
            let home = "/v1/workspaces/" + id.text
            let children = try await children(of: anna, at: home, fixture)
            func invite(_ more: String) async throws -> (id: String, path: String) {
                let made = try await fixture.ask(
                    .post, home + "/invitations", "{\"role\":\"viewer\"\(more)}", as: anna.secret)
                return (
                    try #require(made.json["invitation"].string),
                    "/v1/invitations/" + (try #require(made.json["secret"].string))
                )
            }
            let narrow = try await invite(",\"children\":[\"\(children[0].text)\"],\"email\":\"ben@example.org\"")
            let before = try await fixture.get(narrow.path)
            #expect(before.status == 200 && before.json["from"] == .null, "no address is told: \(before.text)")
            try await fixture.keeps(.nameUser(anna.user, Name(recorded: "Anna")), as: fixture.author(of: anna))
            let told = try await fixture.get(narrow.path)
            #expect(told.json["from"].string == "Anna" && told.json["workspace"].string == "The Sterns")
            #expect(told.json["role"].string == "viewer" && told.json["everything"] == .flag(false))
            #expect(told.json["named"] == .flag(true))
            #expect(told.json["expires"].string == ServiceFixture.start.later(byDays: 14).text)
            for word in ["example.org", "Ada", children[0].text, id.text] { #expect(!told.text.contains(word), "\(word)") }
            #expect(!fixture.logged.contains { $0.contains(String(narrow.path.suffix(40))) })
            let wide = try await invite(",\"everything\":true")
            #expect(try await fixture.get(wide.path).json["everything"] == .flag(true))
            // Over, revoked, answered or never there: nobody is told which.
            let revoked = try await fixture.ask(.delete, home + "/invitations/" + wide.id, as: anna.secret)
            #expect(revoked.status == 204)
            fixture.wait(seconds: 15 * 86_400)
            var texts: Set<String> = []
            for path in [narrow.path, wide.path, "/v1/invitations/guessed"] {
                texts.insert(try await fixture.get(path).said)
            }
            #expect(texts.count == 1 && texts.first?.contains("noSuchInvitation") == true)
        }
    }

    @Test(.shows("J-203"))
    func `who was invited for one child learns of no other from the list of members`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let cora = try await fixture.visitor("cora")
            let id = try await fixture.workspace(of: anna)
            let path = "/v1/workspaces/\(id.text)/members"
            let children = try await self.children(of: anna, at: "/v1/workspaces/" + id.text, fixture)
            for (member, child) in zip([ben, cora], children) {
                try await fixture.keeps(
                    .addMember(id, member.user, role: .editor, reach: .children([child.entity])),
                    as: fixture.author(of: anna))
            }
            let whole = try await fixture.get(path, as: anna.secret)
            #expect(children.allSatisfy { whole.text.contains($0.text) })
            let narrow = try await fixture.get(path, as: ben.secret)
            #expect(narrow.text.contains(children[0].text) && !narrow.text.contains(children[1].text))
            #expect(narrow.json["members"].list.count == 3)
        }
    }

    @Test func `an invitation is revoked by its workspace's owner, and declined by whoever has it`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let home = "/v1/workspaces/" + (try await fixture.workspace(of: anna)).text
            let other = "/v1/workspaces/" + (try await fixture.workspace(of: ben)).text
            var invitations: [(id: String, secret: String)] = []
            for _ in 0..<2 {
                let answer = try await fixture.ask(
                    .post, home + "/invitations", "{\"role\":\"viewer\"}", as: anna.secret)
                invitations.append(
                    (try #require(answer.json["invitation"].string), try #require(answer.json["secret"].string))
                )
            }
            let foreign = try await fixture.ask(
                .delete, other + "/invitations/\(invitations[0].id)", as: ben.secret)
            #expect(foreign.status == 404)
            let revoked = try await fixture.ask(
                .delete, home + "/invitations/\(invitations[0].id)", as: anna.secret)
            #expect(revoked.status == 204)
            let tooLate = try await fixture.ask(
                .post, "/v1/invitations/\(invitations[0].id)/accept", "{\"secret\":\"\(invitations[0].secret)\"}",
                as: ben.secret)
            #expect(tooLate.problem == "invitationRevoked")
            let declined = try await fixture.ask(
                .post, "/v1/invitations/\(invitations[1].id)/decline", "{\"secret\":\"\(invitations[1].secret)\"}",
                as: ben.secret)
            #expect(declined.status == 204)
            for bad in ["{\"role\":\"owner\"}", "{\"role\":\"viewer\",\"children\":[],\"everything\":true}"] {
                let answer = try await fixture.ask(.post, home + "/invitations", bad, as: anna.secret)
                #expect(answer.status == 422)
            }
        }
    }

    @Test func `an owner who is removed or steps down lets nobody in by an invitation of theirs, themselves least of all`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let cleo = try await fixture.visitor("cleo")
            let id = try await fixture.workspace(of: anna)
            let home = "/v1/workspaces/" + id.text
            try await fixture.keeps(
                .addMember(id, ben.user, role: .owner, reach: .everything), as: fixture.author(of: anna))
            let invited = try await fixture.ask(
                .post, home + "/invitations", "{\"role\":\"editor\",\"everything\":true}", as: ben.secret)
            let secret = try #require(invited.json["secret"].string)
            let accept = "/v1/invitations/\(try #require(invited.json["invitation"].string))/accept"
            let member = home + "/members/\(ben.user.text)"
            #expect(try await fixture.ask(.patch, member, "{\"role\":\"editor\"}", as: anna.secret).status == 204)
            let demoted = try await fixture.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: cleo.secret)
            #expect(demoted.problem == "invitationRevoked", "\(demoted.text)")
            #expect(try await fixture.ask(.delete, member, as: anna.secret).status == 204)
            let removed = try await fixture.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: ben.secret)
            #expect(removed.problem == "invitationRevoked", "\(removed.text)")
            #expect(try await fixture.get(home + "/notes", as: ben.secret).problem == "notAMember")
            let shown = try await fixture.get(home + "/members", as: anna.secret).json["invitations"].list
            #expect(shown.map { $0["answer"].string } == ["revoked"])
            // Without the secret it is told nobody what became of it.
            let guessed = try await fixture.ask(.post, accept, "{\"secret\":\"guessed\"}", as: cleo.secret)
            #expect(guessed.problem == "noSuchInvitation")
            // Who owns it again may invite again, and who accepted may ask twice.
            try await fixture.keeps(
                .addMember(id, ben.user, role: .owner, reach: .everything), as: fixture.author(of: anna))
            for _ in 0..<2 {
                let accepted = try await fixture.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: cleo.secret)
                #expect(accepted.status == 200, "\(accepted.text)")
            }
            #expect(try await fixture.ask(.delete, member, as: anna.secret).status == 204)
            let again = try await fixture.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: cleo.secret)
            #expect(again.status == 200, "it was accepted before")
        }
    }

    @Test func `invitations of whoever may invite no more leave room for others`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let id = try await fixture.workspace(of: anna)
            let path = "/v1/workspaces/" + id.text
            let runtime = fixture.pool.runtime
            try await fixture.keeps(
                .addMember(id, ben.user, role: .owner, reach: .everything), as: fixture.author(of: anna))
            let now = runtime.now()
            for _ in 0..<HeldWorkspace.invitationsMax {
                try await fixture.keeps(
                    .sendInvitation(
                        runtime.mint(), to: id, role: .viewer, reach: .everything, email: nil,
                        secret: FreshSecret().digest, at: now, expires: now.later(byDays: 14)),
                    as: fixture.author(of: ben))
            }
            let invitation = "{\"role\":\"viewer\",\"everything\":true}"
            let full = try await fixture.ask(.post, path + "/invitations", invitation, as: anna.secret)
            #expect(full.status != 201, "\(full.text)")
            let member = path + "/members/" + ben.user.text
            #expect(try await fixture.ask(.delete, member, as: anna.secret).status == 204)
            let sent = try await fixture.ask(.post, path + "/invitations", invitation, as: anna.secret)
            #expect(sent.status == 201, "\(sent.text)")
            let list = try await fixture.get(path + "/members", as: anna.secret).json["invitations"].list
            #expect(list.filter { $0["answer"].string == "waiting" }.count == 1)
        }
    }

    @Test func `whoever has the secret alone accepts by it, or declines`() async throws {
        try await ServiceFixture.open { fixture in
            let (anna, ben) = (try await fixture.visitor("anna"), try await fixture.visitor("ben"))
            let home = "/v1/workspaces/" + (try await fixture.workspace(of: anna)).text
            for (word, then) in [("decline", "notAMember"), ("accept", nil)] as [(String, String?)] {
                let invited = try await fixture.ask(
                    .post, home + "/invitations", "{\"role\":\"viewer\"}", as: anna.secret)
                let body = "{\"secret\":\"\(try #require(invited.json["secret"].string))\"}"
                let path = "/v1/invitations/" + word
                #expect(try await fixture.ask(.post, path, body).problem == "notSignedIn")
                let wrong = try await fixture.ask(.post, path, "{\"secret\":\"guessed\"}", as: ben.secret)
                #expect(wrong.status == 404 && wrong.problem == "noSuchInvitation")
                // A secret that opens something else is not an invitation.
                let own = try await fixture.ask(.post, path, "{\"secret\":\"\(ben.secret)\"}", as: ben.secret)
                #expect(own.problem == "noSuchInvitation")
                let accepts = word == "accept"
                #expect(try await fixture.ask(.post, path, body, as: ben.secret).status == (accepts ? 200 : 204))
                #expect(try await fixture.get(home + "/notes", as: ben.secret).problem == then)
            }
        }
    }

    private func children(of visitor: Visitor, at home: String, _ fixture: ServiceFixture) async throws -> [ChildID] {
        let workspace = try #require(WorkspaceID(text: String(home.dropFirst("/v1/workspaces/".count))))
        let children: [ChildID] = [
            fixture.pool.runtime.mint(), fixture.pool.runtime.mint(),
        ]
        let author = fixture.author(of: visitor)
        _ = try await fixture.pool.using(workspace) { open in
            try await open.perform(
                zip(children, ["Ada", "Max"]).map { id, name in
                    .studio(
                        .addChild(
                            id, name: Name(recorded: name), birth: nil, age: 5, avatar: .none,
                            today: CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0)))
                }, as: author)
        }
        return children
    }
}
