import Accounts
import Foundation
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Inviting over HTTP")
struct InvitingOverHTTP {
    @Test(.shows("J-203"))
    func `a co-parent is invited to one child, accepts, sees that child only, and is removed`() async throws {
        try await Premises.open { premises in
            let (anna, ben) = (try await premises.visitor("anna"), try await premises.visitor("ben"))
            let home = "/v1/workspaces/" + (try await premises.workspace(of: anna)).text
            let children = try await self.children(of: anna, at: home, premises)
            let invited = try await premises.ask(
                .post, home + "/invitations",
                "{\"role\":\"editor\",\"children\":[\"\(children[0].text)\"],\"email\":\"ben@example.org\"}",
                as: anna.secret)
            #expect(invited.status == 201)
            let invitation = try #require(invited.json["invitation"].string)
            let secret = try #require(invited.json["secret"].string)

            let accept = "/v1/invitations/\(invitation)/accept"
            let wrong = try await premises.ask(.post, accept, "{\"secret\":\"guessed\"}", as: ben.secret)
            #expect(wrong.status == 404)
            #expect(wrong.problem == "noSuchInvitation")
            let stranger = try await premises.visitor("stranger")
            let other = try await premises.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: stranger.secret)
            #expect(other.problem == "invitationForAnother")
            #expect(try await premises.ask(.post, accept, "{\"secret\":\"\(secret)\"}", as: ben.secret).status == 204)

            #expect(try await premises.get(home + "/children/\(children[0].text)", as: ben.secret).status == 200)
            let hidden = try await premises.get(home + "/children/\(children[1].text)", as: ben.secret)
            #expect(hidden.problem == "outOfReach")
            #expect(try await premises.get(home + "/gallery", as: ben.secret).problem == "outOfReach")
            let gallery = try await premises.get(home + "/gallery?child=\(children[0].text)", as: ben.secret)
            #expect(gallery.status == 200)
            // Whom the owner has invited is the owner's business.
            #expect(try await premises.get(home + "/members", as: ben.secret).json["invitations"].list.isEmpty)
            #expect(try await premises.get(home + "/members", as: anna.secret).json["invitations"].list.count == 1)

            let member = home + "/members/\(ben.user.text)"
            #expect(try await premises.ask(.patch, member, "{\"everything\":true}", as: anna.secret).status == 204)
            #expect(try await premises.get(home + "/gallery", as: ben.secret).status == 200)
            #expect(try await premises.ask(.delete, member, as: ben.secret).status == 204)
            #expect(try await premises.get(home + "/gallery", as: ben.secret).problem == "notAMember")
        }
    }

    @Test func `an invitation is revoked by its workspace's owner, and declined by whoever has it`() async throws {
        try await Premises.open { premises in
            let (anna, ben) = (try await premises.visitor("anna"), try await premises.visitor("ben"))
            let home = "/v1/workspaces/" + (try await premises.workspace(of: anna)).text
            let other = "/v1/workspaces/" + (try await premises.workspace(of: ben)).text
            var invitations: [(id: String, secret: String)] = []
            for _ in 0..<2 {
                let answer = try await premises.ask(
                    .post, home + "/invitations", "{\"role\":\"viewer\"}", as: anna.secret)
                invitations.append(
                    (try #require(answer.json["invitation"].string), try #require(answer.json["secret"].string))
                )
            }
            let foreign = try await premises.ask(
                .delete, other + "/invitations/\(invitations[0].id)", as: ben.secret)
            #expect(foreign.status == 404)
            let revoked = try await premises.ask(
                .delete, home + "/invitations/\(invitations[0].id)", as: anna.secret)
            #expect(revoked.status == 204)
            let tooLate = try await premises.ask(
                .post, "/v1/invitations/\(invitations[0].id)/accept", "{\"secret\":\"\(invitations[0].secret)\"}",
                as: ben.secret)
            #expect(tooLate.problem == "invitationRevoked")
            let declined = try await premises.ask(
                .post, "/v1/invitations/\(invitations[1].id)/decline", "{\"secret\":\"\(invitations[1].secret)\"}",
                as: ben.secret)
            #expect(declined.status == 204)
            for bad in ["{\"role\":\"owner\"}", "{\"role\":\"viewer\",\"children\":[],\"everything\":true}"] {
                let answer = try await premises.ask(.post, home + "/invitations", bad, as: anna.secret)
                #expect(answer.status == 422)
            }
        }
    }

    private func children(of visitor: Visitor, at home: String, _ premises: Premises) async throws -> [ChildID] {
        let workspace = try #require(WorkspaceID(text: String(home.dropFirst("/v1/workspaces/".count))))
        let children: [ChildID] = [
            premises.installation.surroundings.mint(), premises.installation.surroundings.mint(),
        ]
        let author = premises.author(of: visitor)
        _ = try await premises.installation.using(workspace) { open in
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
