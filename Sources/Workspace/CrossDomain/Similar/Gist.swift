import Boards
import Capture
package import Kernel
import Notes
import Studio

/// The words that say what a thing is about, for a model that compares texts by their meaning.
package struct Gist: Sendable, Equatable {
    /// The thing that is told where these words are near.
    package var referent: EntityRef
    /// The thing that has these words: the same, or something that lies in it.
    package var source: EntityRef
    package var text: String
    package var updated: Instant

    /// Bytes of a text: its beginning says what it is about, and a model looks at no more.
    package static let bytesMax = 500
    /// The kinds of thing that are compared.
    package static let kinds: [EntityKind] = [.note, .folder, .item, .collection, .card, .artwork]

    package init(referent: EntityRef, source: EntityRef, text: String, updated: Instant) {
        self.referent = referent
        self.source = source
        self.text = text
        self.updated = updated
    }
}

extension WorkspaceView {
    /// The words of the things of one kind that are to be seen, what changed last first. A folder, a plan or a list has the words of
    /// what lies in it, too: a thing fits where its like is.
    ///
    /// - Parameter count: the most there are.
    /// - Complexity: O(things · log things), and O(bytes of the texts that are taken).
    package func gists(of kind: EntityKind, in scope: SearchScope, count: Int) -> [Gist] {
        var things: [(thing: EntitySummary, told: EntityRef)] = []
        forEachThing([kind]) { thing in
            if thing.presence == .present, scope.admits(thing.referent, in: self) { things.append((thing, thing.referent)) }
        }
        forEachThing(kind == .folder ? [.note] : kind == .collection ? [.item] : []) { thing in
            guard thing.presence == .present, scope.admits(thing.referent, in: self) else { return }
            switch thing.referent {
            case .note: if let folder = thing.folder { things.append((thing, .folder(folder))) }
            case .item(let id):
                for membership in capture.model.items[id]?.memberships ?? [] {
                    things.append((thing, .collection(membership.collection)))
                }
            default: return
            }
        }
        things.sort { a, b in
            a.thing.updated != b.thing.updated
                ? a.thing.updated > b.thing.updated : a.thing.referent.entity > b.thing.referent.entity
        }
        return things.prefix(count).map { gist(of: $0.thing, toldAs: $0.told) }
    }

    /// The words of one thing; nil for one that is not to be seen, and of a kind that is not compared.
    package func gist(of referent: EntityRef, in scope: SearchScope) -> Gist? {
        guard Gist.kinds.contains(referent.kind), let thing = thing(referent), thing.presence == .present,
            scope.admits(referent, in: self)
        else { return nil }
        return gist(of: thing, toldAs: referent)
    }

    private func gist(of thing: EntitySummary, toldAs told: EntityRef) -> Gist {
        var words = thing.title.text
        if case .item(let id) = thing.referent {
            words = capture.model.items[id]?.content ?? ""
        } else {
            forEachText(of: thing.referent) { field, bytes in
                guard !field.isRead, !bytes.isEmpty else { return }
                words += "\n" + String(decoding: bytes.prefix(Gist.bytesMax), as: UTF8.self)
            }
        }
        if words.utf8.count > Gist.bytesMax { words = String(decoding: Array(words.utf8.prefix(Gist.bytesMax)), as: UTF8.self) }
        return Gist(referent: told, source: thing.referent, text: words, updated: thing.updated)
    }
}
