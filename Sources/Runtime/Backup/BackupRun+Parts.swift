import Foundation
import JournalEngine
import Kernel
import Workspace

extension BackupRun {
    /// Returns the parts to copy now.
    func parts() throws -> [BackupPart] {
        let all = try directory.backupParts()
        guard let wanted = order.workspaces else {
            guard !all.isEmpty else { throw BackupFailure.nothingToBackUp(path: directory.path) }
            return all
        }
        let workspaces = all.filter { $0.root.hasPrefix(BackupPart.workspaces) }
        return try wanted.map { name in
            guard let part = workspaces.first(where: { $0.name == name }) else {
                throw BackupFailure.unknownWorkspace(name, known: workspaces.map(\.name))
            }
            return part
        }
    }

    /// Takes a journal as it is now, and sees to it that the backup is one of its past.
    func hold(_ part: BackupPart) throws {
        let copy: JournalCopy
        let options = try options(for: part.root)
        do throws(CopyFailure) {
            copy = try JournalCopy.take(of: part.paths.journal, disk: runtime.disk, options: options)
        } catch {
            throw BackupFailure.copy(journal: part.root, error)
        }
        copies.append((part.journal, copy))
        if let before = target.previous?.journal(at: part.journal) { try check(part, copy, goesOnAfter: before) }
        report.manifest.journals.append(
            BackupManifest.JournalEntry(
                path: part.journal, journal: copy.journal, sequence: copy.head.sequence, chain: "\(copy.head.hash)"))
    }

    private func check(
        _ part: BackupPart, _ copy: JournalCopy, goesOnAfter before: BackupManifest.JournalEntry
    ) throws {
        func foreign(_ history: BackupFailure.ForeignHistory) -> BackupFailure {
            .foreign(path: destination, journal: part.root, history)
        }
        guard before.journal == copy.journal else { throw foreign(.otherJournal) }
        guard let hash = ChainHash(hex: before.chain) else { throw BackupFailure.manifestDamaged(path: destination) }
        let relation: HeadRelation
        do throws(CopyFailure) {
            relation = try copy.relation(to: ChainHead(sequence: before.sequence, kept: hash))
        } catch {
            throw BackupFailure.copy(journal: part.root, error)
        }
        switch relation {
        case .same, .behind: return
        case .ahead: throw foreign(.longer)
        case .different: throw foreign(.otherHistory)
        }
    }

    /// Keeps the files of a journal.
    func keep(_ path: String, _ copy: JournalCopy) throws {
        for file in copy.files {
            try keep(
                BackupSource(
                    path: path + "/" + file.name, byteCount: file.byteCount, stamp: file.stamp,
                    forEachPiece: { body in
                        do {
                            try file.forEachPiece(body)
                        } catch CopyFailure.journal(let cause) {
                            throw BackupFailure.copy(journal: path, .journal(cause))
                        }
                    }))
        }
    }

    func keep(_ source: BackupSource) throws {
        let (entry, isNew) = try target.keep(source)
        report.manifest.files.append(entry)
        guard isNew else { return }
        report.newFiles += 1
        report.newBytes += entry.byteCount
    }

    /// Keeps a file of the data directory as it lies there.
    func keepFile(_ path: String) throws {
        let place = directory.path + "/" + path
        guard runtime.disk.holds(place) else { return }
        try keep(BackupSource(path, at: place, on: runtime.disk))
    }
}

// MARK: - What is copied before the journals

extension BackupRun {
    /// Returns the delivery logs of the webhooks as they are now: a log may grow, and be rewritten, while the rest is copied.
    ///
    /// The lines are copied as they are: an incomplete one is cut off when the log is opened.
    func webhookLogs() throws -> [BackupSource] {
        try read(filePaths(below: DataDirectory.webhooksName))
    }

    /// Captures that wait for a writer: one that is taken in meanwhile is in the journal too, known by its item.
    func waitingCaptures(of parts: [BackupPart]) throws -> [BackupSource] {
        try parts.flatMap { part in try read(filePaths(below: part.root + "/" + PendingCaptures.directoryName)) }
    }

    /// Files as they are now; one that is removed meanwhile is left out.
    private func read(_ paths: [String]) throws -> [BackupSource] {
        try paths.compactMap { path in
            let bytes = try BackupFailure.calling { () throws(DiskError) -> [UInt8]? in
                do throws(DiskError) { return try runtime.disk.readFile(directory.path + "/" + path) } catch {
                    guard error.isAbsence else { throw error }
                    return nil
                }
            }
            return bytes.map { bytes in
                BackupSource(path: path, byteCount: UInt64(bytes.count)) { body in try bytes.withUnsafeBytes(body) }
            }
        }
    }
}

// MARK: - Attached files

