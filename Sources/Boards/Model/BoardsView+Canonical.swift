package import Kernel

extension BoardsView {
    /// Writes every reading of every board and card as one canonical JSON object: what digests and comparisons are
    /// taken over.
    ///
    /// - Parameters:
    ///   - times: without them, undoing leads to the identical bytes.
    ///   - flush: called after each board and each card, so that a large view need not be held as text: take the bytes
    ///     and call `removeAll`.
    package func writeCanonical(
        to json: inout JSONWriter, times: Bool = true, name: (ActorID) -> String,
        flush: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.beginObject()
        json.key("boards")
        boards(times: times, name: name).write(to: &json)
        json.key("board")
        json.beginArray()
        let shown = boards { !$0.isWithdrawn }
        for id in shown {
            board(id, times: times, name: name)?.write(to: &json)
            archived(id)?.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("card")
        json.beginArray()
        for board in shown {
            for column in model.columns(of: board).ids where existing(column) != nil {
                for id in model.cards(of: column).ids {
                    guard let card = card(id, times: times, name: name) else { continue }
                    card.write(to: &json)
                    flush(&json)
                }
            }
        }
        json.endArray()
        json.key("trash")
        trash().write(to: &json)
        if times {
            json.key("formerTitles")
            formerTitles.write(to: &json)
        }
        json.endObject()
    }
}
