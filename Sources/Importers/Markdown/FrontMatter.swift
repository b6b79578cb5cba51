package import Kernel
private import Yams

/// The tags and dates in the YAML block at the head of a Markdown note: the fields that Daybook has a place for.
///
/// The block itself stays in the body byte for byte; this only reads it.
package struct FrontMatter: Sendable, Equatable {
    /// In the order of the block, without `#` in front.
    package var tags: [String] = []
    package var created: Instant?
    package var updated: Instant?
    /// Why the block could not be read.
    package var problem: String?
    /// Bytes of the body up to and including the closing line; 0 when there is no block.
    package var endByte = 0

    package init() {}

    package init(of body: [UInt8]) {
        guard let block = Block(in: body) else { return }
        endByte = block.end
        guard block.yaml.count <= ImportLimits.frontMatterBytesMax else {
            problem = "its front matter is longer than \(ImportLimits.frontMatterBytesMax >> 10) KiB"
            return
        }
        let text = String(decoding: block.yaml, as: UTF8.self)
        guard !Self.isDeep(text) else {
            problem = "its front matter is nested too deeply"
            return
        }
        do {
            guard let node = try Yams.compose(yaml: text) else { return }
            guard case .mapping(let mapping) = node else {
                problem = "its front matter is not a list of names and values"
                return
            }
            for (key, value) in mapping {
                guard let name = key.scalar?.string.lowercased() else { continue }
                ingest(name, value)
            }
        } catch {
            problem = "its front matter is not valid YAML" + Self.place(of: error)
        }
    }

    private mutating func ingest(_ name: String, _ value: Node) {
        switch name {
        case "tags", "tag": tags += Self.tags(in: value)
        case "created", "date", "created_at", "createdat", "date created", "creation date", "created-at":
            created = created ?? Self.instant(in: value)
        case "updated", "modified", "updated_at", "updatedat", "date modified", "last modified", "lastmod",
            "updated-at":
            updated = updated ?? Self.instant(in: value)
        default: break
        }
    }

    /// A list of tags, or one text with commas or spaces between them.
    private static func tags(in value: Node) -> [String] {
        let texts: [String] =
            switch value {
            case .sequence(let sequence): sequence.compactMap { $0.scalar?.string }
            case .scalar(let scalar) where value.null == nil:
                scalar.string.split { $0 == "," || $0.isWhitespace }.map(String.init)
            default: []
            }
        return texts.map { text in
            let bare = trimmed(text)
            return bare.hasPrefix("#") ? String(bare.dropFirst()) : bare
        }.filter { !$0.isEmpty }
    }

    /// RFC 3339, a date, or a Unix time in seconds or milliseconds.
    private static func instant(in value: Node) -> Instant? {
        guard let text = value.scalar?.string else { return nil }
        if let number = Int64(text) {
            return number >= 100_000_000_000 && number < 100_000_000_000_000
                ? Instant(microseconds: number * 1000)
                : number >= 100_000_000 && number < 100_000_000_000 ? Instant(seconds: number) : nil
        }
        return Instant(text: trimmed(text))
    }

    private static func place(of error: any Error) -> String {
        guard let error = error as? YamlError else { return "" }
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
            return " (line \(mark.line + 1))"
        default: return ""
        }
    }

    /// Returns whether brackets or indentation nest deeper than any person writes: a parser that recurses must not be led there.
    private static func isDeep(_ yaml: String) -> Bool {
        var open = 0
        for byte in yaml.utf8 where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { open += 1 }
        guard open <= 1000 else { return true }
        return yaml.utf8.split(separator: UInt8(ascii: "\n")).contains { line in
            line.prefix(while: { " -?:".utf8.contains($0) }).count > 500
        }
    }

    /// The lines between the first line `---` and the next `---` or `...`.
    private struct Block {
        var yaml: ArraySlice<UInt8>
        var end: Int

        init?(in body: [UInt8]) {
            var at = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            guard let first = Self.line(in: body, from: &at), first == Array("---".utf8)[...] else { return nil }
            let start = at
            while true {
                let before = at
                guard let line = Self.line(in: body, from: &at) else { return nil }
                if line == Array("---".utf8)[...] || line == Array("...".utf8)[...] {
                    yaml = body[start..<before]
                    end = at
                    return
                }
            }
        }

        /// The next line without its end and trailing blanks; `at` moves behind it.
        private static func line(in body: [UInt8], from at: inout Int) -> ArraySlice<UInt8>? {
            guard at < body.count else { return nil }
            let end = body[at...].firstIndex(of: UInt8(ascii: "\n")) ?? body.count
            var line = body[at..<end]
            while let last = line.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: " ") || last == 0x09 {
                line.removeLast()
            }
            at = min(end + 1, body.count)
            return line
        }
    }
}
