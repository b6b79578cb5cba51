import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@Suite("Events of all domains, side by side")
struct EventKinds {
    let nothing: [UInt8] = []

    @Test func `no two kinds share a number or a name`() {
        let known = EventKind.known
        #expect(Set(known.map(\.raw)).count == known.count)
        #expect(Set(known.map(\.name)).count == known.count)
        #expect(known.allSatisfy { $0.name != nil })
        #expect(
            known.count == RegistryEvent.Tag.allCases.count + NoteEvent.Tag.allCases.count
                + BoardEvent.Tag.allCases.count + CaptureEvent.Tag.allCases.count + StudioEvent.Tag.allCases.count)
    }

    @Test(.shows("J-010")) func `nothing is printed, ordered or shipped`() {
        let words = Set(EventKind.known.flatMap { ($0.name ?? "").split(separator: " ").map(String.init) })
        #expect(words.contains("story"))
        let printing: Set<String> = [
            "printed", "print", "book", "ordered", "order", "shipped", "ship", "purchased", "purchase", "cart", "checkout",
        ]
        #expect(words.isDisjoint(with: printing))
        // Nor can it be asked for: no command, and no field of one, speaks of it.
        let schema = WorkspaceCommand.schema.unicodeScalars.split { !$0.properties.isAlphabetic }.map { String($0) }
        #expect(schema.contains("requestStory") && schema.contains("artworks"))
        let parts = schema.flatMap { word in
            word.split { $0.isUppercase }.map { $0.lowercased() } + [word.lowercased()]
        }
        #expect(Set(parts).isDisjoint(with: printing))
        for tag in WorkspaceCommand.Tag.allCases {
            for word in printing { #expect(!tag.name.lowercased().hasSuffix(word), "\(tag.name)") }
        }
    }

    @Test(arguments: EventKind.known) func `blank events of every kind come back as they went`(kind: EventKind) throws {
        let event = try WorkspaceEvent(kind: kind, subject: EntityID(hi: 1, lo: 2), payload: nothing.span.bytes)
        #expect(event.kind == kind)
        let (subject, payload) = event.encoded()
        #expect(subject == EntityID(hi: 1, lo: 2))
        #expect(try WorkspaceEvent(kind: kind, subject: subject, payload: payload.span.bytes) == event)
        #expect(event.json.hasPrefix("{\"") && event.json.contains(subject.text))
    }

    @Test(arguments: [0, 0x0600, 0x01FF, 0x02FF, 0x03FF, 0x04FF, 0x05FF, 0xFFFF_FFFF] as [UInt32])
    func `a kind of a newer Daybook is named, not guessed`(raw: UInt32) {
        #expect(throws: CodingFault(kind: .unknownKind(raw), byteOffset: 0)) {
            try WorkspaceEvent(kind: EventKind(raw: raw), subject: .zero, payload: nothing.span.bytes)
        }
        #expect(EventKind(raw: raw).name == nil)
    }

    /// The golden is the schema that other languages read a journal with. Lines are added, never changed.
    @Test func `the published schema stays as it is`() throws {
        try expectGolden(WorkspaceEvent.schema, "events.proto")
    }

    @Test func `facts travel unchanged`() throws {
        let event = WorkspaceEvent.notes(
            .noteCreated(NoteID(hi: 3, lo: 4), title: Name(recorded: "Zoë"), body: "# Hi\n", folder: nil))
        let (subject, payload) = event.encoded()
        let fact = EventEnvelope(
            sequence: 7, kind: event.kind, subject: subject, actor: ActorID(hi: 5, lo: 6),
            device: DeviceID(hi: 7, lo: 8),
            instant: Instant(seconds: 1_700_000_000), payload: payload)
        let stream = EventBatch(facts: [fact, fact])
        #expect(try EventBatch(bytes: stream.bytes) == stream)
        let recorded = try fact.recorded()
        #expect(recorded.event == event)
        #expect(recorded.position == Position(7))
    }
}

@Suite("The register of people and sources")
struct TheRegister {
    let anna = ActorID(hi: 1, lo: 1)
    let laptop = DeviceID(hi: 2, lo: 2)
    let note = EntityID(hi: 3, lo: 3)

    @Test func `names a person once`() {
        Spec<RegistryDecider>.given().when(.nameActor(anna, Name(recorded: "Anna")))
            .then(.actorNamed(anna, name: Name(recorded: "Anna")))
    }

    @Test func `names a device once`() {
        Spec<RegistryDecider>.given().when(.nameDevice(laptop, Name(recorded: "Laptop")))
            .then(.deviceNamed(laptop, name: Name(recorded: "Laptop")))
    }

    @Test func `remembers where a thing came from`() {
        let fingerprint = Bytes([1, 2, 3])
        Spec<RegistryDecider>.given()
            .when(.recordSource(note, source: "markdown:a.md", fingerprint: fingerprint, textRevision: 0))
            .then(.sourceRecorded(note, source: "markdown:a.md", fingerprint: fingerprint, textRevision: 0))
    }

    @Test func `undoing any entry restores the one before`() throws {
        let before: [RegistryEvent] = [
            .actorNamed(anna, name: Name(recorded: "Anna")), .deviceNamed(laptop, name: Name(recorded: "Laptop")),
            .sourceRecorded(note, source: "a", fingerprint: Bytes([1]), textRevision: 0),
        ]
        let after: [RegistryEvent] = [
            .actorNamed(anna, name: Name(recorded: "Ann")), .actorUnnamed(anna),
            .deviceNamed(laptop, name: Name(recorded: "Lap")), .deviceUnnamed(laptop),
            .sourceRecorded(note, source: "b", fingerprint: Bytes([2]), textRevision: 3), .sourceForgotten(note),
        ]
        for history in [[], before] {
            for event in after {
                let state = Spec<RegistryDecider>.given(history).state
                var changed = state
                RegistryDecider.evolve(&changed, with: event)
                for undo in try RegistryDecider.compensation(for: event, before: state, now: changed) {
                    RegistryDecider.evolve(&changed, with: undo)
                }
                #expect(changed == state, "\(event)")
            }
        }
    }

    @Test(.shows("C-10")) func `an erasure is not undone`() {
        let erased = RegistryEvent.erased(note, ErasureFacts(kind: .note, things: 1, records: 3, files: 0))
        let state = Spec<RegistryDecider>.given(erased).state
        #expect(state.erasures.map(\.entity) == [note])
        #expect(throws: RegistryRefusal.erasureStands(note)) {
            try RegistryDecider.compensation(for: erased, before: Registry(), now: state)
        }
    }
}
