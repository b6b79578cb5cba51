import Kernel

/// Reads an Evernote export note by note, so that a large one is never held twice.
///
/// Unlike the notes' own documents an export is written by a program: what is not as it should be is damage. A damaged note
/// is passed over and named in `damaged`; the others are read.
struct EnexReader {
    private var reader: MarkupReader
    private let path: String
    private let budget: ImportBudget
    private var isOpen = false
    /// The elements that have begun and not ended, outermost first.
    private var elements = ["en-export"]
    private var oddities: [String] = []
    /// The title of the note that is being read, as far as it was read.
    private var title = ""
    private var wholeCount = 0
    private var firstFailure: ImportFailure?
    /// The notes that could not be read.
    private(set) var damaged: [DamagedNote] = []

    struct DamagedNote {
        /// Empty where not even that could be read.
        var title: String
        /// Where it begins, and what is wrong.
        var byteOffset: Int
        var problem: String
    }

    /// - Throws: when it does not begin as an export, or declares entities.
    init(_ bytes: [UInt8], path: String, within budget: ImportBudget) throws(ImportFailure) {
        reader = MarkupReader(bytes[...])
        self.path = path
        self.budget = budget
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

    /// Returns whether `bytes` begin as an export does.
    static func looksLikeOne(_ bytes: some Collection<UInt8>) -> Bool {
        let head = String(decoding: bytes.prefix(2000), as: UTF8.self)
        return head.contains("<en-export") || head.contains("<!DOCTYPE en-export")
    }

    /// The next note that can be read; nil at the end.
    ///
    /// - Throws: when nothing of the export can be read as a note and it is not whole.
    mutating func next() throws(ImportFailure) -> EnexNote? {
        guard isOpen else { return nil }
        while let token = reader.next() {
            switch token {
            case .open(let tag, let isClosed):
                if tag.name == "note" {
                    if isClosed { return EnexNote() }
                    if let note = try wholeNote() { return note }
                } else if !isClosed {
                    try skip(tag.name)
                }
            case .close(let name):
                // What ends nothing here is the rest of a note that was passed over.
                guard name == "en-export" else { continue }
                isOpen = false
                if wholeCount == 0, let firstFailure { throw firstFailure }
                return nil
            case .text: continue
            }
        }
        isOpen = false
        let end = damaged("it stops before its end")
        guard wholeCount > 0 else { throw firstFailure ?? end }
        if damaged.isEmpty {
            damaged.append(DamagedNote(title: "", byteOffset: reader.at, problem: "the export stops before its end"))
        }
        return nil
    }

    /// The note that begins here; nil where it is damaged, and then the reader stands behind it.
    private mutating func wholeNote() throws(ImportFailure) -> EnexNote? {
        try budget.proceed()
        let (start, depth) = (reader.at, elements.count)
        title = ""
        do throws(ImportFailure) {
            let note = try note()
            wholeCount += 1
            return note
        } catch .damaged(let path, let place, let problem) {
            firstFailure = firstFailure ?? .damaged(path: path, place: place, problem: problem)
            damaged.append(DamagedNote(title: title, byteOffset: start, problem: problem))
            elements.removeLast(elements.count - depth)
            oddities = []
            reader.resume(at: start)
            reader.resume(at: reader.bytes(upTo: "</note>").map { $0.endIndex + 7 } ?? .max)
            return nil
        }
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
            case "title":
                note.title = trimmed(try reader.text(of: name))
                reader.title = note.title
            case "content": note.content = try reader.content()
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

    /// The note's own document. It stands in CDATA, and programs that do not know that CDATA cannot hold CDATA wrote such
    /// documents: so it ends where its element does, and not at the first `]]>`.
    private mutating func content() throws(ImportFailure) -> [UInt8] {
        let (open, close) = (Array("<![CDATA[".utf8), Array("]]>".utf8))
        guard let raw = reader.bytes(upTo: "</content>") else { return try bytes(of: "content") }
        var inner = raw.drop(while: Self.isBlank)
        while let last = inner.last, Self.isBlank(last) { inner.removeLast() }
        guard inner.starts(with: open), inner.suffix(3).elementsEqual(close), inner.count >= open.count + close.count
        else { return try bytes(of: "content") }
        // Another note's content ends there: this one's was never closed.
        guard raw.firstRange(of: Array("</note>".utf8)) == nil else { throw damaged("<content> has no end") }
        reader.resume(at: raw.endIndex + 10)
        return Self.joined(inner.dropFirst(open.count).dropLast(close.count))
    }

    /// Without the seams of several CDATA sections, by which XML writes a `]]>` within one.
    private static func joined(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let seam = Array("]]><![CDATA[".utf8)
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if bytes[at] == seam[0], bytes[at...].starts(with: seam) {
                at += seam.count
            } else {
                joined.append(bytes[at])
                at += 1
            }
        }
        return joined
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
                    if inner == "source-url" { resource.source = text }
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
