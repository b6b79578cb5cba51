// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "audit-report",
    dependencies: [
        // In a package of your own: .package(url: "…/daybook", from: "1.0.0")
        .package(name: "daybook", path: "../../..")
    ],
    targets: [
        .executableTarget(name: "audit-report", dependencies: [.product(name: "Daybook", package: "daybook")])
    ]
)
