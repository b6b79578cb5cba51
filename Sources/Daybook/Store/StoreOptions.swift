package import JournalEngine
public import Kernel
import Runtime

/// The purpose that a store is opened for.
public enum StoreAccess: Sendable {
    /// To read, also while another process writes. Needs no right to write, and sees what was there when it was opened; see
    /// ``EventStore/refresh()``.
    case reading
    /// To read and write a store that is there. One process at a time.
    case writing
    /// The same, and makes the store where there is none.
    case creating
}

/// The options of a store; the defaults are right for most.
public struct StoreOptions: Sendable {
    /// Encrypts the store, with AES-256-GCM; nil for one in clear. A store is encrypted from its beginning or not at all.
    public var key: StoreKey?
    /// Where the store lies: in files, in memory, or on a disk that crashes on purpose (`CrashTestDisk` of `DaybookTesting`).
    public var storage = Storage.files
    /// The clock that stamps events; the machine's where nothing else is given.
    public var clock: @Sendable () -> Instant = { .now }
    /// The time between two looks of a live tail at a store that another process writes.
    public var pollInterval: Duration = .seconds(1)
    /// Opening for reading goes on with what is sound before the first damage; ``EventStore/last`` is the end of it. Otherwise a
    /// damaged store does not open, so that nobody takes a part for the whole.
    public var readsUpToDamage = false
    /// For tests of the store itself.
    package var journal = JournalOptions()

    public init() {}
}

/// The secret that an encrypted store opens with: 32 bytes. Losing it is losing the store.
///
/// It never prints, and its memory is overwritten when it is released.
public struct StoreKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let secret: SecretKey

    /// A new key that nobody can guess. Keep ``hex`` in a secret manager before the first event is written.
    public static func random() -> StoreKey { StoreKey(secret: .random()) }

    /// Nil unless there are exactly 32 bytes.
    public init?(bytes: [UInt8]) {
        guard let secret = SecretKey(bytes: bytes) else { return nil }
        self.secret = secret
    }

    /// Nil unless these are exactly 64 lowercase hexadecimal digits.
    public init?(hex: String) {
        guard let secret = SecretKey(hex: hex) else { return nil }
        self.secret = secret
    }

    private init(secret: SecretKey) { self.secret = secret }

    /// The key as 64 hexadecimal digits, for the one place that keeps it.
    public var hex: String {
        secret.withUnsafeBytes { bytes in
            String(decoding: bytes.flatMap { [hexDigit($0 >> 4), hexDigit($0 & 0xF)] }, as: UTF8.self)
        }
    }

    public var description: String { "a key of a store" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where the files of a store lie.
public struct Storage: Sendable {
    package let disk: any Disk

    package init(disk: any Disk) { self.disk = disk }

    /// The file system of this machine.
    public static let files = Storage(disk: POSIXDisk())

    /// A file system in memory, for tests and for what need not last; each call makes another one.
    ///
    /// Paths begin with a slash. Stores opened on the same value see the same files.
    /// - Parameter bytesMax: what it holds at most; then writing fails as on a full disk.
    public static func memory(bytesMax: Int = 256 << 20) -> Storage {
        Storage(disk: MemoryDisk(MemoryAllowance(bytesMax: bytesMax)))
    }
}
