import JournalEngine
import Kernel
import Workspace

/// The outcome of encrypting a workspace, or the accounts.
package struct EncryptionReport: Sendable, Equatable {
    package var segments = 0
    package var files = 0
    /// Snapshots were removed that held the views in clear.
    package var snapshots = false
    /// Files that held words or pictures in clear and were overwritten and removed: the index of words, thumbnails,
    /// uploads, halves of files, bytes that were cut from the journal.
    package var leftovers = 0

    package var isNothing: Bool { self == EncryptionReport() }
}

/// The extent to which a workspace, or the accounts, is encrypted.
package struct EncryptionSurvey: Sendable, Equatable {
    package var segments: Int
    package var encryptedSegments: Int
    package var files: BlobStore.Inventory
    package var snapshots: Int
    package var encryptedSnapshots: Int
    /// Other files that lie in clear, and files of no known kind; paths below the directory.
    package var findings = DataFindings()

    package var isWhole: Bool {
        encryptedSegments == segments && files.plain == 0 && encryptedSnapshots == snapshots
            && findings.inClear.isEmpty
    }
}

extension WorkspaceActor {
    /// Opens a workspace for writing with keys, which are made where there are none.
    package static func openWithKeys(
        at paths: WorkspacePaths, in runtime: RuntimeEnvironment = RuntimeEnvironment()
    ) async throws -> WorkspaceActor {
        try await open(at: paths, access: .writing, in: runtime, makingKeys: true)
    }

    /// Encrypts the data that lies in clear: the journal, attached files, snapshots; and erases what is never encrypted, or
    /// was never acknowledged. Done again after a crash, it goes on.
    ///
    /// The plain bytes are overwritten as far as the file system allows.
    /// - Throws: also when somebody else's call is to blame; what was encrypted by then stays so.
    package func encryptAll(progress: @Sendable (String) -> Void = { _ in }) async throws -> EncryptionReport {
        try checkWritable()
        guard keys != nil else { return EncryptionReport() }
        var report = EncryptionReport()
        let survey = try survey()
        report.segments = survey.segments - survey.encryptedSegments
        if report.segments > 0 {
            progress("the journal")
            do throws(JournalError) { try await journal.rekey() } catch { throw failure(error) }
        }
        if survey.files.plain > 0 {
            progress("attached files")
            report.files = try blobs.encryptAll(view.fileScopes)
        }
        if survey.encryptedSnapshots < survey.snapshots {
            progress("snapshots")
            try await eraseSnapshots()
            try await snapshot()
            report.snapshots = true
        }
        report.leftovers = try paths.eraseClearLeftovers(on: runtime.disk)
        return report
    }

    package nonisolated func survey() throws -> EncryptionSurvey {
        let segments = journal.segments
        let (snapshots, encrypted) = snapshotStore.inventory()
        return EncryptionSurvey(
            segments: segments.count, encryptedSegments: segments.count { $0.isEncrypted },
            files: try blobs.inventory(), snapshots: snapshots, encryptedSnapshots: encrypted, findings: try findings())
    }
}

extension AccountsStore {
    /// Opens the accounts for writing with keys, which are made where there are none.
    package static func openWithKeys(
        in directory: DataDirectory, runtime: RuntimeEnvironment = RuntimeEnvironment()
    ) async throws -> AccountsStore {
        try await open(in: directory, access: .writing, runtime: runtime, makingKeys: true)
    }

    /// Encrypts what lies in clear. Done again after a crash, it goes on.
    package func encryptAll(progress: @Sendable (String) -> Void = { _ in }) async throws -> EncryptionReport {
        try checkWritable()
        var report = EncryptionReport()
        guard keys != nil else { return report }
        let survey = try survey()
        report.segments = survey.segments - survey.encryptedSegments
        if report.segments > 0 {
            progress("the accounts")
            do throws(JournalError) { try await journal.rekey() } catch { throw failure(error) }
        }
        report.leftovers = try paths.eraseClearLeftovers(on: runtime.disk)
        return report
    }

    package nonisolated func survey() throws -> EncryptionSurvey {
        let segments = journal.segments
        return EncryptionSurvey(
            segments: segments.count, encryptedSegments: segments.count { $0.isEncrypted }, files: .init(),
            snapshots: 0, encryptedSnapshots: 0,
            findings: try DataFindings(
                below: paths.root, DataFileKind.ofWorkspace, hasKeys: keys != nil, on: runtime.disk))
    }
}
