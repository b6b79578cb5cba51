package import Kernel

/// The names of people, and the sources of imported things: `people.json`.
package struct PeopleFile: OpenFile, Equatable {
    package static let kind = "daybook-people"
    package static let version = 1
    package static let fileName = "people.json"

    package var kind: String = Self.kind
    package var version: Int = Self.version
    package var people: [Person]
    package var devices: [Device]
    /// The imported sources, as they were then: by these the same source is known when it is imported again.
    package var sources: [Source]

    package init(people: [Person], devices: [Device], sources: [Source]) {
        self.people = people
        self.devices = devices
        self.sources = sources
    }

    package struct Person: Codable, Equatable, Sendable {
        package var id: Written<ActorID>
        package var name: String
    }

    package struct Device: Codable, Equatable, Sendable {
        package var id: Written<DeviceID>
        package var name: String
    }

    package struct Source: Codable, Equatable, Sendable {
        package var id: Written<EntityID>
        package var source: String
        package var fingerprint: String
        /// True if it has a text that an import may later compare.
        package var hasText: Bool
    }
}
