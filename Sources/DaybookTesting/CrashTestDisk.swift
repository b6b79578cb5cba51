public import Daybook
import JournalEngine
import JournalTesting

/// A disk in memory that remembers what it was asked, so that a test can pull the plug at every point of a story.
///
/// ```swift
/// let disk = CrashTestDisk()
/// let store = try await EventStore<TillEvent>.open(at: "/store", options: disk.options)
/// try await store.append([.opened(till: till, owner: "Anna")])
/// disk.promise(1)  // From here on, one event must survive everything.
/// try await store.close()
///
/// try await disk.forEachCrash { crash in
///     let store = try await EventStore<TillEvent>.open(at: "/store", options: crash.options)
///     #expect(store.last.sequence >= UInt64(crash.promised))
/// }
/// ```
///
/// The model is strict, as POSIX allows: after a crash any subset of the unsynced sectors, lengths and names may have reached the
/// disk, in any order, and the last write may be torn at any byte. It was written for the store's own tests.
public final class CrashTestDisk: Sendable {
    private let disk: SimulatedDisk

    /// An empty disk. Paths begin with a slash; the top directory is there.
    public init() { disk = SimulatedDisk(DiskImage(directories: [""])) }

    private init(_ image: DiskImage) { disk = SimulatedDisk(image) }

    /// Where a store lies on this disk, for `StoreOptions.storage`.
    public var storage: Storage { Storage(disk: disk) }

    /// Options of a store on this disk; all else as usual.
    public var options: StoreOptions {
        var options = StoreOptions()
        options.storage = storage
        return options
    }

    /// Says that the story has come to a point from which something must survive, as a number that grows, such as how many
    /// events were acknowledged. A crash gives the last number before it.
    public func promise(_ number: Int) { disk.note(moment: number) }

    /// The disk is full: all files together grow by at most so many bytes from now on. Nil takes the limit away.
    ///
    /// A store reserves room ahead, up to 8 MiB: it meets the limit once it has written that much. Then it refuses what is appended
    /// until it is opened again.
    public func limit(bytes: Int?) { disk.limit(toByteCount: bytes) }

    /// The next `fdatasync` fails with an error of the device: nobody knows what of the last write is on disk.
    public func failNextSync() { disk.script([DiskFault(.error(5), on: .fdatasync)]) }

    /// Ends the process that uses the disk, as `kill -9` does: its files and locks are gone, what it wrote stays.
    public func endProcess() { disk.endProcess() }

    /// A crash at one point of the story.
    public struct Crash: Sendable {
        /// The last number that ``CrashTestDisk/promise(_:)`` was called with; 0 before the first.
        public let promised: Int
        /// The remains after the power cut, as a disk of its own.
        public let disk: CrashTestDisk
        /// The number of calls that the disk had been asked for.
        public let position: Int

        /// Options of a store on what is left.
        public var options: StoreOptions { disk.options }
    }

    /// Calls `body` for the outcomes of a power cut before each call that the disk was asked for, and after the last.
    ///
    /// Equal outcomes come once. Close the stores that `body` opens, or let them go.
    ///
    /// - Parameters:
    ///   - seed: chooses among the outcomes where there are too many to try all.
    ///   - stride: tries only each so-manieth call, for long stories.
    ///   - body: opens what is left and says what must be there.
    /// - Returns: how many different outcomes were tried.
    /// - Throws: what `body` throws, at the first such crash.
    @discardableResult
    public nonisolated(nonsending) func forEachCrash(
        seed: UInt64 = 1, stride: Int = 1, _ body: nonisolated(nonsending) (Crash) async throws -> Void
    ) async throws -> Int {
        var plan = CrashPlan.quick(seed: seed)
        plan.stride = max(1, stride)
        var seen: Set<Int> = []
        for crash in disk.trace.crashes(plan) where seen.insert(crash.fingerprint).inserted {
            try await body(Crash(promised: crash.moment, disk: CrashTestDisk(crash.image), position: crash.position))
        }
        return seen.count
    }
}
