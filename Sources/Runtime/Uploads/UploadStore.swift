import Cryptography
import Foundation
import Glibc
import JournalEngine
package import Kernel

/// Keeps uploads until all their bytes are there, so that one that was aborted anywhere goes on where it stopped.
///
/// Bytes are on disk when `append` returns. One upload is written by one caller at a time; the caller sees to that.
package struct UploadStore: Sendable {
    package let path: String
    private let disk: any Disk
    private let key: SymmetricKey?

    /// - Parameter path: a directory of its own, made with the first upload.
    init(path: String, disk: any Disk, keys: WorkspaceKeys?) {
        self.path = path
        self.disk = disk
        key = keys?.files.root.subkey("uploads")
    }

    func path(of id: UploadID) -> String { path + "/" + id.text }

    /// True where uploads lie in clear.
    var isClear: Bool { key == nil }

    /// Bytes of an upload's file; nil where there is none.
    func byteCount(of id: UploadID) throws(RuntimeFailure) -> UInt64? {
        try failing { () throws(DiskError) in
            do throws(DiskError) {
                let file = try disk.open(path(of: id), .reading)
                defer { file.close() }
                return try file.size()
            } catch  where error.isAbsence {
                return nil
            }
        }
    }

    /// Returns whether there is a file under the name of an upload that does not begin as one.
    func isHeadless(_ id: UploadID) throws(RuntimeFailure) -> Bool {
        try failing { () throws(DiskError) in
            do throws(DiskError) {
                let file = try disk.open(path(of: id), .reading)
                defer { file.close() }
                return UploadFile.isClear(head: try Self.read(file, UploadFile.headByteCount, at: 0)) == nil
            } catch  where error.isAbsence {
                return false
            }
        }
    }

    /// Begins an upload. On disk when this returns.
    package func create(
        _ id: UploadID, lengthBytes: Int, expires: Instant, _ facts: UploadFacts
    ) throws(RuntimeFailure) -> UploadState {
        let file = UploadFile(id, lengthBytes: lengthBytes, expires: expires, key: key)
        let bytes = file.head + (try file.frame(.facts, Self.encoded(facts), at: UInt64(file.head.count)))
        try failing { () throws(DiskError) in
            try disk.makeDirectories(path)
            try disk.writeFile(path(of: id), bytes)
        }
        return UploadState(
            id: id, lengthBytes: lengthBytes, expires: expires, facts: facts, endBytes: UInt64(bytes.count))
    }

    /// Returns the progress of an upload; nil for one that is not here.
    ///
    /// - Complexity: O(frames), and reads the last of them.
    package func state(of id: UploadID) throws(RuntimeFailure) -> UploadState? {
        try walk(id) { _, _ in }
    }

    /// Adds bytes to the end of what is there. On disk when this returns; when it throws, some of them may be.
    package func append(_ bytes: ArraySlice<UInt8>, to state: UploadState) throws(RuntimeFailure) -> UploadState {
        precondition(state.offsetBytes + bytes.count <= state.lengthBytes, "more than the upload's length")
        guard !bytes.isEmpty else { return state }
        let format = UploadFile(state.id, lengthBytes: state.lengthBytes, expires: state.expires, key: key)
        var state = state
        var rest = bytes
        let file = try failing { () throws(DiskError) in try disk.open(path(of: state.id), .writing) }
        defer { file.close() }
        while !rest.isEmpty {
            let piece = rest.prefix(UploadFile.frameBytesMax)
            let frame = try format.frame(.content, piece, at: state.endBytes)
            let place = state.endBytes
            try failing { () throws(DiskError) in
                if try file.size() > place { try file.truncate(to: place) }  // A torn frame of before.
                try Self.write(frame, to: file, at: place)
                try file.sync()
            }
            state.endBytes += UInt64(frame.count)
            state.offsetBytes += piece.count
            rest = rest.dropFirst(piece.count)
        }
        return state
    }

    /// Takes back what was added since `state`.
    package func cut(to state: UploadState) throws(RuntimeFailure) {
        try failing { () throws(DiskError) in
            let file = try disk.open(path(of: state.id), .writing)
            defer { file.close() }
            try file.truncate(to: state.endBytes)
            try file.sync()
        }
    }

    /// All bytes of the file.
    ///
    /// - Throws: `RuntimeFailure.uploadDamaged` where they are not what was sent.
    package func content(of state: UploadState) throws(RuntimeFailure) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(state.lengthBytes)
        var isSound = true
        let found = try walk(state.id) { kind, frame in
            guard kind == .content else { return }
            if let frame = frame() { content += frame } else { isSound = false }
        }
        guard found != nil, isSound, content.count == state.lengthBytes else {
            throw .uploadDamaged(path: path(of: state.id))
        }
        return content
    }

    /// Leaves of an upload only what became of it, for a client that did not get the answer.
    package func finish(_ state: UploadState, as digest: Digest) throws(RuntimeFailure) -> UploadState {
        let file = UploadFile(state.id, lengthBytes: state.lengthBytes, expires: state.expires, key: key)
        var bytes = file.head + (try file.frame(.facts, Self.encoded(state.facts), at: UInt64(file.head.count)))
        bytes += try file.frame(.digest, digest.bytes, at: UInt64(bytes.count))
        try failing { () throws(DiskError) in try disk.replaceFile(path(of: state.id), bytes) }
        var state = state
        (state.digest, state.offsetBytes, state.endBytes) = (digest, state.lengthBytes, UInt64(bytes.count))
        return state
    }

    /// Removes an upload; its bytes are overwritten. One that is not here is fine.
    package func erase(_ id: UploadID) throws(RuntimeFailure) {
        try failing { () throws(DiskError) in
            for place in [path(of: id), path(of: id) + ".tmp"] { try disk.eraseFile(place) }
            try disk.syncDirectory(path)
        }
    }

    /// Removes the uploads that became these files, of these children, or sent by these people. Their names and digests are
    /// words of what is erased. Done again after a crash, it goes on.
    ///
    /// - Complexity: O(uploads), and reads the beginning and the end of each.
    func erase(
        of digests: Set<Digest>, from senders: Set<String>, children: Set<String>
    ) throws(RuntimeFailure) {
        for entry in try entries() where !entry.isBroken {
            guard let state = try state(of: entry.id) else { continue }
            let isOfFile = state.digest.map(digests.contains) ?? false
            let isOfChild = state.facts.child.map(children.contains) ?? false
            if isOfFile || isOfChild || senders.contains(state.facts.sender) { try erase(entry.id) }
        }
    }

    /// Removes the unfinished uploads of these files: as long as one of them, and equal to its beginning so far. Of an upload
    /// that has no bytes yet only the length decides; its sender begins again.
    ///
    /// - Precondition: the files are still kept.
    /// - Complexity: O(uploads), and reads those that are as long as one of the files, with that file.
    func eraseHalves(of digests: [Digest], in blobs: BlobStore) throws(RuntimeFailure) {
        let open = try entries().filter { !$0.isBroken && !$0.isFinished }
        guard !open.isEmpty else { return }
        for digest in digests {
            guard let byteCount = try blobs.byteCount(of: digest) else { continue }
            for entry in open where entry.lengthBytes == byteCount {
                let file: [UInt8]
                // What cannot be read is not sent again as it was: the upload goes with what it is as long as.
                do throws(RuntimeFailure) { file = try blobs.read(digest) } catch {
                    try erase(entry.id)
                    continue
                }
                var (at, isSame) = (0, true)
                _ = try walk(entry.id) { kind, content in
                    guard kind == .content, isSame, let content = content() else { return }
                    isSame = file.dropFirst(at).starts(with: content)
                    at += content.count
                }
                if isSame { try erase(entry.id) }
            }
        }
    }

    /// The facts about an upload that are readable without its key.
    package struct Entry: Sendable, Equatable {
        package let id: UploadID
        package let lengthBytes: Int
        package let expires: Instant
        /// Its bytes are not encrypted.
        package let isClear: Bool
        /// Its file is kept; what is left here only says so.
        package let isFinished: Bool
        /// Half of one, left by a crash; or nothing that was ever written here.
        package let isBroken: Bool
    }

    /// All uploads that are here, in the order of their identifiers; no key is needed.
    package func entries() throws(RuntimeFailure) -> [Entry] {
        try failing { () throws(DiskError) in
            let names: [String]
            do throws(DiskError) { names = try disk.names(inDirectory: path) } catch  where error.isAbsence { return [] }
            var entries: [Entry] = []
            for name in names.sorted() {
                let isHalf = name.hasSuffix(".tmp")
                guard let id = UploadID(text: isHalf ? String(name.dropLast(4)) : name) else { continue }
                let file: any DiskFile
                do throws(DiskError) {
                    file = try disk.open(path + "/" + name, .reading)
                } catch  where error.isAbsence { continue }  // Erased meanwhile.
                defer { file.close() }
                let head = try Self.read(file, UploadFile.headByteCount, at: 0)
                guard !isHalf, let isClear = UploadFile.isClear(head: head) else {
                    entries.append(
                        Entry(
                            id: id, lengthBytes: 0, expires: .epoch, isClear: false, isFinished: false, isBroken: true))
                    continue
                }
                entries.append(
                    Entry(
                        id: id, lengthBytes: UploadFile.length(head: head), expires: UploadFile.expiry(head: head),
                        isClear: isClear, isFinished: try Self.isFinished(file, isClear: isClear), isBroken: false))
            }
            return entries
        }
    }

    /// The files that somebody sent, as far as what became of their uploads still stands here.
    ///
    /// - Parameter token: of those, only the ones sent with this token.
    /// - Complexity: O(uploads), and reads those that are finished.
    package func digests(
        sentBy sender: EntityID, with token: EntityID? = nil, at now: Instant
    ) throws(RuntimeFailure) -> Set<Digest> {
        var digests: Set<Digest> = []
        for entry in try entries() where entry.isFinished && entry.expires > now {
            guard let state = try state(of: entry.id), state.facts.sender == sender.text,
                token == nil || state.facts.token == token?.text
            else { continue }
            if let digest = state.digest { digests.insert(digest) }
        }
        return digests
    }

    /// Returns whether the frame after the facts is the digest, which `finish` alone writes there. What a frame is
    /// stands in clear.
    private static func isFinished(_ file: any DiskFile, isClear: Bool) throws(DiskError) -> Bool {
        var place = UInt64(UploadFile.headByteCount)
        func claim() throws(DiskError) -> (kind: UploadFile.Frame, contentByteCount: Int)? {
            UploadFile.claim(ofFrameHead: try read(file, UploadFile.frameHeadByteCount, at: place))
        }
        guard let facts = try claim(), facts.kind == .facts else { return false }
        place += UInt64(UploadFile.frameByteCount(facts.contentByteCount, isClear: isClear))
        return try claim()?.kind == .digest
    }
}

