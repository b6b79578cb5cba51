/// Why JSON from outside was not taken, and where.
public struct JSONFault: Error, Equatable, Sendable {
    /// Such as `commands[3].card`; empty for the whole.
    public var path: String
    public var problem: Problem

    public enum Problem: Equatable, Sendable {
        case syntax(expected: String, byteOffset: Int)
        case notUTF8(byteOffset: Int)
        case tooLong(byteCount: Int, max: Int)
        case tooDeep(max: Int)
        case tooManyValues(max: Int)
        case tooManyMembers(max: Int)
        case tooManyElements(count: Int, max: Int)
        /// The path names the key.
        case keyTwice
        /// The path names the key.
        case unknownKey
        case missing(expected: String)
        case unexpected(expected: String, found: String)
        case badName(NameFault)
        /// The types are right, and together they make no sense.
        case unmet(expected: String)
    }

    public init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// Where, what was expected, and what was found instead.
    public var message: String { (path.utf8.isEmpty ? "" : path + ": ") + problem.message }
}

extension JSONFault.Problem {
    public var message: String {
        switch self {
        case .syntax(let expected, let byteOffset):
            "this is not JSON: expected " + expected + " at byte " + String(byteOffset)
        case .notUTF8(let byteOffset): "the text is not UTF-8 at byte " + String(byteOffset)
        case .tooLong(let byteCount, let max):
            "at most " + String(max) + " bytes are read; these are " + String(byteCount) + ", so send them in parts"
        case .tooDeep(let max): "nested deeper than " + String(max) + " levels"
        case .tooManyValues(let max): "more than " + String(max) + " values; send them in parts"
        case .tooManyMembers(let max): "more than " + String(max) + " keys in one object"
        case .tooManyElements(let count, let max):
            "these are " + String(count) + "; at most " + String(max) + " are taken at once, so send them in parts"
        case .keyTwice: "this key is given twice"
        case .unknownKey: "there is no such key here; leave it out, or look for how it is spelled"
        case .missing(let expected): "missing; expected " + expected
        case .unexpected(let expected, let found): "expected " + expected + ", found " + found
        case .badName(let fault): fault.message
        case .unmet(let expected): "expected " + expected
        }
    }
}
