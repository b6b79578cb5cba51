/// A kind of file that a data directory may hold, and the promises that are kept about it.
///
/// `all` is the one registry: encrypting, erasing, backing up, `keys show`, `verify` and the tests of *nothing in clear* read
/// it. A file that no entry matches is *unknown*: it is reported, never removed, and in no backup. Of several entries the first
/// that matches counts.
package struct DataFileKind: Sendable {
    /// The path below the data directory; `*` stands for any run of characters within one name, `**` for everything below.
    package let pattern: String
    /// The purpose of the file, for people.
    package let purpose: String
    package let secrecy: Secrecy
    package let origin: Origin
    package let erasure: Erasure
    package let isBackedUp: Bool
    package let check: Check

    /// The protection of the file in an installation with keys.
    package enum Secrecy: String, Sendable, CaseIterable {
        /// In clear: it holds no word and no picture of anybody.
        case wordless
        /// Encrypted; the survey of the journal and of the attached files counts those that are not yet.
        case counted
        /// Encrypted; it begins with the head of an encrypted file.
        case headed
        /// Bytes that were cut from a segment; they begin with an encrypted frame.
        case framed
        /// Absent: it holds words, and nothing encrypts it.
        case absent
        /// In clear and readable by its owner only: it opens something, or is wrapped by what opens it.
        case secret
        /// In clear on purpose: the copy of a client, or what a person put there; Keys.md says so.
        case personal
    }

    package enum Origin: String, Sendable, CaseIterable {
        /// The only copy.
        case source
        /// Made of others, and made again where it is missing.
        case derived
        /// Left by work that goes on or was interrupted.
        case passing
    }

    /// When the words in it go.
    package enum Erasure: String, Sendable, CaseIterable {
        /// It has none.
        case never
        /// With the thing: payloads are rewritten, files overwritten and removed.
        case withThing
        /// With any erasure: the whole kind is overwritten and removed.
        case withAny
        /// With the workspace, or the account, that it belongs to.
        case withWorkspace
    }

    /// The command or the moment that notices damage.
    package enum Check: String, Sendable, CaseIterable {
        /// `verify` reads all of it.
        case verify
        /// A checksum or an authentication tag is compared when it is read.
        case reading
        /// Nothing: it is empty, or nothing depends on it.
        case nothing
    }
}

extension DataFileKind {
    private init(
        _ pattern: String, _ purpose: String, _ secrecy: Secrecy, _ origin: Origin, _ erasure: Erasure, _ check: Check,
        isBackedUp: Bool = false
    ) {
        (self.pattern, self.purpose, self.secrecy, self.origin) = (pattern, purpose, secrecy, origin)
        (self.erasure, self.check, self.isBackedUp) = (erasure, check, isBackedUp)
    }

    /// Files of a journal, below its directory.
    private static let ofJournal = [
        DataFileKind("JOURNAL", "the journal's identity", .wordless, .source, .withWorkspace, .verify, isBackedUp: true),
        DataFileKind("LOCK", "held by the writer", .wordless, .passing, .never, .nothing),
        DataFileKind("REDACTION", "an erasure that is under way", .wordless, .passing, .withAny, .reading),
        DataFileKind("REACHED", "the last record that was acknowledged", .wordless, .source, .withWorkspace, .verify),
        DataFileKind("*.segment", "records", .counted, .source, .withThing, .verify, isBackedUp: true),
        DataFileKind("*.segment.*.broken", "bytes cut from a torn end", .framed, .passing, .withAny, .nothing),
        DataFileKind("*.ahead", "put aside by accept-loss", .framed, .passing, .withAny, .nothing),
        DataFileKind("*.tmp", "a file that is being written", .counted, .passing, .withAny, .nothing),
    ]

    /// Files of a workspace, below its directory.
    package static let ofWorkspace =
        ofJournal.map { $0.below("journal") } + [
            DataFileKind("snapshots/*.snapshot", "views", .headed, .derived, .withAny, .verify),
            DataFileKind("snapshots/*.ahead", "put aside by accept-loss", .headed, .passing, .withAny, .nothing),
            DataFileKind("snapshots/*.snapshot.tmp", "half a snapshot", .headed, .passing, .withAny, .nothing),
            DataFileKind("blobs/*/*.tmp", "half an attached file", .headed, .passing, .withThing, .nothing),
            DataFileKind("blobs/*/*", "attached files", .counted, .source, .withThing, .verify, isBackedUp: true),
            DataFileKind("thumbnails/*/*.tmp", "half a thumbnail", .headed, .passing, .withThing, .nothing),
            DataFileKind("thumbnails/*/*", "pictures made of attached files", .headed, .derived, .withThing, .reading),
            DataFileKind("uploads/*-*-*-*-*", "uploads, unfinished and finished", .headed, .passing, .withThing, .verify),
            DataFileKind("asked/*", "questions that are at a provider", .wordless, .passing, .withWorkspace, .nothing),
            DataFileKind("exports/*.tmp", "half an export", .headed, .passing, .withAny, .nothing),
            DataFileKind("exports/*-*-*-*-*.*", "exports that wait to be fetched", .headed, .passing, .withAny, .reading),
            // In no backup: restoring begins an epoch of its own.
            DataFileKind("history.json*", "the history's epoch", .wordless, .source, .withWorkspace, .reading),
            DataFileKind("creating", "a workspace that is being created", .wordless, .passing, .withWorkspace, .nothing),
            DataFileKind(
                "captures.pending/*", "captures that wait for a writer", .absent, .source, .withWorkspace, .reading,
                isBackedUp: true),
            DataFileKind("search/known.json*", "the last record that was searched", .wordless, .derived, .withAny, .reading),
            DataFileKind("search/lock", "held by earlier versions when they searched", .wordless, .passing, .never, .nothing),
            DataFileKind("search/index.*", "the index of words of earlier versions", .absent, .derived, .withAny, .nothing),
        ]

