import Glibc
import JournalEngine
import Kernel

/// Exports that lie inside the data directory. One elsewhere is in the hands of the person who made it.
///
/// An export is known by the `daybook-export.json` in it (`Sources/Exporters/Export.md`). That names its journal, and its
/// JSON files name each thing by its identifier: so the owner of an export, and any erased thing in it, can be found
/// without reading texts and without any key.
///
/// Others put files there too. A link, a pipe or anything else that is not a plain file is never opened, and its target is
/// never touched; a directory that cannot be listed does not stop the erasure, and is named.
struct KeptExports {
    /// Directories below each other that are looked through.
    private static let depthMax = 8
    /// Where journals, keys, snapshots and files of Daybook's own lie. No export has a directory called so.
    private static let own: Set<String> = ["journal", "blobs", "snapshots", "keys"]

    let directory: String
    let disk: any Disk

    /// - Parameters:
    ///   - directory: the data directory.
    ///   - disk: a real one.
    init(below directory: String, on disk: any Disk) {
        self.directory = directory
        self.disk = disk
    }

    /// Erases every export that names one of `gone`. Done again after a crash, it goes on.
    func erase(holding gone: [EntityID]) throws(RuntimeFailure) -> ExportsOutcome {
        var outcome = ExportsOutcome()
        guard !gone.isEmpty else { return outcome }
        let found = try select(holding: gone, isBegun: true)
        outcome.passedOver = found.passedOver
        for export in found.exports {
            try doing(isBegun: true) { () throws(DiskError) in try export.erase(on: disk) }
            outcome.erased.append(export.path)
        }
        return outcome
    }

    /// Erases every export of one journal; done again, it goes on.
    ///
    /// - Parameters:
    ///   - journal: nil where nobody knows any more which it was.
    ///   - others: the journals that stay. Their exports stay too, also where the erased one was a copy of it.
    func erase(of journal: EntityID?, sparing others: Set<EntityID>) throws(RuntimeFailure) -> ExportsOutcome {
        var outcome = ExportsOutcome()
        let found = try look(isBegun: true)
        outcome.passedOver = found.passedOver
        for export in found.exports {
            switch export.belongs(to: journal, sparing: others) {
            case true?:
                try doing(isBegun: true) { () throws(DiskError) in try export.erase(on: disk) }
                outcome.erased.append(export.path)
            case false?: continue
            case nil: outcome.leftBehind.append(export.path)
            }
        }
        return outcome
    }

    /// Makes sure, as far as that can be known, that `erase(holding:)` will come to its end. Nothing is changed.
    ///
    /// - Throws: `.exportInTheWay`, saying what would stop it.
    func check(holding gone: [EntityID]) throws(RuntimeFailure) {
        guard !gone.isEmpty else { return }
        for export in try select(holding: gone, isBegun: false).exports {
            try doing(isBegun: false) { () throws(DiskError) in try export.checkErasable(on: disk) }
        }
    }

    /// The same for `erase(of:sparing:)`.
    func check(of journal: EntityID?, sparing others: Set<EntityID>) throws(RuntimeFailure) {
        for export in try look(isBegun: false).exports where export.belongs(to: journal, sparing: others) == true {
            try doing(isBegun: false) { () throws(DiskError) in try export.checkErasable(on: disk) }
        }
    }
}

// MARK: - Looking for them

extension KeptExports {
    /// The findings below the data directory.
    private struct Found {
        var exports: [KeptExport] = []
        /// The paths that could not be read, or were not.
        var passedOver: [String] = []
    }

    private func select(holding gone: [EntityID], isBegun: Bool) throws(RuntimeFailure) -> Found {
        var found = try look(isBegun: isBegun)
        let names = Set(gone.map { Array($0.text.utf8) })
        var exports: [KeptExport] = []
        for export in found.exports {
            var holds = false
            try doing(isBegun: isBegun) { () throws(DiskError) in
                holds = try export.names(oneOf: names, on: disk, passingOver: &found.passedOver)
            }
            if holds { exports.append(export) }
        }
        found.exports = exports
        return found
    }

    private func look(isBegun: Bool) throws(RuntimeFailure) -> Found {
        var found = Found()
        try doing(isBegun: isBegun) { () throws(DiskError) in try look(in: directory, depth: 0, into: &found) }
        return found
    }

    /// Never inside an export, and nowhere that only Daybook's own lies.
    private func look(
        in directory: String, depth: Int, isOwn: Bool = false, into found: inout Found
    ) throws(DiskError) {
        var names: [String] = []
        do throws(DiskError) {
            if let export = try KeptExport(at: directory) {
                found.exports.append(export)
                return
            }
            if isOwn { return }
            guard depth < Self.depthMax else {
                found.passedOver.append(directory)
                return
            }
            names = try disk.names(inDirectory: directory).sorted()
        } catch {
            return try Self.pass(over: directory, error, &found.passedOver)
        }
        for name in names {
            let path = directory + "/" + name
            var type: mode_t?
            do throws(DiskError) { type = try KeptFile.type(of: path) } catch {
                try Self.pass(over: path, error, &found.passedOver)
            }
            // A link to a directory is none: what it leads to is not ours.
            guard type == S_IFDIR else { continue }
            try look(in: path, depth: depth + 1, isOwn: Self.own.contains(name), into: &found)
        }
    }

    /// - Throws: an error that passes on its own: it would be wrong to go on without having looked.
    static func pass(over path: String, _ error: DiskError, _ passedOver: inout [String]) throws(DiskError) {
        if error.isAbsence { return }  // Gone meanwhile.
        if [EMFILE, ENFILE, ENOMEM, EINTR].contains(error.errno) { throw error }
        passedOver.append(path)
    }

    private func doing(isBegun: Bool, _ body: () throws(DiskError) -> Void) throws(RuntimeFailure) {
        do throws(DiskError) { try body() } catch { throw .exportInTheWay(error, isBegun: isBegun) }
    }
}

/// The outcome for the exports in the data directory.
package struct ExportsOutcome: Sendable, Equatable {
    package var erased: [String] = []
    /// Exports that may belong to something erased and do not name their journal, or that belong to one that stays as well.
    package var leftBehind: [String] = []
    /// Directories, and whatever else, that could not be looked into.
    package var passedOver: [String] = []

    package init() {}

    package mutating func add(_ other: ExportsOutcome) {
        erased += other.erased
        leftBehind += other.leftBehind.filter { !leftBehind.contains($0) }
        leftBehind.removeAll(where: erased.contains)
        passedOver += other.passedOver.filter { !passedOver.contains($0) }
    }
}

/// A disk whose paths lead to the same files as those of the machine, so that exports can be looked for on it.
///
/// A simulated one holds what was put there through it, and exports are not.
protocol MachineDisk: Disk {}

extension POSIXDisk: MachineDisk {}
