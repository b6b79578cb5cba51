package import Kernel

/// Who is who, and what came from where. Small enough that the rules and the readers share one form.
package struct Registry: Sendable, Equatable {
    package var actors: [ActorID: Name] = [:]
    package var devices: [DeviceID: Name] = [:]
    package var sources: [EntityID: SourceFacts] = [:]

    package init() {}

    /// Where a thing came from, and what it held then.
    package struct SourceFacts: Sendable, Equatable {
        package var source: String
        package var fingerprint: Bytes
        /// The revision its text had right after that import: the base of the next import's edit.
        package var textRevision: Int
    }
}

/// What may be asked of the register.
package enum RegistryCommand: Sendable, Equatable {
    case nameActor(ActorID, Name)
    case nameDevice(DeviceID, Name)
    case recordSource(EntityID, source: String, fingerprint: Bytes, textRevision: Int)
}

/// Nothing is refused: naming and noting are always allowed.
package typealias RegistryRefusal = Never

package enum RegistryDecider: Decider {
    package typealias Refusal = RegistryRefusal

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
        }
    }

    /// What undoes `event`, given the register as its subject alone had made it before.
    package static func compensation(for event: RegistryEvent, before: Registry, now: Registry) -> [RegistryEvent] {
        switch event {
        case .actorNamed(let actor, _), .actorUnnamed(let actor):
            if let name = before.actors[actor] { [.actorNamed(actor, name: name)] } else { [.actorUnnamed(actor)] }
        case .deviceNamed(let device, _), .deviceUnnamed(let device):
            if let name = before.devices[device] {
                [.deviceNamed(device, name: name)]
            } else {
                [.deviceUnnamed(device)]
            }
        case .sourceRecorded(let entity, _, _, _), .sourceForgotten(let entity):
            if let facts = before.sources[entity] {
                [
                    .sourceRecorded(
                        entity, source: facts.source, fingerprint: facts.fingerprint, textRevision: facts.textRevision)
                ]
            } else {
                [.sourceForgotten(entity)]
            }
        }
    }
}
