import Foundation
import KernelTesting
import Testing

/// Runs the built `journal` on damaged copies of the journal that must open for ever.
@Suite("Repairing and comparing from the command line")
struct TheRepairer {
    private static let root = Repository.root
    private let golden = TheRepairer.root.appending(path: "Journal/Golden/v1").path

    private func journal(_ arguments: String...) throws -> (status: Int32, out: String, err: String) {
        let process = Process()
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "journal")
        process.arguments = arguments
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        try process.run()
        let said = try out.fileHandleForReading.readToEnd() ?? Data()
        let complained = try err.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: said, as: UTF8.self),
            String(decoding: complained, as: UTF8.self)
        )
    }

    /// A copy of the golden journal, with its first segment changed.
    private func withCopy(
        _ change: (inout Data) -> Void = { _ in }, _ body: (_ copy: String, _ room: URL) throws -> Void
    ) throws {
        let room = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: room, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: room) }
        let copy = room.appending(path: "copy")
        try FileManager.default.copyItem(atPath: golden, toPath: copy.path)
        let segment = copy.appending(path: "000000000001.segment")
        var bytes = try Data(contentsOf: segment)
        change(&bytes)
        try bytes.write(to: segment)
        try body(copy.path, room)
    }

    private func head() throws -> String {
        let parts = try String(contentsOfFile: golden + "/HEAD.txt", encoding: .utf8).split { $0 == " " || $0 == "\n" }
        return "\(parts[0]):\(parts[1])"
    }

    @Test func `one bit is named, turned back, and nothing is lost`() throws {
        try withCopy({ $0[10_412] ^= 1 << 3 }) { copy, room in
            let inspected = try journal("inspect", copy)
            #expect(inspected.status == 1)
            #expect(inspected.out.contains("bit 3 of byte 10,412 would explain it"))
            let json = try journal("inspect", "--json", copy)
            #expect(json.out.contains(#""explainedBy":{"byteOffset":10412,"bit":3}"#))

            let target = room.appending(path: "new").path
            let repaired = try journal("repair", copy, target)
            #expect(repaired.status == 0 && repaired.err.isEmpty)
            #expect(repaired.out.contains("No record was lost."))
            #expect(repaired.out.contains("bit 3 of byte 10412, records 1 to 992; the hash chain agrees"))
            #expect(repaired.out.contains("Old chain head     \(try head())"))
            #expect(try journal("verify", target).status == 0)
            #expect(try journal("cat", target).out == journal("cat", golden).out)
            let text = try String(contentsOfFile: target + "/REPAIR.txt", encoding: .utf8)
            #expect(text == repaired.out)
        }
    }

    @Test func `what is lost is said by number, entity and time, and ends with 1`() throws {
        try withCopy({ $0.replaceSubrange(9_000..<9_700, with: Data(count: 700)) }) { copy, room in
            let target = room.appending(path: "new").path
            let repaired = try journal("repair", "--json", copy, target)
            #expect(repaired.status == 1)
            let report = try #require(
                JSONSerialization.jsonObject(with: Data(repaired.out.utf8)) as? [String: Any])
            #expect(report["lostRecords"] as? Int == 992 && report["records"] as? Int == 1818)
            let lost = try #require((report["lost"] as? [[String: Any]])?.first)
            #expect(lost["sequences"] as? [Int] == [1, 992])
            #expect((lost["entities"] as? [String])?.count == 11 && lost["entitiesAreCertain"] as? Bool == true)
            #expect(try journal("verify", target).status == 0)
            #expect(try journal("cat", target).out.split(separator: "\n").count == 1818)

            let again = try journal("repair", copy, target)
            #expect(again.status == 2 && again.err.contains("already"))
        }
    }

    @Test func `a head kept earlier is proven, contradicted, or out of reach, with a code for each`() throws {
        let same = try journal("verify", "--against", head(), golden)
        #expect(same.status == 0 && same.out.contains("exactly what had the head"))
        let fromFile = try journal("verify", "--against", golden + "/HEAD.txt", "--json", golden)
        #expect(fromFile.status == 0 && fromFile.out.contains(#""outcome":"same","proven":true"#))

        let hash = try head().split(separator: ":")[1]
        let other = try journal("verify", "--against", "1818:" + String(hash.reversed()), golden)
        #expect(other.status == 1 && other.out.contains("History differs"))
        let inside = try journal("verify", "--against", "1817:\(hash)", golden)
        #expect(inside.status == 1 && inside.out.contains("no commit ends with record 1817"))
        let longer = try journal("verify", "--against", "2000:\(hash)", golden)
        #expect(longer.status == 3 && longer.out.contains("ends at record 1818, before record 2000"))
        #expect(try journal("verify", "--against", "nonsense", golden).status == 2)

        try withCopy({ $0[700] ^= 0xFF }) { copy, _ in
            let damaged = try journal("verify", "--against", head(), copy)
            #expect(damaged.status == 1 && !damaged.out.contains("exactly"))
        }
    }
}
