// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "tills",
    dependencies: [
        // In a package of your own: .package(url: "…/daybook", from: "1.0.0")
        .package(name: "daybook", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "tills", dependencies: [.product(name: "Daybook", package: "daybook")],
            // So that the tests see what is internal in a release, too; a debug build needs no flag.
            swiftSettings: [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]),
        .testTarget(
            name: "tillsTests", dependencies: ["tills", .product(name: "DaybookTesting", package: "daybook")],
            exclude: ["Snapshots"]),
    ]
)
