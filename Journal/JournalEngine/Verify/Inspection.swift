/// One file of a journal's directory, explained piece by piece.
package struct InspectedFile: Sendable, Equatable {
    package let name: String
    /// The segment its name says it is; nil when the name is none of a segment.
    package let segment: UInt64?
    /// The remarks about the file as a whole: that it has the wrong name, belongs to another journal, or is empty.
    package let remarks: [String]
    /// Everything in the file, in order and without gaps.
    package let frames: [InspectedFrame]

    package var isDamaged: Bool { !remarks.isEmpty || frames.contains { $0.kind == .damage } }
}

/// One piece of a segment file, in words: what a person needs who looks at a journal's bytes.
package struct InspectedFrame: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case header, data, mark, padding, footer, encrypted, damage
    }

    package let kind: Kind
    package let byteOffset: UInt64
    package let byteCount: UInt64
    /// The records it holds, or those that its damage costs; nil when there are none.
    package let sequences: ClosedRange<UInt64>?
    package let words: String
    /// For damage: what was found out about it.
    package var damage: ExplainedDamage?
}

/// The findings about a damaged piece.
package struct ExplainedDamage: Sendable, Equatable {
    package let expected: String
    package let looks: [String]
    /// The one bit with which the piece passes every check; nil when no single bit does, or when it is too large to try.
    package let flip: BitFlip?
    /// The entities that the affected records are about, and whether a checked index says so.
    package let entities: [ID16]
    package let areEntitiesCertain: Bool
    /// It may be a write that never finished, and was never acknowledged.
    package let isTorn: Bool
    /// Server times of the commits around the gap.
    package let timeBefore: Int64?
    package let timeAfter: Int64?
    /// Advice on dealing with the damage.
    package let advice: String
}

/// Says in words what a survey of a segment file found.
struct Inspection {
    let name: String
    let number: UInt64?
    /// Opens encrypted frames; without it only their checksums and places are looked at.
    let keyring: Keyring?
    /// The journal's id by its other files, when this is one of several.
    var journal: ID16?
    /// The first record of the next segment.
    var nextFirst: UInt64?

    /// - Parameter buffer: the whole file; explained bits are turned back in it.
    func file(_ buffer: borrowing ByteBuffer) -> InspectedFile {
        let survey = SegmentSurvey(buffer.mutableBytes, keyring: keyring)
        var damages = survey.damages(in: buffer.bytes, nextFirst: nextFirst)
        damages.reverse()
        var frames: [InspectedFrame] = []
        for piece in survey.pieces {
            if case .damage = piece.content, let damage = damages.popLast() {
                frames.append(frame(damage, chainAgrees: survey.chainAgrees))
            } else if let flip = piece.flip {
                frames.append(frame(piece, flip: flip, chainAgrees: survey.chainAgrees))
            } else {
                frames.append(frame(piece, words: Self.words(piece)))
            }
        }
        return InspectedFile(name: name, segment: number, remarks: remarks(survey.identity, buffer), frames: frames)
    }

    private func remarks(_ identity: SegmentIdentity?, _ buffer: borrowing ByteBuffer) -> [String] {
        if buffer.count == 0 {
            return ["the file is empty; restore it from a backup, or let `daybook journal repair` do without"]
        }
        guard let identity else {
            return ["nothing in this file is a piece of a journal; restore it from a backup"]
        }
        var remarks: [String] = []
        if let number, identity.segment != number {
            remarks.append(
                "the file is named as segment \(number) but is segment \(identity.segment); give it its name back, or "
                    + "let `daybook journal repair` read it where it is")
        } else if number == nil {
            remarks.append(
                "the file is segment \(identity.segment) under another name; its name should be "
                    + JournalPath.name(ofSegment: identity.segment))
        }
        if let journal, identity.journal != journal {
            remarks.append("the file belongs to another journal, \(identity.journal); it should not be here")
        }
        return remarks
    }

    private func frame(_ piece: SurveyPiece, words: String) -> InspectedFrame {
        InspectedFrame(
            kind: piece.content.kind, byteOffset: UInt64(piece.extent.lowerBound),
            byteCount: UInt64(piece.extent.count),
            sequences: piece.frame?.sequences, words: words)
    }

    // MARK: Damage

    private func frame(_ piece: SurveyPiece, flip: BitFlip, chainAgrees: Bool?) -> InspectedFrame {
        let proof =
            chainAgrees == true ? "passes all its checksums, and the hash chain agrees" : "passes all its checksums"
        let advice = "`daybook journal repair` writes a journal in which the bit is right"
        let explained = ExplainedDamage(
            expected: Self.words(piece), looks: ["one flipped bit"], flip: flip, entities: [], areEntitiesCertain: true,
            isTorn: false, timeBefore: nil, timeAfter: nil, advice: advice)
        return InspectedFrame(
            kind: .damage, byteOffset: UInt64(piece.extent.lowerBound), byteCount: UInt64(piece.extent.count),
            sequences: piece.frame?.sequences,
            words: "bit \(flip.bit) of byte \(grouped(flip.byteOffset)) would explain it: with it the piece \(proof). "
                + "It is \(Self.words(piece)). \(advice)",
            damage: explained)
    }

