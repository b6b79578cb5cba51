import JournalEngine

/// One message about a journal: a piece of it, or a word of its writer, with what is needed to go on behind it.
///
/// - Format: Replication.md, "What stands in the stream". The header lines' names are the format: they never change.
struct ReplicaMessage: Sendable, Equatable {
    /// Another one for every message that was ever sent, whatever it says.
    var id: String
    /// The installation that wrote it.
    var node: String
    /// Where the journal lies in the data directory, such as `workspaces/default`.
    var path: String
    /// Where the bytes begin.
    var place: SegmentPlace
    /// The chain behind the bytes, if with everything before them they are a whole journal.
    var head: ChainHead?
    /// The number of the last whole message before; 0 for none.
    var wholeBefore: UInt64
    /// No erasure is noted up to this record, or everything noted up to there is gone from this generation.
    var cleanThrough: UInt64
    /// The keys of the segments up to this one.
    var keyring: String
    /// The generation that takes the place of this one; then this is the last message.
    var movedTo: UInt64?
    var bytes: [UInt8] = []

    /// Where the bytes end.
    var end: SegmentPlace {
        SegmentPlace(segment: place.segment, stamp: place.stamp, offset: place.offset + UInt64(bytes.count))
    }
}

extension ReplicaMessage {
    private enum Name {
        static let id = "Daybook-Message"
        static let node = "Daybook-Node"
        static let path = "Daybook-Path"
        static let place = "Daybook-Place"
        static let head = "Daybook-Head"
        static let wholeBefore = "Daybook-Whole-Before"
        static let cleanThrough = "Daybook-Clean-Through"
        static let keyring = "Daybook-Keyring"
        static let movedTo = "Daybook-Moved-To"
    }

    var headers: NATSHeaders {
        var fields: [(name: String, value: String)] = [
            (Name.id, id), (Name.node, node), (Name.path, path),
            (Name.place, "\(place.segment) \(String(place.stamp, radix: 16)) \(place.offset)"),
            (Name.wholeBefore, String(wholeBefore)), (Name.cleanThrough, String(cleanThrough)), (Name.keyring, keyring),
        ]
        if let head { fields.append((Name.head, "\(head.sequence) \(head.hash)")) }
        if let movedTo { fields.append((Name.movedTo, String(movedTo))) }
        return NATSHeaders(fields)
    }

    /// - Throws: `ReplicaFault.malformed` for what `headers` never writes.
    init(_ kept: JetStream.Kept) throws(ReplicaFault) {
        let malformed = ReplicaFault.malformed(sequence: kept.sequence)
        let headers = kept.headers
        guard let id = headers[Name.id], let node = headers[Name.node], let path = headers[Name.path],
            let place = headers[Name.place].flatMap(Self.place),
            let wholeBefore = headers[Name.wholeBefore].flatMap({ UInt64($0) }),
            let cleanThrough = headers[Name.cleanThrough].flatMap({ UInt64($0) }), let keyring = headers[Name.keyring]
        else { throw malformed }
        var head: ChainHead?
        if let text = headers[Name.head] {
            guard let read = Self.head(text) else { throw malformed }
            head = read
        }
        var movedTo: UInt64?
        if let text = headers[Name.movedTo] {
            guard let generation = UInt64(text) else { throw malformed }
            movedTo = generation
        }
        self.init(
            id: id, node: node, path: path, place: place, head: head, wholeBefore: wholeBefore,
            cleanThrough: cleanThrough, keyring: keyring, movedTo: movedTo, bytes: kept.payload)
    }

    private static func place(_ text: String) -> SegmentPlace? {
        let words = text.split(separator: " ")
        guard words.count == 3, let segment = UInt64(words[0]), segment > 0, let stamp = UInt64(words[1], radix: 16),
            let offset = UInt64(words[2]), offset <= UInt64(JournalLimits.segmentByteCountMax)
        else { return nil }
        return SegmentPlace(segment: segment, stamp: stamp, offset: offset)
    }

    private static func head(_ text: String) -> ChainHead? {
        let words = text.split(separator: " ")
        guard words.count == 2, let sequence = UInt64(words[0]), let hash = ChainHash(hex: words[1]) else { return nil }
        return ChainHead(sequence: sequence, kept: hash)
    }
}