extension UploadStore {
    /// Goes through the frames of an upload, as far as they are whole, and says where they end.
    ///
    /// - Parameter visit: gets the kind of each, and its content where it asks for it; nil content is a damaged frame.
    func walk(
        _ id: UploadID, _ visit: (UploadFile.Frame, () -> [UInt8]?) -> Void
    ) throws(RuntimeFailure) -> UploadState? {
        try failing { () throws(DiskError) in
            let file: any DiskFile
            do throws(DiskError) { file = try disk.open(path(of: id), .reading) } catch  where error.isAbsence {
                return nil
            }
            defer { file.close() }
            let size = try file.size()
            let head = try Self.read(file, UploadFile.headByteCount, at: 0)
            guard let format = UploadFile(id, head: head, key: key) else { return nil }
            var place = UInt64(head.count)
            var state: UploadState?
            while place < size {
                let frameHead = try Self.read(file, UploadFile.frameHeadByteCount, at: place)
                guard let claim = UploadFile.claim(ofFrameHead: frameHead) else { break }
                let next = place + UInt64(format.frameByteCount(claim.contentByteCount))
                guard next <= size else { break }
                var failure: DiskError?
                func content() -> [UInt8]? {
                    do throws(DiskError) {
                        return format.open(try Self.read(file, Int(next - place), at: place), at: place)?.content
                    } catch {
                        failure = error
                        return nil
                    }
                }
                // Each frame but the last was on disk before the next one began.
                let isLast = next == size || claim.kind != .content
                let opened = isLast ? content() : nil
                if let failure { throw failure }
                if isLast, opened == nil { break }
                visit(claim.kind) { opened ?? content() }
                if let failure { throw failure }
                switch (claim.kind, opened) {
                case (.facts, let opened?):
                    guard let facts = Self.decoded(opened) else { return nil }
                    state = UploadState(
                        id: id, lengthBytes: UploadFile.length(head: head), expires: UploadFile.expiry(head: head),
                        facts: facts, endBytes: next)
                case (.digest, let opened?):
                    state?.digest = Digest(bytes: opened)
                    state?.offsetBytes = UploadFile.length(head: head)
                default: state?.offsetBytes += claim.contentByteCount
                }
                state?.endBytes = next
                place = next
            }
            return state
        }
    }

