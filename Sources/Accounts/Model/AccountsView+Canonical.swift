package import Kernel

extension AccountsView {
    /// Writes every reading of every account and workspace as one canonical JSON object: what digests and comparisons
    /// are taken over.
    ///
    /// - Parameters:
    ///   - times: without them, undoing leads to the identical bytes.
    ///   - flush: called after each account and each workspace, so that a large view need not be held as text: take the
    ///     bytes and call `removeAll`.
    package func writeCanonical(
        to json: inout JSONWriter, times: Bool = true, name: (ActorID) -> String,
        flush: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.beginObject()
        json.key("accounts")
        accounts().write(to: &json)
        json.key("account")
        json.beginArray()
        for id in liveUsers {
            account(id, times: times, name: name)?.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("workspace")
        json.beginArray()
        for id in liveWorkspaces {
            members(of: id, times: times, name: name)?.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("shareLinks")
        json.beginArray()
        for id in liveWorkspaces {
            let reading = shareLinks(in: id, times: times, name: name)
            if !reading.links.isEmpty { reading.write(to: &json) }
            flush(&json)
        }
        json.endArray()
        json.key("webhooks")
        json.beginArray()
        for id in liveWorkspaces {
            webhooks(of: id, times: times, name: name, kind: { String($0) }).write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.endObject()
    }
}
