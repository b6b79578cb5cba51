// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "sqlite-projection",
    dependencies: [
        // In a package of your own: .package(url: "…/daybook", from: "1.0.0")
        .package(name: "daybook", path: "../../..")
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "sqlite-projection", dependencies: ["CSQLite", .product(name: "Daybook", package: "daybook")]),
    ]
)
