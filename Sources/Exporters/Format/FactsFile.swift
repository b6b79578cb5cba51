import Capture
import Foundation
import Kernel
import Studio
package import Workspace

/// A file of captured things or of children's work: `capture.json` and `studio.json`.
///
/// Each thing stands as the fewest facts that make it what it is, spelled as the journal's own events are: names of
/// fields and their meaning are those of the published schema of events.
package protocol FactsFile: OpenFile {
    static var fileName: String { get }
    /// The number of the domain, in front of each event's tag.
    static var domain: UInt32 { get }
    /// In the order in which they are told.
    var facts: [OpenFact] { get set }
    /// Where the bytes lie that the facts speak of, by their digest.
    var files: [OpenFileFacts] { get set }
    init()
}

package struct CaptureFile: FactsFile {
    package static let kind = "daybook-capture"
    package static let version = 1
    package static let fileName = "capture.json"
    package static var domain: UInt32 { EventKind.capture }

    package var kind: String = Self.kind
    package var version: Int = Self.version
    package var facts: [OpenFact] = []
    package var files: [OpenFileFacts] = []

    package init() {}
}

package struct StudioFile: FactsFile {
    package static let kind = "daybook-studio"
    package static let version = 1
    package static let fileName = "studio.json"
    package static var domain: UInt32 { EventKind.studio }

    package var kind: String = Self.kind
    package var version: Int = Self.version
    package var facts: [OpenFact] = []
    package var files: [OpenFileFacts] = []

    package init() {}
}

/// One fact: what happened, by whom and when, and the fields that say what exactly.
package struct OpenFact: Codable, Equatable, Sendable {
    /// In words, for readers; `number` is what counts.
    package var fact: String
    /// The tag of the event within its domain.
    package var number: UInt16
    package var told: WrittenAttribution
    package var fields: JSONTree

    init(_ event: WorkspaceEvent, _ attribution: Attribution) throws {
        fact = event.kind.name ?? ""
        number = event.kind.tag
        told = WrittenAttribution(attribution)
        fields = try JSONDecoder().decode(JSONTree.self, from: Data(event.json.utf8))
    }

    /// The event again.
    ///
    /// - Throws: what it is not, as a `DecodingError`.
    package func event(of domain: UInt32) throws -> WorkspaceEvent {
        switch domain {
        case EventKind.capture: .capture(try read(CaptureEvent.self))
        case EventKind.studio: .studio(try read(StudioEvent.self))
        default: throw damage("domain \(domain) stands in no file")
        }
    }

    private func read<Event: DomainEvent>(_: Event.Type) throws -> Event {
        guard let tag = Event.Tag(rawValue: number), case .object(let object) = fields else {
            throw damage("no fact has the number \(number) here; a newer Daybook wrote it, so update this one")
        }
        var event = Event.blank(tag)
        var reader = FieldTreeReader(object)
        event.code(&reader)
        if let problem = reader.problem { throw damage("“\(fact)” cannot be read: \(problem)") }
        return event
    }

    private func damage(_ problem: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: problem))
    }
}
