/// The limit on unpacked bytes: a bomb is a small file that becomes a large one, at once or in many small parts.
///
/// One allowance serves an archive and all its entries; another all the compressed files within an archive or directory.
struct UnpackingAllowance {
    private var packedBytes: Int
    private var unpackedBytes = 0

    init(packedBytes: Int = 0) { self.packedBytes = packedBytes }

    /// Another compressed file is met.
    mutating func add(packedBytes count: Int) { packedBytes += count }

    /// Another `count` bytes came out.
    ///
    /// - Throws: `.hostile` for more than an import takes, and for more than compression of anything worth keeping gives.
    mutating func consume(_ count: Int, of path: String) throws(ImportFailure) {
        unpackedBytes += count
        guard unpackedBytes <= ImportLimits.unpackedBytesMax else {
            throw .hostile(path: path, problem: "it unpacks to more than \(ImportLimits.unpackedBytesMax >> 20) MiB")
        }
        guard
            unpackedBytes <= ImportLimits.unpackedBytesUnsuspicious
                || unpackedBytes / ImportLimits.unpackingRatioMax <= packedBytes
        else {
            throw .hostile(
                path: path,
                problem: "it unpacks to more than \(ImportLimits.unpackingRatioMax) times its size, like a bomb")
        }
    }
}
