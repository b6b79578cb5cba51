import Foundation
import Kernel
import Runtime
import Testing

@testable import Client

@Suite("L4: noticing flipped bits in what a client knows")
struct NoticingDamage {
    private func inFolder(_ body: (ServiceFolder, _ file: String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-damage-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = ServiceFolder(of: try ServiceAddress("http://127.0.0.1:1"), in: DataDirectory(path: root))
        try body(folder, folder.path + "/client.json")
    }

    /// One bit of each byte.
    private func flips(_ file: String, _ check: (Int) throws -> Void) throws {
        let whole = try #require(FileManager.default.contents(atPath: file))
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 1 << UInt8(index % 8)
            try bytes.write(to: URL(filePath: file))
            try check(index)
        }
        try whole.write(to: URL(filePath: file))
    }

    @Test func `who is signed in is refused with the file's name, and read where it is of before checksums`() throws {
        try inFolder { folder, file in
            var memory = ServiceFolder.Memory()
            (memory.user, memory.device, memory.token) = (Someone.actor.text, Someone.device.text, "0123456789abcdef")
            (memory.formerDevices, memory.devices, memory.primaryBoard) = (["x"], "y", "z")
            memory.workspaces = [.init(id: "1", name: "Home")]
            try folder.write(memory)
            try flips(file) { index in
                do {
                    _ = try folder.memory()
                    Issue.record("byte \(index) was not noticed")
                } catch let failure as ClientFailure {
                    #expect(failure.message.contains(file) && failure.message.contains("move it away"))
                }
            }
            #expect(try folder.memory() == memory)
            try JSONEncoder().encode(memory).write(to: URL(filePath: file))
            #expect(try folder.memory() == memory)
        }
    }

    @Test func `the last number of an outbox is refused with its file's name, and read where it is of before checksums`()
        throws
    {
        try inFolder { folder, _ in
            let outbox = Outbox(of: EntityID(hi: 1, lo: 2), in: folder)
            #expect(try outbox.takeNumber(after: 16) == 17)
            let file = outbox.path + "/last"
            try flips(file) { index in
                do {
                    let number = try outbox.nextNumber(after: [], 3)
                    Issue.record("byte \(index) was not noticed, and \(number) comes next")
                } catch let failure as ClientFailure {
                    #expect(failure.message.contains(file) && failure.message.contains("remove it"))
                }
            }
            #expect(try outbox.nextNumber(after: [], 3) == 18)
            for (former, next) in [("41\n", UInt64(42)), ("41", nil), ("18446744073709551615\n", nil), ("", nil)] {
                try Data(former.utf8).write(to: URL(filePath: file))
                #expect((try? outbox.nextNumber(after: [], 3)) == next, "\(former)")
            }
            try FileManager.default.removeItem(atPath: file)
            #expect(try outbox.nextNumber(after: [], 3) == 4, "where it is removed, the service tells used numbers apart")
        }
    }

    @Test func `M8: a turn whose file was taken away while somebody waited for it is waited for anew`() throws {
        try inFolder { folder, _ in
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            let place = folder.path + "/keeping.lock"
            var opened = 0
            let descriptor = try ServiceFolder.locked(place) {
                opened += 1
                if opened == 1 { try FileManager.default.removeItem(atPath: place) }
            }
            defer { close(descriptor) }
            #expect(opened == 2)
            let second = open(place, O_RDWR)
            defer { close(second) }
            #expect(flock(second, LOCK_EX | LOCK_NB) != 0, "the file that has the name is locked")
        }
    }

    @Test(arguments: [false, true])
    func `M8: nothing is kept or numbered in a turn whose file is gone`(isReplaced: Bool) async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-turn-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = ServiceFolder(of: try ServiceAddress("http://127.0.0.1:1"), in: DataDirectory(path: root))
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let outbox = Outbox(of: EntityID(hi: 1, lo: 2), in: folder)
        let (first, second) = (Someone.change(1), Someone.change(2))
        try await folder.keeping { try outbox.under($0).keep(first) }
        let place = folder.path + "/keeping.lock"
        try await folder.keeping { turn in
            let held = outbox.under(turn)
            #expect(try held.takeNumber(after: 3) == 4)
            try FileManager.default.removeItem(atPath: place)
            if isReplaced { try Data().write(to: URL(filePath: place)) }
            let attempts: [() throws -> Void] = [
                { try held.keep(second) }, { _ = try held.takeNumber(after: 90) }, { try held.remove(first) },
                { try held.replace(first, by: second) }, { try turn.check() },
            ]
            for attempt in attempts {
                do {
                    try attempt()
                    Issue.record("it was written all the same")
                } catch let failure as ClientFailure {
                    #expect(failure.message.contains(place) && failure.message.contains("run the command again"))
                }
            }
            #expect(try outbox.changes() == [first])
            #expect(try outbox.nextNumber(after: [], 0) == 5)
        }
        try await folder.keeping { try outbox.under($0).remove(first) }
        #expect(try outbox.changes() == [])
        var memory = ServiceFolder.Memory()
        memory.user = "somebody"
        try folder.write(memory)
        await #expect(throws: ClientFailure.self) {
            try await folder.update { memory in
                memory.user = "another"
                try FileManager.default.removeItem(atPath: place)
            }
        }
        #expect(try folder.memory() == memory)
    }

    @Test func `how far a replica has come counts as nothing, so that it is fetched anew`() throws {
        try inFolder { folder, _ in
            let replica = Replica(of: EntityID(hi: 1, lo: 2), in: folder, runtime: RuntimeEnvironment())
            let file = try replica.paths().root + "/replica.json"
            try FileManager.default.createDirectory(
                atPath: try replica.paths().root, withIntermediateDirectories: true)
            let state = Replica.State(
                sequence: 17, journal: "j", chain: "abcdef", areas: ["notes"], epoch: "0011")
            try folder.write(state, to: file)
            #expect(try replica.state() == state)
            try flips(file) { index throws in
                let found = try replica.state()
                #expect(found == Replica.State(), "byte \(index)")
            }
            try JSONEncoder().encode(state).write(to: URL(filePath: file))
            #expect(try replica.state() == state)
            try Data("{\"sequence\":17".utf8).write(to: URL(filePath: file))
            #expect(try replica.state() == Replica.State())
        }
    }
}
