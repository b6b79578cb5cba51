import JournalTesting
import Kernel
import KernelTesting
import Testing

@testable import Client

@Suite("W1: giving new numbers to what another client of the same device numbered too")
struct RenumberingChanges {
    /// Five changes that were made in a directory that was put back, where the original said as much as `said` numbers.
    private func restored(_ said: UInt64, _ disk: SimulatedDisk = SimulatedDisk()) throws -> (Outbox, PretendedService) {
        let (outbox, service) = (Outbox(on: disk), PretendedService())
        try outbox.keep(Someone.change(4))
        try outbox.keep(Someone.change(5, commands: 2))
        try outbox.keep(Someone.edit(7, parents: [0], own: []))
        try outbox.keep(Someone.edit(8, parents: [1], own: [.init(revision: 1, command: 7)]))
        try outbox.keep(Someone.change(9))
        for number in 4..<4 + said { service.sayAsRival(number) }
        return (outbox, service)
    }

    /// What was asked for, without what edits were made on.
    private let expected = [4, 5, 6, 9].map { number in
        Someone.change(number).commands[0].json
    }

    /// - Parameter isSurprised: the client could not know that numbers were used: what it sent at once with those was done.
    private func check(
        _ service: PretendedService, _ outbox: Outbox, _ place: Comment, isSurprised: Bool = false
    ) throws {
        let notes = service.decided.map(\.json).filter { !$0.contains("edit") }
        #expect(isSurprised ? notes.sorted() == expected : notes == expected, place)
        let edits = service.decided.filter { $0.json.contains("edit") }
        try #require(edits.count == 2, place)
        #expect(edits[0].json.contains("\"parents\":[0]"), place)
        // The second one is made on the first, not on what the original said under its number.
        #expect(!edits[1].json.contains("1000") && !edits[1].json.contains("\"parents\":[1]"), place)
        let numbers = service.decided.map(\.number)
        #expect(numbers == numbers.sorted() && Set(numbers).count == 6, place)
        #expect(try outbox.changes().isEmpty, place)
    }

    @Test func `however much the original said, all is done once, in order, and nothing of it is refused`() async throws {
        for said in 0...7 as ClosedRange<UInt64> {
            for isKnown in [false, true] {
                let (outbox, service) = try restored(said)
                if isKnown { try service.refresh() }
                let report = try await service.delivery(of: outbox).run()
                #expect(report.refused.isEmpty && report.doneCount == 5)
                try check(service, outbox, "\(said) \(isKnown)", isSurprised: !isKnown)
                // Who made the changes is told what came of them under the numbers that they have by now.
                let last = report.followed(Someone.change(9)).first
                #expect(report.answers[last]?.outcome == .done && service.decided.contains { $0.number == last })
            }
        }
    }

    @Test func `a service that compares no commands is not believed where it answers for something else`() async throws {
        let (outbox, service) = try restored(3)
        service.comparesCommands = false
        try service.refresh()
        _ = try await service.delivery(of: outbox).run()
        try check(service, outbox, "older service")
    }

    @Test func `another client at the same moment keeps nothing from being done, and it ends`() async throws {
        let (outbox, service) = try restored(0)
        service.rivalVisits = 5
        _ = try await service.delivery(of: outbox).run()
        #expect(service.byRivals == 5)
        try check(service, outbox, "rival", isSurprised: true)

        let (whole, busy) = try restored(0)
        busy.rivalVisits = .max
        await #expect(throws: ClientFailure.self) { try await busy.delivery(of: whole).run() }
        #expect(busy.visits < 40)
        #expect(try whole.changes().allSatisfy { $0.isWaiting && !$0.isRefused } && !whole.changes().isEmpty)
        busy.rivalVisits = 0
        _ = try await busy.delivery(of: whole).run()
        try check(busy, whole, "busy", isSurprised: true)
    }

    @Test func `killed at any call of the disk meanwhile, the next client does the rest in order and nothing twice`()
        async throws
    {
        let before = SimulatedDisk()
        _ = try restored(3, before)
        let calls = SimulatedDisk()
        let (outbox, whole) = try restored(3, calls)
        try whole.refresh()
        _ = try await whole.delivery(of: outbox).run()
        var killed = 0
        for call in 1...(calls.calls.count - before.calls.count) {
            let disk = SimulatedDisk(before.live)
            let (_, service) = try restored(3)
            try service.refresh()
            disk.script([DiskFault(.endProcess, occurrence: call)])
            do { _ = try await service.delivery(of: Outbox(on: disk)).run() } catch is ClientFailure { killed += 1 }
            disk.script([])
            disk.endProcess()
            _ = try await service.delivery(of: Outbox(on: disk)).run()
            try check(service, Outbox(on: disk), "killed at call \(call)")
        }
        #expect(killed > 40)
    }

    @Test func `what led to nothing before one that was done is not done after it, where only the answers were lost`()
        async throws
    {
        let (outbox, service) = (Outbox(on: SimulatedDisk()), PretendedService())
        for number in 1...3 as ClosedRange<UInt64> { try outbox.keep(Someone.change(number)) }
        service.refused = [1, 3]
        service.breaks = (1, true)
        await #expect(throws: PretendedService.gone) { try await service.delivery(of: outbox).run() }
        // It was started anew: what it refused it knows no more.
        service.breaks = nil
        service.refused = []
        service.forgetRefusals()
        let report = try await service.delivery(of: outbox).run()
        #expect(report.refused.map(\.first) == [1] && report.answers[1]?.problem?.name == "passedOver")
        // Nothing came after the last one: that is asked again.
        #expect(service.decided.map(\.json) == [2, 3].map { Someone.change($0).commands[0].json })
        #expect(try outbox.numbers() == [1])
    }

    @Test func `what was refused before keeps its number and its reason, and what waits behind it gets another`() async throws {
        let (outbox, service) = (Outbox(on: SimulatedDisk()), PretendedService())
        var partly = Someone.change(4, commands: 2)
        partly.commands[0].answer = ServiceAnswer(4, status: 409, .refused)
        try outbox.keep(partly)
        try outbox.keep(Someone.refused(Someone.change(6)))
        service.sayAsRival(5)
        let report = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.json) == [partly.commands[1].json])
        #expect(report.refused.map(\.first) == [4])
        #expect(try outbox.numbers() == [4, 7, 6])
        #expect(try outbox.nextNumber(after: outbox.changes(), 0) == 8)
    }
}
