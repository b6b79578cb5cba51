import Foundation
import JournalTesting
import Kernel
import KernelTesting
import Runtime
import Testing

@testable import Client

@Suite("Keeping changes in the outbox")
struct KeepingChanges {
    @Test func `they are there again in the order in which they were made, and their numbers go up`() throws {
        let outbox = Outbox(on: SimulatedDisk())
        #expect(try outbox.changes().isEmpty)
        #expect(try outbox.nextNumber(after: [], 0) == 1)
        let changes = [Someone.change(1, commands: 2), Someone.change(3), Someone.change(100)]
        for change in changes.reversed() { try outbox.keep(change) }
        #expect(try outbox.changes() == changes)
        #expect(try outbox.nextNumber(after: changes, 7) == 101)
        #expect(try outbox.nextNumber(after: changes, 700) == 701)
    }

    @Test func `a number is never used again, also where nothing is left`() throws {
        let outbox = Outbox(on: SimulatedDisk())
        try outbox.keep(Someone.change(1))
        try outbox.keep(Someone.change(2, commands: 3))
        for change in try outbox.changes().reversed() { try outbox.remove(change) }
        #expect(try outbox.changes().isEmpty)
        #expect(try outbox.nextNumber(after: [], 0) == 5)
    }

    @Test(.shows("N-001"))
    func `after a power cut at any call nothing is lost that was told, and no number comes twice`() throws {
        let disk = SimulatedDisk()
        let outbox = Outbox(on: disk)
        // What must be there, and what may be, after each moment.
        var told: [Set<UInt64>] = [[]]
        var highest: [UInt64] = [0]
        func note(_ numbers: Set<UInt64>, _ last: UInt64) {
            told.append(numbers)
            highest.append(last)
            disk.note(moment: told.count - 1)
        }
        try outbox.keep(Someone.change(1))
        note([1], 1)
        try outbox.keep(Someone.change(2, commands: 2))
        note([1, 2, 3], 3)
        try outbox.remove(Someone.change(1))
        note([2, 3], 3)
        var refused = Someone.change(2, commands: 2)
        refused.commands[0].answer = ServiceAnswer(2, status: 409, .refused)
        try outbox.keep(refused)
        note([2, 3], 3)
        try outbox.remove(refused)
        note([], 3)
        try outbox.keep(Someone.change(4))
        note([4], 4)

        var seen: Set<Int> = []
        for crash in disk.trace.crashes(.quick(seed: 11)) where seen.insert(crash.fingerprint).inserted {
            let survivor = Outbox(on: SimulatedDisk(crash.image))
            let numbers = Set(try survivor.numbers())
            let now = told[crash.moment]
            let next = crash.moment + 1 < told.count ? told[crash.moment + 1] : now
            // What was told stays until its removal was begun; what was not told may be there wholly or not at all.
            #expect(numbers.isSuperset(of: now.intersection(next)), "at \(crash.position): \(numbers)")
            #expect(numbers.isSubset(of: now.union(next)), "at \(crash.position): \(numbers)")
            let fresh = try survivor.nextNumber(after: try survivor.changes(), 0)
            #expect(fresh > highest[crash.moment], "at \(crash.position): \(fresh)")
            // What a crash left half-written is in nobody's way.
            try survivor.keep(Someone.change(fresh))
            #expect(try survivor.numbers().last == fresh)
        }
        print("outbox: \(seen.count) crash images")
        #expect(seen.count > 50)
    }

    @Test func `a damaged file is named, and nothing is sent before it is settled`() async throws {
        let disk = SimulatedDisk()
        try Outbox(on: disk).keep(Someone.change(1))
        try Outbox(on: disk).keep(Someone.change(2))
        let path = Outbox.place + "/0000000000000001.json"
        let whole = try #require(disk.live.files[path])
        for damaged in [[], Array(whole.dropLast(3)), Array(repeating: UInt8(0), count: whole.count)] {
            var image = disk.live
            image.files[path] = damaged
            let service = PretendedService()
            let outbox = Outbox(on: SimulatedDisk(image))
            do {
                _ = try await service.delivery(of: outbox).run()
                Issue.record("sent with a damaged outbox")
            } catch let failure as ClientFailure {
                #expect(failure.message.contains(path))
            }
            #expect(service.visits == 0)
        }
    }

