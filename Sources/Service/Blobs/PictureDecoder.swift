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
        let program = LimitedProgram(
            seconds: seconds, megabytes: megabytes, outputBytesMax: Self.outputBytesMax,
            environment: ["VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1"])
        do {
            return try program.run([command], over: bytes)
        } catch let failure as LimitedProgram.Failure {
            switch failure {
            case .absent(_, let why): throw Self.noDecoder(because: why)
            case .ended: throw Self.undecodable
            case .tooSlow, .cancelled: throw Self.notNow()
            case .noMemoryFile(let errno): throw Self.notNow(because: "memfd_create: errno \(errno)")
            case .noPipe(let errno): throw Self.notNow(because: "pipe: errno \(errno)")
            }
        }
    }

    private static func noDecoder(because cause: String) -> ProblemDocument {
        var problem = ProblemDocument(
            .serviceUnavailable, "noDecoder",
            "pictures cannot be decoded here; the keeper of the service installs libvips-tools and util-linux")
        problem.cause = cause
        return problem
    }

    private static func notNow(because cause: String? = nil) -> ProblemDocument {
        var problem = ProblemDocument(
            .serviceUnavailable, "machine", "a picture cannot be decoded at the moment", retryAfter: 10)
        problem.cause = cause
        return problem
    }
}
