import Capture
import Client
import Foundation
import Intelligence
import Kernel
import Runtime
import Service
import Studio
import Workspace

extension Session {
    /// The providers that were set up in the data directory; none where nobody did.
    func endpoints(file: String? = nil) throws -> [Endpoint] {
        let path = file ?? directory.path + "/" + ProvidersFile.name
        guard file != nil || FileManager.default.fileExists(atPath: path) else { return [] }
        do throws(ProvidersFile.Fault) {
            return try ProvidersFile(path: path, environment: ProcessInfo.processInfo.environment).endpoints
        } catch { throw Problem(.usage, error.words + ".") }
    }

    /// Does something with the providers that are there without a service.
    func askingProviders<Result>(_ body: (Providers) async throws -> Result) async throws -> Result {
        let runtime = runtime
        let clients = try endpoints().map { EndpointClient($0) }
        return try await withReader { reader in
            do {
                let result = try await body(Providers(clients, installed: [InstalledModelsProvider(reader)]) { runtime.mint() })
                for client in clients { await client.close() }
                return result
            } catch {
                for client in clients { await client.close() }
                throw error
            }
        }
    }

    /// Asks a question and waits for what comes of it: here, or at the service.
    ///
    /// - Parameters:
    ///   - route: where it is asked at a service, below its workspace, the body, and the view that shows what came of it.
    ///   - job: the question, and the command that asks it; none where it was asked before.
    /// - Throws: why it could not be asked, and why no answer came.
    func asking(
        route: (WorkspaceView) throws -> (path: String, body: String, view: String),
        job: (WorkspaceView, Asking) throws -> (Job, WorkspaceCommand?)
    ) async throws {
        if let service = try service() {
            let question = try await reading { try route(await $0.view) }
            try await service.asking { client in
                let workspace = try service.workspace(globals, among: service.folder.memory().workspaces)
                let path = "/v1/workspaces/\(workspace.text)"
                try await client.ask(.post, path + question.path, body: question.body)
                try await Self.untilAnswered(client, path + question.view)
            }
            return
        }
        try await askingProviders { providers in
            try await writing { workspace, author in
                let view = await workspace.view
                let (question, command) = try job(view, Asking(in: view, of: providers))
                if let command { _ = try await workspace.perform([command], as: author) }
                try await answer(question, by: providers, in: workspace, as: author)
            }
        }
    }

    /// Answers a question by what is here.
    func answer(_ job: Job, by providers: Providers, in workspace: WorkspaceActor, as author: Author) async throws {
        let pictures = ThumbnailRenderer(ServiceConfiguration())
        do {
            try await withReader { reader in
                let runner = JobRunner(providers, pictures: pictures.ofJobs(readBy: reader))
                try await runner.answer(job, in: workspace, as: author, on: today)
            }
        } catch {
            try await pictures.stop()
            throw error
        }
        try await pictures.stop()
        if let reason = await workspace.view.failure(of: job) { throw Problem(.different, "No answer: \(reason).") }
    }

    /// Seconds to wait for an answer of a service.
    private static let patienceSeconds = 90

    /// Waits until a view at the service shows that the question was answered, or that there will be no answer.
    private static func untilAnswered(_ client: ServiceClient, _ path: String) async throws {
        for _ in 0..<patienceSeconds * 4 {
            if try await client.ask(.get, path).decoded(as: Asked.self).isAnswered { return }
            try await Task.sleep(for: .milliseconds(250))
        }
        throw Problem(
            .machine,
            "The service has not answered within \(patienceSeconds) seconds; the question waits there, and what comes of it "
                + "will be shown as if it were asked here.")
    }

    /// A run, or an artwork with its analyses: as far as it says whether something is still waited for.
    private struct Asked: Decodable {
        struct Analysis: Decodable { var status: String }

        var status: String?
        var analyses: [Analysis]?

        var isAnswered: Bool { status != "pending" && !(analyses ?? []).contains { $0.status == "pending" } }
    }
}

extension WorkspaceView {
    /// Why a question got no answer; nil where it got one.
    fileprivate func failure(of job: Job) -> String? {
        switch job {
        case .run(let id):
            guard case .failed(let reason, _) = capture.existing(id)?.status else { return nil }
            return spelled(reason.fieldName)
        case .analysis(let id, _):
            guard let analysis = studio.model.existing(id), analysis.status == .failed else { return nil }
            return analysis.reason
        case .story(let id, let number):
            guard let version = studio.model.existing(id)?[number] else { return nil }
            return version.status == .failed || version.status == .blocked ? version.reason : nil
        }
    }
}
