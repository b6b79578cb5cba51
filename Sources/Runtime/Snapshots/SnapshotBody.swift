import Boards
import Capture
import Kernel
import Notes
import Studio
import Workspace

/// The content of a snapshot: the views, and each device's last decided command. The state of the rules is worked out from
/// the views.
struct SnapshotBody: FieldMessage {
    private var sequence: UInt64
    private var devices: [DeviceMark]
    private var registry: Registry
    private var notes: NotesView
    private var boards: BoardsView
    private var capture: CaptureView
    private var studio: StudioView
    private var recents: Recents
    private var asOf: Position

    init(_ fold: Fold) {
        sequence = fold.sequence
        devices = fold.devices.marks.all.map { DeviceMark(device: $0.id, mark: fold.devices.marks[$0.slot]) }
            .sorted { $0.device < $1.device }
        registry = fold.view.registry
        notes = fold.view.notes
        boards = fold.view.boards
        capture = fold.view.capture
        studio = fold.view.studio
        recents = fold.view.recents
        asOf = fold.view.asOf
    }

    /// The fold that this was made from.
    var fold: Fold {
        var fold = Fold()
        fold.sequence = sequence
        for device in devices { fold.devices[device.device] = device.mark }
        fold.view.registry = registry
        fold.view.notes = notes
        fold.view.boards = boards
        fold.view.capture = capture
        fold.view.studio = studio
        fold.view.recents = recents
        fold.view.asOf = asOf
        return fold
    }

    static var schemaName: StaticString { "Snapshot" }
    static var blank: SnapshotBody { SnapshotBody(Fold()) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "sequence", &sequence)
        coder.field(2, "devices", &devices)
        coder.field(3, "registry", &registry)
        coder.field(4, "notes", &notes)
        coder.field(5, "boards", &boards)
        coder.field(6, "as_of", &asOf.sequence)
        coder.field(7, "capture", &capture)
        coder.field(8, "studio", &studio)
        coder.field(9, "recents", &recents)
    }

    /// The fields of one part; see `SnapshotBody+Parts.swift`.
    mutating func code(_ part: Part, _ reader: inout FieldReader) {
        switch part {
        case .notes: reader.field(4, "notes", &notes)
        case .boards: reader.field(5, "boards", &boards)
        case .capture: reader.field(7, "capture", &capture)
        case .studio: reader.field(8, "studio", &studio)
        case .rest:
            reader.field(1, "sequence", &sequence)
            reader.field(2, "devices", &devices)
            reader.field(3, "registry", &registry)
            reader.field(6, "as_of", &asOf.sequence)
            reader.field(9, "recents", &recents)
        }
    }

    /// Takes over what `code(_:_:)` has read.
    mutating func take(_ part: Part, from other: SnapshotBody) {
        switch part {
        case .notes: notes = other.notes
        case .boards: boards = other.boards
        case .capture: capture = other.capture
        case .studio: studio = other.studio
        case .rest:
            (sequence, devices, registry) = (other.sequence, other.devices, other.registry)
            (recents, asOf) = (other.recents, other.asOf)
        }
    }

    /// Returns whether what belongs together fits together.
    func isSound(_ part: Part) -> Bool {
        switch part {
        case .notes: notes.notes.entries.allSatisfy { $0.body.isSound }
        case .boards: boards.isSound
        case .capture: capture.isSound
        case .studio: studio.isSound
        case .rest: true
        }
    }

    private struct DeviceMark: FieldMessage {
        var device: DeviceID
        var mark: DeviceMarks.Mark

        static var schemaName: StaticString { "DeviceMark" }
        static var blank: DeviceMark {
            DeviceMark(device: .zero, mark: DeviceMarks.Mark(command: 0, first: 0, last: 0))
        }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "device", &device)
            coder.field(2, "command", &mark.command)
            coder.field(3, "first", &mark.first)
            coder.field(4, "last", &mark.last)
        }
    }
}

extension SnapshotBody {
    var bytes: [UInt8] {
        var writer = FieldWriter(reserving: 1 << 20)
        var body = self
        body.code(&writer)
        return writer.bytes
    }
}
