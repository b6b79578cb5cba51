/// The report of a repair: the records it saved, those it could not save, and the evidence.
package struct RepairReport: Sendable, Equatable {
    package static let jsonName = "REPAIR.json"
    package static let textName = "REPAIR.txt"

    /// The journal that was read, and the one that was written.
    package var source: ID16
    package var target: ID16
    /// Records of the new journal, lost ones included: sequence numbers are what they were.
    package var records: UInt64 = 0
    package var commits: UInt64 = 0
    package var lost: [Lost] = []
    /// Records that an earlier repair had to give up.
    package var lostBefore: UInt64 = 0
    package var recovered: [Recovered] = []
    /// Frames of a write that never finished; nothing proves that it was acknowledged, so it is not taken.
    package var unfinished: [ClosedRange<UInt64>] = []
    /// The last record that the old journal's high-water mark counts; nil where it says nothing.
    package var reached: UInt64?
    /// The remarks about files: wrong names, other journals, cut rests, and damage that cost no record.
    package var remarks: [String] = []
    /// The last chain head that stands in the old journal's marks, trailers and headers.
    package var oldHead: ChainHead?
    package var newHead: ChainHead

    /// Records that are gone. In the new journal each is a record of the engine that says so.
    package struct Lost: Sendable, Equatable {
        package let sequences: ClosedRange<UInt64>
        /// Why, and where.
        package let causes: [String]
        package let entities: [ID16]
        /// The entities are those of a checked index.
        package let areEntitiesCertain: Bool
        /// Server times of the commits before and after, in microseconds since 1970.
        package let timeBefore: Int64?
        package let timeAfter: Int64?
    }

    /// Something damaged that is whole again with one bit turned back.
    package struct Recovered: Sendable, Equatable {
        package let file: String
        package let flip: BitFlip
        /// The records in the piece; nil when it holds none.
        package let sequences: ClosedRange<UInt64>?
        /// The hash chain agrees; nil where it cannot be followed.
        package let chainAgrees: Bool?
    }

    /// Acknowledged records that the new journal does not even name as lost: it ends before the high-water mark, since more
    /// are missing than a repair gives up.
    package var missing: ClosedRange<UInt64>? {
        guard let reached, reached > records else { return nil }
        return (records + 1)...reached
    }

    package var lostCount: UInt64 { lost.reduce(0) { $0 + UInt64($1.sequences.count) } }
}

extension RepairReport {
    /// For people: the content of `REPAIR.txt`.
    package var text: String {
        var lines = [
            "Repair of journal \(source)", "",
            "New journal        \(target)",
            "Records            \(records), of which \(lostCount) are lost and \(records - lostCount) are as they were",
        ]
        if lostBefore > 0 {
            lines.append("                   (\(lostBefore) of these stand as lost since an earlier repair)")
        }
        lines += [
            "Commits            \(commits)",
            "Old chain head     " + (oldHead.map { "\($0.sequence):\($0.hash)" } ?? "not known"),
            "New chain head     \(newHead.sequence):\(newHead.hash)",
        ]
        lines += section("Lost", lost.flatMap { $0.lines })
        lines += section("Saved by turning one bit back", recovered.map(\.line))
        if let missing {
            lines += section(
                "Acknowledged and missing: the new journal ends before them",
                ["records \(missing.lowerBound) to \(missing.upperBound), which \(JournalPath.reached) counts"])
        }
        lines += section(
            "Not taken, because nothing proves that it was ever acknowledged",
            unfinished.map { "records \($0.lowerBound) to \($0.upperBound)" })
        lines += section("Remarks", remarks)
        if lost.isEmpty, missing == nil { lines += ["", "No record was lost."] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", title] + lines.map { "  " + $0 }
    }

    /// For programs: the content of `REPAIR.json`, and what `journal repair --json` prints.
    package var json: JSON {
        .object([
            ("source", .id(source)), ("target", .id(target)), ("records", .number(records)),
            ("commits", .number(commits)), ("lostRecords", .number(lostCount)),
            ("lostBefore", .number(lostBefore)), ("lost", .array(lost.map(\.json))),
            ("recovered", .array(recovered.map(\.json))), ("unfinished", .array(unfinished.map { JSON.range($0) })),
            ("reached", reached.map { .number($0) } ?? .null), ("missing", .range(missing)),
            ("remarks", .array(remarks.map { .string($0) })),
            ("oldHead", oldHead.map(Self.json) ?? .null), ("newHead", Self.json(newHead)),
        ])
    }

    private static func json(_ head: ChainHead) -> JSON {
        .object([("sequence", .number(head.sequence)), ("hash", .string(head.hash.description))])
    }
}

extension RepairReport.Lost {
    fileprivate var lines: [String] {
        var first =
            sequences.count == 1
            ? "record \(sequences.lowerBound)" : "records \(sequences.lowerBound) to \(sequences.upperBound)"
        switch (timeBefore, timeAfter) {
        case (let before?, let after?): first += ", between \(CivilTime(before)) and \(CivilTime(after))"
        case (let before?, nil): first += ", after \(CivilTime(before))"
        case (nil, let after?): first += ", before \(CivilTime(after))"
        case (nil, nil): break
        }
        var lines = [first] + causes.map { "  " + $0 }
        if !entities.isEmpty {
            let certainty = areEntitiesCertain ? "about" : "perhaps about"
            lines.append("  \(certainty) \(entities.map(\.description).joined(separator: ", "))")
        }
        return lines
    }

    fileprivate var json: JSON {
        .object([
            ("sequences", .range(sequences)), ("causes", .array(causes.map { .string($0) })),
            ("entities", .array(entities.map { .id($0) })), ("entitiesAreCertain", .bool(areEntitiesCertain)),
            ("timeBefore", timeBefore.map { .number($0) } ?? .null),
            ("timeAfter", timeAfter.map { .number($0) } ?? .null),
        ])
    }
}

extension RepairReport.Recovered {
    fileprivate var line: String {
        let what = sequences.map { "records \($0.lowerBound) to \($0.upperBound)" } ?? "no records"
        let proof = chainAgrees == true ? "; the hash chain agrees" : ""
        return "\(file): bit \(flip.bit) of byte \(flip.byteOffset), \(what)\(proof)"
    }

    fileprivate var json: JSON {
        .object([
            ("file", .string(file)), ("byteOffset", .number(flip.byteOffset)), ("bit", .number(flip.bit)),
            ("sequences", .range(sequences)), ("chainAgrees", chainAgrees.map { .bool($0) } ?? .null),
        ])
    }
}
