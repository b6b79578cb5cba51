import JournalEngine
package import Kernel
import Workspace

/// One record, as an auditor reads it.
package struct AuditRow: Sendable {
    package var sequence: UInt64
    /// When it happened, and by whom: elsewhere, for what was imported.
    package var time: Instant
    package var actor: ActorID
    package var actorName: String
    /// When it was journaled, and on whose behalf.
    package var recordedTime: Instant
    package var recordedActor: ActorID
    package var device: DeviceID
    package var deviceName: String
    package var command: UInt64
    package var kind: String
    package var entity: EntityID
    package var cause: String
    package var causeSequence: UInt64
    package var batch: BatchID?
    /// The event's fields as canonical JSON; nil where the payload was erased.
    package var fields: String?
    /// The record that says the payload was erased.
    package var erasedBy: UInt64?

    init(_ header: borrowing RecordHeader, _ payload: RawSpan, names: WorkspaceView) throws(RuntimeFailure) {
        let fact = try Recorded<WorkspaceEvent>(header, payload)
        self.init(
            header, kind: EventKind(raw: header.kind).name, fields: fact?.event.json,
            actorName: names.name(of: header.author), deviceName: names.name(of: DeviceID(header.device)))
    }

    /// - Parameter kind: nil for one that only a newer build knows.
    init(
        _ header: borrowing RecordHeader, kind: String?, fields: String?, actorName: String, deviceName: String
    ) {
        sequence = header.sequence
        time = header.instant
        actor = header.author
        self.actorName = actorName
        recordedTime = Instant(microseconds: header.time)
        recordedActor = ActorID(header.actor)
        device = DeviceID(header.device)
        self.deviceName = deviceName
        command = header.deviceSequence
        let raw = header.kind
        let isOfEngine = header.isOfEngine
        let isNotShared = raw == RecordHeader.hollowKind
        self.kind = kind ?? (isOfEngine ? "record of the journal" : isNotShared ? "not shared" : "kind \(raw)")
        entity = EntityID(header.entity)
        cause = Cause.word(for: header.cause)
        causeSequence = header.causeSequence
        batch = header.batch.map { BatchID($0) }
        self.fields = fields
        erasedBy = header.isRedacted ? header.redactedBy : nil
    }
}

extension AuditRow {
    /// One line of JSON, without the end of line.
    package var json: String {
        var json = JSONWriter(reserving: 512)
        json.object { json in
            json.field("seq", sequence)
            json.field("time", time.text)
            json.field("actor", actor.text)
            json.field("actorName", actorName)
            json.field("recordedTime", recordedTime.text)
            json.field("recordedActor", recordedActor.text)
            json.field("device", device.text)
            json.field("deviceName", deviceName)
            json.field("command", command)
            json.field("kind", kind)
            json.field("entity", entity.text)
            json.field("cause", cause)
            json.key("causeSeq")
            if causeSequence == 0 { json.null() } else { json.value(causeSequence) }
            json.field("batch", batch?.text)
            json.key("event")
            if let fields { json.raw(Array(fields.utf8)) } else { json.null() }
            if let erasedBy { json.field("erasedBy", erasedBy) }
        }
        return json.text
    }

    /// The first line of a CSV file, with its end of line.
    package static var csvHead: String {
        CSV.line([
            "seq", "time", "actor", "actorName", "recordedTime", "recordedActor", "device", "deviceName", "command",
            "kind", "entity", "cause", "causeSeq", "batch", "event",
        ])
    }

    /// One line of CSV, with its end of line.
    package var csv: String {
        CSV.line([
            String(sequence), time.text, actor.text, actorName, recordedTime.text, recordedActor.text, device.text,
            deviceName, String(command), kind, entity.text, cause, causeSequence == 0 ? "" : String(causeSequence),
            batch?.text ?? "", fields ?? erasedBy.map { "erased by record \($0)" } ?? "",
        ])
    }
}

/// Comma-separated values that a spreadsheet opens without running anything in them.
///
/// - Source: RFC 4180; OWASP, "CSV Injection": a value that would begin a formula gets an apostrophe in front.
enum CSV {
    static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    private static func field(_ text: String) -> String {
        var text = text
        if let first = text.utf8.first, Array("=+-@\t\r".utf8).contains(first) { text = "'" + text }
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return text }
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { quoted.append(byte) }
            quoted.append(byte)
        }
        quoted.append(UInt8(ascii: "\""))
        return String(decoding: quoted, as: UTF8.self)
    }
}
