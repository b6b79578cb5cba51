import CLinuxCalls
import Foundation
import Glibc
package import Importers

/// Runs a program that decodes a picture, in a process of its own with little memory and processor time. `ThumbnailRenderer` says what
/// such a process is given.
package struct PictureDecoder: Sendable {
    private let seconds: Int
    private let megabytes: Int

    /// Bytes of what comes out.
    private static let outputBytesMax = 256 << 20

    /// With the limits that a service has where nobody set others.
    package static let usual = PictureDecoder(ServiceConfiguration())

    init(_ configuration: ServiceConfiguration) {
        seconds = configuration.number(.pictureSeconds)
        megabytes = configuration.number(.pictureMegabytes)
    }

    /// Makes a small picture of this one, so that an import can say which cannot be shown; nil where there is no decoder, or
    /// none that runs at the moment. Blocks until the decoder has ended: once for a sound picture, twice for others.
    ///
    /// - Parameter decoder: other programs, for a test: one that ends at the first damage, and one that goes on.
    package func trial(_ bytes: [UInt8], by decoder: (strict: [String], lenient: [String])? = nil) -> PictureTrial? {
        func thumbnail(_ input: String) -> [String] {
            ["/usr/bin/vipsthumbnail", input, "--size", "16x16>", "-o", ".webp"]
        }
        let decoder = decoder ?? (thumbnail("stdin[fail_on=warning]"), thumbnail("stdin"))
        guard let isSound = hasMade(of: bytes, decoder.strict) else { return nil }
        if isSound { return .sound }
        return hasMade(of: bytes, decoder.lenient).map { $0 ? .damaged : .undecodable }
    }

    private func hasMade(of bytes: [UInt8], _ command: [String]) -> Bool? {
        do {
            return try !run(over: bytes, command).isEmpty
        } catch let problem as ProblemDocument where problem.name == Self.undecodable.name {
            return false
        } catch {
            return nil
        }
    }

    static let undecodable = ProblemDocument(
        .unprocessableContent, "badPicture",
        "this picture cannot be decoded here: it is damaged, of a rare kind, or needs too much time or memory")

    /// Runs the decoder over `bytes` and waits for it, for as long as it may take.
    func run(over bytes: [UInt8], _ command: [String]) throws -> [UInt8] {
        // Files that are in memory alone: what lies encrypted on the disk does not come to lie there in clear.
        // Closing them can lose nothing: what is wanted of them was read.
        let input = try Self.memoryFile()
        defer { try? input.close() }
        try input.write(contentsOf: Data(bytes))
        try input.seek(toOffset: 0)
        let output = try Self.memoryFile()
        defer { try? output.close() }
        let limits = [
            "--as=\(megabytes << 20)", "--cpu=\(seconds)", "--fsize=\(Self.outputBytesMax)", "--core=0", "--nofile=64", "--",
        ]
        let process: ChildProcess
        do {
            process = try ChildProcess(
                "/usr/bin/prlimit", limits + command,
                environment: ["VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1", "LC_ALL": "C.UTF-8"],
                input: input.fileDescriptor, output: output.fileDescriptor)
        } catch {
            throw Self.noDecoder(because: String(describing: error))
        }
        // The processor time is what a picture may cost; how long that takes is also a matter of who else computes.
        guard process.hasEnded(within: seconds * 4) else {
            process.send(SIGKILL)
            _ = process.reap()
            throw ProblemDocument(
                .serviceUnavailable, "machine", "a picture cannot be decoded at the moment", retryAfter: 10)
        }
        let ending = process.reap()
        if case .status(let status) = ending, Self.statusesWithoutDecoder.contains(status) {
            throw Self.noDecoder(because: "\(command[0]) ended with \(status)")
        }
        guard ending == .status(0) else { throw Self.undecodable }
        try output.seek(toOffset: 0)
        return Array(try output.readToEnd() ?? Data())
    }

    /// Exit statuses of `prlimit` where the program is absent or may not be run; 127 too where a library of it is
    /// missing.
    private static let statusesWithoutDecoder: Set<Int32> = [126, 127]

    private static func noDecoder(because cause: String) -> ProblemDocument {
        var problem = ProblemDocument(
            .serviceUnavailable, "noDecoder",
            "pictures cannot be decoded here; the keeper of the service installs libvips-tools and util-linux")
        problem.cause = cause
        return problem
    }

    private static func memoryFile() throws -> FileHandle {
        let descriptor = daybook_memory_file("daybook-picture")
        guard descriptor >= 0 else {
            var problem = ProblemDocument(
                .serviceUnavailable, "machine", "a picture cannot be decoded at the moment", retryAfter: 10)
            problem.cause = "memfd_create: errno \(errno)"
            throw problem
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
