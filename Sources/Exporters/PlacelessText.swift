/// A note's text for others: without the coordinates in its front matter.
///
/// Importers keep there what the source held as hidden metadata, and a share link tells nobody where something was.
package enum PlacelessText {
    private static let keys: Set<String> = [
        "location", "latitude", "longitude", "altitude", "coordinates", "geo", "gps", "lat", "lon", "lng", "place",
        "long", "coords", "geolocation", "geo-location", "gpslatitude", "gpslongitude", "gps latitude", "gps longitude",
        "gps_latitude", "gps_longitude", "gps-coordinates", "gps_coordinates",
    ]

    /// `text` as it is where it has no front matter, or none with a place.
    package static func of(_ text: String) -> String {
        // By scalars, since "\r\n" is one character.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard lines.count > 2, isFence(lines[0]),
            let end = lines.dropFirst().firstIndex(where: { isFence($0) })
        else { return text }
        var kept: [String] = []
        var isDropping = false
        for line in lines[1..<end] {
            // What is indented, and a list, belongs to the key above.
            let isContinued = line.first.map { $0 == " " || $0 == "\t" || $0 == "-" } ?? false
            if !isContinued {
                var key = line.prefix { $0 != ":" }.lowercased().filter { $0 != "\"" && $0 != "'" }
                while key.last == " " { key.removeLast() }
                isDropping = keys.contains(key)
            }
            if !isDropping { kept.append(line) }
        }
        guard kept.count < end - 1 else { return text }
        if kept.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
            lines.removeSubrange(0...end)
            if lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
        } else {
            lines.replaceSubrange(1..<end, with: kept)
        }
        return lines.joined(separator: "\n")
    }

    private static func isFence(_ line: String) -> Bool {
        line.hasPrefix("---") && line.dropFirst(3).allSatisfy(\.isWhitespace)
    }
}
