import JournalEngine
import Kernel

/// An upload that does not lie as it was written.
package struct DamagedUpload: Sendable, Equatable {
    package let path: String
    package let cause: Cause

    package enum Cause: Sendable, Equatable {
        /// Nothing says what it is, or bytes are damaged that were on disk before later ones were written.
        case content
        /// Its last piece is not whole: on its way, torn by a crash, or damaged. It goes on at that byte of the file.
        case end(goesOnAt: Int)
    }

    /// For people: what is wrong, and that nothing has to be done.
    package var words: String {
        switch cause {
        case .content:
            "\(path) is an upload that is damaged; its sender begins again, and it is removed when its time is over"
        case .end(let offset):
            "\(path) is an upload whose last piece is not whole; its sender goes on at byte \(offset)"
        }
    }
}

extension UploadStore {
    /// Reads every upload and says which do not lie as they were written, in the order of their identifiers.
    ///
    /// Uploads of another kind, in clear beside keys, are not looked into.
    /// - Complexity: O(bytes of the uploads).
    package func damaged() throws(RuntimeFailure) -> [DamagedUpload] {
        var found: [DamagedUpload] = []
        for entry in try entries() {
            if let cause = try cause(of: entry) { found.append(DamagedUpload(path: path(of: entry.id), cause: cause)) }
        }
        return found
    }

    private func cause(of entry: Entry) throws(RuntimeFailure) -> DamagedUpload.Cause? {
        // Half of a file that was being written under another name says nothing of the upload.
        if entry.isBroken { return try isHeadless(entry.id) ? .content : nil }
        guard entry.isClear == isClear else { return nil }
        var isDamaged = false
        let state = try walk(entry.id) { _, content in
            if content() == nil { isDamaged = true }
        }
        guard let byteCount = try byteCount(of: entry.id) else { return nil }  // Erased meanwhile.
        guard let state, !isDamaged else { return .content }
        let rest = byteCount - min(byteCount, state.endBytes)
        let pieceMax = UploadFile.frameByteCount(UploadFile.frameBytesMax, isClear: isClear)
        if rest > UInt64(pieceMax) { return .content }
        return rest > 0 ? .end(goesOnAt: state.offsetBytes) : nil
    }
}
