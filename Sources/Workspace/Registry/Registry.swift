package import Kernel

/// The names of people and devices, and the sources of imported things. Small: the rules and the readers share one form.
package struct Registry: Sendable, Equatable {
    package var actors: [ActorID: Name] = [:]
    package var devices: [DeviceID: Name] = [:]
    package var sources: [EntityID: SourceFacts] = [:]
    /// The erasures, in the order in which they were made.
    package var erasures: [Erasure] = []

    package init() {}

    /// Returns whether it says what somebody is called, or one of these devices.
    package func names(_ actor: ActorID, or devices: [DeviceID]) -> Bool {
        actors[actor] != nil || devices.contains { self.devices[$0] != nil }
    }

    /// Where a thing came from, and what it held then.
    package struct SourceFacts: Sendable, Equatable {
        package var source: String
        package var fingerprint: Bytes
        /// The revision its text had right after that import: the base of the next import's edit.
        package var textRevision: Int
    }
}

/// A command on the register.
package enum RegistryCommand: Sendable, Equatable {
    case nameActor(ActorID, Name)
    case nameDevice(DeviceID, Name)
    case recordSource(EntityID, source: String, fingerprint: Bytes, textRevision: Int)
}

/// Naming and noting are always allowed; what was destroyed stays destroyed.
package enum RegistryRefusal: Error, Equatable, Sendable {
    /// An erasure is not undone.
    case erasureStands(EntityID)

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .erasureStands(let entity):
            "What was erased as " + entity.text
                + " is destroyed and cannot be brought back; `daybook undo SEQ` takes back something else."
        }
    }
}

package enum RegistryDecider: Decider {
    /// Deciding refuses nothing; undoing may.
    package typealias Refusal = Never

    package static var initial: Registry { Registry() }

    package static func decide(
        _ command: RegistryCommand, given registry: Registry
    ) -> [RegistryEvent] {
        switch command {
        case .nameActor(let actor, let name):
            registry.actors[actor] == name ? [] : [.actorNamed(actor, name: name)]
        case .nameDevice(let device, let name):
            registry.devices[device] == name ? [] : [.deviceNamed(device, name: name)]
        case .recordSource(let entity, let source, let fingerprint, let revision):
            registry.sources[entity]
                == .init(source: source, fingerprint: fingerprint, textRevision: revision)
                ? [] : [.sourceRecorded(entity, source: source, fingerprint: fingerprint, textRevision: revision)]
        }
    }

    package static func evolve(_ registry: inout Registry, with event: RegistryEvent) {
        switch event {
        case .actorNamed(let actor, let name): registry.actors[actor] = name
        case .actorUnnamed(let actor): registry.actors[actor] = nil
        case .deviceNamed(let device, let name): registry.devices[device] = name
        case .deviceUnnamed(let device): registry.devices[device] = nil
        case .sourceRecorded(let entity, let source, let fingerprint, let revision):
            registry.sources[entity] = .init(source: source, fingerprint: fingerprint, textRevision: revision)
        case .sourceForgotten(let entity): registry.sources[entity] = nil
        case .erased(let entity, let facts): registry.erasures.append(Erasure(entity: entity, facts: facts))
        }
    }

    /// Returns the events that undo `event`, given the register as its subject alone had made it before.
    ///
    /// - Throws: `erasureStands` for an erasure.
    package static func compensation(
        for event: RegistryEvent, before: Registry, now: Registry
    ) throws(RegistryRefusal) -> [RegistryEvent] {
        switch event {
        case .actorNamed(let actor, _), .actorUnnamed(let actor):
            if let name = before.actors[actor] { return [.actorNamed(actor, name: name)] }
            return [.actorUnnamed(actor)]
        case .deviceNamed(let device, _), .deviceUnnamed(let device):
            if let name = before.devices[device] { return [.deviceNamed(device, name: name)] }
            return [.deviceUnnamed(device)]
        case .sourceRecorded(let entity, _, _, _), .sourceForgotten(let entity):
            guard let facts = before.sources[entity] else { return [.sourceForgotten(entity)] }
            return [
                .sourceRecorded(
                    entity, source: facts.source, fingerprint: facts.fingerprint, textRevision: facts.textRevision)
            ]
        case .erased(let entity, _): throw .erasureStands(entity)
        }
    }
}
