// swift-tools-version: 6.2
import PackageDescription

/// True for a copy that the package manager took from a repository for somebody else, by version: such a package must do without
/// unsafe flags. What it costs is speed in replays, and nothing else; a dependency by path has them all.
let isCheckout = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let fast: [SwiftSetting] = [
    // Field lists and tables are generic and used in other modules than the kernel: without this nothing is specialised.
    // It reaches public symbols only (Swift 6.3), not those of `package` access, inlinable or not: hence the kernel, and
    // nothing else, is public. Measured: a replay of mixed events costs 530 ns an event with it, 1,050 ns without.
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
    // Tests look at what is internal.
    .unsafeFlags(["-enable-testing"], .when(platforms: [.linux], configuration: .release)),
]

let common = language + (isCheckout ? [] : fast)

/// Without the optimiser: compiled in a fraction of the time.
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Tests themselves are not optimised; what they test runs as it ships.
let tests = language + plain

/// Commands of the terminal are compiled like tests: they ask other modules, which are optimised, and print what those say.
/// Optimised, they cost 284 s of processor time instead of 55, and listings take as long.
let commands = common + (isCheckout ? [] : plain)

/// A release of the program has the libraries of Swift in it, so that it runs where there is no toolchain. Said here for the
/// linker alone: --static-swift-stdlib would compile each module for it, and tests need Testing, which is no static library.
/// Nothing loads the program, so it exports nothing: 8 MB less. Addresses that are set at its start are packed, as the C library
/// of Debian 12 reads them: 4 MB less.
let alone: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
            "-lswift_RegexParser", "-l_CFXMLInterface", "-lxml2", "-use-ld=lld", "-Xlinker", "--no-export-dynamic",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        ], .when(platforms: [.linux], configuration: .release))
]

/// The rules of one domain stand beside its code as `X.md`; the compiler is told to look away.
func domain(_ name: String, page: String) -> Target {
    .target(name: name, dependencies: ["Kernel"], path: "Sources/\(name)", exclude: [page], swiftSettings: common)
}

