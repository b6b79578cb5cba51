import Foundation
import Kernel
import Runtime
import Testing

@testable import Client

@Suite("W1: a device for each client directory of a token")
struct NumberingUnderAToken {
    private static let prefix = "0123abcd-4567-8def"
    private static let token = DeviceID(hi: 0xD, lo: 7).text

    private func inFolder(_ body: (ServiceFolder, Outbox) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-devices-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = ServiceFolder(of: try ServiceAddress("http://127.0.0.1:1"), in: DataDirectory(path: root))
        try await body(folder, Outbox(of: EntityID(hi: 1, lo: 2), in: folder))
    }

    private func caller(_ devices: String?, session: String? = nil) throws -> ServiceClient.Caller {
        var json = "{\"user\":\"\(Someone.actor.text)\",\"device\":\"\(Self.token)\""
        if let devices { json += ",\"devices\":\"\(devices)\"" }
        if let session { json += ",\"session\":\"\(session)\"" }
        return try JSONDecoder().decode(ServiceClient.Caller.self, from: Data((json + "}").utf8))
    }

    private func taking(
        _ caller: ServiceClient.Caller?, in folder: ServiceFolder, chance: UInt64 = .max
    ) async throws -> ServiceFolder.Memory {
        try await folder.take([], caller, showing: "mark", in: RuntimeEnvironment(chance: { (chance, chance) }))
    }

    @Test func `a new directory begins with a device of its own, as the service says it may begin, and keeps it`() async throws
    {
        try await inFolder { folder, _ in
            #expect(try folder.memory().wantsCaller(showing: "mark"))
            let first = try await taking(try caller(Self.prefix), in: folder)
            #expect(first.device == Self.prefix + "-bfff-ffffffffffff")
            #expect(!first.wantsCaller(showing: "mark") && first.wantsCaller(showing: "another"))
            #expect(try await taking(nil, in: folder, chance: 0) == first)
            #expect(try await taking(try caller(Self.prefix), in: folder, chance: 0) == first)
            // Another token in the same file begins otherwise.
            let other = try await folder.take(
                [], try caller("ffffffff-4567-8def"), showing: "another", in: RuntimeEnvironment(chance: { (0, 0) }))
            #expect(other.device == "ffffffff-4567-8def-8000-000000000000")
        }
    }

    @Test func `one that numbered as the token begins once nothing is kept under those numbers`() async throws {
        try await inFolder { folder, outbox in
            var memory = ServiceFolder.Memory()
            (memory.user, memory.device, memory.token) = (Someone.actor.text, Self.token, "mark")
            try folder.write(memory)
            var kept = Someone.change(1)
            kept.device = Self.token
            try outbox.keep(kept)
            #expect(try folder.memory().wantsCaller(showing: "mark"))
            #expect(try await taking(try caller(Self.prefix), in: folder).device == Self.token)
            // Refused, it may be sent again.
            try outbox.keep(Someone.refused(kept))
            #expect(try await taking(nil, in: folder).device == Self.token)
            try outbox.remove(kept)
            // A deed was asked for and not answered.
            try folder.write(["device": Self.token], to: outbox.path + "/asked")
            #expect(try await taking(nil, in: folder).device == Self.token)
            try FileManager.default.removeItem(atPath: outbox.path + "/asked")
            #expect(try await taking(nil, in: folder).device.hasPrefix(Self.prefix))
        }
    }

    @Test func `a session, and a token at a service that knows no such devices, number as the service says`() async throws {
        try await inFolder { folder, _ in
            let old = try await taking(try caller(nil), in: folder)
            #expect(old.device == Self.token && old.wantsCaller(showing: "mark"))
            let session = try await taking(try caller(nil, session: "s"), in: folder)
            #expect(session.device == Self.token && !session.wantsCaller(showing: "mark"))
            // Nonsense is not a device.
            #expect(try await taking(try caller("what"), in: folder).device == Self.token)
        }
    }
}
