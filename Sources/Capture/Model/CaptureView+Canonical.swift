package import Kernel

extension CaptureView {
    /// Writes every reading of every item, collection and run as one canonical JSON object: what digests and
    /// comparisons are taken over.
    ///
    /// - Parameters:
    ///   - times: without them, undoing leads to the identical bytes.
    ///   - flush: called after each item and each collection, so that a large view need not be held as text: take the
    ///     bytes and call `removeAll`.
    package func writeCanonical(
        to json: inout JSONWriter, times: Bool = true, name: (ActorID) -> String,
        flush: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.beginObject()
        json.key("inbox")
        inbox().write(to: &json)
        flush(&json)
        json.key("item")
        json.beginArray()
        everyItem(times: times, name: name) { item in
            item.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("collections")
        collections(times: times, name: name).write(to: &json)
        json.key("collection")
        json.beginArray()
        for id in model.collections.ids {
            guard let collection = collection(id, times: times, name: name) else { continue }
            collection.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("logbook")
        logbook().write(to: &json)
        flush(&json)
        json.key("followUps")
        followUps().write(to: &json)
        json.key("tags")
        tags().write(to: &json)
        json.key("prompts")
        prompts().write(to: &json)
        json.key("runs")
        runs(times: times, name: name).write(to: &json)
        json.key("trash")
        trash().write(to: &json)
        if times {
            json.key("formerNames")
            formerNames.write(to: &json)
        }
        json.endObject()
    }
}
