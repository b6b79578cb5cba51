import Accounts
import HTTPTypes
import Hummingbird
import Intelligence
package import Kernel
package import Notes
import Runtime
import Workspace

extension RouteTable {
    /// The routes by which a person has handwriting and pages read.
    static let reading: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/notes/{note}/recognitions", "recogniseInk",
            "Reads the handwriting of a note's drawings, so that it is found. What was read as it is now is not read again.",
            .commands,
            body: [
                FieldShape(
                    "language", .text(bytesMax: 35), "The language that was written, such as `de`; by default nobody says."
                )
                .optional
            ], furtherStatuses: [429]
        ) { try await $0.recogniseInk() },
        Route(
            .post, "/v1/workspaces/{workspace}/notes/{note}/readings", "readPictures",
            "Reads the pictures that are attached to a note, so that their text is found. A picture is read once by each model.",
            .commands,
            body: [FieldShape("file", .identifier, "The picture that is meant; by default all of the note.").optional],
            furtherStatuses: [422, 429]
        ) { try await $0.readPictures() },
        Route(
            .post, "/v1/workspaces/{workspace}/readings", "readPage",
            "Reads a photographed or scanned page. Nothing is kept: what is done with the text is said by commands.", .commands,
            content: .bytes(PageQuestion.mediaTypes), furtherStatuses: [408, 413, 415, 422, 429]
        ) { try await $0.readPage() },
    ]
}

/// A picture of a page that is to be read.
enum PageQuestion {
    static let bytesMax = 32_000_000
    static let mediaTypes = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/avif", "image/tiff"]
}

extension Call {
    fileprivate func recogniseInk() async throws -> Response {
        let (id, note): (WorkspaceID, NoteID) = (try workspace(), try identifier("note"))
        let home = try home(of: id)
        let language = body.text("language")
        try checkMayWriteNotes()
        let permit = try enterReading()
        defer { withExtendedLifetime(permit) {} }
        let view = try await pool.using(home, for: requester) { await $0.view }
        let drawings = try await pool.rendering.run(for: requester, orSay: .crowded) { try view.drawings(of: note) }
        var lines: [(drawing: InkID, text: String)] = []
        for drawing in drawings {
            if let known = drawing.recognition, known.isBy(.handwriting), !drawing.isRecognisedEarlier {
                lines.append((drawing.id, known.text))
                continue
            }
            let recognition: Recognition
            do { recognition = try await service.reader.read(drawing, in: language, for: requester) } catch let failure
                as ProviderFailure
            {
                throw ProblemDocument(.unprocessableContent, "notRecognised", failure.message)
            }
            // Who may is asked again once it has been read; it is recorded by the service, which read it.
            try await renewed().checkMayWriteNotes()
            do {
                try await pool.using(home, for: requester) { workspace in
                    _ = try await workspace.perform([.notes(.recogniseInk(note, drawing.id, recognition))], as: pool.keeper)
                }
            } catch { throw explained(error) }
            lines.append((drawing.id, recognition.text))
        }
        return .json { json in
            json.object { json in
                json.key("drawings")
                json.array(lines) { json, line in
                    json.object { json in
                        json.field("id", line.drawing.text)
                        json.field("text", line.text)
                    }
                }
            }
        }
    }

    /// Each picture is kept as soon as it is read. One that cannot be read is told, and the others are read all the same.
    fileprivate func readPictures() async throws -> Response {
        let (id, note): (WorkspaceID, NoteID) = (try workspace(), try identifier("note"))
        let home = try home(of: id)
        let only: AttachmentID? = body.identifier("file")
        try checkMayWriteNotes()
        let permit = try enterReading()
        defer { withExtendedLifetime(permit) {} }
        let view = try await pool.using(home, for: requester) { await $0.view }
        let files = try await pool.rendering.run(for: requester, orSay: .crowded) { try view.pictures(of: note, only) }
        var read: [(file: AttachmentID, text: Result<String, ProviderFailure>)] = []
        for (file, entry) in files {
            if let known = entry.text, known.reader.text == InstallableModel.pages.model {
                read.append((file, .success(known.text)))
                continue
            }
            do {
                read.append((file, .success(try await readPicture(file, entry, of: home))))
            } catch let failure as ProviderFailure {
                // Without a model none of them can be read.
                if case .notInstalled = failure { throw ProblemDocument(.unprocessableContent, "notRead", failure.message) }
                read.append((file, .failure(failure)))
            }
        }
        return .json { json in
            json.object { json in
                json.key("files")
                json.array(read) { json, line in
                    json.object { json in
                        json.field("id", line.file.text)
                        switch line.text {
                        case .success(let text): json.field("text", text)
                        case .failure(let failure): json.field("failure", failure.message)
                        }
                    }
                }
            }
        }
    }

