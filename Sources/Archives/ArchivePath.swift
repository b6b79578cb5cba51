/// Keeps what comes out of an archive inside the place it is unpacked to.
package enum ArchivePath {
    /// An entry's name as a path from the archive's root.
    ///
    /// - Returns: nil for a name that leads outside, on any system: absolute, with a drive, or through `..`.
    package static func inside(_ name: String) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
        let backslashed = name.split { $0 == "\\" || $0 == "/" }
        let isOutside =
            name.hasPrefix("/") || name.hasPrefix("\\") || backslashed.contains("..")
            || name.dropFirst().hasPrefix(":\\") || name.dropFirst().hasPrefix(":/")
        return isOutside ? nil : parts.joined(separator: "/")
    }
}
