package import Foundation
package import Workspace

/// Everything an import will do, decided before anything is written.
///
/// Each step was already decided once, in order, against the state that the plan was made from: none of them will be
/// refused or come to nothing unless something else was written in between.
package struct ImportPlan: Sendable {
    package var format: ImportFormat
    /// The name it was given, or the source's own.
    package var name: String
    package var steps: [ImportStep] = []
    /// To be kept by the blob store before the steps are performed. One per digest.
    package var blobs: [BlobToKeep] = []
    /// Files of what is unchanged: with these bytes a copy that was damaged or lost here is mended. One per digest.
    package var held: [BlobToKeep] = []
    package var created = Counts()
    /// Things the source holds as they were when last imported.
    package var unchanged = 0
    /// Things imported before that the source now holds differently.
    package var changed = 0
    package var notTaken: [ImportWarning] = []

    /// Makes sure that nothing is missing only because the machine keeps it back.
    ///
    /// - Parameter path: where the source is.
    /// - Throws: `ImportFailure.partsUnreadable`, so that half a vault is never taken for the whole of it.
    package func requireReadable(at path: String) throws(ImportFailure) {
        let unreadable = notTaken.filter(\.isUnreadable)
        guard let first = unreadable.first else { return }
        throw .partsUnreadable(path: path, count: unreadable.count, first: first.at, why: first.why)
    }
}

/// Bytes that an attachment needs, found by their digest.
package struct BlobToKeep: Sendable {
    /// SHA-256 of the bytes.
    package var digest: [UInt8]
    package var sizeBytes: Int
    package var content: Content

    package enum Content: Sendable {
        /// A file of the source; what is kept must be checked against `digest`, since it may change meanwhile.
        case file(URL)
        case bytes([UInt8])
    }

    /// The bytes themselves.
    package func read() throws -> [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .file(let url): [UInt8](try Data(contentsOf: url))
        }
    }
}
