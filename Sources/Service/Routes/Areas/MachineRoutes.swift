import HTTPTypes
import Hummingbird
import Kernel
import NIOCore

extension RouteTable {
    /// The routes about the service itself.
    static let machine: [Route] = [
        Route(
            .get, "/", "browse", "The browser app.", .anybody, answer: .bytes("text/html")
        ) { call in call.service.webApp?.page(for: call.request) ?? WebApp.missing },
        Route(
            .get, "/reference", "showReference", "This interface as a page, for people.", .anybody, answer: .bytes("text/html")
        ) { _ in ReferencePage.response },
        Route(.get, "/healthz", "health", "Whether the service lives: it answers.", .anybody, answer: .text) { _ in
            plain("ok\n")
        },
        Route(
            .get, "/readyz", "readiness",
            "Whether the service is ready: the accounts are open, and all that was opened is what was written.",
            .anybody
        ) { call in
            let counts = call.pool.integrity.counts
            guard counts.damaged == 0 else {
                throw ProblemDocument(
                    .serviceUnavailable, "damaged",
                    "\(counts.damaged) of what was opened is not what was written; "
                        + "the log says which, and daybook verify where")
            }
            guard counts.areAccountsSound else {
                throw ProblemDocument(
                    .serviceUnavailable, "notReadyYet", "the accounts are still being checked", retryAfter: 1)
            }
            return .json { json in
                json.object { json in
                    json.field("ready", true)
                    json.field("sound", counts.sound)
                    json.field("checking", counts.checking)
                }
            }
        },
        Route(
            .get, "/v1/setup", "showSetup",
            "The ways in that this service is set up for: making an account, a visit without one, an OpenID issuer by its name; and "
                + "whether it mails.", .anybody
        ) { call in
            let (configuration, oidc) = (call.service.configuration, call.service.oidc)
            let mails = call.service.summaries.isMailing && call.service.summaries.hasLink
            return .json { json in
                json.object { json in
                    json.field("signUp", configuration.isSignUpOpen)
                    json.field("guests", configuration.isOpenToGuests)
                    json.field("mail", mails)
                    json.key("issuer")
                    guard let oidc else { return json.null() }
                    json.object { json in
                        json.field("name", oidc.name)
                        json.field("start", "/v1/oidc/start")
                    }
                }
            }
        },
        Route(.get, "/openapi.json", "describe", "This interface, as an OpenAPI 3.1 document.", .anybody) { _ in
            Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: OpenAPI.document)))
        },
        Route(
            .get, "/metrics", "metrics",
            "What was counted, as Prometheus reads it; from the machine itself only, with the secret `metrics.token`.",
            .keeper,
            answer: .text
        ) { call in
            let open = await call.pool.openCount
            let gauge = call.service.metrics.makeMeter(label: "daybook_open_workspaces", dimensions: [])
            gauge.set(Int64(open))
            await call.service.measureVisits()
            let directory = call.pool.directory
            let figures = MachineFigures(of: directory.path, lastBackup: directory.lastBackup, now: call.now)
            var response = plain(call.service.metrics.exposition + figures.text)
            response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
            return response
        },
    ]

    private static func plain(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
