import Accounts
import Kernel
import Runtime

extension Call {
    /// Holds what is to be kept against the limit of storage of whoever made the workspace. It may take long where there
    /// is one: call it where files are read.
    ///
    /// - Parameter uploads: those of the workspace; what is on its way has its room.
    /// - Throws: a problem where there is no room for so many bytes more.
    func checkRoom(
        for byteCount: Int, in workspace: OpenWorkspace, _ id: WorkspaceID, besides uploads: [UploadStore.Entry]
    ) throws {
        guard let founder = accounts.roster.workspaces[id]?.founder, let user = accounts.roster.users[founder],
            user.entitlements.hardMax(of: .storageBytes) != nil
        else { return }
        let kept = try workspace.blobs.keptBytes()
        let used = uploads.filter { $0.isOpen(at: now) }.reduce(kept) { used, upload in
            let (sum, isTooLarge) = used.addingReportingOverflow(upload.lengthBytes)
            return isTooLarge ? .max : sum
        }
        if case .refused(let max) = user.entitlements.verdict(on: .storageBytes, used: used, adding: byteCount) {
            throw ProblemDocument(
                .contentTooLarge, "overQuota",
                "this workspace may hold \(max) bytes of files and holds \(used); remove some, or ask its owner")
        }
    }
}

extension UploadStore.Entry {
    /// Its bytes may still come.
    func isOpen(at now: Instant) -> Bool { expires > now && !isBroken && !isFinished }
}
