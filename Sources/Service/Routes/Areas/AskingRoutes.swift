import Accounts
import Capture
import HTTPTypes
import Hummingbird
import Intelligence
import Kernel
import Runtime
import Studio
import Workspace

extension RouteTable {
    /// The routes by which a person asks for suggestions and for an analysis. A story is asked for by its command.
    static let asking: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/runs", "organise",
            "Asks for suggestions on how to organise captures; they are answered behind the request.", .commands,
            body: [
                FieldShape(
                    "items", .identifiers(countMax: OrganiseRun.itemsMax), "Which captures; everything in the inbox by default."
                )
                .optional,
                FieldShape("run", .identifier, "Its identifier, so that asking twice asks once.").optional,
            ], answer: .json(.accepted)
        ) { try await $0.organise() },
        Route(
            .post, "/v1/workspaces/{workspace}/artworks/{artwork}/analyses", "analyse",
            "Asks for an analysis of an artwork, or for another one; it is made behind the request.", .commands,
            body: [
                FieldShape("analysis", .identifier, "Its identifier, so that asking twice asks once.").optional
            ], answer: .json(.accepted)
        ) { try await $0.analyse() },
        Route(
            .get, "/v1/providers", "listProviders", "Who is asked for what, and whether that leaves this service.",
            .signedIn
        ) { $0.listProviders() },
        Route(
            .post, "/v1/workspaces/{workspace}/transcriptions", "transcribe",
            "Writes down what is said in a recording. Nothing is kept: what is done with the text is said by commands.",
            .commands,
            query: [
                FieldShape("language", .text(bytesMax: 2), "The language that is spoken, in two letters, such as `de`.")
            ], content: .bytes(SpeechQuestion.mediaTypes), furtherStatuses: [408, 413, 415, 422, 429]
        ) { try await $0.transcribe() },
    ]
}

extension Call {
    fileprivate func organise() async throws -> Response {
        let run: RunID = body.identifier("run") ?? pool.runtime.mint()
        let items = body.texts("items").compactMap { ItemID(text: $0) }
        let today = now.day(inZone: accounts.model.existing(try signedIn().user)?.preferences.zone)
        let after = try await asking([RequiredPermission(.write, .captures)]) { view, asking in
            // Asked for again, it is there with what came of it.
            guard view.capture.existing(run) == nil else { return nil }
            guard let command = try asking.organise(items, as: run, on: today) else {
                throw ProblemDocument(
                    .unprocessableContent, "nothingToOrganise", "the inbox is empty; capture something first, or say items",
                    field: "items")
            }
            return command
        }
        guard let reading = after.capture.run(run, name: after.name) else {
            throw ProblemDocument(.notFound, "noSuchThing", "this run was taken back")
        }
        return .json(.accepted) { reading.write(to: &$0) }
    }

    fileprivate func analyse() async throws -> Response {
        let artwork: ArtworkID = try identifier("artwork")
        let fresh: AnalysisID = body.identifier("analysis") ?? pool.runtime.mint()
        let id = try workspace()
        let child = try await using(id) { await $0.view.childOfArtwork(artwork) }
        let after = try await asking([RequiredPermission(.write, .studio, child: child)]) { view, asking in
            guard view.studio.model.existing(fresh) == nil else { return nil }
            return try asking.analyse(artwork, as: fresh).command
        }
        guard let reading = after.studio.analyses(of: artwork).last else {
            throw ProblemDocument(.notFound, "noSuchThing", "there is no such artwork to be seen; look in the trash")
        }
        return .json(.accepted) { reading.write(to: &$0) }
    }

    fileprivate func listProviders() -> Response {
        .json { json in
            json.object { json in
                json.key("providers")
                json.array(Capability.allCases) { json, capability in
                    guard let provider = service.jobs.providers.first(for: capability),
                        let method = provider.method(for: capability)
                    else { return }
                    json.object { json in
                        json.field("does", capability.rawValue)
                        json.field("provider", method.provider.text)
                        json.field("model", method.model.text)
                        json.field("version", method.version)
                        json.field("remote", provider.isRemote)
                        json.field("trains", provider.isTrained)
                        json.field("notice", provider.notice)
                    }
                }
            }
        }
    }

