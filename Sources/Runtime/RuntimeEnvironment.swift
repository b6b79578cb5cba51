package import JournalEngine
package import Kernel

#if canImport(Glibc)
    import Glibc
#endif

/// Everything the runtime takes from outside, so that a test can hold it still: the disk, the clock and chance.
package struct RuntimeEnvironment: Sendable {
    package var disk: any Disk
    package var now: @Sendable () -> Instant
    /// Two random words, for minting identifiers.
    package var chance: @Sendable () -> (UInt64, UInt64)
    package var journal: JournalOptions
    /// Opens a journal that is gone or ends before what lies beside it, as `daybook accept-loss` does; for copies, too, which can
    /// be fetched anew. Everything else is refused then.
    package var acceptsLoss = false
    /// Evidence from elsewhere of how far the one journal that is opened came: from the accounts and the webhooks of a service.
    package var vouched: [RecordEvidence] = []
    /// The keys of the installation; nil for one that has none.
    package var keyStore: KeyStore?
    /// Makes who else must have what is committed to a journal; nil for nobody. Asked for each journal that is opened.
    package var replicator: (@Sendable (WorkspacePaths) -> any CommitReplicator)?
    /// Takes away what others hold of a workspace that is erased; nil where nobody does. Blocks. Done again, it does nothing.
    package var withdraw: (@Sendable (WorkspacePaths) throws -> Void)?

    package init(
        disk: any Disk = POSIXDisk(), now: @escaping @Sendable () -> Instant = RuntimeEnvironment.wallClock,
        chance: @escaping @Sendable () -> (UInt64, UInt64) = RuntimeEnvironment.systemChance,
        journal: JournalOptions = .init(), keyStore: KeyStore? = nil
    ) {
        self.disk = disk
        self.now = now
        self.chance = chance
        self.journal = journal
        self.keyStore = keyStore
    }

    /// A new identifier, minted now.
    package func mint<Kind>(_: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> {
        .minted(at: now(), chance: chance())
    }

    package static let wallClock: @Sendable () -> Instant = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    package static let systemChance: @Sendable () -> (UInt64, UInt64) = {
        var generator = SystemRandomNumberGenerator()
        return (generator.next(), generator.next())
    }
}