extension BackupRun {
    /// Keeps what is attached in a workspace.
    ///
    /// A file that is damaged here never replaces the one in the backup, and one that is only missing is not taken for
    /// erased: the backup keeps it as long as the workspace still names it.
    func keepBlobs(of part: BackupPart) async throws {
        let present = try filePaths(below: part.blobs)
        let keys = try runtime.keyStore?.keys(of: part.paths, access: .reading)
        for path in present {
            let place = directory.path + "/" + path
            var source = try BackupSource(path, at: place, on: runtime.disk)
            let digest = try source.measuredDigest()
            source.digest = digest
            if try isSound(path, digest, of: keys) { try keep(source) } else { try keepBefore(path, isMissing: false) }
        }
        let before = target.previous?.files.filter { $0.path.hasPrefix(part.blobs + "/") } ?? []
        let absent = Set(before.map(\.path)).subtracting(present).sorted(by: precedes)
        guard !absent.isEmpty else { return }
        let attached = try await attachedPaths(of: part)
        for path in absent {
            if attached.contains(path) {
                try keepBefore(path, isMissing: true)
            } else {
                report.erased.append(path)
            }
        }
    }

    /// Returns whether a file holds what its name says: its digest, or, encrypted, what its key opens.
    private func isSound(_ path: String, _ digest: Digest, of keys: WorkspaceKeys?) throws -> Bool {
        let name = path.split(separator: "/").suffix(2).joined()
        if name == digest.text { return true }
        guard let keys, let name = hexBytes(name), let key = try keys.key(of: name)?.key else { return false }
        let bytes = try BackupFailure.calling { () throws(DiskError) in
            try runtime.disk.readFile(directory.path + "/" + path)
        }
        return EncryptedFile.open(bytes, .blob, name: name, key: key) != nil
    }

    private func keepBefore(_ path: String, isMissing: Bool) throws {
        let before = target.previous?.files.first { $0.path == path }
        let kept = try before.flatMap { try target.carry($0) }
        if let kept { report.manifest.files.append(kept) }
        report.findings.append(.init(path: path, isMissing: isMissing, isKept: kept != nil))
    }

    /// Where the files lie that the workspace names, whether they are there or not.
    private func attachedPaths(of part: BackupPart) async throws -> Set<String> {
        let workspace = try await WorkspaceActor.open(at: part.paths, access: .reading, in: runtime)
        let digests = await workspace.view.attachedDigests
        let paths = digests.map { workspace.blobs.path(of: $0).dropFirst(directory.path.count + 1) }
        try await workspace.close()
        return Set(paths.map { String($0) })
    }

    /// Every file below a directory that the registry of kinds says is backed up, from the data directory, in the order of
    /// their bytes.
    func filePaths(below path: String) throws -> [String] {
        var found: [String] = []
        try BackupFailure.calling { () throws(DiskError) in try collect(path, &found) }
        return found.sorted(by: precedes)
    }

    private func collect(_ path: String, _ found: inout [String]) throws(DiskError) {
        let place = directory.path + "/" + path
        let names: [String]
        do throws(DiskError) {
            names = try runtime.disk.names(inDirectory: place)
        } catch {
            guard error.isAbsence else { throw error }
            let isBackedUp = DataFileKind.kind(of: path)?.isBackedUp ?? false
            if isBackedUp, runtime.disk.holds(place) { found.append(path) }
            return
        }
        for name in names { try collect(path + "/" + name, &found) }
    }
}

// MARK: - Keys, and what this run leaves alone

extension BackupRun {
    /// Keeps the keyrings, which are useless without the master key, and the master key only where that was asked for.
    ///
    /// - Throws: `CopyFailure.changed` when a change of the master key began or ended meanwhile: some keyrings would be
    ///   under one key and some under another, and the record would know one of them only.
    func keepKeys(of parts: [BackupPart]) throws {
        let record = try runtime.keyStore?.record()
        let taken = Set(parts.map(\.root))
        for path in try filePaths(below: KeyPaths.directory) {
            if let root = BackupPart.root(ofFile: path) {
                guard taken.contains(root) else { continue }
            } else {
                let isRecord = path == KeyPaths.masterRecord || path == KeyPaths.masterRecord + ".copy"
                guard isRecord || path == KeyPaths.masterKey && order.withMasterKey else { continue }
            }
            try keepFile(path)
        }
        guard try runtime.keyStore?.record() == record else { throw CopyFailure.changed }
    }

    /// Goes on keeping what the backup holds of other workspaces: that nobody named them, or that they are not here any
    /// more, does not mean that they should be gone.
    func keepOthers(than parts: [BackupPart]) throws {
        guard let previous = target.previous else { return }
        let taken = Set(parts.map(\.root))
        let others = Set(previous.files.compactMap { BackupPart.root(ofFile: $0.path) })
            .subtracting(taken).subtracting(order.forgotten.map { BackupPart.workspaces + $0 })
        for entry in previous.files {
            guard let root = BackupPart.root(ofFile: entry.path), others.contains(root) else { continue }
            guard let kept = try target.carry(entry) else {
                throw BackupFailure.damaged(path: destination, words: ["\(entry.path) is missing or not what it was"])
            }
            report.manifest.files.append(kept)
        }
        report.manifest.journals += previous.journals.filter { entry in
            others.contains(BackupPart.root(ofJournal: entry.path))
        }
        report.others = others.map { $0 }.sorted(by: precedes)
    }
}
