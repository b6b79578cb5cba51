@_spi(_Unicode) import Swift

/// Unicode normal form D (UAX #15): every letter before the marks that are set on it.
public func decomposed(_ text: String) -> String.UnicodeScalarView {
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfd { scalars.append(scalar) }
    return scalars
}