    @Test func `no flipped bit of a kept change is sent as if it was typed, and one of before checksums is read (L4)`() throws {
        let disk = SimulatedDisk()
        let (outbox, path) = (Outbox(on: disk), Outbox.place + "/0000000000000001.json")
        var change = Someone.edit(1, parents: [1], own: [.init(revision: 1, command: 7, device: "other")])
        (change.batch, change.replaces) = ("b", 17)
        change.commands[0].was = 9
        try outbox.keep(change)
        let whole = try #require(disk.live.files[path])
        for bit in 0..<whole.count * 8 {
            var image = disk.live
            image.files[path]?[bit / 8] ^= 1 << (bit % 8)
            do {
                _ = try Outbox(on: SimulatedDisk(image)).changes()
                Issue.record("bit \(bit) was not noticed")
            } catch { #expect(error.message.contains(path) && error.message.contains("damaged")) }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var image = disk.live
        image.files[path] = [UInt8](try encoder.encode(change))
        #expect(try Outbox(on: SimulatedDisk(image)).changes() == [change])
    }

    @Test(.shows("N-001"))
    func `a change that is numbered anew is there once, wherever the power goes`() throws {
        let disk = SimulatedDisk()
        let outbox = Outbox(on: disk)
        let refused = Someone.refused(Someone.change(1, commands: 2))
        var (second, third) = (Someone.change(4, commands: 2), Someone.change(6, commands: 2))
        (second.replaces, third.replaces) = (1, 4)
        try outbox.keep(refused)
        try outbox.keep(Someone.change(3))
        disk.note(moment: 1)
        try outbox.replace(refused, by: second)
        disk.note(moment: 2)
        try outbox.replace(second, by: third)
        disk.note(moment: 3)
        try outbox.remove(third)
        disk.note(moment: 4)

        let expected: [[[UInt64]]] = [[], [[1, 3], [3, 4]], [[3, 4], [3, 6]], [[3, 6], [3]], [[3]]]
        var seen: Set<Int> = []
        for crash in disk.trace.crashes(.quick(seed: 12)) where crash.moment > 0 {
            guard seen.insert(crash.fingerprint).inserted else { continue }
            let survivor = Outbox(on: SimulatedDisk(crash.image))
            let numbers = try survivor.changes().map(\.first)
            #expect(expected[crash.moment].contains(numbers), "at \(crash.position): \(numbers)")
            #expect(try survivor.nextNumber(after: try survivor.changes(), 0) > (crash.moment > 3 ? 7 : 3))
        }
        print("numbered anew: \(seen.count) crash images")
        #expect(seen.count > 10)
    }

    @Test func `a change that is made anew follows what it was made on, and what was done of it is not done again`() throws {
        var moved: [UInt64: UInt64] = [:]
        let first = Someone.refused(Someone.edit(5, parents: [0], own: []))
        let second = Someone.refused(
            Someone.edit(6, parents: [1, 2], own: [.init(revision: 1, command: 5), .init(revision: 2, command: 4)]))
        let made = first.renumbered(from: 9, by: "new", on: 70, &moved, given: DeviceTrace())
        let follower = second.renumbered(from: 10, by: "new", on: 70, &moved, given: DeviceTrace())
        #expect(made.first == 9 && made.base == 70 && made.replaces == 5 && made.isWaiting && made.device == "new")
        #expect(
            follower.commands[0].ownParents == [
                .init(revision: 1, command: 9, device: "new"),
                .init(revision: 2, command: 4, device: Someone.device.text),
            ])

        var partly = Someone.change(1, commands: 3)
        partly.commands[0].answer = ServiceAnswer(1, status: 200, .done)
        partly.commands[1].answer = ServiceAnswer(2, status: 409, .refused)
        partly.commands[2].answer = ServiceAnswer(3, status: 200, .nothingToDo)
        #expect(
            partly.renumbered(from: 20, by: partly.device, on: 1, &moved, given: DeviceTrace()).commands.map(\.json)
                == [partly.commands[1].json])
    }
}
