import Boards

/// The colours of WeKan's labels, by their names here.
enum WeKanColour {
    /// - Returns: the colour, and whether it is exact; none for a name that is not a colour.
    static func named(_ name: String?) -> (colour: CardColour, isExact: Bool) {
        guard let name, !name.isEmpty else { return (.none, true) }
        if let colour = same[name] { return (colour, true) }
        return (near[name] ?? .none, false)
    }

    private static let same: [String: CardColour] = [
        "green": .green, "yellow": .yellow, "orange": .orange, "red": .red, "purple": .purple, "blue": .blue,
        "sky": .sky, "lime": .lime, "pink": .pink, "black": .black, "gray": .grey,
    ]
    private static let near: [String: CardColour] = [
        "silver": .grey, "peachpuff": .orange, "crimson": .red, "plum": .purple, "darkgreen": .green,
        "slateblue": .purple, "magenta": .pink, "gold": .yellow, "navy": .blue, "saddlebrown": .brown,
        "paleturquoise": .sky, "mistyrose": .pink, "indigo": .purple, "white": .none,
    ]
}
