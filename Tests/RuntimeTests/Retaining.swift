import Accounts
import Capture
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
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
        let house = try Household()
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
        let now = house.surroundings.now()
        let before = await workspace.reading()
        for rule in [rule, RetentionRule(trashDays: nil, fileDays: nil)] {
            let isEarly = rule.trashDays != nil
            let outcome = try await workspace.retain(rule, at: days(isEarly ? 29 : 999, after: now), as: house.anna)
            #expect(outcome.erasure == nil)
        }
        expectEqual(await workspace.reading(), before)

        let plan = try await workspace.planRetention(rule, at: days(31, after: now))
        #expect(plan.belongings.words == "1 note, 2 files")
        let outcome = try await workspace.retain(rule, at: days(31, after: now), as: house.anna)
        #expect(outcome.erasure?.facts.kind == .old)
        #expect(await workspace.view.notes.notes.ids == [family.neighbour])
        #expect(await workspace.view.notes.attachments.count == 0)
        #expect(!workspace.blobs.holds(Digest(of: family.scan)))
        #expect(await workspace.view.boards.arrangement.cards.has(family.card))
        #expect(try await workspace.retain(rule, at: days(31, after: now), as: house.anna).erasure == nil)
        expectEqual(try workspace.replay().view.everything(), await workspace.reading())
        try await workspace.close()
    }

    @Test(.shows("N-513")) func `who may not erase may not have it erased by age`() async throws {
        let house = try Household()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        let gate = Gate(of: WorkspaceID(hi: 1, lo: 1), given: AccountsState())
        let now = house.surroundings.now()
        for who in [Principal.guest(GuestID(hi: 1, lo: 1)), .session(SessionID(hi: 3, lo: 3))] {
            await #expect(throws: Denial.self) {
                try await workspace.retain(rule, at: now, by: who, through: gate, as: house.anna)
            }
            await #expect(throws: Denial.self) {
                try await workspace.erase(
                    await workspace.view.belongings(of: .note(family.note)), by: who, through: gate, as: house.anna)
            }
        }
        #expect(await workspace.view.registry.erasures.isEmpty)
        _ = try await workspace.retain(rule, at: now, by: .machine, through: gate, as: house.anna)
        try await workspace.close()
    }

    @Test(.shows("O-510")) func `what a provider was sent and gave back goes, and digests and decisions stay`()
        async throws
    {
        let house = try Household()
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
        let now = house.surroundings.now()
        let outcome = try await workspace.retain(rule, at: days(31, after: now), as: house.anna)
        #expect(outcome.forgottenRunCount == 1)
        for bytes in [sent, received] { #expect(!workspace.blobs.holds(Digest(of: bytes))) }
        let kept = try #require(await workspace.view.capture.holdings.runs[run])
        #expect(kept.isPayloadForgotten)
        #expect(kept.request.inputDigest == Digest(of: sent).bytes && kept.outcome?.questions == ["When?"])
        #expect(try await workspace.planRetention(rule, at: days(40, after: now)).isEmpty)
        try await workspace.close()
    }
}
