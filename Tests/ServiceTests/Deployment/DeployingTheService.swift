import KernelTesting
import Foundation
import Testing

/// The files in `Tools/deploy`, held against the program and the tools of this machine.
@Suite("Deploying the service")
struct DeployingTheService {
    private static let deploy = Repository.root.appending(path: "Tools/deploy")
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "daybook")

    private func tool(_ name: String, _ arguments: [String]) throws -> (status: Int32, out: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/" + name)
        process.arguments = arguments
        let out = Pipe()
        process.standardOutput = out
        process.standardError = out
        try process.run()
        let words = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, words)
    }

    @Test func `systemd understands the unit, and finds it shut off from what it does not need`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-unit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = try String(contentsOf: Self.deploy.appending(path: "daybook.service"), encoding: .utf8)
        #expect(text.contains("ExecStart=/usr/bin/daybook serve --data %S/daybook\n"))
        #expect(text.contains("\nEnvironment=SWIFT_BACKTRACE=enable=no\n"))
        #expect(text.contains("\nUser=daybook\n"), "the packages make this user")
        // The program is where the build puts it, since nothing is installed here.
        let unit = folder.appending(path: "daybook.service")
        try Data(text.replacing("/usr/bin/daybook", with: Self.program.path).utf8).write(to: unit)
        let verified = try tool("systemd-analyze", ["verify", "--man=no", unit.path])
        #expect(verified.status == 0, "\(verified.out)")
        #expect(verified.out.isEmpty, "\(verified.out)")
        // Tenths of systemd's own measure of exposure, of 100.
        let exposed = try tool("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit.path])
        #expect(exposed.status == 0, "\(exposed.out.suffix(200))")
        // The check itself finds what is wrong.
        try Data(text.replacing("Type=exec", with: "Type=nonsense").utf8).write(to: unit)
        #expect(try !tool("systemd-analyze", ["verify", "--man=no", unit.path]).out.isEmpty)
    }

    @Test func `every library that the program needs comes with a package of the container file`() throws {
        let file = try String(contentsOf: Self.deploy.appending(path: "Containerfile"), encoding: .utf8)
        let stages = file.components(separatedBy: "\nFROM ")
        let runtime = try #require(stages.last)
        let typeset = Self.program.deletingLastPathComponent().appending(path: "typeset").path
        let needed = try tool("readelf", ["-d", Self.program.path, typeset]).out.split(separator: "\n")
            .filter { $0.contains("(NEEDED)") }
            .compactMap { $0.split(separator: "[").last?.split(separator: "]").first.map(String.init) }
        #expect(needed.contains("libpangocairo-1.0.so.0"))
        #expect(needed.contains("libarchive.so.13") && !needed.contains("libsqlite3.so.0"))
        // What the toolchain brings is linked statically there; Debian's base system is there anyway.
        let base: Set<String> = ["libc6", "libgcc-s1"]
        var packages: Set<String> = []
        for library in needed where !library.hasPrefix("libswift") && !Self.ofSwift.contains(library) {
            let owners = try tool("dpkg-query", ["-S", "*/" + library])
            try #require(owners.status == 0, "no package has \(library)")
            packages.formUnion(owners.out.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) })
        }
        #expect(packages.count >= 6)
        for package in packages.subtracting(base) {
            #expect(runtime.contains(" \(package) "), "\(package) is missing in the container file")
        }
        #expect(runtime.contains("USER daybook\n"))
        #expect(runtime.contains("\nENV SWIFT_BACKTRACE=enable=no\n"))
    }

    @Test func `what is counted begins with the version and the commit that serve`() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "daybook-version-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let program = try ServedProgram(data: root + "/data")
        defer {
            program.signal(SIGTERM)
            #expect(throws: Never.self) { try program.wait() }
        }
        let wire = try Wire(port: program.port)
        wire.send("GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer count-me\r\nConnection: close\r\n\r\n")
        let said = wire.receive()
        let version = try tool("env", ["-u", "DAYBOOK_COMMIT", Self.program.path, "--version"]).out
            .split(separator: " ")
        try #require(version.count == 3 && version[2] == "(unknown)\n", "\(version)")
        #expect(said.contains("\ndaybook_build_info{version=\"\(version[1])\",commit=\"unknown\"} 1\n"), "\(said)")
    }

    private static let ofSwift: Set<String> = [
        "libBlocksRuntime.so", "libdispatch.so", "libFoundation.so", "libFoundationEssentials.so",
        "libFoundationInternationalization.so", "libFoundationXML.so", "lib_FoundationICU.so",
    ]
}