    private static func read(_ file: any DiskFile, _ byteCount: Int, at offset: UInt64) throws(DiskError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var done = 0
        while done < byteCount {
            let read = bytes.withUnsafeMutableBytes { raw in
                Result<Int, DiskError> { () throws(DiskError) in
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: raw[done...]), at: offset + UInt64(done))
                }
            }
            do throws(DiskError) {
                let count = try read.get()
                if count == 0 { break }
                done += count
            } catch  where error.errno == EINTR {
                continue
            }
        }
        return Array(bytes[..<done])
    }

    private static func write(_ bytes: [UInt8], to file: any DiskFile, at offset: UInt64) throws(DiskError) {
        try POSIXDisk.write(bytes, to: file, at: offset)
    }

    private static func encoded(_ facts: UploadFacts) throws(RuntimeFailure) -> Data {
        do { return try JSONEncoder().encode(facts) } catch { throw .notEncrypted("\(error)") }
    }

    private static func decoded(_ bytes: [UInt8]) -> UploadFacts? {
        do { return try JSONDecoder().decode(UploadFacts.self, from: Data(bytes)) } catch { return nil }
    }

    private func failing<Value>(_ body: () throws(DiskError) -> Value) throws(RuntimeFailure) -> Value {
        do throws(DiskError) { return try body() } catch { throw RuntimeFailure(error) }
    }
}

extension WorkspaceActor {
    /// Where uploads into the workspace wait until all their bytes are there.
    package nonisolated var uploads: UploadStore {
        UploadStore(path: paths.uploads, disk: runtime.disk, keys: keys)
    }
}

extension DataDirectory {
    /// The unfinished uploads of a workspace, as they can be seen without opening it: to say which there are, and to remove
    /// some.
    package func uploads(ofWorkspaceNamed name: String) throws(RuntimeFailure) -> UploadStore {
        UploadStore(path: try workspace(named: name).uploads, disk: disk, keys: nil)
    }
}
