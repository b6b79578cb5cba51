import Boards

/// The colours of Trello's labels by their names here.
enum TrelloColour {
    /// - Returns: the colour, and whether nothing of it was lost: neither its shade (`_dark`, `_light`) nor the colour.
    static func named(_ name: String?) -> (colour: CardColour, isExact: Bool) {
        guard let name, !name.isEmpty, name != "null" else { return (.none, true) }
        var base = name
        for shade in ["_dark", "_light"] where base.hasSuffix(shade) { base.removeLast(shade.count) }
        let colours: [String: CardColour] = [
            "red": .red, "orange": .orange, "yellow": .yellow, "green": .green, "blue": .blue, "purple": .purple,
            "pink": .pink, "brown": .brown, "grey": .grey, "gray": .grey, "black": .black, "sky": .sky, "lime": .lime,
        ]
        return (colours[base] ?? .none, colours[base] != nil && base == name)
    }
}
