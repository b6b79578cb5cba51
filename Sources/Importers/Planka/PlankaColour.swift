import Boards

/// The colours of Planka's labels, by what their names call them.
enum PlankaColour {
    static func named(_ name: String?) -> CardColour {
        guard let name else { return .none }
        return colours[name] ?? .none
    }

    private static let colours: [String: CardColour] = {
        let byColour: [(CardColour, [String])] = [
            (.red, ["berry-red", "red-burgundy", "apricot-red"]),
            (.orange, ["pumpkin-orange", "light-orange", "orange-peel", "autumn-leafs", "shady-rust", "coral-green"]),
            (.yellow, ["egg-yellow", "desert-sand", "pirate-gold"]),
            (.green, ["fresh-salad", "sunny-grass", "tank-green", "modern-green", "wet-moss"]),
            (.lime, ["bright-moss"]),
            (.blue, ["lagoon-blue", "midnight-blue", "navy-blue", "deep-ocean", "antique-blue", "french-coast"]),
            (.sky, ["morning-sky", "summer-sky", "turquoise-sea"]),
            (.purple, ["lilac-eyes", "sugar-plum", "lavender-fields", "sweet-lilac"]),
            (.pink, ["pink-tulip", "piggy-red"]),
            (.brown, ["light-cocoa", "light-mud"]),
            (.grey, ["muddy-grey", "light-concrete", "silver-glint", "grey-stone", "wet-rock"]),
            (.black, ["dark-granite", "gun-metal"]),
        ]
        var colours: [String: CardColour] = [:]
        for (colour, names) in byColour {
            for name in names { colours[name] = colour }
        }
        return colours
    }()
}
