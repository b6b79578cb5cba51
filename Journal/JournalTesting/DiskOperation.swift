/// A file as the disk knows it. Names come and go; the bytes behind a number stay.
package struct FileNumber: Hashable, Comparable, Sendable {
    package let rawValue: Int

    package init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    package static func < (a: FileNumber, b: FileNumber) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// One change that a program asked of a disk. The list of them, in order, is all that a crash can be made from.
package enum DiskOperation: Sendable, Equatable {
    case makeDirectory(path: String)
    case create(FileNumber, path: String)
    case rename(FileNumber, from: String, to: String)
    /// A directory with everything in it.
    case renameDirectory(from: String, to: String)
    case remove(path: String)
    case write(FileNumber, offset: Int, bytes: [UInt8])
    case setLength(FileNumber, byteCount: Int)

    case syncFile(FileNumber)
    case syncDirectory(path: String)

    /// A sync that returned an error. The kernel calls the pages clean and forgets them: they may be on the disk
    /// or not, and no later sync brings them there ("Can Applications Recover from fsync Failures?", ATC 2020).
    case failedSync(FileNumber)

    /// The script reached this moment: from here on a crash is judged by what had been promised then.
    case moment(Int)

    package var isSync: Bool {
        switch self {
        case .syncFile, .syncDirectory: true
        default: false
        }
    }
}

/// The life of a disk: what it held at first, and everything asked of it since.
package struct DiskTrace: Sendable {
    package let start: DiskImage
    package var operations: [DiskOperation]

    package init(start: DiskImage, operations: [DiskOperation]) {
        self.start = start
        self.operations = operations
    }

    /// The positions of every sync that was answered with success.
    package var syncIndices: [Int] {
        operations.indices.filter { operations[$0].isSync }
    }

    /// The same life on a disk that answered one call and did nothing.
    package func ignoring(operationAt index: Int) -> DiskTrace {
        var trace = self
        trace.operations.remove(at: index)
        return trace
    }

    /// The same life on a disk whose syncs lie from the operation at `index` on.
    package func lyingAboutSyncs(from index: Int) -> DiskTrace {
        let honest = operations[..<index]
        return DiskTrace(start: start, operations: honest + operations[index...].filter { !$0.isSync })
    }
}
