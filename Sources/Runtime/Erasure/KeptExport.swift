import Foundation
import Glibc
import JournalEngine
import Kernel

/// One export in the data directory, and how it is erased.
///
/// ```
/// daybook-export.json         what makes the directory an export
/// daybook-export.erasing      the same once it is to go: whoever finds it goes on, whatever else is left
/// ```
struct KeptExport {
    static let marker = "daybook-export.json"
    static let begunMarker = "daybook-export.erasing"
    private static let markerBytesMax = 64 << 20

    let path: String
    /// True if its erasure was begun, and stopped by a crash.
    let isBegun: Bool

    /// Nil where the directory is no export. One that data of Daybook's lies in is none, whatever else lies there: it must
    /// never go as a whole.
    init?(at path: String) throws(DiskError) {
        let isBegun = try KeptFile.type(of: path + "/" + Self.begunMarker) == S_IFREG
        if !isBegun, try KeptFile.type(of: path + "/" + Self.marker) != S_IFREG { return nil }
        for own in ["journal", "workspaces"] where try KeptFile.type(of: path + "/" + own) != nil { return nil }
        self.path = path
        self.isBegun = isBegun
    }

    /// Returns whether it is of the journal; nil where that cannot be told, or where it is of one that stays as well.
    func belongs(to journal: EntityID?, sparing others: Set<EntityID>) -> Bool? {
        if isBegun { return true }
        guard let own = journalID() else { return nil }
        if others.contains(own) { return own == journal ? nil : false }
        guard let journal else { return nil }
        return own == journal
    }

    private struct Marker: Decodable {
        var journal: String?
    }

    /// Nil where it does not say, as exports of older builds, or says so unreadably.
    private func journalID() -> EntityID? {
        do {
            let bytes = try KeptFile.read(path + "/" + Self.marker, byteCountMax: Self.markerBytesMax)
            return try JSONDecoder().decode(Marker.self, from: Data(bytes)).journal.flatMap { EntityID(text: $0) }
        } catch {
            return nil
        }
    }

    /// Returns whether one of its JSON files names one of these.
    ///
    /// - Parameter names: identifiers as they are written.
    /// - Complexity: O(bytes of its JSON files), however many things are meant.
    func names(
        oneOf names: Set<[UInt8]>, on disk: any Disk, passingOver passedOver: inout [String]
    ) throws(DiskError) -> Bool {
        if isBegun { return true }
        return try Self.finds(names, below: path, on: disk, passingOver: &passedOver)
    }

    private static func finds(
        _ names: Set<[UInt8]>, below directory: String, on disk: any Disk, passingOver passedOver: inout [String]
    ) throws(DiskError) -> Bool {
        var entries: [String] = []
        do throws(DiskError) { entries = try disk.names(inDirectory: directory).sorted() } catch {
            try KeptExports.pass(over: directory, error, &passedOver)
        }
        for entry in entries {
            let path = directory + "/" + entry
            let type = try KeptFile.type(of: path)
            if type == S_IFDIR {
                if try finds(names, below: path, on: disk, passingOver: &passedOver) { return true }
            } else if type == S_IFREG, entry.hasSuffix(".json") {
                if try KeptFile.holds(oneOf: names, path) { return true }
            }
        }
        return false
    }
}

// MARK: - Erasing

extension KeptExport {
    /// Overwrites and removes everything in it, and then the directory.
    ///
    /// That it is to go is on disk first, and everything else is gone on disk before that is forgotten: after a crash at any
    /// call it is whole, or known as one to be erased, or gone but for its empty directory.
    func erase(on disk: any Disk) throws(DiskError) {
        let begun = path + "/" + Self.begunMarker
        if !isBegun {
            try Self.unlessGone { () throws(DiskError) in try disk.rename(path + "/" + Self.marker, to: begun) }
            try Self.unlessGone { () throws(DiskError) in try disk.syncDirectory(path) }
        }
        try Self.empty(path, keeping: Self.begunMarker, on: disk)
        try Self.unlessGone { () throws(DiskError) in try disk.syncDirectory(path) }
        try Self.eraseFile(begun, S_IFREG, on: disk)
        try Self.removeDirectory(path)
        try Self.unlessGone { () throws(DiskError) in try disk.syncDirectory(POSIXDisk.parent(of: path)) }
    }

    private static func empty(_ directory: String, keeping kept: String? = nil, on disk: any Disk) throws(DiskError) {
        var names: [String] = []
        try unlessGone { () throws(DiskError) in names = try disk.names(inDirectory: directory).sorted() }
        for name in names where name != kept {
            let path = directory + "/" + name
            guard let type = try KeptFile.type(of: path) else { continue }
            if type == S_IFDIR {
                try empty(path, on: disk)
                try removeDirectory(path)
            } else {
                try eraseFile(path, type, on: disk)
            }
        }
    }

    /// Of a link, a pipe and the like only the name goes.
    private static func eraseFile(_ path: String, _ type: mode_t, on disk: any Disk) throws(DiskError) {
        if type == S_IFREG { try KeptFile.overwrite(path) }
        try unlessGone { () throws(DiskError) in try disk.remove(path) }
    }

    private static func removeDirectory(_ path: String) throws(DiskError) {
        guard rmdir(path) != 0 else { return }
        let code = errno
        if code != ENOENT { throw DiskError(call: .unlink, path: path, errno: code) }
    }

    /// Somebody else may be erasing the same.
    private static func unlessGone(_ body: () throws(DiskError) -> Void) throws(DiskError) {
        do throws(DiskError) { try body() } catch  where error.isAbsence { return }
    }

    /// Returns whether everything in it can be written over and removed, as far as the permissions tell.
    ///
    /// - Throws: what says no, with its path.
    func checkErasable(on disk: any Disk) throws(DiskError) {
        try Self.checkWritable(POSIXDisk.parent(of: path))
        try Self.check(path, on: disk)
    }

    private static func check(_ directory: String, on disk: any Disk) throws(DiskError) {
        try checkWritable(directory)
        for name in try disk.names(inDirectory: directory).sorted() {
            let path = directory + "/" + name
            guard let type = try KeptFile.type(of: path) else {
                // A name that is no text cannot be said again, and so not be removed.
                if name.unicodeScalars.contains("\u{FFFD}") { throw DiskError(call: .open, path: path, errno: EILSEQ) }
                continue
            }
            if type == S_IFDIR { try check(path, on: disk) }
            if type == S_IFREG { try KeptFile.checkWritable(path) }
        }
    }

    private static func checkWritable(_ directory: String) throws(DiskError) {
        guard access(directory, W_OK | X_OK) != 0 else { return }
        throw DiskError(call: .open, path: directory, errno: errno)
    }
}
