/// A protocol operation that a NATS server sends to a client.
enum NATSOperation: Equatable {
    /// The server's description of itself and of what it demands, as JSON.
    case info([UInt8])
    case message(NATSMessage)
    case ping, pong, ok
    /// It says no, in words; mostly it closes the connection then.
    case refused(String)
}

/// A message as it was delivered to a subscription.
struct NATSMessage: Sendable, Equatable {
    var subject: String
    /// The subscription's number.
    var subscription: String
    var headers = NATSHeaders()
    var payload: [UInt8]
}

/// The header lines of a message: `NATS/1.0`, perhaps a status, and fields.
struct NATSHeaders: Sendable, Equatable {
    /// Such as 503, when nobody answers on a subject.
    var status: Int?
    var fields: [(name: String, value: String)] = []

    static func == (a: NATSHeaders, b: NATSHeaders) -> Bool {
        a.status == b.status && a.fields.elementsEqual(b.fields, by: ==)
    }

    private static let version = "NATS/1.0"

    init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    /// Reads what `bytes` writes; nil for anything else.
    init?(bytes: some Sequence<UInt8>) {
        let lines = Self.lines(of: String(decoding: Array(bytes), as: UTF8.self))
        guard let first = lines.first, first.hasPrefix(Self.version) else { return nil }
        let words = first.split(separator: " ")
        if words.count > 1 {
            guard let status = Int(words[1]) else { return nil }
            self.status = status
        }
        for line in lines.dropFirst() where !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields.append((String(line[..<colon]), String(value)))
        }
    }

    /// Swift takes a carriage return and a line feed for one character.
    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\r\n", omittingEmptySubsequences: false)
    }

    /// The first field of a name; nil when there is none.
    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    var bytes: [UInt8] {
        var text = Self.version + (status.map { " \($0)" } ?? "") + "\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        return Array((text + "\r\n").utf8)
    }
}
