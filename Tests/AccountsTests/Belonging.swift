import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Belonging to a workspace")
struct Belonging {
    let spec = Fixture.spec

    @Test(.shows("J-108"))
    func `a family is a workspace with an owner and other members`() throws {
        spec.when(.createWorkspace(.shed, owner: .ben, name: Fixture.name("Shed")))
            .then(.workspaceCreated(.shed, owner: .ben, name: Fixture.name("Shed")))
        spec.when(.addMember(.home, .dora, role: .editor, reach: .everything))
            .then(.memberAdded(.home, .dora, role: .editor, reach: .everything))
        let reading = try #require(
            Fixture.view(of: spec.given(.memberAdded(.home, .dora, role: .owner, reach: .everything)).history)
                .members(of: .home, name: Fixture.name(of:)))
        #expect(reading.members.map(\.name) == ["Anna", "Ben", "cleo@example.org", "Dora"])
        #expect(reading.members.map(\.role) == [.owner, .editor, .viewer, .owner])
    }

    @Test func `making it again does nothing, or brings it back when its making was undone`() {
        spec.when(.createWorkspace(.home, owner: .anna, name: Fixture.name("Other"))).thenNothing()
        spec.when(.createWorkspace(.home, owner: .ben, name: Fixture.name("Mine")))
            .thenRefused(.identifierTaken(WorkspaceID.home.entity))
        spec.given(.workspaceWithdrawn(.home)).when(.createWorkspace(.home, owner: .anna, name: Fixture.name("Us")))
            .then(.workspaceRenamed(.home, name: Fixture.name("Us")), .workspaceReinstated(.home))
        spec.when(.createWorkspace(.shed, owner: .emil, name: Fixture.name("S"))).thenRefused(.noSuchUser(.emil))
        spec.when(.createWorkspace(.shed, owner: .anna, name: .blank)).thenRefused(.badName(.empty))
    }

    @Test func `it is renamed, closed and reopened, and nothing of it changes while it is closed`() {
        spec.when(.renameWorkspace(.home, to: Fixture.name("Us")))
            .then(.workspaceRenamed(.home, name: Fixture.name("Us")))
        spec.when(.renameWorkspace(.home, to: Fixture.name("Home"))).thenNothing()
        spec.when(.closeWorkspace(.home)).then(.workspaceClosed(.home))
        spec.when(.reopenWorkspace(.home)).thenNothing()
        let closed = spec.invited.given(.workspaceClosed(.home))
        closed.when(.closeWorkspace(.home)).thenNothing()
        closed.when(.reopenWorkspace(.home)).then(.workspaceReopened(.home))
        let commands: [AccountCommand] = [
            .renameWorkspace(.home, to: Fixture.name("Us")),
            .addMember(.home, .dora, role: .viewer, reach: .everything), .changeRole(.home, of: .ben, to: .viewer),
            .changeReach(.home, of: .ben, to: .children([Fixture.mila])), .removeMember(.home, .ben),
            .acceptInvitation(.letter, by: .dora, secret: Fixture.secret(9), at: Fixture.morning),
            .sendInvitation(
                .other, to: .home, role: .viewer, reach: .everything, email: nil, secret: Fixture.secret(8),
                at: Fixture.morning, expires: Fixture.nextMonth),
        ]
        for command in commands { closed.when(command).thenRefused(.workspaceClosed(.home, Fixture.name("Home"))) }
        for command in [
            .renameWorkspace(.shed, to: Fixture.name("S")), .closeWorkspace(.shed), .reopenWorkspace(.shed),
            .addMember(.shed, .dora, role: .viewer, reach: .everything), .removeMember(.shed, .anna),
        ] as [AccountCommand] { spec.when(command).thenRefused(.noSuchWorkspace(.shed)) }
    }

    @Test(.shows("J-203"))
    func `a member is shown everything, or some children only`() {
        spec.when(
            .addMember(.home, .dora, role: .viewer, reach: .children([Fixture.jonas, Fixture.mila, Fixture.mila]))
        )
        .then(.memberAdded(.home, .dora, role: .viewer, reach: .children([Fixture.mila, Fixture.jonas])))
        spec.when(.changeReach(.home, of: .cleo, to: .children([Fixture.mila, Fixture.mila]))).thenNothing()
        spec.when(.changeReach(.home, of: .cleo, to: .everything))
            .then(.memberReachChanged(.home, .cleo, reach: .everything))
        spec.when(.changeReach(.home, of: .ben, to: .children([]))).thenRefused(.noChild)
        spec.when(.changeReach(.home, of: .anna, to: .children([Fixture.mila]))).thenRefused(.ownerSeesEverything)
        spec.when(.changeReach(.home, of: .dora, to: .everything)).thenRefused(.noSuchMember(.dora))
        let many = (0...UInt64(MemberReach.childrenMax)).map { Fixture.id(4000 + $0) as EntityID }
        spec.when(.changeReach(.home, of: .ben, to: .children(many)))
            .thenRefused(.tooMany(.children, max: MemberReach.childrenMax))
    }

    @Test(.shows("J-203"))
    func `whoever was invited for some children learns of no other from the list of members`() throws {
        let family = spec.given(
            .memberReachChanged(.home, .cleo, reach: .children([Fixture.mila])),
            .memberAdded(.home, .dora, role: .viewer, reach: .children([Fixture.mila, Fixture.jonas])))
        let whole = try #require(Fixture.view(of: family.history).members(of: .home, name: Fixture.name(of:)))
        func reaches(_ reader: UserID) -> [MemberReach] {
            var reading = whole
            reading.narrow(for: reader)
            return reading.members.map(\.reach)
        }
        #expect(reaches(.anna) == whole.members.map(\.reach))
        #expect(
            reaches(.cleo)
                == [.everything, .everything, .children([Fixture.mila]), .children([Fixture.mila])])
        #expect(reaches(.emil) == [.everything, .everything, .children([]), .children([])])
        let invited = try #require(Fixture.view(of: spec.invited.history).members(of: .home, name: Fixture.name(of:)))
        for (reader, count) in [(.anna, invited.invitations.count), (.ben, 0), (.emil, 0)] as [(UserID, Int)] {
            var reading = invited
            reading.narrow(for: reader)
            #expect(reading.invitations.count == count)
        }
        #expect(!invited.invitations.isEmpty)
    }

    @Test func `a role is changed, but an owner sees every child`() {
        spec.when(.changeRole(.home, of: .ben, to: .owner)).then(.memberRoleChanged(.home, .ben, role: .owner))
        spec.when(.changeRole(.home, of: .ben, to: .editor)).thenNothing()
        spec.when(.changeRole(.home, of: .cleo, to: .editor)).then(.memberRoleChanged(.home, .cleo, role: .editor))
        spec.when(.changeRole(.home, of: .cleo, to: .owner)).thenRefused(.ownerSeesEverything)
        spec.when(.changeRole(.home, of: .dora, to: .owner)).thenRefused(.noSuchMember(.dora))
        spec.when(.addMember(.home, .dora, role: .owner, reach: .children([Fixture.mila])))
            .thenRefused(.ownerSeesEverything)
    }

    @Test func `there is always an owner`() {
        spec.when(.removeMember(.home, .anna)).thenRefused(.lastOwner)
        spec.when(.changeRole(.home, of: .anna, to: .editor)).thenRefused(.lastOwner)
        let two = spec.given(.memberRoleChanged(.home, .ben, role: .owner))
        two.when(.removeMember(.home, .anna)).then(.memberRemoved(.home, .anna))
        two.when(.changeRole(.home, of: .anna, to: .viewer)).then(.memberRoleChanged(.home, .anna, role: .viewer))
    }

    @Test func `a member leaves or is removed, and may come back`() {
        spec.when(.removeMember(.home, .ben)).then(.memberRemoved(.home, .ben))
        let left = spec.given(.memberRemoved(.home, .ben))
        left.when(.removeMember(.home, .ben)).thenNothing()
        left.when(.changeRole(.home, of: .ben, to: .owner)).thenRefused(.noSuchMember(.ben))
        left.when(.addMember(.home, .ben, role: .viewer, reach: .everything))
            .then(.memberAdded(.home, .ben, role: .viewer, reach: .everything))
        spec.when(.removeMember(.home, .dora)).thenRefused(.noSuchMember(.dora))
        spec.when(.addMember(.home, .ben, role: .viewer, reach: .everything)).thenRefused(.alreadyMember)
        spec.when(.addMember(.home, .ben, role: .editor, reach: .everything)).thenNothing()
        spec.when(.addMember(.home, .emil, role: .viewer, reach: .everything)).thenRefused(.noSuchUser(.emil))
    }

    @Test func `a workspace has a limited number of members, and an account of workspaces`() {
        let people = (0..<UInt64(HeldWorkspace.membersMax)).map { Fixture.id(5000 + $0) as UserID }
        let full = Spec<AccountDecider>.given(
            [
                .userRegistered(.dora, email: Fixture.email("d@x"), password: Fixture.hash(1), name: nil),
                .workspaceCreated(.home, owner: people[0], name: Fixture.name("Home")),
            ] + people.dropFirst().map { .memberAdded(.home, $0, role: .viewer, reach: .everything) })
        full.when(.addMember(.home, .dora, role: .viewer, reach: .everything))
            .thenRefused(.tooMany(.members, max: HeldWorkspace.membersMax))
        let busy = spec.given(
            (0..<UInt64(User.workspacesMax)).map {
                .workspaceCreated(Fixture.id(6000 + $0), owner: .dora, name: Fixture.name("W"))
            })
        busy.when(.createWorkspace(.shed, owner: .dora, name: Fixture.name("One more")))
            .thenRefused(.tooMany(.workspacesOfOne, max: User.workspacesMax))
        busy.when(.addMember(.home, .dora, role: .viewer, reach: .everything))
            .thenRefused(.tooMany(.workspacesOfOne, max: User.workspacesMax))
    }
}
