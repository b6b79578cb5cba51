import Foundation
import Synchronization

/// The values of a file that another program wrote and that could not be read: left out one by one, so that one of them
/// never refuses the whole.
final class SkippedValues: Sendable {
    private struct Found: Sendable {
        /// Where they stand, such as `cards[0].members[1]`, and how many there were where there were many.
        var places: [String] = []
        var count = 0
    }

    private let found = Mutex(Found())

    private static let placesMax = 20

    fileprivate func add(_ path: [any CodingKey]) {
        found.withLock { found in
            found.count += 1
            if found.places.count < Self.placesMax { found.places.append(JSONProblem.spelled(path)) }
        }
    }

    /// One line of a report about all of them; nil where nothing was skipped.
    func notTaken(in file: String) -> ImportWarning? {
        let (places, count) = found.withLock { ($0.places, $0.count) }
        guard count > 0 else { return nil }
        let more = count > places.count ? " and \(count - places.count) more" : ""
        return ImportWarning(
            what: count == 1 ? "value" : "values", at: file,
            why: "another kind of value was expected at \(places.joined(separator: ", "))\(more); "
                + (count == 1 ? "it was left out" : "they were left out"))
    }

    fileprivate static let key = CodingUserInfoKey(rawValue: "skippedValues")

    /// A decoder of JSON that leaves out what it cannot read wherever something may be left out: optional fields and elements
    /// of lists. Whole numbers and texts stand for each other.
    func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        if let key = Self.key { decoder.userInfo[key] = self }
        return decoder
    }
}

/// The methods that the compiler's own `init(from:)` calls for optional fields and lists. Within this module they replace the
/// standard library's, and are as strict as those unless the decoder gathers `SkippedValues`.
extension KeyedDecodingContainer {
    private func skipped(_ key: Key) -> SkippedValues? {
        guard let name = SkippedValues.key else { return nil }
        return (try? superDecoder(forKey: key))?.userInfo[name] as? SkippedValues
    }

    private func isAbsent(_ key: Key) throws -> Bool { try !contains(key) || decodeNil(forKey: key) }

    /// - Parameter other: another way to read it, such as a number as a text.
    private func decoded<T: Decodable>(
        _ type: T.Type, _ key: Key, or other: () -> T? = { nil }
    ) throws -> T? {
        guard try !isAbsent(key) else { return nil }
        do { return try superDecoder(forKey: key).singleValueContainer().decode(type) } catch {
            guard let skipped = skipped(key) else { throw error }
            if let other = other() { return other }
            skipped.add(codingPath + [key])
            return nil
        }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { try decoded(type, key) }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try decoded(type, key) {
            if let number = try? decode(Int64.self, forKey: key) { return String(number) }
            return (try? decode(Double.self, forKey: key)).map { String($0) }
        }
    }

    /// A required text: also a number; and where a name is missing, an empty one, which its reader replaces.
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        guard contains(key) || !codingPath.isEmpty && skipped(key) != nil else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "\(key.stringValue) is missing"))
        }
        do { return try decoded(String.self, as: key) } catch {
            guard let skipped = skipped(key) else { throw error }
            if let number = try? decode(Int64.self, forKey: key) { return String(number) }
            guard ["name", "title"].contains(key.stringValue), contains(key) || !codingPath.isEmpty else { throw error }
            if try contains(key) && !decodeNil(forKey: key) { skipped.add(codingPath + [key]) }
            return ""
        }
    }

    /// The text itself, past the overload above.
    private func decoded(_ type: String.Type, as key: Key) throws -> String {
        try superDecoder(forKey: key).singleValueContainer().decode(type)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try decoded(type, key) { (try? decoded(String.self, as: key)).flatMap { Double($0) } }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decoded(type, key) { (try? decoded(String.self, as: key)).flatMap { Int($0) } }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try decoded(type, key) { (try? decoded(String.self, as: key)).flatMap { Int64($0) } }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try decoded(type, key) { (try? decode(Int.self, forKey: key)).map { $0 != 0 } }
    }

    func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
        let skipped = skipped(key)
        var list = try nestedUnkeyedContainer(forKey: key)
        return try list.elements(skipped)
    }

    func decodeIfPresent<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element]? {
        guard try !isAbsent(key) else { return nil }
        do { return try decode(type, forKey: key) } catch {
            guard let skipped = skipped(key) else { throw error }
            skipped.add(codingPath + [key])
            return nil
        }
    }
}

extension UnkeyedDecodingContainer {
    /// The elements that can be read; all of them where nothing may be skipped.
    fileprivate mutating func elements<Element: Decodable>(_ skipped: SkippedValues?) throws -> [Element] {
        var elements: [Element] = []
        while !isAtEnd {
            let path = codingPath + [Place(intValue: currentIndex)]
            do { elements.append(try decode(Element.self)) } catch {
                guard let skipped else { throw error }
                skipped.add(path)
                // An element that was not read is still the next one.
                _ = try decode(Passed.self)
            }
        }
        return elements
    }
}

/// Any value, stepped over.
private struct Passed: Decodable {
    init(from decoder: any Decoder) throws {}
}

private struct Place: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }

    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}
