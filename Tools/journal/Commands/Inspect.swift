import ArgumentParser
import JournalEngine

struct Inspect: ParsableCommand, JournalLeaf {
    static let configuration = CommandConfiguration(
        abstract: "Explains every frame, mark and damage of every segment, or of one file, with its offset.",
        discussion: """
            Damage is explained: what stands there and what should, which records and entities it costs, whether it \
            looks torn, whether one flipped bit is all it is, and what can be done.
            """)

    @OptionGroup var place: Place

    func run() throws {
        var isDamaged = false
        try Journal.inspect(at: place.directory, keyring: place.keys.journalOptions().keyring) { file in
            if file.isDamaged { isDamaged = true }
            if place.json {
                for remark in file.remarks { printLine(json(file, remark).text) }
                for frame in file.frames { printLine(json(file, frame).text) }
            } else {
                printLine(file.segment.map { "segment \($0)" } ?? "file \(file.name)")
                for remark in file.remarks { printLine("              " + remark) }
                for frame in file.frames { printLine(line(frame)) }
            }
        }
        if isDamaged { throw ExitCode(1) }
    }

    private func line(_ frame: InspectedFrame) -> String {
        let offset = String(frame.byteOffset)
        let kind = frame.kind.rawValue
        return String(repeating: " ", count: max(0, 12 - offset.count)) + offset + "  " + kind
            + String(repeating: " ", count: max(0, 10 - kind.count)) + frame.words
    }

    private func json(_ file: InspectedFile, _ remark: String) -> JSON {
        .object([
            ("file", .string(file.name)), ("segment", file.segment.map { .number($0) } ?? .null),
            ("kind", .string("remark")), ("words", .string(remark)),
        ])
    }

    private func json(_ file: InspectedFile, _ frame: InspectedFrame) -> JSON {
        var members: [(String, JSON)] = [
            ("file", .string(file.name)), ("segment", file.segment.map { .number($0) } ?? .null),
            ("byteOffset", .number(frame.byteOffset)), ("byteCount", .number(frame.byteCount)),
            ("kind", .string(frame.kind.rawValue)), ("sequences", .range(frame.sequences)),
            ("words", .string(frame.words)),
        ]
        if let damage = frame.damage { members.append(("damage", json(damage))) }
        return .object(members)
    }

    private func json(_ damage: ExplainedDamage) -> JSON {
        let flip = damage.flip.map { flip in
            JSON.object([("byteOffset", .number(flip.byteOffset)), ("bit", .number(flip.bit))])
        }
        return .object([
            ("expected", .string(damage.expected)), ("looks", .array(damage.looks.map { .string($0) })),
            ("explainedBy", flip ?? .null), ("torn", .bool(damage.isTorn)),
            ("entities", .array(damage.entities.map { .id($0) })),
            ("entitiesAreCertain", .bool(damage.areEntitiesCertain)),
            ("timeBefore", damage.timeBefore.map { .number($0) } ?? .null),
            ("timeAfter", damage.timeAfter.map { .number($0) } ?? .null), ("advice", .string(damage.advice)),
        ])
    }
}