    private func frame(_ damage: SegmentDamage, chainAgrees: Bool?) -> InspectedFrame {
        let advice = advice(damage)
        var words =
            "\(damage.fault.words). Expected: \(damage.expected). Found: \(damage.looks.joined(separator: "; "))."
        if let sequences = damage.sequences { words += " " + Self.words(sequences) + "." }
        if damage.isTorn {
            words += " It looks like a write that never finished: nothing proves that it was acknowledged."
        }
        if chainAgrees == false {
            words += " A single bit would make it whole, but the hash chain says it is not that."
        }
        words += Self.words(damage.entities, areCertain: damage.areEntitiesCertain) + " \(advice)"
        return InspectedFrame(
            kind: .damage, byteOffset: UInt64(damage.extent.lowerBound), byteCount: UInt64(damage.extent.count),
            sequences: damage.sequences, words: words,
            damage: ExplainedDamage(
                expected: damage.expected, looks: damage.looks, flip: nil, entities: damage.entities,
                areEntitiesCertain: damage.areEntitiesCertain, isTorn: damage.isTorn, timeBefore: damage.timeBefore,
                timeAfter: damage.timeAfter, advice: advice))
    }

    private func advice(_ damage: SegmentDamage) -> String {
        if damage.isTorn { return "Opening the journal for writing cuts it off and keeps the bytes in a .broken file." }
        if damage.sequences == nil {
            return "No record is lost by it; `daybook journal repair` writes a journal without the damage."
        }
        return "Restore the file from a backup, or let `daybook journal repair` save everything else."
    }

    private static func words(_ sequences: ClosedRange<UInt64>) -> String {
        if sequences.upperBound == .max { return "Records from \(sequences.lowerBound) on cannot be read" }
        return sequences.count == 1
            ? "Record \(sequences.lowerBound) cannot be read"
            : "Records \(sequences.lowerBound) to \(sequences.upperBound) cannot be read"
    }

    private static func words(_ entities: [ID16], areCertain: Bool) -> String {
        guard !entities.isEmpty else { return "" }
        let shown = entities.prefix(8).map(\.description).joined(separator: ", ")
        let more = entities.count > 8 ? " and \(entities.count - 8) more" : ""
        return areCertain
            ? " Records of these entities stood here, by the index: \(shown)\(more)."
            : " The damaged bytes seem to be about \(shown)\(more)."
    }

    private func grouped(_ number: UInt64) -> String {
        var digits = String(number)
        var groups: [Substring] = []
        while digits.utf8.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits = String(digits.dropLast(3))
        }
        return ([Substring(digits)] + groups).joined(separator: ",")
    }

    // MARK: Sound pieces

    private static func words(_ piece: SurveyPiece) -> String {
        switch piece.content {
        case .header(let header):
            let state = header.generation == 0 ? "not sealed" : "sealed, generation \(header.generation)"
            let key = header.keyID.map { ", encrypted under key \($0)" } ?? ""
            return
                "segment \(header.segment) of journal \(header.journal), \(state)\(key), from record \(header.first); "
                + "chain before \(header.chainBefore)"
        case .data(let frame): return words(frame, byteCount: piece.extent.count)
        case .locked(let place):
            var words = "encrypted, from record \(place.first)"
            if place.continues > 0 { words += ", continues the commit of record \(place.continues)" }
            if place.groupFirst != place.first { words += ", written with record \(place.groupFirst)" }
            return words + ", \(piece.extent.count) bytes; sound, but its key is not at hand"
        case .mark(let mark):
            return mark.nextSegment == 0
                ? "closed after record \(mark.last); chain \(mark.chain)"
                : "goes on in segment \(mark.nextSegment) after record \(mark.last); chain \(mark.chain)"
        case .padding: return "\(piece.extent.count) bytes of room for what comes"
        case .footer(.runs(let count)): return "table of \(count) frames"
        case .footer(.bloom(let count)): return "bloom filter of \(count) bits"
        case .footer(.entities(let count)): return "index of \(count) entities"
        case .footer(.trailer(let trailer)):
            return "trailer: records \(trailer.first) to \(trailer.last) in \(trailer.commitCount) commits; "
                + "chain \(trailer.chain)"
        case .damage(let fault): return fault.words
        }
    }

    private static func words(_ frame: SurveyedFrame, byteCount: Int) -> String {
        let place = frame.place
        var words = place.first == frame.last ? "record \(frame.last)" : "records \(place.first) to \(frame.last)"
        words += ", \(frame.commitCount) commits begin here"
        if place.continues > 0 { words += ", continues the commit of record \(place.continues)" }
        words += ", \(byteCount) bytes for \(frame.contentByteCount) of entries"
        if place.groupFirst != place.first { words += ", written with record \(place.groupFirst)" }
        return words
    }
}

extension SurveyPiece.Content {
    fileprivate var kind: InspectedFrame.Kind {
        switch self {
        case .header: .header
        case .data: .data
        case .locked: .encrypted
        case .mark: .mark
        case .padding: .padding
        case .footer: .footer
        case .damage: .damage
        }
    }
}
