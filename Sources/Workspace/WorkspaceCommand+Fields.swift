package import Boards
package import Capture
package import Kernel
package import Notes
package import Studio

/// Every command as JSON: `{"type":"boards.addCard", …}`, the domain and then the name that it has there.
extension WorkspaceCommand: FieldUnion {
    package enum Tag: UnionTag {
        case registry(RegistryCommand.Tag)
        case notes(NoteCommand.Tag)
        case boards(BoardCommand.Tag)
        case capture(CaptureCommand.Tag)
        case studio(StudioCommand.Tag)
        case across(AcrossCommand.Tag)

        package static var allCases: [Tag] {
            NoteCommand.Tag.allCases.map { Tag.notes($0) } + BoardCommand.Tag.allCases.map { Tag.boards($0) }
                + CaptureCommand.Tag.allCases.map { Tag.capture($0) }
                + StudioCommand.Tag.allCases.map { Tag.studio($0) }
                + AcrossCommand.Tag.allCases.map { Tag.across($0) }
                + RegistryCommand.Tag.allCases.map { Tag.registry($0) }
        }

        /// The part before the dot.
        package var domain: String {
            switch self {
            case .registry: "registry"
            case .notes: "notes"
            case .boards: "boards"
            case .capture: "capture"
            case .studio: "studio"
            case .across: "across"
            }
        }

        package var name: String {
            switch self {
            case .registry(let tag): domain + "." + tag.name
            case .notes(let tag): domain + "." + tag.name
            case .boards(let tag): domain + "." + tag.name
            case .capture(let tag): domain + "." + tag.name
            case .studio(let tag): domain + "." + tag.name
            case .across(let tag): domain + "." + tag.name
            }
        }

        package init?(name: String) {
            let bytes = Array(name.utf8)
            guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            let domain = String(decoding: bytes[..<dot], as: UTF8.self)
            let rest = String(decoding: bytes[(dot + 1)...], as: UTF8.self)
            switch domain {
            case "registry": self.init(RegistryCommand.Tag(name: rest).map { Tag.registry($0) })
            case "notes": self.init(NoteCommand.Tag(name: rest).map { Tag.notes($0) })
            case "boards": self.init(BoardCommand.Tag(name: rest).map { Tag.boards($0) })
            case "capture": self.init(CaptureCommand.Tag(name: rest).map { Tag.capture($0) })
            case "studio": self.init(StudioCommand.Tag(name: rest).map { Tag.studio($0) })
            case "across": self.init(AcrossCommand.Tag(name: rest).map { Tag.across($0) })
            default: return nil
            }
        }

        private init?(_ tag: Tag?) {
            guard let tag else { return nil }
            self = tag
        }
    }

    package static var schemaName: StaticString { "Command" }
    package static var blank: WorkspaceCommand { .notes(.blank) }

    package var tag: Tag {
        switch self {
        case .registry(let command): .registry(command.tag)
        case .notes(let command): .notes(command.tag)
        case .boards(let command): .boards(command.tag)
        case .capture(let command): .capture(command.tag)
        case .studio(let command): .studio(command.tag)
        case .across(let command): .across(command.tag)
        }
    }

    package static func blank(_ tag: Tag) -> WorkspaceCommand {
        switch tag {
        case .registry(let tag): .registry(.blank(tag))
        case .notes(let tag): .notes(.blank(tag))
        case .boards(let tag): .boards(.blank(tag))
        case .capture(let tag): .capture(.blank(tag))
        case .studio(let tag): .studio(.blank(tag))
        case .across(let tag): .across(.blank(tag))
        }
    }

    package mutating func code<C: Coder>(fields coder: inout C) {
        switch self {
        case .registry(var command):
            command.code(fields: &coder)
            self = .registry(command)
        case .notes(var command):
            command.code(fields: &coder)
            self = .notes(command)
        case .boards(var command):
            command.code(fields: &coder)
            self = .boards(command)
        case .capture(var command):
            command.code(fields: &coder)
            self = .capture(command)
        case .studio(var command):
            command.code(fields: &coder)
            self = .studio(command)
        case .across(var command):
            command.code(fields: &coder)
            self = .across(command)
        }
    }

    /// Reads one command.
    ///
    /// - Throws: what is wrong with it, and its path.
    package init(json: [UInt8], limits: JSONDocument.Limits = .init()) throws(JSONFault) {
        self = try JSONFieldReader.read(WorkspaceCommand.self, from: json, limits: limits)
    }
}

extension WorkspaceCommand {
    /// The JSON Schema 2020-12 of what `init(json:)` reads: one definition per command and per value in it, one a line.
    package static var schema: String {
        var schema = JSONFieldSchema()
        schema.define(WorkspaceCommand.self)
        return schema.text(of: WorkspaceCommand.self)
    }
}
