import ArgumentParser
import Client
import Foundation
import Intelligence
import Kernel
import Notes
import Service
import Workspace

/// Reads the handwriting of a note, so that it is found.
struct RecogniseCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "recognise", abstract: "Reads the handwriting of notes, so that it is found.",
        discussion: """
            By a model on this machine (`daybook models install handwriting`); with --server, by that of the service. The ink stays as it \
            is: what was read is kept beside it, with the place of each line, and `daybook search` finds it, also where one letter \
            was misread.
            """)

    @Argument(help: "Which notes.") var refs: [String]
    @Option(help: ArgumentHelp("The language that was written, such as de.", valueName: "language")) var language: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        var read: [(note: String, text: String)] = []
        if let service = try session.service() {
            let notes = try await session.reading { workspace in
                let view = await workspace.view
                return try refs.map { ($0, try view.note($0)) }
            }
            var json = JSONWriter()
            json.object { if let language { $0.field("language", language) } }
            let body = json.text
            read = try await service.asking { client in
                let workspace = try service.workspace(globals, among: service.folder.memory().workspaces)
                var read: [(note: String, text: String)] = []
                for (ref, note) in notes {
                    let path = "/v1/workspaces/\(workspace.text)/notes/\(note.text)/recognitions"
                    let answer = try await client.ask(.post, path, body: body).decoded(as: Recognised.self)
                    read += answer.drawings.map { (ref, $0.text) }
                }
                return read
            }
        } else {
            read = try await session.withReader { reader in
                try await session.writing { workspace, author in
                    var read: [(note: String, text: String)] = []
                    for ref in refs {
                        let view = await workspace.view
                        let id = try view.note(ref)
                        for drawing in view.notes.note(id)?.ink ?? [] {
                            if let known = drawing.recognition, known.isBy(.handwriting), !drawing.isRecognisedEarlier {
                                read.append((ref, known.text))
                                continue
                            }
                            let recognition: Recognition
                            do { recognition = try await reader.read(drawing, in: language) } catch let failure
                                as ProviderFailure
                            {
                                throw Problem(.different, "Nothing was read: \(failure.message).")
                            }
                            _ = try await workspace.perform([.notes(.recogniseInk(id, drawing.id, recognition))], as: author)
                            read.append((ref, recognition.text))
                        }
                    }
                    return read
                }
            }
        }
        guard !read.isEmpty else { throw Problem(.different, "There is no drawing in \(refs.joined(separator: ", ")).") }
        let lines = read.map { refs.count > 1 ? "\($0.note): \($0.text)" : $0.text }
        try session.show(text: lines.joined(separator: "\n")) { json in
            json.array(read) { json, line in
                json.object { json in
                    json.field("note", line.note)
                    json.field("text", line.text)
                }
            }
        }
    }

    private struct Recognised: Decodable {
        struct Drawing: Decodable { var text: String }

        var drawings: [Drawing]
    }
}

/// Reads a photographed or scanned page.
struct ReadPageCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Reads a photographed or scanned page.",
        discussion: """
            By a model on this machine (`daybook models install pages`). Nothing is recorded: read the text, and keep what you want \
            of it, as with `daybook read page.jpg | daybook add note Page --file -`.
            """)

    @Argument(help: "The picture.", completion: .file()) var file: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let bytes: [UInt8]
        do { bytes = Array(try Data(contentsOf: URL(filePath: file))) } catch {
            throw Problem(.machine, "cannot read \(file): \(reason(for: error))")
        }
        let page = try await session.withReader { reader in
            do { return try await reader.page(bytes) } catch let failure as ProviderFailure {
                throw Problem(.different, "Nothing was read: \(failure.message).")
            }
        }
        try session.show(text: page.text) { page.write(to: &$0) }
    }
}
