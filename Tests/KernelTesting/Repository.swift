package import Foundation

/// Paths of this repository, so that no test counts how deep it stands.
package enum Repository {
    /// The directory of `Package.swift`.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Real data made by other people. Not part of the repository: a test that reads it skips where it is absent.
    package static let sharedData = root.deletingLastPathComponent().appending(path: "shared/data")

    /// Returns the directory of the test target that holds `file`: `Tests/BoardsTests` of `Tests/BoardsTests/Card/A.swift`.
    package static func target(of file: String) -> URL {
        let tests = root.appending(path: "Tests")
        let names = file.dropFirst(tests.path.count + 1).split(separator: "/")
        return tests.appending(path: String(names[0]))
    }
}
