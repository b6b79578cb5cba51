import Foundation

/// Names and values of a query, as browsers and scripts write them: `+` is a space, and anything else may be
/// percent-encoded, in names too. What cannot be decoded stands as it is.
///
/// - Source: WHATWG, "URL Standard", section 5.1, "application/x-www-form-urlencoded parsing".
func formPairs(_ text: Substring) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for pair in text.split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = decoded(parts[0])
        if !name.isEmpty { pairs.append((name, parts.count > 1 ? decoded(parts[1]) : "")) }
    }
    return pairs
}

private func decoded(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
}
