import Exporters
import Foundation
import HTTPTypes
import Importers
import Kernel
import KernelTesting
import Testing

@testable import Runtime
@testable import Service

@Suite("Exporting over HTTP")
struct ExportingOverHTTP {
    /// The contents of a ZIP: unpacked with Debian's `unzip`, which checks it, too.
    private static func unzipped(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-zip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let archive = folder.appending(path: "export.zip")
        try Data(bytes).write(to: archive)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unzip")
        process.arguments = ["-q", archive.path, "-d", folder.appending(path: "all").path]
        process.environment = ["LC_ALL": "C.UTF-8"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "unzip says \(process.terminationStatus)")
        return try files(below: folder.appending(path: "all"))
    }

    private static func files(below root: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? [] {
            let url = root.appending(path: name)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
            files[name] = Array(try Data(contentsOf: url))
        }
        return files
    }

    @Test(.shows("J-504"), arguments: [false, true])
    func `the ZIP holds what a directory would, and comes back as what it was`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
            _ = try await ReadingFilesOverHTTP.attach(bytes, named: "Übung — 1.bin", to: home, at: fixture)
            let answer = try await fixture.get(home.path + "/export", as: home.anna.secret)
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/zip")
            let disposition = try #require(answer.headers[.contentDisposition])
            #expect(disposition.hasPrefix("attachment; filename*=UTF-8''") && disposition.hasSuffix(".zip"))

            let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-export-\(UUID().uuidString)")
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
            try await fixture.pool.using(home.id) { workspace in
                let view = await workspace.view
                _ = try WorkspaceExport.export(view, of: EntityID(workspace.journal.id), to: folder) { digest in
                    try workspace.blobs.read(try #require(Digest(bytes: digest)))
                }
            }
            let expected = try Self.files(below: folder)
            let unpacked = try Self.unzipped(answer.bytes)
            let roots = Set(unpacked.keys.map { $0.prefix { $0 != "/" } })
            #expect(roots.count == 1)
            let found = Dictionary(
                uniqueKeysWithValues: unpacked.map { (String($0.key.drop { $0 != "/" }.dropFirst()), $0.value) })
            #expect(Set(found.keys) == Set(expected.keys))
            #expect(found == expected)
            #expect(found.contains { $0.key.hasSuffix("Übung — 1.bin") && $0.value == bytes })

            // Elsewhere it is taken in again: by somebody who has nothing yet.
            let ben = try await fixture.visitor("ben")
            let other = try await fixture.workspace(of: ben)
            let imported = try await fixture.send(
                .post, "/v1/workspaces/\(other.text)/imports?name=home.zip", bytes: answer.bytes, as: ben.secret,
                headers: [.contentType: "application/zip"])
            #expect(imported.status == 200, "\(imported.text)")
            let result = try JSONFieldReader.read(ImportResult.self, from: imported.bytes)
            #expect(result.format == "daybook")
            #expect(result.created.notes == home.notes.count)
            let hits = try await fixture.get("/v1/workspaces/\(other.text)/search?q=paint", as: ben.secret)
            #expect(hits.json["hits"].list.count == 1)
        }
    }

    @Test func `whoever has it already is not sent it again, until something changes`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let first = try await fixture.get(home.path + "/export", as: home.anna.secret)
            let tag = try #require(first.headers[.eTag])
            let known = try await fixture.get(home.path + "/export", as: home.anna.secret, headers: [.ifNoneMatch: tag])
            #expect(known.status == 304 && known.bytes.isEmpty)
            _ = try await ReadingFilesOverHTTP.attach([1, 2, 3], named: "new.bin", to: home, at: fixture)
            let later = try await fixture.get(home.path + "/export", as: home.anna.secret, headers: [.ifNoneMatch: tag])
            #expect(later.status == 200 && later.headers[.eTag] != tag)
            #expect(try Self.unzipped(later.bytes).keys.contains { $0.hasSuffix("new.bin") })
        }
    }

    @Test func `where a file is missing it breaks off, and is no ZIP that could be taken for whole`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let digest = try await ReadingFilesOverHTTP.attach([1, 2, 3], named: "lost.bin", to: home, at: fixture)
            try await fixture.pool.using(home.id) { workspace in
                try FileManager.default.removeItem(atPath: workspace.blobs.path(of: digest))
            }
            await #expect(throws: (any Error).self) {
                _ = try await fixture.get(home.path + "/export", as: home.anna.secret)
            }
        }
    }
}
