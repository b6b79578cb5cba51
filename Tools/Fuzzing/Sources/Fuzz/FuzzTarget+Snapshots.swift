@testable import Runtime

extension FuzzTarget {
    static let snapshots: [FuzzTarget] = [
        FuzzTarget("snapshot", "a snapshot file, its checksum made right", byteCountMax: 32 << 10) { raw in
            guard let first = raw.first else { return }
            var bytes = Array(raw.dropFirst())
            if first & 1 == 0, bytes.count >= SnapshotFile.headByteCount + Digest.byteCount {
                let end = bytes.count - Digest.byteCount
                bytes.replaceSubrange(end..., with: Digest(of: Array(bytes[..<end])).bytes)
            }
            guard let (head, content) = try? SnapshotFile.read(bytes) else { return }
            require(SnapshotFile.write(head, content).count > content.count / 256, "a file is as long as it must be")
            readBody(content)
        },
        FuzzTarget("body", "what a snapshot holds: views, devices, texts with their clocks", byteCountMax: 32 << 10) {
            readBody(Array($0))
        },
    ]

    private static func readBody(_ content: [UInt8]) {
        guard let body = try? SnapshotBody(bytes: content) else { return }
        let fold = body.fold
        _ = fold.view.state
        _ = fold.view.digest()
        let written = SnapshotBody(fold).bytes
        guard let again = try? SnapshotBody(bytes: written) else {
            return require(false, "what was read can be written and read")
        }
        require(SnapshotBody(again.fold).bytes == written, "a body is stable")
    }
}
