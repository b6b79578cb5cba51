import ArgumentParser
import Foundation
import Kernel
import Replication
import Runtime

/// The contents of an installation in a stream of NATS JetStream.
struct ReplicaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replica",
        abstract: "Looks at the journals in a replication stream, or brings them back.",
        discussion: """
            `daybook serve --set replication.servers=…` puts them there. SERVERS is such as nats://one:4222,nats://two, with \
            user:password@ before the host where one is needed, or tls:// for TLS.
            """,
        subcommands: [ReplicaStatusCommand.self, ReplicaRestoreCommand.self])
}

/// The stream to use.
struct ReplicaOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The NATS servers.", valueName: "servers")) var servers: String
    @Option(help: ArgumentHelp("What the stream is called.", valueName: "name")) var stream = ReplicaStream.defaultName
    @Option(help: ArgumentHelp("A PEM file with the authorities that are trusted.", valueName: "file"), completion: .file())
    var trust: String?
    @Option(help: ArgumentHelp("How many seconds to wait for servers that cannot be asked.", valueName: "seconds"))
    var seconds: Int64 = 30

    func validate() throws {
        guard (1...600).contains(seconds) else { throw ValidationError("--seconds is from 1 to 600.") }
    }

    func source() throws -> JournalRestore {
        JournalRestore(
            try ReplicaService.stream(servers, name: stream, trustRoots: trust), patience: .seconds(seconds))
    }
}

/// Says which journals the stream holds and how far they go.
struct ReplicaStatusCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Says which journals the stream holds, how far they go and who wrote them last.")

    @OptionGroup var replica: ReplicaOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let source = try replica.source()
        let journals = try await BlockingCall.run { try source.journals() }
        let lines = journals.map { found in
            let reach = found.head.map { "record \($0.sequence), chain head \($0.sequence):\($0.hash)" }
            return "\(found.path): \(reach ?? "not whole yet"), written by \(found.node)"
        }
        try session.show(text: lines.isEmpty ? "The stream holds no journal." : lines.joined(separator: "\n")) { json in
            json.object { json in
                json.key("journals")
                json.array(journals) { json, found in
                    json.object { json in
                        json.field("path", found.path)
                        json.field("journal", found.journal.description)
                        json.field("node", found.node)
                        if let head = found.head {
                            json.field("sequence", head.sequence)
                            json.field("chainHead", head.hash.description)
                        }
                    }
                }
            }
        }
    }
}

/// Brings every journal in the stream back into a data directory.
struct ReplicaRestoreCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings the journals in the stream back into a new data directory, and proves them.",
        discussion: """
            Every journal is recomputed up to the chain head that its writer gave. What is there already is never touched: \
            --data names a directory without journals. Keys and attached files are not in the stream; put DATA/keys there \
            first, and attached files from a backup.
            """)

    @OptionGroup var replica: ReplicaOptions
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard globals.data != nil else { throw ValidationError("Say where to: --data NEWDIR.") }
    }

    func run(in session: Session) async throws {
        let source = try replica.source()
        let restored = try await BlockingCall.run { [directory = session.directory, keyStore = session.keyStore] in
            try ReplicaService.restore(source, to: directory, keyStore, skipping: false)
        }
        guard !restored.isEmpty else { throw ReplicaFault.nothingThere("any workspace") }
        let lines = restored.map { restored in
            let head = restored.report.head
            return "\(restored.path): \(counted(Int(head.sequence), "record")), chain head \(head.sequence):\(head.hash)"
                + (restored.report.isProven ? "" : ", checked for damage only: its keys are not here")
        }
        try session.show(
            text: (["Restored to \(session.directory.path) from the stream:"] + lines).joined(separator: "\n")
        ) { json in
            json.object { json in
                json.key("journals")
                json.array(restored) { json, restored in
                    json.object { json in
                        json.field("path", restored.path)
                        json.field("sequence", restored.report.head.sequence)
                        json.field("chainHead", restored.report.head.hash.description)
                        json.field("proven", restored.report.isProven)
                    }
                }
            }
        }
    }
}
