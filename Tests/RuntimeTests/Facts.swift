import Foundation
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

/// Facts that were recorded once and never change: what a family did in an afternoon, as it stands in a journal.
enum Facts {
    private static let file = Repository.target(of: #filePath).appending(path: "Golden/facts.hex")

    /// - Format: a `EventBatch` in hexadecimal, 64 bytes a line.
    static func golden() throws -> [Recorded<WorkspaceEvent>] {
        if ProcessInfo.processInfo.environment["RECORD"] == "missing",
            !FileManager.default.fileExists(atPath: file.path)
        {
            let digits = Array(hexText(EventBatch(facts: try madeUp()).bytes))
            let lines = stride(from: 0, to: digits.count, by: 128).map {
                String(digits[$0..<min($0 + 128, digits.count)])
            }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        let digits = text.utf8.compactMap { hexValue($0) }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        return try EventBatch(bytes: bytes).facts.map { try $0.recorded() }
    }

    /// Makes the facts up; called again only when the file is missing.
    private static func madeUp() throws -> [EventEnvelope] {
        var random = RandomCommands(Seed(7))
        var state = WorkspaceDecider.initial
        var view = WorkspaceProjection.empty
        var facts: [EventEnvelope] = []
        for _ in 0..<250 {
            let command = random.next(view)
            let events: [WorkspaceEvent]
            do { events = try WorkspaceDecider.decide(command, given: state) } catch { continue }  // A rule forbids it.
            for event in events {
                let (subject, payload) = event.encoded()
                let fact = EventEnvelope(
                    sequence: UInt64(facts.count + 1), kind: event.kind, subject: subject,
                    actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1),
                    instant: Instant(microseconds: WorkspaceFixture.start.microseconds + Int64(facts.count) * 1_000_000),
                    payload: payload)
                facts.append(fact)
                WorkspaceDecider.evolve(&state, with: event)
                WorkspaceProjection.project(try fact.recorded(), into: &view)
            }
        }
        return facts
    }
}
