import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing

@testable import Runtime

/// An installation with keys on a disk in memory.
struct KeysOnADisk {
    let disk: SimulatedDisk
    let data: DataDirectory
    var unlocking: Unlocking

    /// Any key; a test needs chance that comes twice the same.
    static func key(_ seed: UInt64) -> String { hexText(SeededGenerator(seed: seed).first(32)) }

    init(_ image: DiskImage? = nil, _ environment: [String: String] = [:]) {
        disk = image.map(SimulatedDisk.init) ?? SimulatedDisk()
        data = DataDirectory(path: "/disk/data", disk: disk)
        unlocking = Unlocking(environment: environment, mode: { _ in nil }, passphraseCost: 1)
    }

    var keyStore: KeyStore { KeyStore(of: data, unlocking: unlocking) }

    func paths(_ name: String = "family") throws -> WorkspacePaths { try data.workspace(named: name) }

    func keys(_ access: JournalAccess = .writing, _ name: String = "family") throws -> WorkspaceKeys {
        let paths = try paths(name)
        return try #require(
            try access == .writing ? keyStore.keys(madeFor: paths) : keyStore.keys(of: paths, access: .reading))
    }

    func blobs(_ keys: WorkspaceKeys?, _ name: String = "family") throws -> BlobStore {
        BlobStore(path: try paths(name).blobs, disk: disk, keys: keys)
    }

    /// Everything on the disk whose path has `part` in it.
    func files(_ part: String) -> [String: [UInt8]] { disk.live.files.filter { $0.key.contains(part) } }
}

extension SeededGenerator {
    fileprivate func first(_ count: Int) -> [UInt8] {
        var copy = self
        return copy.bytes(count)
    }
}

extension CrashPlan {
    /// A few of each kind; many when there is time.
    static func some(seed: UInt64, stride: Int) -> CrashPlan {
        ProcessInfo.processInfo.environment["DAYBOOK_FULL"] != nil
            ? .quick(seed: seed)
            : CrashPlan(exhaustiveChangesMax: 2, randomSubsets: 1, tearsMax: 3, stride: stride, seed: seed)
    }
}

extension [UInt8] {
    /// Returns whether `part` stands anywhere in it.
    func contains(_ part: some Collection<UInt8>) -> Bool { Data(self).range(of: Data(part)) != nil }
}
