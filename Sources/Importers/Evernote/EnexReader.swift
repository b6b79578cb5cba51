import Kernel

/// Reads an Evernote export note by note, so that a large one is never held twice.
///
/// Unlike the notes' own documents an export is written by a program: what is not as it should be is damage.
struct EnexReader {
    private var reader: MarkupReader
    private let path: String
    private var isOpen = false
    /// The elements that have begun and not ended, outermost first.
    private var elements = ["en-export"]
    private var oddities: [String] = []

    /// - Throws: when it does not begin as an export, or declares entities.
    init(_ bytes: [UInt8], path: String) throws(ImportFailure) {
        reader = MarkupReader(bytes[...])
        self.path = path
        while let token = reader.next() {
            switch token {
            case .text(let text) where text.bytes.allSatisfy(Self.isBlank): continue
            case .open(let tag, let isClosed) where tag.name == "en-export":
                guard !reader.declares else {
                    throw .hostile(path: path, problem: "its document type declares entities of its own")
                }
                isOpen = !isClosed
                return
            default: throw .unrecognised(path: path, found: "is not an Evernote export")
            }
        }
        throw .unrecognised(path: path, found: "is not an Evernote export")
    }

    /// Whether `bytes` begin as an export does.
    static func looksLikeOne(_ bytes: some Collection<UInt8>) -> Bool {
        let head = String(decoding: bytes.prefix(2000), as: UTF8.self)
        return head.contains("<en-export") || head.contains("<!DOCTYPE en-export")
    }

    /// The next note; nil at the end.
    ///
    /// - Throws: when the export stops before its end or its elements do not fit together.
    mutating func next() throws(ImportFailure) -> EnexNote? {
        guard isOpen else { return nil }
        while let token = reader.next() {
            switch token {
            case .open(let tag, let isClosed):
                if tag.name == "note" { return isClosed ? EnexNote() : try note() }
                if !isClosed { try skip(tag.name) }
            case .close(let name):
                guard name == "en-export" else { throw damaged("</\(name)> ends nothing") }
                isOpen = false
                return nil
            case .text: continue
            }
        }
        throw damaged("it stops before its end")
    }

    private func damaged(_ problem: String) -> ImportFailure {
        .damaged(path: path, place: "byte \(reader.at)", problem: problem)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) }
}

// MARK: - Elements

extension EnexReader {
    private static let depthMax = 16

    private mutating func note() throws(ImportFailure) -> EnexNote {
        var note = EnexNote()
        try children(of: "note") { reader, name throws(ImportFailure) in
            switch name {
            case "title": note.title = trimmed(try reader.text(of: name))
            case "content": note.content = try reader.bytes(of: name)
            case "created": note.created = evernoteInstant(try reader.text(of: name))
            case "updated": note.updated = evernoteInstant(try reader.text(of: name))
            case "tag": note.tags.append(trimmed(try reader.text(of: name)))
            case "note-attributes":
                try reader.children(of: name) { reader, inner throws(ImportFailure) in
                    note.attributes[inner] = trimmed(try reader.text(of: inner))
                }
            case "resource": note.resources.append(try reader.resource())
            case "task": note.tasks.append(try reader.task())
            default: try reader.skip(name)
            }
        }
        note.oddities = oddities
        oddities = []
        return note
    }

    private mutating func resource() throws(ImportFailure) -> EnexResource {
        var resource = EnexResource()
        try children(of: "resource") { reader, name throws(ImportFailure) in
            switch name {
            case "data": resource.data = try reader.bytes(of: name)
            case "mime": resource.mediaType = trimmed(try reader.text(of: name)).lowercased()
            case "resource-attributes":
                try reader.children(of: name) { reader, inner throws(ImportFailure) in
                    let text = trimmed(try reader.text(of: inner))
                    if inner == "file-name" { resource.fileName = text }
                }
            default: try reader.skip(name)
            }
        }
        return resource
    }

    private mutating func task() throws(ImportFailure) -> EnexTask {
        var task = EnexTask()
        try children(of: "task") { reader, name throws(ImportFailure) in
            switch name {
            case "title": task.title = trimmed(try reader.text(of: name))
            case "taskstatus": task.isDone = trimmed(try reader.text(of: name)) == "completed"
            case "duedate": task.due = evernoteInstant(try reader.text(of: name))
            case "timezone": task.zone = trimmed(try reader.text(of: name))
            case "sortweight": task.weight = trimmed(try reader.text(of: name))
            case "taskgroupnotelevelid": task.group = trimmed(try reader.text(of: name)).lowercased()
            default: try reader.skip(name)
            }
        }
        return task
    }

    /// Has `take` read each element in `name`, until it ends.
    private mutating func children(
        of name: String, _ take: (inout EnexReader, String) throws(ImportFailure) -> Void
    ) throws(ImportFailure) {
        elements.append(name)
        while let token = reader.next() {
            switch token {
            case .open(let tag, let isClosed): if !isClosed { try take(&self, tag.name) }
            case .close(let found):
                try end(name, as: found)
                return
            case .text: continue
            }
        }
        throw damaged("it stops before its end")
    }

    /// The characters in `name`, whether escaped or in CDATA.
    private mutating func bytes(of name: String) throws(ImportFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var depth = 0
        elements.append(name)
        while let token = reader.next() {
            switch token {
            case .text(let text):
                if text.isLiteral || !text.bytes.contains(UInt8(ascii: "&")) {
                    bytes += text.bytes
                } else {
                    bytes += text.string.utf8
                }
            case .open(_, let isClosed):
                if !isClosed { depth += 1 }
                guard depth < Self.depthMax else { throw damaged("elements stand in each other too deeply") }
            case .close(let found):
                if depth == 0 {
                    try end(name, as: found)
                    return bytes
                }
                depth -= 1
            }
        }
        throw damaged("it stops before its end")
    }

    /// Ends the innermost element. A name that none of the open ones has is a misspelt one, and nothing is lost by it.
    private mutating func end(_ name: String, as found: String) throws(ImportFailure) {
        elements.removeLast()
        guard found != name else { return }
        guard !elements.contains(found) else { throw damaged("</\(found)> where </\(name)> was expected") }
        oddities.append("<\(name)> ends as </\(found)> there")
    }

    private mutating func text(of name: String) throws(ImportFailure) -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    private mutating func skip(_ name: String) throws(ImportFailure) { _ = try bytes(of: name) }
}

/// `20180502T065115Z`. Nil for anything else: Evernote writes times in far millennia for tasks without one.
func evernoteInstant(_ text: String) -> Instant? {
    let digits = Array(trimmed(text).utf8)
    guard digits.count == 16, digits[8] == UInt8(ascii: "T"), digits[15] == UInt8(ascii: "Z") else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    return Instant(
        text: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z")
}
