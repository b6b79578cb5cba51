// swift-tools-version: 5.8
import PackageDescription

// A package of its own, so that fuzzing never enters the main graph; built by Tools/fuzz with libFuzzer and the address
// sanitizer in everything.
//
// It reaches the main package's `package` symbols by taking its package name. SwiftPM names a package after its
// directory, and insists on that for manifests from version 5.9 on; hence the older version here.
let mainPackage =
    Context.packageDirectory.split(separator: "/").dropLast(2).last.map { $0.lowercased() } ?? "daybook"

let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "daybook", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CFuzzer",
                .product(name: "JournalEngine", package: "daybook"), .product(name: "Kernel", package: "daybook"),
                .product(name: "Runtime", package: "daybook"), .product(name: "Importers", package: "daybook"),
                .product(name: "Search", package: "daybook"),
            ],
            swiftSettings: [.unsafeFlags(["-package-name", mainPackage, "-swift-version", "6", "-parse-as-library"])],
            // The usual linker stumbles over what the sanitizers bring.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
        .systemLibrary(name: "CFuzzer", path: "Sources/CFuzzer"),
    ]
)
