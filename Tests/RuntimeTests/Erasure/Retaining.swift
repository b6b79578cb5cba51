import Accounts
import Boards
import Capture
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime

@Suite("Keeping things only as long as their owner wants")
struct Retaining {
    private let family = FamilyToErase()
    private let rule = RetentionRule(trashDays: 30, fileDays: 30)

    private func days(_ count: Int64, after instant: Instant) -> Instant {
        Instant(microseconds: instant.microseconds + count * 86_400_000_000)
    }

    @Test(.shows("N-513")) func `what was deleted or taken off goes when it is old enough, and nothing else`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let file = AttachmentID(hi: 0xAF, lo: 9)
        let facts = FileFacts(
            name: Name(recorded: "taken off"), mediaType: "image/png", sizeBytes: family.picture.count,
            digest: Digest(of: family.scan).bytes)
        _ = try await workspace.perform(
            [
                .notes(.trashNote(family.note)), .notes(.attachFile(file, to: .note(family.neighbour), facts)),
                .notes(.detachFile(file)),
            ], as: house.anna)
        let now = house.runtime.now()
        let before = await workspace.reading()
        for rule in [rule, RetentionRule(trashDays: nil, fileDays: nil)] {
            let isEarly = rule.trashDays != nil
            let outcome = try await workspace.retain(rule, at: days(isEarly ? 29 : 999, after: now), as: house.anna)
            #expect(outcome.erasure == nil)
        }
        expectEqual(await workspace.reading(), before)

        let plan = try await workspace.planRetention(rule, at: days(31, after: now))
        #expect(plan.closure.words == "1 note, 2 files")
        let outcome = try await workspace.retain(rule, at: days(31, after: now), as: house.anna)
        #expect(outcome.erasure?.facts.kind == .old)
        #expect(await workspace.view.notes.notes.ids == [family.neighbour])
        #expect(await workspace.view.notes.attachments.count == 0)
        #expect(!workspace.blobs.holds(Digest(of: family.scan)))
        #expect(await workspace.view.boards.model.cards.has(family.card))
        #expect(try await workspace.retain(rule, at: days(31, after: now), as: house.anna).erasure == nil)
        expectEqual(try workspace.replay().view.everything(), await workspace.reading())
        try await workspace.close()
    }

    /// No rule makes an artwork with a child's number any more; a journal may hold one.
    @Test(.shows("C-10", "J-112"), arguments: [false, true])
    func `what goes by age takes nothing of another kind that has its number`(isEncrypted: Bool) async throws {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let twin = family.child.as(Artwork.self)
        let upload = NewArtwork(images: [], uploaded: CalendarDay(daysSinceEpoch: 20_778))
        let front = CommitMetadata(author: house.anna, command: await workspace.nextCommand(of: house.anna.device))
        _ = try await workspace.commit(
            [PlannedEvent(event: .studio(.artworkUploaded(twin, of: family.other, upload)))], front, after: nil)
        _ = try await workspace.perform([.studio(.trashArtwork(twin))], as: house.anna)

        let now = days(31, after: house.runtime.now())
        let outcome = try await workspace.retain(rule, at: now, as: house.anna)
        #expect(outcome.erasure?.facts.things == 1 && outcome.erasure?.facts.records == 2)
        let studio = await workspace.view.studio.model
        #expect(!studio.artworks.has(twin))
        #expect(studio.children[family.child]?.name == Name(recorded: "SECRETCHILD"))
        #expect(studio.artworks.has(family.artwork) && studio.stories.has(family.story))
        #expect(try workspace.blobs.read(Digest(of: family.picture)) == family.picture)
        #expect(workspace.keys?.holds(.child(family.child)) ?? true)
        expectEqual(try workspace.replay().view.everything(), await workspace.reading())
        try await workspace.close()
    }

    @Test func `a file that was taken off one thing stays while it hangs on another`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let (file, second) = (AttachmentID(hi: 0xAF, lo: 9), CardID(hi: 0xCA, lo: 2))
        let facts = FileFacts(
            name: Name(recorded: "on two cards"), mediaType: "image/png", sizeBytes: family.scan.count,
            digest: Digest(of: family.scan).bytes)
        let name = Name(recorded: "Second")
        _ = try await workspace.perform(
            [
                .boards(
                    .addCard(second, to: ColumnID(hi: 0xC0, lo: 1), title: name, description: "", above: nil)),
                .boards(.attachFile(family.card, file, facts)), .boards(.attachFile(second, file, facts)),
                .boards(.detachFile(family.card, file)),
            ], as: house.anna)
        let now = house.runtime.now()
        #expect(try await workspace.planRetention(rule, at: days(31, after: now)).erasure == nil)
        _ = try await workspace.perform([.boards(.detachFile(second, file))], as: house.anna)
        let later = house.runtime.now()
        #expect(try await workspace.planRetention(rule, at: days(29, after: later)).erasure == nil)
        #expect(try await workspace.planRetention(rule, at: days(31, after: later)).closure.words == "1 file")
        try await workspace.close()
    }

    @Test(.shows("N-513")) func `who may not erase may not have it erased by age`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let authorizer = WorkspaceAuthorizer(of: WorkspaceID(hi: 1, lo: 1), given: AccountsState())
        let now = house.runtime.now()
        for who in [Principal.guest(GuestID(hi: 1, lo: 1)), .session(SessionID(hi: 3, lo: 3))] {
            await #expect(throws: AuthorizationError.self) {
                try await workspace.retain(rule, at: now, by: who, through: authorizer, as: house.anna)
            }
            await #expect(throws: AuthorizationError.self) {
                try await workspace.erase(
                    await workspace.view.closure(of: .note(family.note)), by: who, through: authorizer, as: house.anna)
            }
        }
        #expect(await workspace.view.registry.erasures.isEmpty)
        _ = try await workspace.retain(rule, at: now, by: .machine, through: authorizer, as: house.anna)
        try await workspace.close()
    }

    @Test(.shows("O-510")) func `what a provider was sent and gave back goes, and digests and decisions stay`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let sent = Array("what was sent".utf8)
        let received = Array("what came back".utf8)
        for bytes in [sent, received] { try workspace.blobs.keep(bytes, for: .workspace) }
        let run = RunID(hi: 0x4E, lo: 1)
        let request = RunRequest(
            items: [family.item], provider: "p", model: "m", promptVersion: "1", inputDigest: Digest(of: sent).bytes,
            month: CalendarMonth(monthsSinceYearZero: 2026 * 12 + 10), allowance: .free)
        let output = RunOutput(
            suggestions: [], questions: ["When?"], outputDigest: Digest(of: received).bytes, latencyMs: 1)
        _ = try await workspace.perform(
            [.capture(.requestRun(run, request)), .capture(.completeRun(run, output))], as: house.anna)
        let now = house.runtime.now()
        let outcome = try await workspace.retain(rule, at: days(31, after: now), as: house.anna)
        #expect(outcome.forgottenRunCount == 1)
        for bytes in [sent, received] { #expect(!workspace.blobs.holds(Digest(of: bytes))) }
        let kept = try #require(await workspace.view.capture.model.runs[run])
        #expect(kept.isPayloadForgotten)
        #expect(kept.request.inputDigest == Digest(of: sent).bytes && kept.outcome?.questions == ["When?"])
        #expect(try await workspace.planRetention(rule, at: days(40, after: now)).isEmpty)
        try await workspace.close()
    }
}
