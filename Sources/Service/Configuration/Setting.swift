import Accounts

/// One thing that can be set for the service: what it is called, what it is unless somebody says, and what it is for.
///
/// A key such as `limits.bodyBytes` is `{"limits": {"bodyBytes": …}}` in the file, `DAYBOOK_SERVE_LIMITS_BODY_BYTES` in
/// the environment and `--set limits.bodyBytes=…` on the command line. Operations.md lists them; a test holds it so.
package enum Setting: String, CaseIterable, Sendable {
    case host = "listen.host"
    case port = "listen.port"
    case proxies = "listen.proxies"
    case certificate = "tls.certificate"
    case privateKey = "tls.key"
    case encryption = "encryption.whenNew"
    case signUp = "accounts.signUp"
    case signUpsPerDay = "accounts.signUpsPerDay"
    case sessionDays = "accounts.sessionDays"
    case guests = "guests.atOnce"
    case guestsPerAddress = "guests.perAddress"
    case guestMinutes = "guests.minutes"
    case guestMegabytes = "guests.megabytes"
    case guestMegabytesTogether = "guests.megabytesTogether"
    case oidcIssuer = "oidc.issuer"
    case oidcClient = "oidc.client"
    case oidcSecret = "oidc.secret"
    case oidcRedirect = "oidc.redirect"
    case oidcName = "oidc.name"
    case bodyBytes = "limits.bodyBytes"
    case headerBytes = "limits.headerBytes"
    case commandsPerBatch = "limits.commandsPerBatch"
    case importBytes = "limits.importBytes"
    case importSeconds = "limits.importSeconds"
    case importPlanSeconds = "limits.importPlanSeconds"
    case importMakesMegabytes = "limits.importMakesMegabytes"
    case importSteps = "limits.importSteps"
    case storageMegabytes = "limits.storageMegabytes"
    case connections = "limits.connections"
    case connectionsPerAddress = "limits.connectionsPerAddress"
    case headSeconds = "limits.headSeconds"
    case requestsPerMinute = "limits.requestsPerMinute"
    case signInsPerMinute = "limits.signInsPerMinute"
    case passwordsAtOnce = "limits.passwordsAtOnce"
    case passwordsWaiting = "limits.passwordsWaiting"
    case openWorkspaces = "limits.openWorkspaces"
    case openMegabytes = "limits.openMegabytes"
    case openMinutes = "limits.openMinutes"
    case streams = "limits.streams"
    case bodySeconds = "limits.bodySeconds"
    case idleSeconds = "limits.idleSeconds"
    case stopSeconds = "limits.stopSeconds"
    case downloads = "limits.downloads"
    case picturesAtOnce = "limits.picturesAtOnce"
    case pictureSeconds = "limits.pictureSeconds"
    case pictureMegabytes = "limits.pictureMegabytes"
    case uploadBytes = "uploads.bytes"
    case uploadHours = "uploads.hours"
    case uploadsOpen = "uploads.open"
    case uploadsFinished = "uploads.finished"
    case shareDays = "sharing.days"
    case shareDaysMax = "sharing.daysMax"
    case mailServer = "mail.server"
    case mailFrom = "mail.from"
    case mailUser = "mail.user"
    case mailPassword = "mail.password"
    case mailTrust = "mail.trust"
    case mailDay = "mail.day"
    case mailHour = "mail.hour"
    case mailLink = "mail.link"
    case corsOrigins = "cors.origins"
    case webhookPrivate = "webhooks.private"
    case webhookClear = "webhooks.clear"
    case webhookTrust = "webhooks.trust"
    case webhookLink = "webhooks.link"
    case webhookSeconds = "webhooks.seconds"
    case webhookSends = "webhooks.atOnce"
    case webhookAttempts = "webhooks.attempts"
    case webhookPause = "webhooks.pauseSeconds"
    case webhookPauseMax = "webhooks.pauseSecondsMax"
    case webhookKept = "webhooks.kept"
    case pushSubject = "push.subject"
    case providersFile = "intelligence.providers"
    case providerSeconds = "intelligence.seconds"
    case modelsFolder = "intelligence.models"
    case webFolder = "web.folder"
    case logLevel = "log.level"
    case metricsToken = "metrics.token"
    case replicaServers = "replication.servers"
    case replicaStream = "replication.stream"
    case replicaTrust = "replication.trust"
    case replicaRequired = "replication.required"
    case replicaCopies = "replication.copies"
    case replicaSeconds = "replication.seconds"
    case replicaTakeOver = "replication.takeOver"

    package var key: String { rawValue }

    /// The values that a setting takes, with its default.
    package enum Kind: Sendable, Equatable {
        case number(ClosedRange<Int>, Int)
        case text(String)
        case word([String], String)
    }

    package var kind: Kind {
        switch self {
        case .host: .text("127.0.0.1")
        case .port: .number(0...65_535, 8080)
        case .proxies: .number(0...8, 0)
        case .certificate, .privateKey, .oidcIssuer, .oidcClient, .oidcSecret, .oidcRedirect, .oidcName: .text("")
        case .replicaServers, .replicaTrust, .metricsToken, .webFolder: .text("")
        case .mailServer, .mailFrom, .mailUser, .mailPassword, .mailTrust, .mailLink, .corsOrigins: .text("")
        case .mailDay: .word(SummarySchedule.days, "monday")
        case .mailHour: .number(0...23, 8)
        case .webhookPrivate, .webhookClear: .word(["yes", "no"], "no")
        case .webhookTrust, .webhookLink, .pushSubject: .text("")
        case .webhookSeconds: .number(1...120, 15)
        case .webhookSends: .number(1...1_024, 32)
        case .webhookAttempts: .number(1...100, 20)
        case .webhookPause: .number(1...3_600, 5)
        case .webhookPauseMax: .number(1...86_400, 14_400)
        case .webhookKept: .number(100...10_000, 1_000)
        case .providersFile, .modelsFolder: .text("")
        case .providerSeconds: .number(0...3_600, 0)
        case .replicaStream: .text("DAYBOOK")
        case .replicaRequired: .word(["yes", "no"], "yes")
        case .replicaTakeOver: .word(["yes", "no"], "no")
        case .replicaCopies: .number(1...5, 3)
        case .replicaSeconds: .number(1...600, 30)
        case .encryption: .word(["yes", "no"], "yes")
        case .signUp: .word(["open", "closed"], "open")
        case .signUpsPerDay: .number(1...1_000_000, 50)
        case .sessionDays: .number(1...365, 30)
        case .guests: .number(0...10_000, 100)
        case .guestsPerAddress: .number(1...10_000, 10)
        case .guestMinutes: .number(1...1_440, 60)
        case .guestMegabytes: .number(8...1_024, 64)
        case .guestMegabytesTogether: .number(8...65_536, 512)
        case .bodyBytes: .number(1_024...67_108_864, 1_048_576)
        case .headerBytes: .number(1_024...262_144, 16_384)
        case .commandsPerBatch: .number(1...10_000, 1_000)
        case .importBytes: .number(1_024...1_073_741_824, 67_108_864)
        case .importSeconds: .number(1...86_400, 300)
        case .importPlanSeconds: .number(1...86_400, 120)
        case .importMakesMegabytes: .number(1...65_536, 128)
        case .importSteps: .number(1...10_000_000, 200_000)
        case .storageMegabytes: .number(0...1_073_741_824, 5_120)
        case .connections: .number(1...65_536, 4_096)
        case .connectionsPerAddress: .number(1...65_536, 512)
        case .headSeconds: .number(1...3_600, 10)
        case .requestsPerMinute: .number(1...1_000_000, 1_200)
        case .signInsPerMinute: .number(1...1_000_000, 10)
        case .passwordsAtOnce: .number(1...64, 4)
        case .passwordsWaiting: .number(0...4_096, 32)
        case .openWorkspaces: .number(1...65_536, 512)
        case .openMegabytes: .number(1...1_048_576, 1_024)
        case .openMinutes: .number(1...10_080, 15)
        case .streams: .number(0...65_536, 2_000)
        case .bodySeconds: .number(1...3_600, 20)
        case .idleSeconds: .number(1...3_600, 60)
        case .stopSeconds: .number(1...3_600, 20)
        case .downloads: .number(1...4_096, 64)
        case .picturesAtOnce: .number(1...64, 4)
        case .pictureSeconds: .number(1...120, 15)
        case .pictureMegabytes: .number(256...16_384, 1_024)
        case .uploadBytes: .number(1...UploadRule.bytesMax, 134_217_728)
        case .uploadHours: .number(1...720, 24)
        case .uploadsOpen: .number(1...10_000, 100)
        case .uploadsFinished: .number(0...10_000, 1_000)
        case .shareDays: .number(1...ShareLink.daysMax, 30)
        case .shareDaysMax: .number(1...ShareLink.daysMax, 365)
        case .logLevel: .word(["debug", "info", "warning", "error"], "info")
        }
    }

    /// The default as a person writes it, with the values that are possible.
    package var defaultText: String {
        switch kind {
        case .number(let range, let usual): "\(usual), \(range.lowerBound) to \(range.upperBound)"
        case .text(let usual): usual.isEmpty ? "none" : usual
        case .word(let words, let usual): "\(usual), one of \(words.joined(separator: ", "))"
        }
    }

    /// The purpose of the setting, in one sentence.
    package var purpose: String {
        switch self {
        case .host: "The address to listen on; `0.0.0.0` for every one of the machine."
        case .port: "The port to listen on; 0 for any free one, which is printed."
        case .proxies: "How many proxies stand in front, each of which adds an address to `X-Forwarded-For`."
        case .certificate:
            "A PEM file with the certificate chain; with it and the key the service speaks TLS and HTTP/2."
        case .privateKey: "A PEM file with the private key of the certificate."
        case .encryption:
            "Whether a data directory without any data gets a master key first, so that all in it is encrypted; not with `replication.servers`, where keys do not go."
        case .signUp: "Whether anybody may make an account; `closed` leaves it to `daybook account add`."
        case .signUpsPerDay: "How many accounts may be made from one address in a day; further ones get 429."
        case .sessionDays: "How many days one stays signed in."
        case .guests: "How many people may try it out without an account at once; 0 for none. None where sign-up is closed."
        case .guestsPerAddress: "How many of them from one address; further ones get 429."
        case .guestMinutes: "How many minutes a visit lasts."
        case .guestMegabytes: "The most memory, in MiB, for what one guest keeps: journal, files and what is made of them."
        case .guestMegabytesTogether: "The same for all guests together."
        case .oidcIssuer: "An OpenID issuer that people may sign in through, such as `https://accounts.example.org`."
        case .oidcClient: "What this service is called there: its client identifier."
        case .oidcSecret: "The client's secret there, where it has one; better in the environment than in a file others read."
        case .oidcRedirect: "Where the issuer sends people back to: this service's `/v1/oidc/callback`, as they reach it."
        case .oidcName: "The name of the issuer on the button that leads there; by default its host."
        case .bodyBytes: "The most bytes in the body of a request; a larger one gets 413."
        case .headerBytes:
            "The most bytes in the request line, and in all header fields together; more get 400 without a body, and the "
                + "connection is closed. Over HTTP/2 they are 16384 whatever stands here, and more close the connection."
        case .commandsPerBatch: "How many commands are taken in one request; more get 413."
        case .importBytes: "The most bytes of a file or archive to be imported, held in memory meanwhile; more get 413."
        case .importSeconds: "How long a file to be imported may take to arrive; a slower one gets 408."
        case .importPlanSeconds:
            "How long reading and planning one import may take once it has a thread; one that takes longer gets 413."
        case .importMakesMegabytes:
            "The most MiB of texts and other changes that one import may make of what it unpacks, files left out; more get 413."
        case .importSteps: "The most changes that one import may make; more get 413."
        case .storageMegabytes:
            "How many MiB a person may keep on the disk, in journals, files and uploads of all workspaces that they made; 0 for as much "
                + "as there is. `daybook account plan --storage` says it for one person. More get 413."
        case .connections:
            "How many connections are open at once; further ones wait to be accepted. Fewer where the process may not have so many "
                + "files open (`RLIMIT_NOFILE`), which the log says."
        case .connectionsPerAddress:
            "How many of them one address has at most, and never more than three quarters; further ones are closed. Behind proxies "
                + "this bounds nothing."
        case .headSeconds: "How long the head of a request may take to arrive; a slower connection is closed."
        case .requestsPerMinute: "How many requests one address may make in a minute; more get 429."
        case .signInsPerMinute:
            "How often one address may try a password in a minute; more get 429. A device that signed in to the account before, a session "
                + "and a token have as many tries of their own."
        case .passwordsAtOnce:
            "How many passwords are hashed at once, each on a thread and with 16 MiB of its own; half of them for one person at most."
        case .passwordsWaiting: "How many requests wait for their password to be hashed; further ones get 429."
        case .openWorkspaces: "How many workspaces are kept open at once; the one that was unused longest is closed."
        case .openMegabytes:
            "How much memory, in MiB, open workspaces may take, as an estimate from their texts; beyond it those that nobody is in are "
                + "closed, the one that was unused longest first."
        case .openMinutes: "After how many minutes without a request a workspace is closed."
        case .streams:
            "How many clients watch for changes by server-sent events at once, one person an eighth of them at most, one address half; "
                + "further ones get 429."
        case .bodySeconds: "How long the body of a request may take to arrive; a slower one gets 408."
        case .idleSeconds:
            "How long a connection may be quiet before it is closed, and how long one may take nothing of what is "
                + "written to it."
        case .stopSeconds: "How long open requests are waited for when the service stops."
        case .downloads:
            "How many files and exports are being sent at once, to one person or through one share link an eighth of "
                + "them at most, to one address half; further ones get 429. Of a file 256 KiB are in memory meanwhile, an export wholly; what has at most 256 KiB is not counted."
        case .picturesAtOnce:
            "How many pictures are decoded at once, each by a process of its own; half of them for one person at most."
        case .pictureSeconds:
            "The processor time that decoding a picture may take. After it, or four times as long, its process is killed."
        case .pictureMegabytes: "How much memory the process that decodes a picture may have, in MiB."
        case .uploadBytes: "The most bytes in one file that is uploaded; it is in memory when it is kept and read."
        case .uploadHours: "How many hours an upload may take, from its beginning; what is left of it then is erased."
        case .uploadsOpen: "How many uploads of one workspace are on their way at once; further ones get 429."
        case .uploadsFinished:
            "How many finished uploads of one workspace still say so, for clients that did not get the answer; the oldest are "
                + "forgotten when another is begun."
        case .shareDays: "How many days a share link lasts where nobody says; never more than `sharing.daysMax`."
        case .shareDaysMax: "How many days a share link may last at most; one for longer gets 422."
        case .mailServer:
            "The mail server that weekly summaries are handed to, such as `smtp://mail.example.org:587` (STARTTLS) or `smtps://…:465`."
        case .mailFrom: "The address that they come from."
        case .mailUser: "Who signs in at the mail server, where somebody must."
        case .mailPassword: "With this password; better in the environment than in a file others read."
        case .mailTrust: "A PEM file with the authorities whose mail servers are trusted; else those of the system."
        case .mailDay: "The day on which the summary of the week before is mailed, from Monday to Sunday."
        case .mailHour: "The hour of that day, where its reader is; in UTC for who never said where."
        case .mailLink:
            "Where people reach this service, such as `https://daybook.example.org`: for the link that ends the letters."
        case .corsOrigins:
            "Other sites whose pages may ask this service with a token, as `https://notes.example.org`, with commas between them."
        case .webhookPrivate:
            "Whether webhooks may lead to this machine and to private networks, which any owner of a workspace could then explore."
        case .webhookClear: "Whether webhooks may lead over a network in clear, by `http://`."
        case .webhookTrust:
            "A PEM file with the authorities whose receivers of webhooks are trusted besides those of the system."
        case .webhookLink:
            "Where people reach this service, such as `https://daybook.example.org`: for the links in what webhooks are told."
        case .webhookSeconds: "How long one delivery to a webhook may take, from connecting to the end of the answer."
        case .webhookSends:
            "How many deliveries are under way at once, to the webhooks of one person an eighth of them at most; one webhook has "
                + "one of them."
        case .webhookAttempts: "After how many failed attempts at one delivery in a row a webhook is disabled."
        case .webhookPause:
            "The seconds before the second attempt; each further pause is twice as long, less up to a half by chance."
        case .webhookPauseMax: "The seconds that a pause between attempts has at most."
        case .webhookKept: "How many attempts the log of deliveries of a webhook keeps at least; up to twice as many are there."
        case .pushSubject:
            "The contact of the operator for push services, as `mailto:…` or `https://…`; by default `mail.from`, else "
                + "`webhooks.link` or `mail.link`."
        case .modelsFolder:
            "The folder of the models that `daybook models install` installed; by default `models` in the data directory."
        case .providersFile:
            "The file of the providers that are asked before the embedded one; by default `providers.json` in the data directory, if it is there."
        case .providerSeconds:
            "The seconds that a provider may take to answer; 0 for 60 to look at pictures and 30 for the rest."
        case .webFolder:
            "The folder of the built browser app, as `Tools/web/build` makes it; by default `share/daybook/web` beside the program's `bin`."
        case .logLevel: "The least important log lines that are written."
        case .metricsToken:
            "The secret that `/metrics` is shown for, as `Authorization: Bearer …` and from the machine itself; without one nobody is shown it."
        case .replicaServers:
            "The NATS servers that keep every journal as well, such as `nats://one,nats://two,nats://three`; `tls://` for TLS."
        case .replicaStream: "What the stream is called; each installation has one of its own."
        case .replicaTrust: "A PEM file with the authorities whose NATS servers are trusted; else those of the system."
        case .replicaRequired:
            "Whether a change is answered only when most of the NATS servers have it; else it follows behind the answers."
        case .replicaCopies: "How many of the NATS servers keep everything."
        case .replicaSeconds:
            "How long a change waits for NATS servers that cannot agree; choosing a new leader takes them up to ten seconds."
        case .replicaTakeOver: "Whether to write what another node wrote last, which can write it no more from then on."
        }
    }

    /// The name of the setting in the environment.
    package var variable: String {
        var name = Self.variablePrefix
        for (index, part) in key.split(separator: ".").enumerated() {
            if index > 0 { name += "_" }
            for letter in part {
                if letter.isUppercase { name += "_" }
                name += letter.uppercased()
            }
        }
        return name
    }

    package static let variablePrefix = "DAYBOOK_SERVE_"
}
