import Foundation
import Kernel
import KernelTesting
import Notes
import Testing

/// The "Big List of Naughty Strings", where the shared data is there.
private enum Naughty {
    static let file = Repository.sharedData.appending(path: "json-unicode/blns.json")
    static let isThere = FileManager.default.fileExists(atPath: file.path)

    static func strings() throws -> [String] { try JSONDecoder().decode([String].self, from: Data(contentsOf: file)) }
}

/// As much of a list of notes as another program reads here.
private struct List: Decodable {
    struct Note: Decodable { var title: String }
    var notes: [Note]
}

@Suite("Naughty names", .enabled(if: Naughty.isThere, "../shared/data/json-unicode/blns.json is not there"))
struct NaughtyNames {
    @Test(.shows("N-103.3")) func `any of them is kept as a folder, a title, a tag and a text, or refused clearly`()
        throws
    {
        var kept = 0
        for (index, string) in try Naughty.strings().enumerated() {
            let name: Name
            do throws(NameFault) {
                name = try Name(string)
            } catch {
                #expect(!error.message.isEmpty)
                continue
            }
            kept += 1
            let folder = FolderID.numbered(UInt64(index))
            let state = state(of: [])
            var events = try NoteDecider.decide(.createFolder(folder, name: name, in: nil), given: state)
            events += [.noteCreated(.bread, title: name, body: string, folder: folder), .noteTagged(.bread, [name])]
            for event in events {
                let (subject, payload) = event.encoded()
                let decoded = try payload.withUnsafeBytes { bytes in
                    try NoteEvent(tag: event.tag, subject: subject, payload: RawSpan(_unsafeBytes: bytes))
                }
                #expect(decoded == event)
            }
            let view = view(of: events)
            #expect(Array(view.note(.bread)?.body.utf8 ?? "".utf8) == Array(string.utf8))
            #expect(view.note(.bread)?.title == name && view.folder(atPath: [name.text]) == folder)
            #expect(throws: NoteRefusal.self) {
                try NoteDecider.decide(
                    .createFolder(.numbered(9999), name: name, in: nil), given: NotesTests.state(of: events))
            }
            let list = try JSONDecoder().decode(List.self, from: Data(view.allNotes().json.utf8))
            #expect(Array(list.notes[0].title.utf8) == Array(name.text.utf8))
        }
        #expect(kept > 400)
    }
}
