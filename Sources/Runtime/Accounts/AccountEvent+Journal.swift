package import Accounts
package import Kernel

extension AccountEvent: JournaledEvent {
    package var rawKind: UInt32 { Self.domain << 8 | UInt32(tag.rawValue) }
    package var kindName: String { Self.kindName(of: tag) }

    package init(rawKind: UInt32, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        guard let tag = Self.tag(of: rawKind) else {
            throw CodingFault(kind: .unknownKind(rawKind), byteOffset: 0)
        }
        self = try AccountEvent(tag: tag, subject: subject, payload: payload)
    }

    /// Nil for a kind of another domain, or of a newer build.
    static func tag(of rawKind: UInt32) -> Tag? {
        rawKind >> 8 == domain ? Tag(rawValue: UInt16(rawKind & 0xFF)) : nil
    }

    /// Every kind of event with its number and its name, such as `user registered`.
    package static var kinds: [(raw: UInt32, name: String)] {
        Tag.allCases.map { (domain << 8 | UInt32($0.rawValue), kindName(of: $0)) }
    }
}

package typealias AccountOutcome = OutcomeOf<AccountEvent>
