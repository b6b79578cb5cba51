import JournalTesting
import Kernel
import KernelTesting
import Testing

@testable import Client

@Suite("Delivering what waits in the outbox")
struct DeliveringChanges {
    private func filled(_ disk: SimulatedDisk = SimulatedDisk()) throws -> Outbox {
        let outbox = Outbox(on: disk)
        try outbox.keep(Someone.change(1))
        try outbox.keep(Someone.change(2, commands: 3))
        try outbox.keep(Someone.edit(5, parents: [0], own: []))
        try outbox.keep(Someone.edit(6, parents: [1], own: [.init(revision: 1, command: 5)]))
        try outbox.keep(Someone.change(7))
        return outbox
    }

    @Test func `everything goes in order, and then nothing waits`() async throws {
        let (outbox, service) = (try filled(), PretendedService())
        let report = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == Array(1...7))
        #expect(try outbox.changes().isEmpty)
        #expect(report.doneCount == 5 && report.refused.isEmpty)
        #expect(try await service.delivery(of: outbox).run().doneCount == 0)
    }

    @Test func `an edit made on another of the same client goes after it, under the number that it has there`() async throws {
        let (outbox, service) = (try filled(), PretendedService())
        _ = try await service.delivery(of: outbox).run()
        // The fifth command became revision 10 there, since others wrote too.
        #expect(service.visits == 2)
        #expect(service.decided[4].json.contains("\"parents\":[0]"))
        #expect(service.decided[5].json.contains("\"parents\":[10]"))
    }

    @Test(.shows("N-001")) func `wherever the network fails, each change is decided once and in order`() async throws {
        for visit in 1...3 {
            for after in [false, true] {
                let (outbox, service) = (try filled(), PretendedService())
                service.breaks = (visit, after)
                let all = try outbox.changes()
                do { _ = try await service.delivery(of: outbox).run() } catch is ClientFailure {
                    #expect(try !outbox.changes().isEmpty)
                    // Nothing is forgotten before it is settled.
                    let settled = Set(service.decided.map(\.number))
                    #expect(try Set(outbox.numbers()).union(settled) == Set(all.flatMap { $0.commands.map(\.number) }))
                }
                service.breaks = nil
                _ = try await service.delivery(of: outbox).run()
                #expect(service.decided.map(\.number) == Array(1...7), "visit \(visit)")
                #expect(try outbox.changes().isEmpty)
            }
        }
        for refresh in 1...2 {
            let (outbox, service) = (try filled(), PretendedService())
            service.breaksRefresh = refresh
            await #expect(throws: PretendedService.gone) { try await service.delivery(of: outbox).run() }
            _ = try await service.delivery(of: outbox).run()
            #expect(service.decided.map(\.number) == Array(1...7), "refresh \(refresh)")
            #expect(try outbox.changes().isEmpty)
        }
    }

    @Test(.shows("N-001"))
    func `killed at any call of the disk while it sends, the next client sends the rest and nothing twice`() async throws {
        let calls = SimulatedDisk()
        _ = try await PretendedService().delivery(of: filled(calls)).run()
        let before = SimulatedDisk()
        _ = try filled(before)
        let image = before.live
        var killed = 0
        for call in 1...(calls.calls.count - before.calls.count) {
            let (disk, service) = (SimulatedDisk(image), PretendedService())
            service.refused = [3]
            disk.script([DiskFault(.endProcess, occurrence: call)])
            do { _ = try await service.delivery(of: Outbox(on: disk)).run() } catch is ClientFailure { killed += 1 }
            disk.script([])
            disk.endProcess()
            let outbox = Outbox(on: disk)
            _ = try await service.delivery(of: outbox).run()
            #expect(service.decided.map(\.number) == [1, 2, 4, 5, 6, 7], "killed at call \(call)")
            #expect(try outbox.changes().map(\.isRefused) == [true])
        }
        #expect(killed > 20)
    }

    @Test(.shows("N-001")) func `what is refused stays with its reason, and keeps nothing else from being done`() async throws {
        let (outbox, service) = (try filled(), PretendedService())
        service.refused = [1, 3]
        let report = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == [2, 4, 5, 6, 7])
        #expect(report.refused.map { $0.commands[0].number } == [1, 2])
        let kept = try outbox.changes()
        #expect(kept.map(\.isWaiting) == [false, false])
        #expect(kept[1].commands.map { $0.answer?.outcome } == [.done, .refused, .done])
        #expect(kept[0].commands[0].answer?.reason == "others were there")
        // It is sent no second time.
        let visits = service.visits
        _ = try await service.delivery(of: outbox).run()
        #expect(service.visits == visits)
        #expect(try outbox.changes() == kept)
    }

    @Test func `an edit made on a refused one is refused here, with the reason`() async throws {
        let (outbox, service) = (try filled(), PretendedService())
        service.refused = [5]
        let report = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == [1, 2, 3, 4, 7])
        #expect(report.answers[6]?.problem?.name == "madeOnRefused")
        #expect(try outbox.numbers() == [5, 6])
    }

    @Test func `only a command that replaces a text has a base, and none that the service has not come to`() async throws {
        let (outbox, service) = (Outbox(on: SimulatedDisk()), PretendedService())
        try outbox.keep(Someone.change(1, base: 1_300))
        try outbox.keep(Someone.retitling(2, base: 1_300))
        try outbox.keep(Someone.retitling(3, base: 1_200))
        // It was put back from a backup.
        service.last = 1_254
        let report = try await service.delivery(of: outbox).run()
        #expect(report.refused.isEmpty)
        #expect(service.decided.map(\.base) == [nil, 1_254, 1_200])
    }

    @Test(.shows("N-001"))
    func `what comes too slowly goes in smaller parts, and what is too much by itself waits`() async throws {
        let (outbox, service) = (try filled(), PretendedService())
        service.takenAtOnce = 1
        _ = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == Array(1...7))
        #expect(try outbox.changes().isEmpty)

        let (whole, deaf) = (try filled(), PretendedService())
        deaf.takenAtOnce = 0
        await #expect(throws: PretendedService.slow) { try await deaf.delivery(of: whole).run() }
        #expect(PretendedService.slow.isPassing)
        #expect(try whole.changes().allSatisfy { $0.isWaiting && !$0.isRefused })
        #expect(try whole.numbers() == Array(1...7))
    }

    @Test func `what came of the first ones is written down where it is not known what came of the rest`() async throws {
        let (outbox, service) = (try filled(), PretendedService())
        service.answeredAtOnce = 1
        service.refused = [1]
        service.breaks = (2, false)
        await #expect(throws: PretendedService.gone) { try await service.delivery(of: outbox).run() }
        #expect(try outbox.changes().map(\.isRefused) == [true, false, false, false, false])
        service.breaks = nil
        _ = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == Array(2...7))
        #expect(try outbox.numbers() == [1])
    }

    @Test(.shows("N-001"))
    func `what another device numbered waits for it, is told, and keeps nothing else from going`() async throws {
        let (outbox, service) = (Outbox(on: SimulatedDisk()), PretendedService())
        let token = DeviceID(hi: 0xD, lo: 7).text
        var other = Someone.change(2)
        other.device = token
        for change in [Someone.change(1), other, Someone.change(3)] { try outbox.keep(change) }
        let report = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == [1, 3])
        #expect(report.elsewhere == [other] && report.refused.isEmpty)
        #expect(try outbox.changes() == [other])
        // To be unknown there is no refusal either.
        await #expect(throws: ClientFailure.self) { try await service.delivery(of: outbox, by: token).run() }
        #expect(try outbox.changes() == [other])
        service.devices.insert(token)
        _ = try await service.delivery(of: outbox, by: token).run()
        #expect(service.decided.map(\.number) == [1, 3, 2])
        #expect(try outbox.changes().isEmpty)
    }

    @Test(.shows("N-001"))
    func `an edit made on one that waits for another device waits with it, and is refused by nobody`() async throws {
        let (outbox, service) = (Outbox(on: SimulatedDisk()), PretendedService())
        let token = DeviceID(hi: 0xD, lo: 7).text
        var theirs = Someone.edit(1, parents: [0], own: [])
        theirs.device = token
        let mine = Someone.edit(3, parents: [1], own: [.init(revision: 1, command: 1, device: token)])
        for change in [theirs, Someone.change(2), mine, Someone.change(4)] { try outbox.keep(change) }
        let report = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == [2])
        #expect(report.elsewhere == [theirs] && report.refused.isEmpty)
        #expect(try outbox.changes() == [theirs, mine, Someone.change(4)])
        service.devices.insert(token)
        _ = try await service.delivery(of: outbox, by: token).run()
        _ = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.number) == [2, 1, 3, 4])
        #expect(try outbox.changes().isEmpty)
    }

    @Test func `the commands of one change say that they are one`() async throws {
        let (outbox, service) = (Outbox(on: SimulatedDisk()), PretendedService())
        var change = Someone.change(1, commands: 2)
        change.batch = "0192f0c1-0000-7000-8000-000000000001"
        try outbox.keep(change)
        try outbox.keep(Someone.change(3))
        _ = try await service.delivery(of: outbox).run()
        #expect(service.decided.map(\.batch) == [change.batch, change.batch, nil])
    }
}
