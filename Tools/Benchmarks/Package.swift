// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what only benchmarks need never enters the main graph. It reaches the main package's
// `package` symbols by sharing its package name.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .unsafeFlags(["-package-name", "daybook"]),
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "daybook", path: "../..")],
    targets: [
        .executableTarget(
            name: "JournalBench",
            dependencies: [.product(name: "JournalEngine", package: "daybook")], swiftSettings: house),
        .executableTarget(
            name: "WorkspaceBench",
            dependencies: [.product(name: "Runtime", package: "daybook")], swiftSettings: house),
    ]
)
