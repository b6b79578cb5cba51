/// Gathers what many notes lose alike, so that the report has one line for each kind of it.
struct SkippedItems {
    private struct Kind: Hashable {
        var what: String
        var why: String
    }

    private var places: [Kind: [String]] = [:]
    private var order: [Kind] = []

    mutating func add(_ what: String, at place: String, because why: String) {
        let kind = Kind(what: what, why: why)
        if places[kind] == nil { order.append(kind) }
        // A note that loses the same thing twice is one place.
        if places[kind]?.last != place { places[kind, default: []].append(place) }
    }

    /// In the order of their first places.
    var report: [ImportWarning] {
        order.map { kind in
            let places = places[kind] ?? []
            let others = places.count - 1
            let more = others == 0 ? "" : others == 1 ? " and 1 other" : " and \(others) others"
            return ImportWarning(what: kind.what, at: (places.first ?? "") + more, why: kind.why)
        }
    }
}
