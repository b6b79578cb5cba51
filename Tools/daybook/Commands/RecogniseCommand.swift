import ArgumentParser
import Client
import Foundation
import Intelligence
import Kernel
import Notes
import Runtime
import Service
import Workspace

/// Reads the handwriting of a note, so that it is found.
struct RecogniseCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "recognise", abstract: "Reads the handwriting of notes, so that it is found.",
        discussion: """
            By a model on this machine (`daybook models install handwriting`, and `pages` for --pictures); with --server, by that of the \
            service. Ink and pictures stay as they are: what was read is kept beside them, with the place of each line, and \
            `daybook search` finds it, also where one letter was misread.
            """)

    @Argument(help: "Which notes.") var refs: [String]
    @Flag(help: "Read the pictures that are attached to them, too.") var pictures = false
    @Option(help: ArgumentHelp("The language that was written, such as de.", valueName: "language")) var language: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let read =
            if let service = try session.service() {
                try await self.read(at: service, in: session)
            } else {
                try await session.withReader { reader in
                    try await session.writing { workspace, author in try await self.read(by: reader, in: workspace, as: author)
                    }
                }
            }
        guard !read.isEmpty else {
            let what = pictures ? "neither a drawing nor a picture" : "no drawing"
            throw Problem(.different, "There is \(what) in \(refs.joined(separator: ", ")).")
        }
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

    /// A text that was read, and the note that it was read in.
    private typealias Line = (note: String, text: String)

    private func read(at service: ServiceSession, in session: Session) async throws -> [Line] {
        let notes = try await session.reading { workspace in
            let view = await workspace.view
            return try refs.map { ($0, try view.note($0)) }
        }
        var json = JSONWriter()
        json.object { if let language { $0.field("language", language) } }
        let body = json.text
        return try await service.asking { client in
            let workspace = try service.workspace(globals, among: service.folder.memory().workspaces)
            var read: [Line] = []
            for (ref, note) in notes {
                let path = "/v1/workspaces/\(workspace.text)/notes/\(note.text)"
                let answer = try await client.ask(.post, path + "/recognitions", body: body).decoded(as: Recognised.self)
                read += answer.drawings.map { (ref, $0.text) }
                guard pictures else { continue }
                let pages = try await client.ask(.post, path + "/readings", body: "{}").decoded(as: ReadPictures.self)
                for file in pages.files {
                    if let failure = file.failure { throw Problem(.different, "A picture was not read: \(failure).") }
                    read.append((ref, file.text ?? ""))
                }
            }
            return read
        }
    }

    private func read(by reader: ModelReader, in workspace: WorkspaceActor, as author: Author) async throws -> [Line] {
        var read: [Line] = []
        for ref in refs {
            let view = await workspace.view
            let id = try view.note(ref)
            for drawing in view.notes.note(id)?.ink ?? [] {
                if let known = drawing.recognition, known.isBy(.handwriting), !drawing.isRecognisedEarlier {
                    read.append((ref, known.text))
                    continue
                }
                let recognition = try await Self.orProblem { try await reader.read(drawing, in: language) }
                _ = try await workspace.perform([.notes(.recogniseInk(id, drawing.id, recognition))], as: author)
                read.append((ref, recognition.text))
            }
            guard pictures else { continue }
            for (file, entry) in view.notes.readablePictures(of: id) {
                if let known = entry.text, known.reader.text == InstallableModel.pages.model {
                    read.append((ref, known.text))
                    continue
                }
                guard let digest = Digest(bytes: entry.file.digest) else { continue }
                let bytes = try workspace.blobs.read(digest)
                let text = PictureText(try await Self.orProblem { try await reader.page(bytes) })
                _ = try await workspace.perform([.notes(.readFile(file, text))], as: author)
                read.append((ref, text.text))
            }
        }
        return read
    }

    private static func orProblem<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let failure as ProviderFailure {
            throw Problem(.different, "Nothing was read: \(failure.message).")
        }
    }

    private struct Recognised: Decodable {
        struct Drawing: Decodable { var text: String }

        var drawings: [Drawing]
    }

    private struct ReadPictures: Decodable {
        struct File: Decodable {
            var text: String?
            var failure: String?
        }

        var files: [File]
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
