import Boards
import Capture
import Kernel
import Notes
import Studio

extension WorkspaceEvent {
    /// Every event as protocol-buffer messages named after its kind's domain and tag, such as `Note18`: a journal
    /// stores the tag, so the schema does too.
    package static var schema: String {
        var schema = FieldSchema()
        RegistryEvent.describe(in: &schema, domain: "Registry")
        NoteEvent.describe(in: &schema, domain: "Note")
        BoardEvent.describe(in: &schema, domain: "Board")
        CaptureEvent.describe(in: &schema, domain: "Capture")
        StudioEvent.describe(in: &schema, domain: "Studio")
        return schema.file(package: "daybook.events.v1")
    }
}
