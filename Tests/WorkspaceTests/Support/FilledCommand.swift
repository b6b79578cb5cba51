import Kernel
import Workspace

/// A command of one kind in which no field is blank, made by visiting its one list of fields.
struct FilledCommand {
    let command: WorkspaceCommand

    /// - Parameter variant: which kind is taken where a value within the command is one of several.
    init(_ tag: WorkspaceCommand.Tag, variant: Int = 0) {
        var filling = Filling(variant: variant)
        var command = WorkspaceCommand.blank(tag)
        command.code(fields: &filling)
        self.command = command
    }

    /// One of every kind, and one more for every kind of a value within.
    static var all: [WorkspaceCommand] {
        WorkspaceCommand.Tag.allCases.flatMap { tag in
            var commands: [WorkspaceCommand] = []
            for variant in 0..<5 {
                let command = FilledCommand(tag, variant: variant).command
                if !commands.contains(command) { commands.append(command) }
            }
            return commands
        }
    }
}

/// Puts something into every field: a different identifier each time, two elements into every list.
private struct Filling: Coder {
    let variant: Int
    private var count: UInt64 = 0

    init(variant: Int) { self.variant = variant }

    mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) { identifier(0, name, &id) }
    mutating func unsigned(_ number: Int, _ name: StaticString, _ value: inout UInt64) { value = 1 }
    mutating func signed(_ number: Int, _ name: StaticString, _ value: inout Int64) { value = 20_778 }
    mutating func flag(_ number: Int, _ name: StaticString, _ value: inout Bool) { value = true }
    mutating func text(_ number: Int, _ name: StaticString, _ value: inout String) { value = "Some " + spelled(name) }
    mutating func blob(_ number: Int, _ name: StaticString, _ value: inout [UInt8]) { value = [1, 2, 0xFF] }

    mutating func instant(_ number: Int, _ name: StaticString, _ value: inout Instant) {
        value = Instant(seconds: 1_795_249_800)
    }

    mutating func month(_ number: Int, _ name: StaticString, _ value: inout CalendarMonth) {
        value = CalendarMonth(monthsSinceYearZero: 2_026 * 12 + 10)
    }

    mutating func identifier<Kind>(_ number: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        count += 1
        value = Identifier(hi: 0x0193_4D2C_7A00_7000, lo: 0x8000_0000_0000_0000 | count)
    }

    mutating func message<Value: FieldMessage>(_ number: Int, _ name: StaticString, _ value: inout Value) {
        value.code(&self)
    }

    /// Where a value has optional parts that exclude each other, the last one that is there counts.
    mutating func begins(_ number: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        variant < 3 || number % 2 == variant % 2
    }

    mutating func continues(_ number: Int, _ name: StaticString, after count: Int, total: Int) -> Bool { count < 2 }
    mutating func endList(_ number: Int) {}

    mutating func choice(_ number: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]) {
        value = UInt64(min(1 + variant % 3, names().count - 1))
    }

    mutating func union<Value: FieldUnion>(_ value: inout Value) {
        let tags = Array(Value.Tag.allCases)
        value = .blank(tags[variant % tags.count])
        value.code(fields: &self)
    }
}
