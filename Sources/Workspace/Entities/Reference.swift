import Boards
import Kernel
import Notes

/// Where a reference is looked up.
package enum ReferenceScope: Sendable {
    /// Among what can be seen, the archive included.
    case present
    /// Among what was deleted and can be restored.
    case trash
}

/// Why a reference does not lead to one thing.
package enum ReferenceFault: Error, Equatable, Sendable {
    /// Nothing answers to it; `similar` are the things whose names are spelled nearly so.
    case notFound(String, kinds: [EntityKind], ReferenceScope, similar: [Candidate])
    case ambiguous(String, [Candidate])

    /// One of the things that were meant, as a person tells it from the others.
    package struct Candidate: Equatable, Sendable {
        package var referent: EntityRef
        /// As it is typed: a slash within a name is `\/`.
        package var path: String
        /// The same with every name as it stands, which is what most people type.
        var plain: String
    }

    private static let listedMax = 10

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .notFound(let ref, let kinds, let scope, let similar):
            var words = kinds.count == EntityKind.allCases.count ? "thing" : kinds[0].word
            if kinds.count > 1, kinds.count < EntityKind.allCases.count {
                for kind in kinds.dropFirst() { words += " or " + kind.word }
            }
            var message = "There is no " + words + " \"" + ref + "\"" + (scope == .trash ? " in the trash" : "")
            for (index, candidate) in similar.enumerated() {
                message += index == 0 ? "; did you mean " : index == similar.count - 1 ? " or " : ", "
                message += candidate.path
            }
            message += similar.isEmpty ? "; give" : "? Else give"
            return message + " its id, four or more digits of its beginning, or its path."
        case .ambiguous(let ref, let candidates):
            var message = "\"" + ref + "\" names " + String(candidates.count) + " things: "
            for (index, candidate) in candidates.prefix(Self.listedMax).enumerated() {
                if index > 0 { message += ", " }
                message +=
                    candidate.referent.kind.word + " " + candidate.path + " (" + candidate.referent.entity.text + ")"
            }
            if candidates.count > Self.listedMax {
                message += " and " + String(candidates.count - Self.listedMax) + " more"
            }
            return message + "; say more of the path or of the id."
        }
    }
}

extension WorkspaceView {
    /// The one thing that `ref` names: an id, a beginning of one, a path from the top, or the end of a path.
    ///
    /// The first of these that anything answers to decides; if several things answer to it, the reference is ambiguous.
    /// A card answers to `Board/Card` as well as to `Board/Column/Card`. Names are compared as they stand, and only
    /// where that finds nothing without regard to case and composition. Last comes a part of a name that only one thing
    /// has, such as `milk` for "Buy milk": of what can be seen, and not where the thing would be gone for good.
    ///
    /// A slash within a name may be written `\/`, as it has to be where the name is given, or left as it is: of several things
    /// that a path fits, the ones are meant whose slashes are all between names.
    ///
    /// - Parameter isWhole: true if a part of a name is no name.
    /// - Complexity: O(things of those kinds); paths are only built of those whose own name fits.
    package func resolve(
        _ ref: String, as kinds: [EntityKind] = EntityKind.allCases, in scope: ReferenceScope = .present,
        isWhole: Bool = false
    ) throws(ReferenceFault) -> EntityRef {
        let all = referents(kinds, in: scope)
        if let digits = ReferencePrefix(ref) {
            let exact = all.filter { digits.isWhole && digits.begins($0.referent.entity) }
            if let only = exact.first { return only.referent }
        }
        var named: [ReferenceFault.Candidate] = []
        let isTyped = ref.utf8.contains(UInt8(ascii: "\\"))
        for one in all where endsWith(ref, one.name) || isTyped && endsWith(ref, typed(one.name)) {
            named += candidates(one)
        }
        if let found = try Self.only(ref, fitting(named) { $0.utf8.elementsEqual(ref.utf8) }) { return found }
        if let digits = ReferencePrefix(ref) {
            let begun = all.filter { digits.begins($0.referent.entity) }.flatMap { candidates($0).prefix(1) }
            if let found = try Self.only(ref, begun) { return found }
        }
        if let found = try Self.only(ref, fitting(named) { endsPath($0, ref) }) { return found }
        let folded = Name(recorded: ref).clashKey
        var alike: [ReferenceFault.Candidate] = []
        for one in all {
            let name = Name(recorded: one.name).clashKey
            if endsWith(folded, name) || isTyped && endsWith(folded, typed(name)) { alike += candidates(one) }
        }
        let whole = fitting(alike) { Name(recorded: $0).clashKey.utf8.elementsEqual(folded.utf8) }
        if let found = try Self.only(ref, whole) { return found }
        if let found = try Self.only(ref, fitting(alike) { endsPath(Name(recorded: $0).clashKey, folded) }) {
            return found
        }
        if scope == .present, !isWhole {
            let words = all.filter { hasWords(Name(recorded: $0.name).clashKey, folded) }
            if let found = try Self.only(ref, words.flatMap { candidates($0).prefix(1) }) { return found }
        }
        throw .notFound(ref, kinds: kinds, scope, similar: similar(to: folded, among: all))
    }

