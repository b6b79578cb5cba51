import Kernel

/// Links of a note by identifier (`daybook:UUID`), and the paths that say the same in an exported Markdown file.
///
/// Only the address of a link is rewritten: directly after `(`, `<`, a quotation mark or `]: `, up to its end. The note's
/// entry keeps both, so that an import restores the text byte for byte.
enum NoteLinks {
    private static let scheme = Array("daybook:".utf8)
    private static let idBytes = 36

    /// - Parameters:
    ///   - note: the path of the Markdown file; addresses lead from its directory.
    ///   - paths: where each thing of the export lies; things that are missing keep their address.
    /// - Complexity: O(bytes of `text`) for each different address in it.
    static func rewritten(
        _ text: String, of note: String, to paths: [EntityID: String]
    ) -> (text: String, links: [NotesFile.Link]) {
        guard InkLink.holds(text, "daybook:") else { return (text, []) }
        var out = text
        var links: [NotesFile.Link] = []
        for (address, id, rest) in addresses(in: Array(text.utf8)) {
            guard let path = paths[id], let open = address.first, let close = address.last else { continue }
            // A form that the text does not hold already, so that going back is never ambiguous.
            var relative = InkLink.encoded(Self.path(from: note, to: path))
            var written: String
            repeat {
                written = String(open) + relative + rest + String(close)
                relative = "./" + relative
            } while InkLink.holds(out, written)
            out = InkLink.replacing(address, with: written, in: out)
            links.append(NotesFile.Link(address: address, written: written))
        }
        return (out, links)
    }

    /// Links that say only the name of a file that belongs to the text itself, such as `![](map.png)`: to where it lies.
    ///
    /// - Parameters:
    ///   - files: the text's own files by their names.
    ///   - isThere: whether the export has a file at a path: a name that leads to it stays.
    /// - Complexity: O(bytes of `text`) for each file.
    static func rewritten(
        _ text: String, of note: String, files: [(name: String, path: String)], isThere: (String) -> Bool
    ) -> (text: String, links: [NotesFile.Link]) {
        var out = text
        var links: [NotesFile.Link] = []
        let here = parentPath(note)
        var known: Set<String> = []
        for (name, path) in files where known.insert(name).inserted && !isThere(here + "/" + name) {
            let plain = name.contains { " ()<>\\".contains($0) } ? [] : ["](" + name + ")"]
            for address in Set(plain + ["](" + InkLink.encoded(name) + ")", "](<" + name + ">)"]).sorted()
            where InkLink.holds(out, address) {
                var relative = InkLink.encoded(Self.path(from: note, to: path))
                var written: String
                repeat {
                    written = "](" + relative + ")"
                    relative = "./" + relative
                } while InkLink.holds(out, written)
                out = InkLink.replacing(address, with: written, in: out)
                links.append(NotesFile.Link(address: address, written: written))
            }
        }
        return (out, links)
    }

    /// Each address once, with the characters around it; `rest` is what follows the identifier in it.
    private static func addresses(in bytes: [UInt8]) -> [(address: String, id: EntityID, rest: String)] {
        var found: [(address: String, id: EntityID, rest: String)] = []
        var known: Set<[UInt8]> = []
        var at = 1
        while at + scheme.count + idBytes < bytes.count {
            guard bytes[at] == scheme[0], bytes[at..<at + scheme.count].elementsEqual(scheme) else {
                at += 1
                continue
            }
            let id = at + scheme.count
            let rest = id + idBytes
            let end = bytes[rest...].prefix(256).firstIndex { closing.contains($0) }
            guard opens(bytes, at: at), let end,
                let entity = EntityID(text: String(decoding: bytes[id..<rest], as: UTF8.self))
            else {
                at += scheme.count
                continue
            }
            if known.insert(Array(bytes[at - 1...end])).inserted {
                found.append(
                    (
                        String(decoding: bytes[at - 1...end], as: UTF8.self), entity,
                        String(decoding: bytes[rest..<end], as: UTF8.self)
                    ))
            }
            at = end
        }
        return found
    }

    private static let closing = Set(")>\"' \t\n".utf8)

    private static func opens(_ bytes: [UInt8], at: Int) -> Bool {
        switch bytes[at - 1] {
        case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        case UInt8(ascii: " "): at >= 3 && bytes[at - 2] == UInt8(ascii: ":") && bytes[at - 3] == UInt8(ascii: "]")
        default: false
        }
    }

    /// The way from the directory of one file to another file or directory.
    private static func path(from note: String, to path: String) -> String {
        let here = note.split(separator: "/").dropLast()
        let there = path.split(separator: "/")
        let shared = zip(here, there.dropLast()).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        return (Array(repeating: "..", count: here.count - shared) + there.dropFirst(shared).map(String.init))
            .joined(separator: "/")
    }
}
