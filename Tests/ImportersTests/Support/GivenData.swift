import KernelTesting
import Foundation
import Testing

/// The test data of other people that stands beside the project and is not part of it.
enum GivenData {
    static let root = Repository.sharedData
    static let isHere = FileManager.default.fileExists(atPath: root.path)
    static let absent: Comment = "the given data is not beside the project (../shared/data)"

    static func file(_ path: String) -> URL { root.appending(path: path) }
}

/// A directory of its own for one test, gone afterwards.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "daybook-importers-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes files and the directories above them; a path that ends in `/` is a directory.
    @discardableResult
    func write(_ files: [String: String], below name: String = "vault") throws -> URL {
        try write(files.mapValues { Data($0.utf8) }, below: name)
    }

    @discardableResult
    func write(_ files: [String: Data], below name: String) throws -> URL {
        let root = url.appending(path: name)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (path, bytes) in files {
            let file = root.appending(path: path)
            if path.hasSuffix("/") {
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
                continue
            }
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: file)
        }
        return root
    }

    func file(_ name: String, _ text: String) throws -> URL {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}

/// The output of a program of the system, to count and unpack independently of our own reader.
func output(of program: String, _ arguments: String..., in directory: URL? = nil) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = directory
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(program) \(arguments) failed")
    return data
}
