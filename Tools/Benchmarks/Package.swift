// swift-tools-version: 5.8
import PackageDescription

// A package of its own, so that what only benchmarks need never enters the main graph.
//
// It reaches the main package's `package` symbols by taking its package name. SwiftPM names a package after its
// directory, and insists on that for manifests from version 5.9 on; hence the older version here.
let mainPackage =
    Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "daybook"
let house: [SwiftSetting] = [
    .unsafeFlags(["-package-name", mainPackage, "-swift-version", "6"]),
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "daybook", path: "../.."),
        // What the machine's SHA-256 can do, beside what verifying does.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "JournalBench",
            dependencies: [
                .product(name: "JournalEngine", package: "daybook"), .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: house),
        .executableTarget(
            name: "SearchBench",
            dependencies: [
                .product(name: "Runtime", package: "daybook"), .product(name: "Search", package: "daybook"),
            ], swiftSettings: house),
        .executableTarget(
            name: "WorkspaceBench",
            dependencies: [
                .product(name: "Runtime", package: "daybook"), .product(name: "WorkspaceTesting", package: "daybook"),
            ], swiftSettings: house),
    ]
)