    /// The candidates with a path that fits: as it is typed, else with its names as they stand.
    private func fitting(
        _ candidates: [ReferenceFault.Candidate], _ fits: (String) -> Bool
    ) -> [ReferenceFault.Candidate] {
        let typed = candidates.filter { fits($0.path) }
        return typed.isEmpty ? candidates.filter { fits($0.plain) } : typed
    }

    /// The things whose names are spelled most nearly like `folded`, at most three.
    private func similar(to folded: String, among all: [NamedEntityRef]) -> [ReferenceFault.Candidate] {
        Spelling.nearest(to: folded, among: all) { Name(recorded: $0.name).clashKey }.flatMap { candidates($0).prefix(1) }
    }

    private static func only(
        _ ref: String, _ candidates: [ReferenceFault.Candidate]
    ) throws(ReferenceFault) -> EntityRef? {
        guard let first = candidates.first else { return nil }
        var distinct = [first]
        // The paths of one thing stand together.
        for candidate in candidates where distinct.last?.referent != candidate.referent { distinct.append(candidate) }
        guard distinct.count == 1 else { throw .ambiguous(ref, distinct) }
        return first.referent
    }

    /// The paths that the thing answers to; the full one first.
    private func candidates(_ one: NamedEntityRef) -> [ReferenceFault.Candidate] {
        func candidate(_ names: [String]) -> ReferenceFault.Candidate {
            ReferenceFault.Candidate(referent: one.referent, path: typedPath(names), plain: joined(names, "/"))
        }
        var found = [candidate(pathNames(of: one.referent))]
        if case .card(let id) = one.referent, let board = boards.model.cards[id].flatMap({ board(of: $0.column) }) {
            found.append(candidate(pathNames(of: .board(board)) + [one.name]))
        }
        return found
    }

    private func board(of column: ColumnID) -> BoardID? { boards.model.columns[column]?.board }
}

/// A beginning of an identifier as a person types it: four hexadecimal digits or more, dashes anywhere.
private struct ReferencePrefix {
    private static let digitsMin = 4
    private var digits: [UInt8] = []

    init?(_ ref: String) {
        for byte in ref.utf8 where byte != UInt8(ascii: "-") {
            guard let digit = hexValue(byte), digits.count < 32 else { return nil }
            digits.append(digit)
        }
        guard digits.count >= Self.digitsMin else { return nil }
    }

    var isWhole: Bool { digits.count == 32 }

    func begins(_ id: EntityID) -> Bool {
        for (index, digit) in digits.enumerated() {
            let half = index < 16 ? id.hi : id.lo
            guard UInt8(half >> UInt64(60 - index % 16 * 4) & 0xF) == digit else { return false }
        }
        return true
    }
}

/// Returns whether `text` has `part` from the beginning of a word on; of scripts without spaces anywhere.
private func hasWords(_ text: String, _ part: String) -> Bool {
    let (text, part) = ([UInt8](text.utf8), [UInt8](part.utf8))
    guard part.count >= 2, text.count > part.count else { return false }
    for start in 0...(text.count - part.count) {
        guard text[start] == part[0], text[start..<start + part.count].elementsEqual(part) else { continue }
        guard start > 0, text[start] < 0x80 else { return true }
        switch text[start - 1] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: continue
        default: return true
        }
    }
    return false
}

/// A path as it is typed, such as `Uni/TCP\/IP`: a slash within a name is `\/`.
package func typedPath(_ names: [String]) -> String { joined(names.map { typed($0) }, "/") }

/// A name as a part of a path is typed.
private func typed(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
        if scalar == "/" { text += "\\" }
        text.unicodeScalars.append(scalar)
    }
    return text
}

/// Returns whether `text` ends with `end`, byte by byte.
private func endsWith(_ text: String, _ end: String) -> Bool {
    let (text, end) = (text.utf8, end.utf8)
    return text.count >= end.count && text.suffix(end.count).elementsEqual(end)
}

/// Returns whether `end` is the last whole parts of `path`.
private func endsPath(_ path: String, _ end: String) -> Bool {
    path.utf8.elementsEqual(end.utf8) || endsWith(path, "/" + end)
}
