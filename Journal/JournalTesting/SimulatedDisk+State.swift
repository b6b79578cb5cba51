import Glibc
import JournalEngine

extension SimulatedDisk {
    /// The state that the lock of the simulated disk guards.
    struct State: Sendable {
        var directories: Set<String>
        var names: [String: FileNumber] = [:]
        var contents: [FileNumber: [UInt8]] = [:]
        var fileCount = 0

        /// Holders of file locks, by file; the holder is an open file's own identity.
        var locks: [FileNumber: ObjectIdentifier] = [:]

        /// The number of the process that may use the files; those opened by earlier ones are dead.
        var process = 0

        /// Nothing happens any more until the next process begins.
        var isHalted = false

        var trace: DiskTrace
        var calls: [DiskCall] = []
        var faults: [(fault: DiskFault, seen: Int)] = []
        var byteCountMax: Int?

        init(_ image: DiskImage) {
            directories = image.directories
            trace = DiskTrace(start: image, operations: [])
            // Numbered as `VolatileDisk` numbers them, so that the trace means the same to both.
            for path in image.files.keys.sorted() {
                let number = FileNumber(fileCount)
                fileCount += 1
                names[path] = number
                contents[number] = image.files[path]
            }
        }

        var image: DiskImage {
            DiskImage(directories: directories, files: names.mapValues { contents[$0] ?? [] })
        }

        mutating func endProcess() {
            process += 1
            locks.removeAll()
        }

        var byteCount: Int { names.values.reduce(0) { $0 + (contents[$1]?.count ?? 0) } }

        /// Notes a call and lets the fault script have its way with it.
        ///
        /// - Returns: what the caller itself must act out: `.short`, `.lie`, or nil for a call that goes well.
        @discardableResult
        mutating func begin(_ call: SystemCall, _ path: String) throws(DiskError) -> DiskFault.Effect? {
            if isHalted { throw DiskError(call: call, path: path, errno: EBADF) }
            var effect: DiskFault.Effect?
            for index in faults.indices where faults[index].fault.concerns(call, path) {
                faults[index].seen += 1
                let fault = faults[index].fault
                let hit = faults[index].seen - fault.occurrence
                if hit >= 0 && hit < fault.count && effect == nil { effect = fault.effect }
            }
            calls.append(DiskCall(call: call, path: path, fault: effect))
            switch effect {
            case .error(let errno):
                throw DiskError(call: call, path: path, errno: errno)
            case .endProcess:
                endProcess()
                isHalted = true
                throw DiskError(call: call, path: path, errno: EBADF)
            default:
                return effect
            }
        }

        /// Only to a name that is free: a real disk would also replace an empty directory.
        mutating func renameDirectory(_ path: String, to newPath: String) throws(DiskError) {
            guard !directories.contains(newPath), names[newPath] == nil else {
                throw DiskError(call: .rename, path: path, errno: EEXIST)
            }
            directories = Set(directories.map { DiskImage.path($0, renaming: path, to: newPath) })
            names = Dictionary(
                uniqueKeysWithValues: names.map { (DiskImage.path($0, renaming: path, to: newPath), $1) })
            trace.operations.append(.renameDirectory(from: path, to: newPath))
        }

        mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, to number: FileNumber) {
            let end = offset + bytes.count
            resize(number, to: max(end, contents[number]?.count ?? 0))
            let copy = Array(bytes)
            contents[number, default: []].overwrite(at: offset, with: copy[...])
            trace.operations.append(.write(number, offset: offset, bytes: copy))
        }

        mutating func resize(_ number: FileNumber, to byteCount: Int) {
            contents[number, default: []].resize(to: byteCount)
        }
    }
}
