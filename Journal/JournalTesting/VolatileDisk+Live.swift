/// The image that programs see through the page cache: everything asked for, durable or not.
extension VolatileDisk {
    package var live: DiskImage { crashed(keeping: allKept) }

    /// The file that `path` leads to now.
    package func fileNumber(of path: String) -> FileNumber? { outcome(keeping: allKept, lostBytes: 0).names[path] }

    package func liveContent(of file: FileNumber) -> [UInt8]? { outcome(keeping: allKept, lostBytes: 0).contents[file] }

    private var allKept: [Int] { [Int](repeating: .max, count: unsynced.count) }
}
