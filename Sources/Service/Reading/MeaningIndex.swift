import Foundation
import Intelligence
import Kernel
import Runtime
import Synchronization
package import Workspace

/// The direction that a text points in, by the model `similar`: texts that mean much the same point the same way.
package struct Meaning: Sendable, Equatable {
    package let numbers: [Int8]

    package init(numbers: [Int8]) { self.numbers = numbers }

    /// The cosine of two directions in thousandths; 0 where it is below.
    package func likeness(to other: Meaning) -> Int {
        var (product, own, theirs) = (0, 0, 0)
        for (a, b) in zip(numbers, other.numbers) {
            product += Int(a) * Int(b)
            own += Int(a) * Int(a)
            theirs += Int(b) * Int(b)
        }
        guard product > 0 else { return 0 }
        return min(1_000, Int(1_000 * Double(product) / (Double(own) * Double(theirs)).squareRoot()))
    }
}

/// Finds things by the meaning of their texts, with a model that was installed.
///
/// The meanings of texts are kept in memory alone, by digests of the texts: nothing of it is on disk, where it would tell of what is encrypted
/// there. A text is looked at once while the process runs.
package final class MeaningIndex: Sendable {
    private let reader: ModelReader
    private let known = Mutex<[Digest: Meaning]>([:])

    /// Things of a kind that are compared: those that changed last.
    package static let comparedMax = 4_000
    /// Texts that are looked at for one question, which takes some three seconds on two cores.
    package static let newMax = 100
    /// Likeness below which nothing is told: chance.
    package static let least = 200
    /// The nearest texts that are told of: of several that lie in one place, the place once, and nearer the more there are.
    package static let countMax = 10
    /// Of places: five neighbours say best where something belongs (INTELLIGENCE.md, "Organising captures").
    package static let neighbours = 5
    /// Texts that are kept, 400 bytes each.
    private static let knownMax = 20_000

    package init(_ reader: ModelReader) { self.reader = reader }

    /// Returns the things that are most like a text, or the places of those.
    ///
    /// - Parameters:
    ///   - text: what they are to be like.
    ///   - itself: left out.
    ///   - gists: of all that is compared.
    /// - Throws: `ProviderFailure` without the model, and where the reader fails.
    /// - Complexity: O(gists), and some 25 ms for each text that is new.
    package func things(
        like text: String, but itself: EntityRef?, among gists: [Gist]
    ) async throws -> (found: [(referent: EntityRef, likeness: Int)], rest: Int) {
        try await things(like: text, but: itself, among: gists, for: .service)
    }

    func things(
        like text: String, but itself: EntityRef?, among gists: [Gist], for requester: Requester
    ) async throws -> (found: [(referent: EntityRef, likeness: Int)], rest: Int) {
        let others = gists.filter { $0.source != itself && !$0.text.utf8.isEmpty }
        let digests = others.map { Digest(of: Array($0.text.utf8)) }
        let sought = Digest(of: Array(text.utf8))
        // What this question needs is its own: another one may empty what is kept.
        var meanings = known.withLock { known in
            var own: [Digest: Meaning] = [:]
            for digest in digests + [sought] { own[digest] = known[digest] }
            return own
        }
        var new: [(Digest, String)] = meanings[sought] == nil ? [(sought, text)] : []
        for (digest, gist) in zip(digests, others) where meanings[digest] == nil && new.count < Self.newMax {
            new.append((digest, gist.text))
        }
        let read = zip(new, try await reader.meanings(of: new.map { $0.1 }, for: requester)).map { ($0.0, $1) }
        known.withLock { known in
            // All at once: which of them will be asked for again nobody knows.
            if known.count + read.count > Self.knownMax { known.removeAll() }
            for (digest, meaning) in read { known[digest] = meaning }
        }
        for (digest, meaning) in read { meanings[digest] = meaning }
        guard let own = meanings[sought] else { return ([], others.count) }
        var found: [(referent: EntityRef, likeness: Int)] = []
        var rest = 0
        for (digest, gist) in zip(digests, others) {
            guard let meaning = meanings[digest] else {
                rest += 1
                continue
            }
            let likeness = own.likeness(to: meaning)
            if likeness >= Self.least { found.append((gist.referent, likeness)) }
        }
        // In the order in which they came where they are alike.
        let sorted = found.enumerated().sorted {
            $0.element.likeness != $1.element.likeness ? $0.element.likeness > $1.element.likeness : $0.offset < $1.offset
        }
        return (Self.places(of: sorted.map(\.element), isOfPlaces: gists.contains { $0.referent != $0.source }), rest)
    }

    /// The nearest as they are told: each once, with its best likeness; first where most of the nearness is.
    private static func places(
        of found: [(referent: EntityRef, likeness: Int)], isOfPlaces: Bool
    ) -> [(referent: EntityRef, likeness: Int)] {
        var told: [(referent: EntityRef, likeness: Int, sum: Int)] = []
        for (referent, likeness) in found.prefix(isOfPlaces ? neighbours : countMax) {
            if let place = told.firstIndex(where: { $0.referent == referent }) {
                told[place].sum += likeness
            } else {
                told.append((referent, likeness, likeness))
            }
        }
        return told.enumerated().sorted { a, b in
            a.element.sum != b.element.sum ? a.element.sum > b.element.sum : a.offset < b.offset
        }.map { ($0.element.referent, $0.element.likeness) }
    }
}
