import Accounts
import Capture
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime

/// Another command under a number that was used is never taken for the one that was done (W1).
@Suite("Telling commands apart")
struct TellingCommandsApart {
    private func sent(
        _ command: WorkspaceCommand, as number: UInt64, by author: Author, to workspace: WorkspaceActor
    ) async throws -> CommandAnswer? {
        let sender = Sender(.machine, actor: author.actor)
        let authorizer = WorkspaceAuthorizer(of: WorkspaceID(hi: 1, lo: 1), given: AccountDecider.initial)
        return try await workspace.perform(
            [DeviceCommand(device: author.device, number: number, command)], from: sender, through: authorizer
        ).first
    }

    private func isRepeated(_ answer: CommandAnswer?) -> Bool {
        if case .done(let records) = answer { records.isRepeated } else { false }
    }

    private func isTaken(_ answer: CommandAnswer?) -> Bool {
        if case .sequenceTaken = answer { true } else { false }
    }

    @Test func `W1: what was written before digests were is compared by deciding it again`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let (note, item): (NoteID, ItemID) = (house.id(), house.id())
        let commands: [WorkspaceCommand] = [
            .notes(.createNote(note, title: Name(recorded: "A"), body: "", in: nil)),
            .notes(.retitleNote(note, to: Name(recorded: "B"))), .notes(.pinNote(note)),
            .capture(.captureItem(item, content: "Milk", captured: .epoch)), .notes(.trashNote(note)),
        ]
        // As a build without digests wrote them.
        for (index, command) in commands.enumerated() {
            _ = try await workspace.perform([command], as: house.anna, command: UInt64(index) + 1)
        }
        let others: [WorkspaceCommand] = [
            .notes(.createNote(house.id(), title: Name(recorded: "A"), body: "", in: nil)),
            .notes(.retitleNote(note, to: Name(recorded: "C"))), .notes(.unpinNote(note)),
            .capture(.captureItem(house.id(), content: "Milk", captured: .epoch)), .notes(.restoreNote(note)),
        ]
        for (index, (command, other)) in zip(commands, others).enumerated() {
            let number = UInt64(index) + 1
            #expect(isTaken(try await sent(other, as: number, by: house.anna, to: workspace)), "\(number)")
            #expect(isRepeated(try await sent(command, as: number, by: house.anna, to: workspace)), "\(number)")
        }
        // What the service put in the place of an instant to come does not make it another one.
        let later = WorkspaceCommand.capture(.captureItem(item, content: "Milk", captured: Instant(microseconds: 7)))
        #expect(isRepeated(try await sent(later, as: 4, by: house.anna, to: workspace)))
        #expect(await workspace.lastSequence == 5)
        try await workspace.close()
    }

    @Test func `W1: a digest in the journal tells them apart, and no reader of events sees it`() async throws {
        let house = try WorkspaceFixture()
        var workspace = try await house.create()
        let note: NoteID = house.id()
        let create = WorkspaceCommand.notes(.createNote(note, title: Name(recorded: "A"), body: "", in: nil))
        _ = try await sent(create, as: 1, by: house.anna, to: workspace)
        let plain = WorkspaceDecider.initial
        let event = try #require(try WorkspaceDecider.decide(create, given: plain).first)
        var stored: [UInt8] = []
        var read: WorkspaceEvent?
        try workspace.journal.records(of: workspace.paths.root) { header, payload in
            stored = payload.withUnsafeBytes { Array($0) }
            read = try Recorded<WorkspaceEvent>(header, payload)?.event
            return .next
        }
        #expect(stored.count == event.encoded().payload.count + 10 && read == event)
        try await workspace.close()
        workspace = try await house.open()
        #expect(isRepeated(try await sent(create, as: 1, by: house.anna, to: workspace)))
        var other = create
        if case .notes(.createNote(_, _, _, let folder)) = create {
            other = .notes(.createNote(note, title: Name(recorded: "B"), body: "", in: folder))
        }
        #expect(isTaken(try await sent(other, as: 1, by: house.anna, to: workspace)))
        try await workspace.close()
    }

    @Test func `W1: of several events each holds a share, without which no guess can be tested`() throws {
        let events = (1...3).map { PlannedEvent(event: .notes(.notePinned(NoteID(hi: 1, lo: $0)))) }
        let digest = CommandDigest(of: .notes(.pinNote(NoteID(hi: 1, lo: 1))))
        var word: UInt64 = 0
        let marked = digest.marking(events) {
            word += 1
            return (word, 0)
        }
        #expect(marked.map { $0.trailer.count } == [20, 10, 10])
        #expect(digest.bits(with: [1, 2, 3]) != digest.bits(with: [1, 2]))
        #expect(digest.marking([events[0]]) { (1, 1) }[0].trailer.count == 10)
        #expect(digest.marking(Array(repeating: events[0], count: 65)) { (1, 1) }.allSatisfy { $0.trailer.isEmpty })
    }
}