    fileprivate func transcribe() async throws -> Response {
        guard let mediaType, SpeechQuestion.mediaTypes.contains(mediaType) else {
            throw ProblemDocument(
                .unsupportedMediaType, "notARecording",
                "send the recording as one of " + SpeechQuestion.mediaTypes.joined(separator: ", "))
        }
        let language = query.required("language")
        guard language.wholeMatch(of: /[a-z]{2}/) != nil else {
            throw ProblemDocument(
                .unprocessableContent, "badLanguage", "the language is two small letters, such as `de`", field: "language")
        }
        guard let provider = service.jobs.providers.first(for: .transcribe), let method = provider.method(for: .transcribe)
        else {
            let failure = ProviderFailure.notInstalled(model: InstallableModel.speech(of: language).name)
            throw ProblemDocument(
                .unprocessableContent, "unsupported", "speech is not written down here: " + failure.message)
        }
        guard let permit = service.recordings.enter(for: requester) else {
            throw ProblemDocument(
                .tooManyRequests, "transcribing", "a recording of yours is being written down; send the next one after it",
                retryAfter: 5)
        }
        defer { withExtendedLifetime(permit) {} }
        let audio = try await body(upTo: SpeechQuestion.bytesMax)
        // Who may is asked again once a long body is here.
        _ = try await renewed()
        let begin = ContinuousClock.now
        do throws(ProviderFailure) {
            let text = try await service.jobs.transcribe(
                SpeechQuestion(audio: audio, mediaType: mediaType, language: language), by: provider)
            let taken = (ContinuousClock.now - begin).components
            let model = (provider as? InstalledModelsProvider)?.model(for: language) ?? method.model.text
            return .json { json in
                json.object { json in
                    json.field("text", text)
                    json.field("language", language)
                    json.field("provider", method.provider.text)
                    json.field("model", model)
                    json.field("latencyMs", taken.seconds * 1_000 + taken.attoseconds / 1_000_000_000_000_000)
                }
            }
        } catch {
            throw ProblemDocument(.unprocessableContent, "notTranscribed", error.message)
        }
    }

    /// Has a question decided and journaled for the caller, and begins to answer it.
    ///
    /// - Parameters:
    ///   - needed: permissions without which a caller learns nothing of what is there.
    ///   - question: the command; nil where it was asked already.
    /// - Returns: the workspace as it is then, on disk.
    /// - Throws: the policy's denial, the rules' refusal; nothing is asked then.
    private func asking(
        _ needed: [RequiredPermission],
        _ question: @escaping @Sendable (WorkspaceView, Asking) throws -> WorkspaceCommand?
    ) async throws -> WorkspaceView {
        let (id, caller) = (try workspace(), try signedIn())
        let home = try home(of: id)
        let sender = Sender(caller.principal, actor: caller.author.actor, name: accounts.model.existing(caller.user)?.name)
        let author = Author(actor: sender.actor, device: pool.device)
        let (jobs, now, pool, requester) = (service.jobs, now, pool, requester)
        do {
            let after = try await pool.takingRun(of: sender.actor, in: id) { authorizer in
                try await pool.using(home, for: requester) { workspace in
                    try authorizer.check(caller.principal, needed, at: now)
                    // What there is to ask about is looked up apart; whether it may be asked is decided when it is asked.
                    let before = await workspace.view
                    let command = try await pool.rendering.run(for: requester, orSay: .crowded) {
                        try question(before, Asking(in: before, of: jobs.providers))
                    }
                    let outcome = try await workspace.perform(
                        command.map { [$0] } ?? [], by: caller.principal, through: authorizer, as: author)
                    let after = try await workspace.durableView().view
                    if case .done = outcome { _ = try? await workspace.introduce(sender, on: author.device) }
                    return after
                }
            }
            await jobs.notice(home)
            return after
        } catch let failure as ProviderFailure {
            throw ProblemDocument(.unprocessableContent, "unsupported", failure.message)
        } catch { throw explained(error) }
    }
}