let package = Package(
    name: "daybook",
    products: [
        // What other packages import.
        .library(name: "Daybook", targets: ["Daybook"]),
        .library(name: "DaybookTesting", targets: ["DaybookTesting"]),
        .executable(name: "daybook", targets: ["daybook"]),
        .executable(name: "journal", targets: ["journal"]),
        .executable(name: "typeset", targets: ["typeset"]),
        .executable(name: "WebCore", targets: ["WebCore"]),
        .library(name: "Runtime", targets: ["Runtime"]),
        .library(name: "Importers", targets: ["Importers"]),
        .library(name: "Search", targets: ["Search"]),
        .library(name: "JournalEngine", targets: ["JournalEngine"]),
        .library(name: "Kernel", targets: ["Kernel"]),
        .library(name: "WorkspaceTesting", targets: ["WorkspaceTesting"]),
    ],
    dependencies: [
        // Help, completions and validation for two programs; the standard for Swift.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Front matter of Markdown notes is YAML as people write it: flow lists, quoting, block text.
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // HTTP/1.1 and HTTP/2 with TLS on SwiftNIO, with structured concurrency; a server is not ours to write.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        // What the service answers over: ByteBuffer, addresses and time amounts of the server above.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // Certificates and keys of TLS.
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // Methods, header fields and status codes as types.
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        // Stopping gracefully on SIGTERM and SIGINT, in the right order.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // Structured log lines, as every library of the server speaks them.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // Counters and timers, as every library of the server speaks them.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        // Settings from a file, the environment and flags, in that order.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        // Asking a service over HTTP/1.1 and HTTP/2 with TLS: the other end of the server above.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // The engine.
        .systemLibrary(
            name: "CLZ4", path: "Journal/LZ4/CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
        .systemLibrary(
            name: "CXXHash", path: "Journal/LZ4/CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .target(
            name: "LZ4", dependencies: ["CLZ4", "CXXHash"], path: "Journal/LZ4", exclude: ["CLZ4", "CXXHash"],
            swiftSettings: common),
        // SHA-256 for the chain and for files, AES-GCM, and what the web asks for. swift-crypto would compile a second BoringSSL
        // beside the one of TLS (Journal/Decisions/80).
        .systemLibrary(
            name: "CCrypto", path: "Journal/Cryptography/CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]),
        .target(
            name: "Cryptography", dependencies: ["CCrypto"], path: "Journal/Cryptography", exclude: ["CCrypto"],
            swiftSettings: common),
        .systemLibrary(name: "CSyncFileRange", path: "Journal/JournalEngine/Disk/CSyncFileRange"),
        .target(
            name: "JournalEngine",
            dependencies: ["LZ4", "CSyncFileRange", "Cryptography"],
            path: "Journal/JournalEngine", exclude: ["Disk/CSyncFileRange"], swiftSettings: common),
        .target(
            name: "JournalTesting", dependencies: ["JournalEngine"], path: "Journal/JournalTesting",
            swiftSettings: common),
        // The engine's inspector: a program of its own, and `daybook journal`.
        .target(
            name: "JournalTool",
            dependencies: ["JournalEngine", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Tools/journal/Commands", swiftSettings: common),
        .executableTarget(
            name: "journal", dependencies: ["JournalTool"], path: "Tools/journal", exclude: ["Commands"],
            swiftSettings: common),
        // A process that the engine's tests kill.
        .executableTarget(
            name: "journal-load", dependencies: ["JournalEngine"], path: "Tools/journal-load", swiftSettings: common),

        // The core: compiles natively and as Embedded Swift for WebAssembly.
        .target(name: "Kernel", path: "Sources/Kernel", swiftSettings: common),
        domain("Notes", page: "Notes.md"),
        domain("Boards", page: "Boards.md"),
        domain("Capture", page: "Capture.md"),
        domain("Studio", page: "Studio.md"),
        domain("Accounts", page: "Accounts.md"),
        .target(
            name: "Workspace", dependencies: ["Kernel", "Notes", "Boards", "Capture", "Studio"], path: "Sources/Workspace",
            exclude: ["Commands.md"], swiftSettings: common),
        // The core for the browser; natively a small program that says the same.
        .executableTarget(
            name: "WebCore", dependencies: ["Kernel", "Notes", "Boards", "Capture", "Studio", "Workspace", "Accounts"],
            path: "Sources/Web/Core", exclude: ["README.md"], swiftSettings: common),
        // Zip and tar, for what comes in and for backups.
        .systemLibrary(
            name: "CArchive", path: "Sources/Archives/CArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"])]),
        .target(
            name: "Archives", dependencies: ["CArchive"], path: "Sources/Archives", exclude: ["CArchive"], swiftSettings: common
        ),
        // Where the journal and the domains meet: Foundation begins here.
        .systemLibrary(
            name: "CCrypt", path: "Sources/Runtime/CCrypt", providers: [.apt(["libcrypt-dev"])]),
        .target(
            name: "Runtime",
            dependencies: [
                "CArchive", "Archives", "CCrypt", "Kernel", "Notes", "Boards", "Capture", "Studio", "Accounts",
                "Workspace", "JournalEngine",
                "LZ4", "Cryptography",
            ],
            path: "Sources/Runtime", exclude: ["CCrypt", "Erasure/Erasure.md", "Keys/Keys.md", "Backup/Backup.md"],
            swiftSettings: common),

        // The library that other packages import, and what their tests import.
        .target(
            name: "Daybook",
            dependencies: [
                "Cryptography", "Kernel", "Capture", "Studio", "Workspace", "JournalEngine", "Runtime",
            ],
            path: "Sources/Daybook", swiftSettings: common),
        .target(
            name: "DaybookTesting", dependencies: ["Daybook", "JournalEngine", "JournalTesting"],
            path: "Sources/DaybookTesting", swiftSettings: common),

        // Search: an index of words in memory, and reading everything in the order that it has.
        .target(
            name: "Search", dependencies: ["Kernel", "Workspace", "JournalEngine", "Runtime"], path: "Sources/Search",
            exclude: ["Search.md"], swiftSettings: common),

        // The doors: what comes in from elsewhere, and what can be taken away.
        .systemLibrary(
            name: "CExif", path: "Sources/Importers/Pictures/CExif", pkgConfig: "libexif",
            providers: [.apt(["libexif-dev"])]),
        .target(
            name: "Importers",
            dependencies: [
                "CArchive", "Archives", "CExif", "Kernel", "Notes", "Boards", "Capture", "Studio", "Workspace",
                "Exporters", "Cryptography", .product(name: "Yams", package: "Yams"),
            ],
            path: "Sources/Importers", exclude: ["Pictures/CExif", "EditHistory.md", "Importing.md"], swiftSettings: common),
        .systemLibrary(name: "CFileSystem", path: "Sources/Exporters/CFileSystem"),
        .target(
            name: "Exporters",
            dependencies: ["Archives", "CFileSystem", "Kernel", "Notes", "Boards", "Capture", "Studio", "Workspace"],
            path: "Sources/Exporters", exclude: ["CFileSystem", "Export.md"], swiftSettings: common),

        // Beyond one machine: journals kept in a stream of NATS JetStream. NATS' protocol is text on SwiftNIO.
        .target(
            name: "Replication",
            dependencies: [
                "JournalEngine", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Sources/Replication", exclude: ["Replication.md"], swiftSettings: common),

        // A node that replication's tests kill.
        .executableTarget(
            name: "replica-load",
            dependencies: ["JournalEngine", "Replication", .product(name: "NIOCore", package: "swift-nio")],
            path: "Tools/replica-load", swiftSettings: common),

        // What families take away: stories, reports, notes and timelines as books, pages and films.
        .target(
            name: "Publishing",
            dependencies: ["Archives", "Exporters", "Kernel", "Notes", "Studio", "Workspace"],
            path: "Sources/Publishing", exclude: ["Publishing.md"], swiftSettings: common),
        // The program that sets pages: a process of its own, as fonts and pictures are read there.
        .systemLibrary(
            name: "CTypesetting", path: "Tools/typeset/CTypesetting", pkgConfig: "cairo",
            providers: [.apt(["libpango1.0-dev", "libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .executableTarget(
            name: "typeset", dependencies: ["CTypesetting"], path: "Tools/typeset", exclude: ["CTypesetting"],
            swiftSettings: common,
            linkerSettings: [
                .unsafeFlags(
                    ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic"],
                    .when(platforms: [.linux], configuration: .release))
            ]),

        // What analyses, organises and tells: rules and measures of our own, and the providers that others run.
        .target(
            name: "Intelligence",
            dependencies: [
                "Cryptography", "Kernel", "Capture", "Notes", "Studio", "Workspace", "JournalEngine", "Runtime",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Sources/Intelligence", exclude: ["Intelligence.md"], swiftSettings: common),

        // The service: the same over HTTP.
        .systemLibrary(name: "CLinuxCalls", path: "Sources/Service/CLinuxCalls"),
        .target(
            name: "Service",
            dependencies: [
                "Kernel", "Notes", "Boards", "Capture", "Studio", "Accounts", "Workspace", "JournalEngine", "Runtime",
                "Search", "Archives", "Importers", "Exporters", "Intelligence", "Publishing", "CLinuxCalls", "Cryptography",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            path: "Sources/Service", exclude: ["Operations.md", "CLinuxCalls"], swiftSettings: common),

        // What asks a service: a client for programs, with a replica of what it may read and an outbox for what it says.
        .target(
            name: "Client",
            dependencies: [
                "Kernel", "Workspace", "JournalEngine", "Runtime",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Sources/Client", swiftSettings: common),

        // The program, for a terminal.
        .target(name: "CCommit", path: "Tools/daybook/CCommit"),
        .executableTarget(
            name: "daybook",
            dependencies: [
                "CCommit", "Kernel", "Notes", "Boards", "Capture", "Studio", "Accounts", "Workspace", "JournalEngine",
                "Runtime",
                "Importers", "Exporters", "Search", "Intelligence", "Publishing", "Service", "Client", "Replication",
                "JournalTool",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Tools/daybook", exclude: ["README.md", "CCommit"], swiftSettings: commands,
            linkerSettings: alone),

        // What tests share, and the tests.
        .target(
            name: "KernelTesting", dependencies: ["Kernel", "CCountedMalloc"], path: "Tests/KernelTesting",
            swiftSettings: common),
        .target(
            name: "WorkspaceTesting",
            dependencies: ["Kernel", "Notes", "Boards", "Capture", "Studio", "Workspace", "JournalEngine"],
            path: "Tests/WorkspaceTesting", swiftSettings: common),
        .target(name: "CCountedMalloc", path: "Tests/CCountedMalloc"),
        .executableTarget(
            name: "replay-load", dependencies: ["CCountedMalloc", "JournalEngine", "Runtime", "WorkspaceTesting"],
            path: "Tools/replay-load", swiftSettings: common),
        .testTarget(
            name: "KernelTests", dependencies: ["Kernel", "KernelTesting"], path: "Tests/KernelTests",
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "WorkspaceTests",
            dependencies: [
                "Workspace", "Notes", "Boards", "Capture", "Studio", "Accounts", "Importers", "Exporters",
                "KernelTesting",
            ],
            path: "Tests/WorkspaceTests", exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "WebCoreTests", dependencies: ["Runtime", "KernelTesting"], path: "Tests/WebCoreTests",
            exclude: ["Golden", "replay.mjs", "schedules.mjs"], swiftSettings: tests),
        .testTarget(
            name: "JournalToolTests", dependencies: ["KernelTesting"], path: "Tests/JournalToolTests",
            swiftSettings: tests),
        .testTarget(
            name: "ConventionTests", dependencies: ["KernelTesting"], path: "Tests/ConventionTests", swiftSettings: tests),
        .testTarget(
            name: "NotesTests", dependencies: ["Notes", "KernelTesting"], path: "Tests/NotesTests",
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "BoardsTests", dependencies: ["Boards", "KernelTesting"], path: "Tests/BoardsTests",
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "CaptureTests", dependencies: ["Capture", "Importers", "Exporters", "Workspace", "KernelTesting"],
            path: "Tests/CaptureTests",
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "StudioTests", dependencies: ["Studio", "Importers", "Exporters", "Workspace", "KernelTesting"],
            path: "Tests/StudioTests",
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "IntelligenceTests",
            dependencies: [
                "Intelligence", "Capture", "Studio", "Workspace", "Runtime", "KernelTesting", "JournalTesting",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/IntelligenceTests", exclude: ["Captures.tsv"], swiftSettings: tests),
        .testTarget(
            name: "AccountsTests", dependencies: ["Accounts", "KernelTesting"], path: "Tests/AccountsTests",
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "RuntimeTests", dependencies: ["Runtime", "JournalTesting", "KernelTesting", "WorkspaceTesting"],
            path: "Tests/RuntimeTests", exclude: ["Golden", "decode.py"], swiftSettings: tests),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Service", "Runtime", "Accounts", "WebCore", "JournalTesting", "KernelTesting",
                "ReplicationTesting", "Cryptography",
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ],
            path: "Tests/ServiceTests", exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "ClientTests",
            dependencies: ["Client", "Runtime", "Notes", "Workspace", "JournalEngine", "JournalTesting", "KernelTesting"],
            path: "Tests/ClientTests", swiftSettings: tests),
        .target(name: "ReplicationTesting", path: "Tests/ReplicationTesting", swiftSettings: common),
        .testTarget(
            name: "ReplicationTests",
            dependencies: [
                "Replication", "ReplicationTesting", "JournalEngine", "JournalTesting", "KernelTesting",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/ReplicationTests", swiftSettings: tests),
        .testTarget(
            name: "SearchTests", dependencies: ["Search", "Runtime", "Importers", "Workspace", "KernelTesting"],
            path: "Tests/SearchTests", swiftSettings: tests),
        .testTarget(
            name: "LibraryTests",
            dependencies: [
                "Daybook", "DaybookTesting", "Boards", "JournalEngine", "Kernel", "Notes", "Runtime", "Workspace",
                "WorkspaceTesting",
            ],
            path: "Tests/LibraryTests", exclude: ["Snapshots"], swiftSettings: tests),
        .testTarget(
            name: "DaybookTests",
            dependencies: ["Cryptography", "JournalEngine", "KernelTesting"],
            path: "Tests/DaybookTests", exclude: ["Golden", "terminal.py"], swiftSettings: tests),
        .testTarget(
            name: "CryptographyTests", dependencies: ["Cryptography"], path: "Tests/CryptographyTests", swiftSettings: tests),
        .testTarget(
            name: "JournalEngineTests",
            dependencies: ["JournalEngine", "JournalTesting", "KernelTesting"],
            path: "Tests/JournalEngineTests", swiftSettings: tests),
        .testTarget(
            name: "ImportersTests", dependencies: ["Archives", "Importers", "Exporters", "Workspace", "KernelTesting"],
            path: "Tests/ImportersTests", exclude: ["Golden"], swiftSettings: tests),
    ]
)
