import KernelTesting
import Foundation

/// The data of other people that the requirements name; tests that need it are skipped visibly where it is absent.
enum Shared {
    static let directory = Repository.sharedData

    static var isThere: Bool { FileManager.default.fileExists(atPath: directory.path) }

    static func path(_ name: String) -> String { directory.appending(path: name).path }
}

/// Every file below a directory with its bytes: two of these are equal exactly when nothing was touched.
struct FileTree: Equatable {
    private(set) var files: [String: Data] = [:]

    /// - Parameter excluding: names that may differ.
    init(_ directory: URL, excluding: Set<String> = []) throws {
        guard let names = FileManager.default.enumerator(atPath: directory.path) else { return }
        for case let name as String in names where !excluding.contains((name as NSString).lastPathComponent) {
            let file = directory.appending(path: name)
            let facts = try FileManager.default.attributesOfItem(atPath: file.path)
            files[name] = facts[.type] as? FileAttributeType == .typeRegular ? try Data(contentsOf: file) : Data()
        }
    }

    var names: [String] { files.keys.sorted() }
}
