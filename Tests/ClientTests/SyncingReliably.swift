import JournalTesting
import KernelTesting
import Testing

@testable import Client

/// Ten thousand lives of a device, in a hundred lots: each loses its network, its answers and its power as chance says.
@Suite("Syncing reliably")
struct SyncingReliably {
    @Test(.shows("N-008", "N-014", "T-506"), arguments: Seed.hundred)
    func `of a hundred devices none loses an edit, doubles one, or needs its person to sync`(seed: Seed) async throws {
        var chance = seed.chance
        var (interrupted, restarted) = (0, 0)
        for number in 1...100 {
            var life = Life(&chance)
            try await life.run(&chance)
            #expect(life.service.decided.map(\.number) == life.expected, "device \(number)")
            // Of what was refused the reason is kept until its person has seen it, and nothing else is.
            let left = try life.outbox.changes()
            #expect(left.map { $0.commands[0].number } == life.service.refused.sorted(), "device \(number)")
            #expect(left.allSatisfy { $0.isRefused && $0.commands[0].answer?.reason == "others were there" })
            interrupted += life.interruptions
            restarted += life.restarts
        }
        #expect(interrupted > 50 && restarted > 25, "nearly nothing went wrong: \(interrupted) and \(restarted)")
    }

    /// One device: what it keeps, what befalls it, and what the service has at the end.
    private struct Life {
        let service = PretendedService()
        private(set) var disk = SimulatedDisk()
        private(set) var told: [UInt64] = []
        private(set) var interruptions = 0
        private(set) var restarts = 0

        var outbox: Outbox { Outbox(on: disk) }
        /// Each number that the person was told is kept, and that no rule refuses: in order, and once.
        var expected: [UInt64] { told.filter { !service.refused.contains($0) } }

        init(_ chance: inout SplitMix64) {
            service.refused = chance.once(in: 8) ? [UInt64(1 + chance.below(4))] : []
        }

        mutating func run(_ chance: inout SplitMix64) async throws {
            for number in UInt64(1)...4 {
                try keep(number, &chance)
                if chance.once(in: 2) { try await sync(&chance) }
            }
            service.refused = service.refused.intersection(told)
            // The network is there again. Nobody has to do anything but what the program does by itself.
            service.breaks = nil
            service.breaksRefresh = nil
            _ = try await service.delivery(of: outbox).run()
        }

        /// The person edits; where the power goes meanwhile, they were not told that it is kept, and do it again.
        private mutating func keep(_ number: UInt64, _ chance: inout SplitMix64) throws {
            if chance.once(in: 10) {
                disk.script([DiskFault(.endProcess, occurrence: 1 + chance.below(6))])
                do {
                    try outbox.keep(Someone.change(number))
                    told.append(number)
                    disk.script([])
                } catch {
                    restart()
                    if try !outbox.numbers().contains(number) { try outbox.keep(Someone.change(number)) }
                    told.append(number)
                }
            } else {
                try outbox.keep(Someone.change(number))
                told.append(number)
            }
        }

        private mutating func sync(_ chance: inout SplitMix64) async throws {
            switch chance.below(4) {
            case 0: service.breaks = (service.visits + 1 + chance.below(2), chance.once(in: 2))
            case 1: service.breaksRefresh = service.refreshes + 1
            case 2: disk.script([DiskFault(.endProcess, occurrence: 1 + chance.below(30))])
            default: break
            }
            let before = disk.firedFaults.count
            do { _ = try await service.delivery(of: outbox).run() } catch is ClientFailure { interruptions += 1 }
            if disk.firedFaults.count > before { restart() } else { disk.script([]) }
        }

        private mutating func restart() {
            restarts += 1
            disk.script([])
            disk.endProcess()
        }
    }
}
