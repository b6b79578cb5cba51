import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Runtime
import Testing
import Workspace

/// Where webhooks stand, in backups. One test at a time: each has threads wait for tasks.
@Suite("Backing up how far webhooks were told", .serialized)
struct BackingUpWebhooks {
    private static let webhook = "01900000-0000-7000-8000-000000000001"

    private func log(in data: DataDirectory, _ name: String = webhook) throws -> WebhookLog {
        try data.webhookLog(name, from: 0, keptMax: 100)
    }

    /// Something happens in the family's workspace, and the webhook is told of all of it.
    private func liveAndTell(_ house: inout BackupFixture, _ count: Int) async throws -> UInt64 {
        try await house.live(count)
        let workspace = try await WorkspaceActor.open(at: house.paths(), access: .reading, in: house.runtime)
        let last = workspace.journal.lastSequence
        try await workspace.close()
        _ = try log(in: house.data).note(
            WebhookAttempt(
                number: 0, reason: .event, sequence: last, attempt: 1, began: 1, latencyMicroseconds: 1, status: 200,
                outcome: .delivered))
        return last
    }

    @Test(.shows("B-20", "B-19"), arguments: BackingUp.places)
    func `how far webhooks were told comes back; what is kept of one that was removed goes`(place: String) async throws {
        var house = BackupFixture()
        let told = try await liveAndTell(&house, 20)
        try log(in: house.data, "gone").pass(to: 3)
        try await house.backUp(to: place)
        try house.data.removeWebhookLog("gone")
        // A directory is brought up to date; an archive is made once.
        let second = place.hasSuffix(".tar") ? "/disk/second.tar" : place
        try await house.backUp(to: second)
        _ = try house.archive(second).restore(to: "/disk/there", in: house.runtime)
        let there = DataDirectory(path: "/disk/there", disk: house.disk)
        #expect(try there.webhookLogNames() == [Self.webhook])
        #expect(try log(in: there).told == told)
        #expect(try log(in: there).attempts(before: nil, limit: 10) == log(in: house.data).attempts(before: nil, limit: 10))
    }

    /// Else what takes the place of records that were not in the backup would never be told.
    @Test(.shows("B-20", "B-19"))
    func `whatever a webhook is told during a backup, it was told of nothing that the restored journal has not`() async throws {
        var before = BackupFixture()
        let told = try await liveAndTell(&before, 10)
        let start = before.disk.live
        let whole = HookedDisk(SimulatedDisk(start))
        _ = try await DataDirectory(path: BackupFixture.root, disk: whole).backUp(
            to: BackupFixture.backup, in: runtime(of: before, on: whole))
        var found: Set<UInt64> = []
        for nth in stride(from: 1, through: whole.calls, by: max(1, whole.calls / 60)) {
            let disk = SimulatedDisk(start)
            let hooked = HookedDisk(disk)
            hooked.before(call: nth) {
                var house = BackupFixture(Seed(8), on: disk)
                _ = try await self.liveAndTell(&house, 5)
            }
            _ = try await DataDirectory(path: BackupFixture.root, disk: hooked).backUp(
                to: BackupFixture.backup, in: runtime(of: before, on: hooked))
            try #require(hooked.outcome, "call \(nth)").get()
            let house = BackupFixture(on: disk)
            let report = try house.archive().restore(to: "/disk/there", in: house.runtime)
            let restored = try log(in: DataDirectory(path: "/disk/there", disk: disk)).told
            #expect(restored >= told && restored <= report.journals[0].sequence, "call \(nth)")
            found.insert(restored)
        }
        #expect(found.count == 2, "told before the backup, and told of more in its beginning: \(found)")
    }

    private func runtime(of house: BackupFixture, on disk: any Disk) -> RuntimeEnvironment {
        var other = house.runtime
        other.disk = disk
        return other
    }
}
