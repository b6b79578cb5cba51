import Boards
import Capture
package import Kernel
import Notes
import Studio

extension WorkspaceView {
    /// Writes every view there is as one canonical JSON object: what digests are taken over and two builds compared by.
    ///
    /// - Parameters:
    ///   - times: without them, undoing leads to the identical bytes.
    ///   - flush: called between things, so that ten years need not be held as one text: take the bytes and call
    ///     `removeAll`.
    /// - Complexity: O(everything).
    package func writeEverything(
        to json: inout JSONWriter, times: Bool = true, flush: (inout JSONWriter) -> Void = { _ in }
    ) {
        let name: (ActorID) -> String = { self.name(of: $0) }
        json.beginObject()
        json.key("notes")
        notes.writeCanonical(to: &json, times: times, name: name, flush: flush)
        json.key("boards")
        boards.writeCanonical(to: &json, times: times, name: name, flush: flush)
        json.key("capture")
        capture.writeCanonical(to: &json, times: times, name: name, flush: flush)
        json.key("studio")
        studio.writeCanonical(to: &json, times: times, name: name, flush: flush)
        if times {
            json.key("recents")
            recents().write(to: &json)
        }
        json.key("registry")
        registry.write(to: &json)
        json.endObject()
        flush(&json)
    }
}

extension Registry {
    /// Writes the names of people and devices, and the sources of imported things, by identifier.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("actors")
            json.object { json in
                for (id, name) in actors.sorted(by: { $0.key < $1.key }) { json.field(id.text, name.text) }
            }
            json.key("devices")
            json.object { json in
                for (id, name) in devices.sorted(by: { $0.key < $1.key }) { json.field(id.text, name.text) }
            }
            json.key("sources")
            json.object { json in
                for (id, facts) in sources.sorted(by: { $0.key < $1.key }) {
                    json.key(id.text)
                    json.object { json in
                        json.field("source", facts.source)
                        json.field("fingerprint", hexText(facts.fingerprint.bytes))
                        json.field("textRevision", facts.textRevision)
                    }
                }
            }
            if !erasures.isEmpty {
                json.key("erasures")
                json.array(erasures) { json, erasure in
                    json.object { json in
                        json.field("entity", erasure.entity.text)
                        json.field("kind", erasure.facts.kind.word)
                        json.field("things", erasure.facts.things)
                        json.field("records", erasure.facts.records)
                        json.field("files", erasure.facts.files)
                        json.field("reason", erasure.facts.reason)
                    }
                }
            }
        }
    }
}
