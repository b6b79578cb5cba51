import Boards
import Capture
import Kernel
import Notes
import Studio
import Workspace

extension WorkspaceEvent {
    /// The digests of the files that the event speaks of: whatever is attached, an image, a portrait, what was sent to a
    /// provider.
    ///
    /// Found by visiting the event's own list of fields, so that a new kind of event is never forgotten here.
    var fileDigests: [Digest] {
        var finder = DigestFinder()
        switch self {
        case .registry(var event): event.code(&finder)
        case .notes(var event): event.code(&finder)
        case .boards(var event): event.code(&finder)
        case .capture(var event): event.code(&finder)
        case .studio(var event): event.code(&finder)
        }
        return finder.found
    }
}

/// Visits fields and keeps the digests of files among them.
private struct DigestFinder: Coder {
    var found: [Digest] = []

    mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        if let facts = value as? FileFacts { keep(facts.digest) } else { value.code(&self) }
    }

    /// Of what an organising run or an analysis was given and gave back, the digest stands in a blob of its own.
    mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) {
        if spelled(name).hasSuffix("_digest") { keep(value) }
    }

    private mutating func keep(_ bytes: [UInt8]) {
        if let digest = Digest(bytes: bytes) { found.append(digest) }
    }

    // What holds no file.
    mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {}
    mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) {}
    mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) {}
    mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) {}
    mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) {}
    mutating func rank(_ number: Int, _ name: StaticString, _ value: inout Rank) {}
    mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {}
    mutating func choice(_ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]) {}

    // As a writer walks: what is there is visited, and nothing else.
    mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool { isPresent }
    mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool { count < total }
    mutating func endList(_ number: Int) {}
}
