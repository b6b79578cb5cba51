package import Kernel

/// Everything of one thing that can be searched: what an index is fed, and what a search without one reads.
package struct SearchText: Sendable {
    package var thing: Thing
    package var path: String
    package var pieces: [Piece]
    package var tags: [Name]

    /// One text of the thing besides its title.
    package struct Piece: Sendable, Equatable {
        package var field: TextField
        package var text: String
    }
}

extension WorkspaceView {
    /// Calls `body` with the text of everything that is to be seen, in the order in which it came to be.
    package func forEachSearchText(_ kinds: [EntityKind] = EntityKind.allCases, _ body: (SearchText) -> Void) {
        let files = fileNames()
        forEachThing(kinds) { thing in
            guard thing.presence == .present else { return }
            var pieces: [SearchText.Piece] = []
            forEachText(of: thing.referent, files: files) { field, bytes in
                if field != .tag { pieces.append(.init(field: field, text: String(decoding: bytes, as: UTF8.self))) }
            }
            body(
                SearchText(
                    thing: thing, path: path(of: thing.referent), pieces: pieces, tags: tags(of: thing.referent)))
        }
    }
}
