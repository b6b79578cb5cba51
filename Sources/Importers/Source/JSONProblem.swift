import Foundation

/// Says in a person's words what is wrong with a JSON text.
enum JSONProblem {
    /// The problem in words.
    static func text(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return describe(error) }
        switch error {
        case .keyNotFound(let key, let context): return "\(place(context))“\(key.stringValue)” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\(place(context))another kind of value was expected"
        case .dataCorrupted(let context):
            if let underlying = context.underlyingError as NSError?,
                let detail = underlying.userInfo[NSDebugDescriptionErrorKey] as? String
            {
                return "it is not valid JSON: \(detail)"
            }
            return place(context) + withoutFullStop(context.debugDescription)
        @unknown default: return describe(error)
        }
    }

    /// Returns whether the text stops inside a string, an array or an object, as a download does that was cut off.
    static func stopsTooEarly(_ bytes: [UInt8]) -> Bool {
        var open: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
                case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if open.popLast() != byte { return false }  // Wrong before it ends.
                default: break
                }
            }
        }
        return isInString || !open.isEmpty
    }

    private static func withoutFullStop(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Where in the text; nil when only the text as a whole is known to be wrong.
    static func path(of error: any Error) -> String? {
        guard let error = error as? DecodingError else { return nil }
        let context: DecodingError.Context? =
            switch error {
            case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        guard let context, !context.codingPath.isEmpty else { return nil }
        return spelled(context.codingPath)
    }

    /// Returns whether it is the value that holds all others that is wrong.
    static func isOfOutermost(_ error: any Error) -> Bool {
        switch error as? DecodingError {
        case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
        default: false
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        context.codingPath.isEmpty ? "" : spelled(context.codingPath) + ": "
    }

    /// `cards[12].name`.
    static func spelled(_ path: [any CodingKey]) -> String {
        var out = ""
        for key in path {
            if let index = key.intValue {
                out += "[\(index)]"
            } else {
                out += (out.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return out
    }
}
