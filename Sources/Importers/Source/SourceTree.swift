package import Foundation
package import Kernel

/// A vault as it stands, read from a directory or an archive: what there is, without its meaning.
package struct SourceTree: Sendable {
    /// In the order of their paths' UTF-8 bytes, parents before what they hold.
    package var entries: [Entry] = []
    /// Entries that exist and could not be read or were left alone.
    package var notTaken: [ImportWarning] = []

    package init() {}

    /// One file alone, as if it lay in a directory of its own.
    init(file name: String, _ bytes: [UInt8], modified: Instant?) {
        entries = [Entry(path: name, kind: .file(sizeBytes: bytes.count, .inMemory(bytes)), modified: modified)]
    }

    package struct Entry: Sendable {
        /// From the root of the vault, with `/` between names and none in front.
        package var path: String
        package var kind: Kind
        /// When it was last changed; nil where nobody knows.
        package var modified: Instant?

    }

    package enum Kind: Sendable {
        case directory
        case file(sizeBytes: Int, Content)
    }

    /// Where the bytes are.
    package enum Content: Sendable {
        case onDisk(URL)
        case inMemory([UInt8])
    }

    mutating func sort() {
        // "/" sorts below every other character, so that a directory comes before what it holds and "a b" after "a/b".
        entries.sort { left, right in
            left.path.utf8.lexicographicallyPrecedes(right.path.utf8) { order($0) < order($1) }
        }
    }
}

private func order(_ byte: UInt8) -> Int { byte == UInt8(ascii: "/") ? -1 : Int(byte) }

/// The path without its last name; empty at the top.
package func parentPath(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
}

/// The last name of the path.
package func lastName(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
}