    private func readPicture(
        _ file: AttachmentID, _ entry: NotesView.AttachmentEntry, of home: WorkspaceHome
    ) async throws -> String {
        guard let digest = Digest(bytes: entry.file.digest) else { throw ProviderFailure.badPicture }
        let picture = try await pool.using(home, for: requester) { workspace in
            try await onFileThreads { try workspace.blobs.read(digest) }
        }
        let text = PictureText(try await service.reader.page(picture, for: requester))
        // Who may is asked again once it has been read; it is recorded by the service, which read it.
        try await renewed().checkMayWriteNotes()
        do {
            try await pool.using(home, for: requester) { workspace in
                _ = try await workspace.perform([.notes(.readFile(file, text))], as: pool.keeper)
            }
        } catch { throw explained(error) }
        return text.text
    }

    private func checkMayWriteNotes() throws {
        let authorizer = WorkspaceAuthorizer(of: try workspace(), given: accounts)
        try authorizer.check(try signedIn().principal, [RequiredPermission(.write, .notes)], at: now)
    }

    func enterReading() throws(ProblemDocument) -> ConcurrencyLimiter.Permit {
        guard let permit = service.readings.enter(for: requester) else {
            throw ProblemDocument(
                .tooManyRequests, "reading", "something of yours is being read; send the next one after it", retryAfter: 5)
        }
        return permit
    }

    fileprivate func readPage() async throws -> Response {
        guard let mediaType, PageQuestion.mediaTypes.contains(mediaType) else {
            throw ProblemDocument(
                .unsupportedMediaType, "notAPicture",
                "send the page as one of " + PageQuestion.mediaTypes.joined(separator: ", "))
        }
        let permit = try enterReading()
        defer { withExtendedLifetime(permit) {} }
        let picture = try await body(upTo: PageQuestion.bytesMax)
        _ = try await renewed()
        do {
            let page = try await service.reader.page(picture, for: requester)
            return .json { page.write(to: &$0) }
        } catch let failure as ProviderFailure {
            throw ProblemDocument(.unprocessableContent, "notRead", failure.message)
        }
    }
}

extension NotesView {
    /// The pictures that are attached to a note and of a kind that can be read.
    package func readablePictures(of id: NoteID) -> [(AttachmentID, AttachmentEntry)] {
        attachments(of: .note(id)).filter { PageQuestion.mediaTypes.contains($0.entry.file.mediaType) }
            .map { ($0.id, $0.entry) }
    }
}

extension WorkspaceView {
    /// - Parameter only: the file that is meant; nil for all.
    /// - Throws: the rule that there has to be such a note, and such a picture in it.
    fileprivate func pictures(
        of id: NoteID, _ only: AttachmentID?
    ) throws -> [(AttachmentID, NotesView.AttachmentEntry)] {
        guard let note = notes.note(id), !note.isTrashed else {
            throw ProblemDocument(.notFound, "noSuchThing", "there is no such note to be seen; look in the trash")
        }
        // What is read is kept in clear, where the note's own words must not be.
        guard !SealedText.isSealed(Array(note.body.utf8)) else {
            throw ProblemDocument(
                .unprocessableContent, "sealedNote",
                "the note is sealed, and what is read would be kept unsealed; unseal it first")
        }
        let found = notes.readablePictures(of: id).filter { file, _ in (only ?? file) == file }
        if only != nil, found.isEmpty {
            throw ProblemDocument(.notFound, "noSuchThing", "the note has no such picture; see its files")
        }
        return found
    }

    /// - Throws: the rule that there has to be such a note.
    fileprivate func drawings(of id: NoteID) throws -> [NoteView.Drawing] {
        guard let note = notes.note(id), !note.isTrashed else {
            throw ProblemDocument(.notFound, "noSuchThing", "there is no such note to be seen; look in the trash")
        }
        return note.ink
    }
}
