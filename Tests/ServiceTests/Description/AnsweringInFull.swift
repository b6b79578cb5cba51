import HTTPTypes
import Kernel
import Testing

@testable import Service

/// Every part of an answer that the OpenAPI document describes really occurs: somewhere each of its places holds something.
@Suite("Answering in full")
struct AnsweringInFull {
    /// Places of which nothing is asked here, and why.
    private static let notHere = alone.merging(unused) { $1 }.merging(madeBehind) { $1 }

    /// Rules and measures of this program count no use: `SendingOnce` has a provider that does.
    private static let unused = Dictionary(
        uniqueKeysWithValues: [
            "Run.usage", "ArtworkAnalysis.usage", "showStory.versions[].usage", "Usage", "Usage.inputTokens",
            "Usage.outputTokens",
            "Usage.requests", "Usage.costMillionths", "Usage.requestID",
        ].map { ($0, "nobody counts") })

    /// Exports are made behind requests: `MakingFilesBehindRequests` asks for them.
    private static let madeBehind = Dictionary(
        uniqueKeysWithValues: [
            "showExport", "ExportProgress", "ExportProgress.all", "ExportProgress.done", "ExportProgress.expires",
            "ExportProgress.export", "ExportProgress.format", "ExportProgress.kind", "ExportProgress.mediaType",
            "ExportProgress.name", "ExportProgress.notes", "ExportProgress.notes[]", "ExportProgress.reason",
            "ExportProgress.sizeBytes", "ExportProgress.state",
        ].map { ($0, "no export waits") })

    private static let alone: [String: String] = [
        "listNotes.folder": "the list of all notes is one of a folder's, of none",
        "showSetup.issuer": "an issuer is set up in SigningInElsewhere",
        "showSetup.issuer.name": "an issuer is set up in SigningInElsewhere",
        "showSetup.issuer.start": "an issuer is set up in SigningInElsewhere",
        "listRecent.device": "over HTTP it is of all devices together",
        "PictureFacts.taken": "a picture with a day in it is among the shared data only: ReadingFilesOverHTTP has one",
    ]

    /// The routes whose GET a home and its people can be asked for: not those by which the service describes itself, nor the
    /// one that ends a sign-in through an issuer. Lists in one shape have the items of their own routes (PagingOverHTTP).
    private static var routes: [Route] {
        RouteTable.all.filter { route in
            guard case .json = route.answer, route.item == nil else { return false }
            return route.method == .get && !["readiness", "describe", "finishOIDC"].contains(route.name)
        }
    }

    private static var places: Set<String> {
        var places: Set<String> = []
        var names: Set<String> = []
        for route in routes {
            guard let shape = route.answerShape else { continue }
            places.formUnion(shape.places(from: route.name))
            names.formUnion(shape.references)
        }
        var waiting = names
        while let name = waiting.popFirst() {
            guard let shape = AnswerShapes.components[name] else { continue }
            places.formUnion(shape.places(from: name))
            waiting.formUnion(shape.references.subtracting(names))
            names.formUnion(shape.references)
        }
        return places
    }

    @Test func `at every place of every answer to a GET there is something, where a home has everything`() async throws {
        let met = try await HookReceiver.open { receiver in
            try await ServiceFixture.open(TellingWebhooks.local) { fixture in
                let full = try await FullHome.furnish(fixture)
                let views = full.addresses.map { FullHome.Asked(path: $0, secret: full.home.anna.secret) }
                var met: Set<String> = []
                for asked in views + (try await full.furnishAccounts(receiver)) {
                    let answer = try await fixture.get(asked.path, as: asked.secret, headers: asked.headers)
                    guard answer.status == 200, let route = AnswerCheck.route(.get, asked.path) else {
                        Issue.record("\(asked.path): \(answer.status) \(answer.text.prefix(300))")
                        continue
                    }
                    met.formUnion(AnswerCheck.fit(of: answer.json, to: route).met)
                }
                return met
            }
        }
        let places = Self.places
        #expect(places.count > 500)
        let missing = places.subtracting(met)
        #expect(missing.subtracting(Self.notHere.keys).sorted() == [])
        // Nor is anything excused that need not be.
        #expect(Set(Self.notHere.keys).subtracting(missing).sorted() == [])
    }
}
