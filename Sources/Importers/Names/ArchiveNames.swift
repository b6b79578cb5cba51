/// Names of an archive that are not UTF-8, read in one encoding for all of them: the likeliest that all of them are in and that keeps
/// them apart.
struct ArchiveNames {
    /// In their order.
    let texts: [String]
    private let encoding: NameEncoding
    /// True if another encoding makes other names of them that are about as likely.
    private let isGuess: Bool
    private let first: [UInt8]

    /// Bytes of names that are looked at to tell the encoding. All of them are looked at to tell whether they are in it.
    private static let sampleBytesMax = 32 << 10
    /// The factor by which the names must be likelier than in any other encoding to count as certain: 50 to 1.
    private static let margin = 4.0
    /// The least likelihood (natural logarithm) of a byte in a name that can be a name at all.
    private static let byteMin = -7.5

    /// - Parameter names: at least one, none of them UTF-8.
    init(_ names: [[UInt8]]) {
        first = names[0]
        let sample = Self.sample(of: names)
        // Where they are names in none, the standard has the say.
        let ranking = NameEncoding.all.compactMap { Candidate($0, sample) }
            .filter { $0.perByte >= Self.byteMin || $0.encoding.charset == nil }
            .sorted { $0.likelihood > $1.likelihood }
        var isPassedOver = false
        for (place, candidate) in ranking.enumerated() {
            guard let texts = candidate.encoding.texts(of: names) else { continue }
            guard Set(texts.map(ByteText.init)).count == Set(names).count else {
                isPassedOver = true
                continue
            }
            let rival = ranking[(place + 1)...].first { $0.texts != candidate.texts }
            self.texts = texts
            encoding = candidate.encoding
            isGuess =
                isPassedOver || candidate.perByte < Self.byteMin
                || rival.map { candidate.likelihood - $0.likelihood < Self.margin } ?? false
            return
        }
        preconditionFailure("code page 437 is among them, and makes different names of different bytes")
    }

    /// A line of the report about names of which the encoding is a guess; nil where it is none.
    ///
    /// - Parameter archive: its name.
    func notTaken(in archive: String) -> ImportWarning? {
        guard isGuess else { return nil }
        let many = texts.count == 1 ? "1 name is not UTF-8 and does" : "\(texts.count) names are not UTF-8 and do"
        let shown = first.prefix(40).map { hex([$0]).uppercased() }.joined(separator: " ")
        return ImportWarning(
            what: "encoding", at: archive,
            why: "\(many) not say in what encoding; read as \(encoding.title), which is a guess: "
                + "\(shown)\(first.count > 40 ? " …" : "") became “\(texts[0])”")
    }

    /// Different names of files and directories, up to so many bytes.
    private static func sample(of names: [[UInt8]]) -> [[UInt8]] {
        var parts: Set<[UInt8]> = []
        var left = sampleBytesMax
        for name in names {
            for part in name.split(separator: UInt8(ascii: "/")) where part.contains(where: { $0 >= 0x80 }) {
                guard left > 0 || parts.isEmpty else { return Array(parts) }
                if parts.insert(Array(part)).inserted { left -= part.count }
            }
        }
        return Array(parts)
    }

    private struct Candidate {
        let encoding: NameEncoding
        let texts: [String]
        var likelihood: Double
        /// Of each byte beyond ASCII.
        var perByte: Double

        /// Nil where one of the names is not of the encoding.
        init?(_ encoding: NameEncoding, _ names: [[UInt8]]) {
            guard let texts = encoding.texts(of: names) else { return nil }
            var found = NameLikelihood()
            for (text, name) in zip(texts, names) { found.add(text, name, in: encoding) }
            self.encoding = encoding
            self.texts = texts
            likelihood = encoding.prior + found.logarithm
            let high = names.reduce(0) { $0 + $1.count { $0 >= 0x80 } }
            perByte = (found.logarithm - found.ofASCII) / Double(max(1, high))
        }
    }
}
