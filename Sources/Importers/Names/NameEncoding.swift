import Glibc

/// An encoding that the names of an archive may be in where the archive does not say it.
struct NameEncoding: Sendable {
    /// The name in a report.
    let title: String
    /// The name in the C library; nil for code page 437, which needs none.
    let charset: String?
    let script: Script
    /// The likelihood of the encoding relative to others before a name was seen: a natural logarithm.
    let prior: Double

    enum Script: Sendable {
        case latin, cyrillic, greek, hebrew, arabic, thai, japanese, simplified, traditional, korean
    }

    /// The encodings that Windows, DOS and Unix wrote names in, one and the same country's beside each other.
    static let all = [
        NameEncoding(title: "code page 437", charset: nil, script: .latin, prior: 2),
        NameEncoding(title: "code page 850", charset: "CP850", script: .latin, prior: 0.5),
        NameEncoding(title: "Windows-1252", charset: "CP1252", script: .latin, prior: 0.5),
        NameEncoding(title: "code page 852", charset: "CP852", script: .latin, prior: 0),
        NameEncoding(title: "Windows-1250", charset: "CP1250", script: .latin, prior: 0),
        NameEncoding(title: "code page 866", charset: "CP866", script: .cyrillic, prior: 0),
        NameEncoding(title: "Windows-1251", charset: "CP1251", script: .cyrillic, prior: 0),
        NameEncoding(title: "KOI8-R", charset: "KOI8-R", script: .cyrillic, prior: 0),
        NameEncoding(title: "Shift JIS", charset: "CP932", script: .japanese, prior: 0),
        NameEncoding(title: "EUC-JP", charset: "EUC-JP", script: .japanese, prior: -1),
        NameEncoding(title: "GBK", charset: "CP936", script: .simplified, prior: 0),
        NameEncoding(title: "Big5", charset: "CP950", script: .traditional, prior: 0),
        NameEncoding(title: "EUC-KR", charset: "CP949", script: .korean, prior: 0),
        NameEncoding(title: "code page 737", charset: "CP737", script: .greek, prior: -3),
        NameEncoding(title: "Windows-1253", charset: "CP1253", script: .greek, prior: -3),
        NameEncoding(title: "code page 862", charset: "CP862", script: .hebrew, prior: -3),
        NameEncoding(title: "Windows-1255", charset: "CP1255", script: .hebrew, prior: -3),
        NameEncoding(title: "Windows-1256", charset: "CP1256", script: .arabic, prior: -4),
        NameEncoding(title: "Windows-874", charset: "CP874", script: .thai, prior: -4),
    ]

    /// Every one of `names`; nil where one is not of this encoding, or the C library has none of that name.
    func texts(of names: some Sequence<[UInt8]>) -> [String]? {
        guard let charset else { return names.map(CodePage437.text) }
        guard let decoder = StrictDecoder(charset) else { return nil }
        var texts: [String] = []
        for name in names {
            guard let text = decoder.text(of: name) else { return nil }
            texts.append(text)
        }
        return texts
    }
}

/// Decodes bytes by a character set of the C library, or not at all.
private struct StrictDecoder: ~Copyable {
    private let converter: iconv_t

    init?(_ charset: String) {
        guard let converter = iconv_open("UTF-8", charset), converter != iconv_t(bitPattern: -1) else { return nil }
        self.converter = converter
    }

    deinit { iconv_close(converter) }

    /// Nil for bytes that do not belong to the character set, and for a text with control characters, which is not a name.
    borrowing func text(of bytes: [UInt8]) -> String? {
        var source = bytes.map { CChar(bitPattern: $0) }
        var target = [CChar](repeating: 0, count: 4 * bytes.count + 4)
        let count: Int? = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                var (from, fromLeft) = (source.baseAddress, source.count)
                var (into, intoLeft) = (target.baseAddress, target.count)
                // Back to the beginning, whatever the last name left behind.
                iconv(converter, nil, nil, nil, nil)
                guard iconv(converter, &from, &fromLeft, &into, &intoLeft) != UInt.max, fromLeft == 0 else {
                    return nil
                }
                return target.count - intoLeft
            }
        }
        guard let count,
            let text = String(validating: target[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }
}
