import Glibc

/// Why the service does not start as it is configured.
package enum ConfigurationFault: Error, Equatable, Sendable {
    case unknownKey(String, place: Place)
    case badValue(Setting, place: Place?)
    case unreadableFile(path: String, reason: String)
    /// The browser app of `web.folder` is incomplete or cannot be read.
    case unreadableApp(path: String, reason: String)
    /// A sentence that names the file of the providers, the place in it and what to do.
    case badProviders(String)
    case halfTLS
    /// With an issuer, it is missing, or in clear over a network.
    case badOIDC(Setting)
    /// With a mail server, it is missing or cannot be.
    case badMail(Setting)
    /// `webhooks.link` cannot be the beginning of an address.
    case badWebhookLink
    /// `push.subject` is not a contact.
    case badPushSubject
    /// No scheme and host, as an entry of `cors.origins`.
    case badOrigin(String)
    case badCertificate(reason: String)
    /// Something else listens there, or nobody may.
    case cannotListen(host: String, port: Int, errno: Int32)
    /// No machine has this name.
    case unknownHost(String)

    package enum Place: String, Sendable, Equatable {
        case file = "the configuration file"
        case environment = "the environment"
        case flags = "the command line"
    }

    /// A message that says what is wrong, where, and what to do. Never the value: it may be in the wrong place, and secret.
    package var message: String {
        switch self {
        case .unknownKey(let key, let place):
            "\(place.rawValue) sets \(key.isEmpty ? "a key without a name" : key), which is not a setting; daybook serve --settings lists them."
        case .badValue(let setting, let place):
            "\(setting.key)\(place.map { " in \($0.rawValue)" } ?? "") must be \(Self.words(for: setting.kind))."
        case .unreadableApp(let path, let reason): "the browser app cannot be served, \(path) of web.folder: \(reason)"
        case .unreadableFile(let path, let reason): "the configuration file \(path) cannot be used: \(reason)"
        case .badProviders(let words): words + "."
        case .badOIDC(let setting):
            "with oidc.issuer, \(setting.key) must be said too; addresses begin with https:// unless they are on this machine."
        case .badMail(.mailServer):
            "mail.server must be smtp:// or smtps:// with a host and a port, such as smtp://mail.example.org:587."
        case .badMail(.mailUser): "mail.user and mail.password are set together or not at all, and the user has no colon."
        case .badMail(.mailLink):
            "mail.link must be the address that people reach this service at, beginning with https:// unless it is on this "
                + "machine, without a slash at its end."
        case .badWebhookLink:
            "webhooks.link must be the address that people reach this service at, beginning with https:// unless it is on this "
                + "machine, without a slash at its end."
        case .badPushSubject:
            "push.subject must be mailto: and an address, or an address that begins with https://."
        case .badMail(let setting): "with mail.server, \(setting.key) must be said too, as \(Self.mailWords(for: setting))."
        case .badOrigin(let origin):
            "cors.origins has \"\(origin)\", which is not a site such as https://notes.example.org, without a path."
        case .halfTLS: "tls.certificate and tls.key are set together or not at all."
        case .cannotListen(let host, let port, EADDRINUSE):
            "something else listens at \(host), port \(port), already: stop it, or choose another port with --port."
        case .cannotListen(let host, let port, let number):
            "\(host), port \(port), cannot be listened on: \(String(cString: strerror(number))); choose others with --host "
                + "and --port."
        case .unknownHost(let host):
            "no machine is called \(host), so nobody can listen there; choose an address of this machine with --host."
        case .badCertificate(let reason): "the certificate or its key cannot be used: \(reason)"
        }
    }

    private static func mailWords(for setting: Setting) -> String {
        setting == .mailFrom ? "a plain address such as daybook@example.org" : "one line of text"
    }

    private static func words(for kind: Setting.Kind) -> String {
        switch kind {
        case .number(let range, _): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .text: "a text"
        case .word(let words, _): "one of " + words.joined(separator: ", ")
        }
    }
}
