@testable import Runtime

/// Makes right again what a fuzzer cannot guess: the sums of a tar's headers, the digests and the sum of its list.
enum BackupResealing {
    private static let block = 512

    /// - Parameter bytes: a tar.
    static func reseal(_ bytes: inout [UInt8]) {
        var digests: [(name: [UInt8], digest: Digest)] = []
        var list: Range<Int>?
        var at = 0
        while at + block <= bytes.count, bytes[at] != 0 {
            sum(&bytes, at)
            let name = Array(bytes[at..<(at + 100)].prefix { $0 != 0 })
            let size = bytes[(at + 124)..<(at + 136)].filter { (48..<56).contains($0) }
                .reduce(0) { ($0 << 3 | Int($1 - 48)) & 0xFF_FFFF }
            let content = (at + block)..<(at + block + size)
            guard content.upperBound <= bytes.count else { break }
            if name == Array(BackupManifest.name.utf8) {
                list = content
            } else {
                digests.append((name, Digest(of: Array(bytes[content]))))
            }
            at = content.lowerBound + (size + block - 1) / block * block
        }
        guard let list else { return }
        var text = Array(bytes[list])
        for (name, digest) in digests {
            guard let entry = text.firstRange(of: Array("\"path\":\"".utf8) + name + Array("\"".utf8)),
                let field = text[entry.upperBound...].firstRange(of: Array("\"sha256\":\"".utf8)),
                field.upperBound + 64 <= text.count
            else { continue }
            text.replaceSubrange(field.upperBound..<(field.upperBound + 64), with: Array(digest.text.utf8))
        }
        resealList(&text)
        bytes.replaceSubrange(list, with: text)
    }

    /// - Parameter bytes: a list, whose last field is the sum of all before it.
    static func resealList(_ bytes: inout [UInt8]) {
        let field = Array(",\"sum\":\"".utf8)
        let body = bytes.count - 64 - 3 - field.count
        guard body > 0, bytes[body...].starts(with: field) else { return }
        let sum = Digest(of: Array(bytes[..<body])).text
        bytes.replaceSubrange((body + field.count)..<(body + field.count + 64), with: Array(sum.utf8))
    }

    /// The sum of a tar's header counts its own field as blanks.
    private static func sum(_ bytes: inout [UInt8], _ at: Int) {
        let field = (at + 148)..<(at + 156)
        for index in field { bytes[index] = 0x20 }
        let sum = bytes[at..<(at + block)].reduce(0) { $0 + Int($1) }
        let digits = String(sum, radix: 8)
        let text = String(repeating: "0", count: 6 - digits.utf8.count) + digits
        bytes.replaceSubrange(field, with: Array(text.utf8) + [0, 0x20])
    }
}

extension Collection<UInt8> where Index == Int {
    fileprivate func firstRange(of pattern: [UInt8]) -> Range<Int>? {
        var at = startIndex
        while at + pattern.count <= endIndex {
            if self[at] == pattern[0], self[at..<(at + pattern.count)].elementsEqual(pattern) {
                return at..<(at + pattern.count)
            }
            at += 1
        }
        return nil
    }
}
