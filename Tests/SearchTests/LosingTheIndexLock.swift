import Foundation
import JournalEngine
import KernelTesting
import Runtime
import Testing

@testable import Search

/// M8: a lock lies on a file, and people and cleaners take away names.
@Suite("An index that loses its lock")
struct LosingTheIndexLock {
    @Test(arguments: [false, true])
    func `M8: a process that lost the lock writes no more into the index, and answers all the same`(
        isReplaced: Bool
    ) async throws {
        let house = try IndexHouse()
        let workspace = try await house.create()
        try await house.note("Roof", "tiles", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("tile") == ["Roof"])

        let lock = house.paths.search + "/" + WorkspacePaths.searchLock
        try FileManager.default.removeItem(atPath: lock)
        if isReplaced { try Data().write(to: URL(filePath: lock)) }
        try await house.note("Wall", "tiles and bricks", in: workspace)
        let before = try Self.bytes(of: house)
        #expect(try await index.titles("tile").sorted() == ["Roof", "Wall"])
        #expect(await index.trouble == .lockLost)
        #expect(try Self.bytes(of: house) == before)

        // The next search opens it under the lock that has the name.
        await index.prepare()
        #expect(await index.trouble == nil)
        #expect(try await index.titles("brick") == ["Wall"])
        await index.close()
        try await workspace.close()
    }

    @Test func `M8: a process that lost the lock vouches for no file when it ends`() async throws {
        let house = try IndexHouse()
        let workspace = try await house.create()
        try await house.note("Roof", "tiles", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        try FileManager.default.removeItem(atPath: house.paths.search + "/" + WorkspacePaths.searchLock)
        await index.close()
        #expect(await index.trouble == .lockLost)
        #expect(!FileManager.default.fileExists(atPath: house.paths.search + "/index.sum"))
        try await workspace.close()
    }

    @Test func `M8: a lock whose file is taken away before it is locked is taken anew`() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/daybook-lock-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/lock"
        var opened = 0
        let (lock, isAlone) = try IndexLock.take(path) {
            opened += 1
            if opened == 1 { unlink(path) }
        }
        #expect(opened == 2 && isAlone)
        try lock.check()
        lock.give()
        #expect(throws: IndexTrouble.lockLost) { try IndexLock.take(path) { unlink(path) } }
        #expect(throws: IndexTrouble.lockLost) { try lock.check() }
    }

    private static func bytes(of house: IndexHouse) throws -> [Data] {
        try house.indexFiles.map { try Data(contentsOf: URL(filePath: $0)) }
    }
}
