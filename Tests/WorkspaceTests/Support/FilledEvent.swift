import Kernel
import Workspace

/// An event of one kind in which no field is blank, made by visiting its one list of fields; and what it names.
struct FilledEvent {
    let event: WorkspaceEvent
    /// The identifiers in its fields by the path of names that leads to them, its subject left out.
    let named: [(path: String, entity: EntityID)]

    init(_ kind: EventKind) throws {
        let blank = try WorkspaceEvent(kind: kind, subject: EntityID(hi: 1, lo: 1), payload: [UInt8]().span.bytes)
        var filling = Filling()
        switch blank {
        case .registry(var event):
            event.code(&filling)
            self.event = .registry(event)
        case .notes(var event):
            event.code(&filling)
            self.event = .notes(event)
        case .boards(var event):
            event.code(&filling)
            self.event = .boards(event)
        case .capture(var event):
            event.code(&filling)
            self.event = .capture(event)
        case .studio(var event):
            event.code(&filling)
            self.event = .studio(event)
        }
        named = filling.named
    }
}

/// Puts something into every field: a different identifier each time, one element into every list.
private struct Filling: Coder {
    var named: [(path: String, entity: EntityID)] = []
    private var path: [String] = []

    mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) {}
    mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) { value = 1 }
    mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) { value = 1 }
    mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) { value = true }
    mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) { value = "filled" }
    mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) { value = [1, 2, 3] }

    mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        value = Identifier(hi: 2, lo: UInt64(named.count + 1))
        named.append(((path + [spelled(name)]).joined(separator: "."), value.entity))
    }

    mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        path.append(spelled(name))
        value.code(&self)
        path.removeLast()
    }

    mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool { true }
    mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool { count < 1 }
    mutating func endList(_ number: Int) {}
    mutating func choice(_ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]) {
        value = min(1, UInt64(names().count - 1))
    }
}
