import DaybookTesting
import Foundation
import Testing

/// The pages of the library, as DocC makes them of the modules that these tests were built with.
@Suite("Documentation of the library")
struct Documentation {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, said: String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let out = Pipe()
        process.standardOutput = out
        process.standardError = out
        try process.run()
        let said = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }

    /// The folder of the toolchain's programs; nil where there is none on the path.
    private static let toolchain: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }?
            .resolvingSymlinksInPath().deletingLastPathComponent()
    }()

    @Test(arguments: ["Daybook", "DaybookTesting"])
    func `becomes pages without a warning, and every public symbol has a comment`(module: String) throws {
        let catalogue = "Sources/\(module)/\(module).docc"
        let toolchain = try #require(Self.toolchain, "the Swift toolchain is not on the path")
        let scratch = FileManager.default.temporaryDirectory.appending(path: "daybook-docc-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let graphs = scratch.appending(path: "graphs")
        try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
        let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        var extract = [
            "-module-name", module, "-I", built.appending(path: "Modules").path, "-target", "x86_64-unknown-linux-gnu",
            "-minimum-access-level", "public", "-output-dir", graphs.path, "-skip-inherited-docs",
            "-experimental-allowed-reexported-modules=Kernel",
        ]
        for map in try Self.moduleMaps(built) { extract += ["-Xcc", "-fmodule-map-file=" + map] }
        let extracted = try run(toolchain.appending(path: "swift-symbolgraph-extract"), extract)
        #expect(extracted.status == 0, "\(extracted.said)")

        let converted = try run(
            toolchain.appending(path: "docc"),
            [
                "convert", Self.root.appending(path: catalogue).path, "--additional-symbol-graph-dir", graphs.path,
                "--fallback-bundle-identifier", "daybook." + module, "--fallback-display-name", module, "--output-path",
                scratch.appending(path: "pages").path, "--analyze",
            ])
        #expect(converted.status == 0)
        #expect(!converted.said.contains("warning:"), "\(converted.said)")

        let graph = try JSONDecoder().decode(
            Graph.self, from: Data(contentsOf: graphs.appending(path: module + ".symbols.json")))
        // A change of a line is a change of the version: one that goes is a major one, a new one a minor one.
        let lines = graph.symbols.filter { $0.isDeclared(in: module) }.map(\.line)
        try expectSnapshot(Set(lines).sorted().joined(separator: "\n") + "\n", named: module + ".api.txt")
        for symbol in graph.symbols where symbol.docComment == nil && symbol.isOwn(module) {
            Issue.record("\(symbol.pathComponents.joined(separator: ".")) has no comment")
        }
    }

    /// The maps of modules in C that the modules of Swift are made of.
    private static func moduleMaps(_ built: URL) throws -> [String] {
        ["Journal", "Sources"].flatMap { folder in
            (FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix("module.modulemap") }.map { root.appending(path: folder).path + "/" + $0 }
        }
    }
}

private struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Kind: Decodable { var identifier: String }
        struct Comment: Decodable {}
        struct Identifier: Decodable { var precise: String }
        struct Fragment: Decodable { var spelling: String }
        var identifier: Identifier
        var kind: Kind
        var pathComponents: [String]
        var docComment: Comment?
        var declarationFragments: [Fragment]?

        /// Such as `EventStore.path  var path: String { get }`.
        var line: String {
            pathComponents.joined(separator: ".") + "  "
                + (declarationFragments ?? []).map(\.spelling).joined().replacing("\n", with: " ")
        }

        func isDeclared(in module: String) -> Bool {
            identifier.precise.contains("\(module.utf8.count)\(module)") && !identifier.precise.contains("SYNTHESIZED")
        }

        /// Returns whether it is declared there and speaks of something that its name does not say: cases and the members that
        /// protocols of the standard library ask for have names that do.
        func isOwn(_ module: String) -> Bool {
            let silent = ["swift.enum.case", "swift.init", "swift.associatedtype", "swift.typealias"]
            let known = ["description", "errorDescription", "customMirror", "==(_:_:)", "encode(to:)"]
            return isDeclared(in: module) && !silent.contains(kind.identifier) && !known.contains(pathComponents.last ?? "")
        }
    }

    var symbols: [Symbol]
}
