import Accounts
import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Logging
import Notes
import Synchronization
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// The service dies at one of the calls that erasing an account makes, and is started again.
@Suite("Erasing one's account, and the service dies")
struct ErasingAccountsThatCrash {
    /// The words that no file may hold afterwards; and those that stay, in clear.
    private static let secrets = ["anna@example.org", "Only mine", "Anna Secretname"]
    private static let kept = "For both"

    /// Whom it is about, and where the data lies.
    private struct Scene {
        let root: String
        let user: UserID
        let own: WorkspaceID
        let shared: WorkspaceID
        let isEncrypted: Bool
    }

    private static func open(_ scene: Scene, on disk: any Disk = POSIXDisk()) async throws -> WorkspacePool {
        let directory = DataDirectory(path: scene.root, disk: disk)
        var runtime = RuntimeEnvironment(disk: disk)
        if scene.isEncrypted { runtime.keyStore = KeyStore(of: DataDirectory(path: scene.root)) }
        let identity = try DataDirectory(path: scene.root).identity(
            orCreateFor: "keeper", on: "test", in: RuntimeEnvironment())
        return try await WorkspacePool.open(
            directory, as: identity, ServiceConfiguration(), in: runtime,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Anna, with a workspace of her own and one that is Ben's too.
    private static func furnish(isEncrypted: Bool) async throws -> Scene {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-erasing-\(UUID().uuidString)"
        let mint = RuntimeEnvironment()
        let scene = Scene(
            root: root, user: mint.mint(), own: mint.mint(), shared: mint.mint(), isEncrypted: isEncrypted)
        if isEncrypted { try KeyStore(of: DataDirectory(path: root)).create(.file) }
        let pool = try await open(scene)
        let (anna, ben): (UserID, UserID) = (scene.user, mint.mint())
        func author(_ user: UserID) -> Author { Author(actor: user.as(Actor.self), device: pool.device) }
        func register(_ user: UserID, _ email: String) async throws {
            _ = try await pool.book.perform(
                [.registerUser(user, email: Email(recorded: email), password: ServiceFixture.hash, name: nil)], by: .machine,
                as: author(user))
        }
        try await register(anna, secrets[0])
        try await register(ben, "ben@example.org")
        for (id, owner, name) in [(scene.own, anna, "Own"), (scene.shared, ben, "Shared")] {
            _ = try await pool.book.perform(
                [.createWorkspace(id, owner: owner, name: Name(recorded: name))], by: .machine, as: author(owner))
        }
        _ = try await pool.book.perform(
            [.addMember(scene.shared, anna, role: .editor, reach: .everything)], by: .machine, as: author(ben))
        for (id, words) in [(scene.own, secrets[1]), (scene.shared, kept)] {
            try await pool.using(id) { workspace in
                _ = try await workspace.perform(
                    [
                        .registry(.nameActor(anna.as(Actor.self), Name(recorded: secrets[2]))),
                        .notes(.createFolder(mint.mint(), name: Name(recorded: words), in: nil)),
                    ], as: author(anna))
            }
        }
        try await pool.close()
        return scene
    }

    /// The files below the data directory that hold one of the words.
    private static func holders(of words: [String], _ scene: Scene) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scene.root).filter { path in
            guard let data = FileManager.default.contents(atPath: scene.root + "/" + path) else { return false }
            return words.contains { data.range(of: Data($0.utf8)) != nil }
        }
    }

    /// - Returns: whether it lived to the end.
    private static func die(at nth: Int, _ start: Scene) async throws -> Bool {
        let root = start.root + "-\(nth)"
        try FileManager.default.copyItem(atPath: start.root, toPath: root)
        defer {
            do { try FileManager.default.removeItem(atPath: root) } catch { Issue.record("\(error)") }
        }
        let scene = Scene(
            root: root, user: start.user, own: start.own, shared: start.shared, isEncrypted: start.isEncrypted)
        let disk = DyingDisk()
        let first = try await open(scene, on: disk)
        disk.die(at: nth)
        var lived = false
        do {
            try await first.erase(scene.user)
            lived = true
        } catch {}
        do { try await first.close() } catch {}
        disk.endProcess()

        let second = try await open(scene)
        if await second.book.state.model.existing(scene.user) != nil {
            // It died before it was certain; nothing was done then.
            try #require(FileManager.default.fileExists(atPath: root + "/workspaces/" + scene.own.text), "call \(nth)")
            #expect(try second.directory.accountsToErase() == [], "call \(nth)")
            try await second.erase(scene.user)
        }
        #expect(try second.directory.unfinishedErasures() == [], "call \(nth)")
        #expect(try second.directory.accountsToErase() == [], "call \(nth)")
        #expect(!FileManager.default.fileExists(atPath: root + "/workspaces/" + scene.own.text), "call \(nth)")
        let found = try holders(of: secrets, scene)
        #expect(found.isEmpty, "call \(nth): \(found)")
        #expect(try second.book.verify().ok, "call \(nth)")
        let isSound = try await second.using(scene.shared) { workspace in
            let view = await workspace.view
            return try workspace.verify(view).isSound && view.registry.actors[scene.user.as(Actor.self)] == nil
        }
        #expect(isSound, "call \(nth)")
        var attested = 0
        try second.book.journal.records(of: second.book.paths.root) { header, payload in
            if case .workspaceErased(scene.own)? = try Recorded<AccountEvent>(header, payload)?.event { attested += 1 }
            return .next
        }
        #expect(attested == 1, "call \(nth)")
        try await second.close()
        return lived
    }

    @Test(.shows("J-504"), arguments: [false, true])
    func `whatever call it dies at, the next start erases to the end`(isEncrypted: Bool) async throws {
        let start = try await Self.furnish(isEncrypted: isEncrypted)
        defer {
            do { try FileManager.default.removeItem(atPath: start.root) } catch { Issue.record("\(error)") }
        }
        let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"
        var nth = 1
        while try await !Self.die(at: nth, start) { nth += isFull ? 1 : 13 }
        #expect(nth > 100)
    }
}
