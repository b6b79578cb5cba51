package import Foundation
package import Kernel
package import Workspace

/// Writes a workspace as files that need no Daybook. `Export.md` says which.
package enum WorkspaceExport {
    /// Reads the bytes that were kept under a SHA-256 digest.
    package typealias Blobs = (_ digest: [UInt8]) throws -> [UInt8]

    /// Writes what is selected of `view` below `target`, which must be empty or not there.
    ///
    /// It is written beside the target first and then put in its place at once: whatever happens, the target holds
    /// all of it or nothing.
    /// - Parameters:
    ///   - journal: what the view was made from, so that the export says whose it is.
    ///   - skippingUnreadable: leaves out attached files that are damaged or gone, and names each in the report and in the
    ///     manifest, instead of exporting nothing. Every attached file is read twice then.
    /// - Throws: one sentence; nothing is left behind.
    package static func export(
        _ view: WorkspaceView, _ selection: ExportSelection = .everything, of journal: EntityID? = nil,
        to target: URL, skippingUnreadable: Bool = false, blobs: Blobs
    ) throws(ExportFailure) -> ExportReport {
        let target = target.standardizedFileURL.resolvingSymlinksInPath()
        try requireEmpty(target)
        func planned(without unreadable: [[UInt8]: String]) throws(ExportFailure) -> ExportPlan {
            do { return try ExportPlan(view, selection, of: journal, without: unreadable) } catch {
                throw .unwritable(path: target.path, reason: describe(error))
            }
        }
        var plan = try planned(without: [:])
        if skippingUnreadable {
            let unreadable = try plan.unreadable(blobs)
            if !unreadable.isEmpty { plan = try planned(without: unreadable) }
        }
        let parent = target.deletingLastPathComponent()
        let building = parent.appending(
            path: ".\(target.lastPathComponent).tmp-\(ProcessInfo.processInfo.processIdentifier)")
        do {
            try FileManager.default.createDirectory(at: building, withIntermediateDirectories: true)
        } catch {
            throw .unwritable(path: parent.path, reason: describe(error))
        }
        do throws(ExportFailure) {
            try write(plan, below: building, blobs: blobs)
            do { try FileBatch.sync(building.path) } catch {
                throw ExportFailure.unwritable(path: target.path, reason: describe(error))
            }
            guard rename(building.path, target.path) == 0 else {
                throw .unwritable(path: target.path, reason: String(cString: strerror(errno)))
            }
        } catch {
            // What cannot be removed is named like what it is; the failure that led here matters more.
            _ = Result { try FileManager.default.removeItem(at: building) }
            throw error
        }
        return plan.report
    }

    private static func requireEmpty(_ target: URL) throws(ExportFailure) {
        guard FileManager.default.fileExists(atPath: target.path) else { return }
        let held: [String]
        do { held = try FileManager.default.contentsOfDirectory(atPath: target.path) } catch {
            throw .notEmpty(path: target.path)
        }
        guard held.isEmpty else { throw .notEmpty(path: target.path) }
    }

    private static func write(_ plan: ExportPlan, below root: URL, blobs: Blobs) throws(ExportFailure) {
        for directory in plan.directories {
            do {
                try FileManager.default.createDirectory(
                    at: root.appending(path: directory, directoryHint: .isDirectory), withIntermediateDirectories: true)
            } catch {
                throw .unwritable(path: directory, reason: describe(error))
            }
        }
        for file in plan.files {
            let bytes = Data(try file.bytes(blobs))
            let url = root.appending(path: file.path, directoryHint: .notDirectory)
            do {
                try FileBatch.write(bytes, to: url.path)
                if let modified = file.modified {
                    let date = Date(timeIntervalSince1970: Double(modified.microseconds) / 1_000_000)
                    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
                }
            } catch {
                throw .unwritable(path: file.path, reason: describe(error))
            }
        }
    }
}

extension ExportPlan {
    /// The attached files that are damaged or gone, with the reasons, by their digests.
    ///
    /// - Complexity: O(bytes of all attached files), which are read.
    /// - Throws: `.fileNotFetched`, since such a file is not lost.
    fileprivate func unreadable(_ blobs: WorkspaceExport.Blobs) throws(ExportFailure) -> [[UInt8]: String] {
        var reasons: [[UInt8]: String] = [:]
        for file in files {
            guard case .blob(let digest, _) = file.content else { continue }
            do throws(ExportFailure) { _ = try file.bytes(blobs) } catch {
                guard case .lostFile(_, let reason) = error else { throw error }
                reasons[digest] = reason
            }
        }
        return reasons
    }
}

extension ExportPlan.File {
    /// - Throws: `.lostFile` or `.fileNotFetched`.
    func bytes(_ blobs: WorkspaceExport.Blobs) throws(ExportFailure) -> [UInt8] {
        switch content {
        case .text(let text): return Array(text.utf8)
        case .blob(let digest, let name):
            do { return try blobs(digest) } catch let elsewhere as FileElsewhere {
                throw .fileNotFetched(name: name, reason: elsewhere.reason)
            } catch {
                throw .lostFile(name: name, reason: describe(error))
            }
        }
    }
}

/// The system's sentence for an error, without its codes.
private func describe(_ error: any Error) -> String {
    if let error = error as? CocoaError, let underlying = error.underlying as? POSIXError {
        return String(cString: strerror(underlying.code.rawValue))
    }
    let words = (error as NSError).localizedDescription
    return words.hasSuffix(".") ? String(words.dropLast()) : words
}