    /// Patterns of an index that earlier versions left: this one keeps none in a file.
    static let formerIndex: Set<String> = ["search/lock", "search/index.*"]

    /// Files of an installation, below the data directory.
    package static let all =
        ofWorkspace.map { $0.below("workspaces/*") } + ofJournal.map { $0.below("system/journal") } + [
            DataFileKind(
                "identity.json", "the person and the device of this terminal", .wordless, .source, .never, .reading,
                isBackedUp: true),
            DataFileKind("identity.json.*", "half of it", .wordless, .passing, .never, .nothing),
            DataFileKind("BACKUP.json*", "the list of a backup that was unpacked here", .wordless, .passing, .never, .reading),
            DataFileKind("last-backup*", "when all was backed up", .wordless, .derived, .never, .nothing),
            DataFileKind("chosen.json*", "the place that a terminal works at", .personal, .source, .never, .reading),
            DataFileKind("control.sock", "where the service hears commands", .wordless, .passing, .never, .nothing),
            DataFileKind("letters.key*", "the key of links in letters", .secret, .source, .never, .reading),
            DataFileKind("system/history.json*", "the epoch of the accounts", .wordless, .source, .never, .reading),
            DataFileKind("system/creating", "accounts that are being created", .wordless, .passing, .never, .nothing),
            DataFileKind(
                "webhooks/*.log", "positions and deliveries of webhooks", .wordless, .source, .withWorkspace, .reading,
                isBackedUp: true),
            DataFileKind("push.key*", "the key that push services know this service by", .secret, .source, .never, .reading),
            DataFileKind("push/*.log", "how far members were notified", .wordless, .source, .withWorkspace, .reading),
            DataFileKind("push/*.tmp", "half a log of that", .wordless, .passing, .withWorkspace, .nothing),
            DataFileKind("webhooks/*.tmp", "half a log of a webhook", .wordless, .passing, .withWorkspace, .nothing),
            DataFileKind("keys/*.tmp", "half a keyring", .secret, .passing, .withWorkspace, .nothing),
            DataFileKind("keys/*/*.tmp", "half a key of a child", .secret, .passing, .withThing, .nothing),
            DataFileKind("keys/*LOCK", "held by who changes the master key", .wordless, .passing, .never, .nothing),
            DataFileKind("keys/*/LOCK", "held by who changes keys", .wordless, .passing, .never, .nothing),
            DataFileKind(
                "keys/**", "keys, wrapped by the master key, and the master key", .secret, .source, .withThing,
                .reading, isBackedUp: true),
            DataFileKind(
                "models/**", "models that were installed, and what is being fetched", .wordless, .derived, .never, .reading),
            DataFileKind("servers/**", "a client's replicas, outbox and token", .personal, .derived, .withWorkspace, .reading),
        ]

    private func below(_ directory: String) -> DataFileKind {
        DataFileKind(directory + "/" + pattern, purpose, secrecy, origin, erasure, check, isBackedUp: isBackedUp)
    }
}

extension DataFileKind {
    /// The kind of a file of a data directory; nil for one that is on no list.
    ///
    /// - Parameter path: from the data directory.
    package static func kind(of path: String) -> DataFileKind? { all.first { $0.matches(path) } }

    /// The directory that its files lie in, as a pattern; empty for the root.
    var directory: String { pattern.split(separator: "/").dropLast().joined(separator: "/") }

    /// Returns whether a file may be of this kind, by its path alone.
    package func matches(_ path: String) -> Bool {
        let (names, patterns) = (path.split(separator: "/"), pattern.split(separator: "/"))
        guard patterns.last != "**" else {
            return names.count >= patterns.count && zip(names, patterns.dropLast()).allSatisfy { Self.matches($0, $1) }
        }
        return names.count == patterns.count && zip(names, patterns).allSatisfy { Self.matches($0, $1) }
    }

    /// Returns whether a file of this kind may lie somewhere below a directory.
    func mayLie(below directory: String) -> Bool {
        let (names, patterns) = (directory.split(separator: "/"), pattern.split(separator: "/"))
        guard patterns.last != "**" || names.count < patterns.count else {
            return zip(names, patterns.dropLast()).allSatisfy { Self.matches($0, $1) }
        }
        return names.count < patterns.count && zip(names, patterns).allSatisfy { Self.matches($0, $1) }
    }

    /// Returns whether a name has the parts of a pattern between its asterisks, in their order.
    private static func matches(_ name: Substring, _ pattern: Substring) -> Bool {
        let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        var rest = name.utf8[...]
        guard parts.count > 1 else { return rest.elementsEqual(parts[0]) }
        guard rest.starts(with: parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        for part in parts[1..<(parts.count - 1)] {
            while !rest.starts(with: part) {
                guard !rest.isEmpty else { return false }
                rest = rest.dropFirst()
            }
            rest = rest.dropFirst(part.count)
        }
        let end = parts[parts.count - 1]
        return rest.count >= end.count && rest.suffix(end.count).elementsEqual(end)
    }
}
