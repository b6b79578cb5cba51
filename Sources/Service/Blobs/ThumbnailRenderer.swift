import Foundation
import Importers
package import Intelligence
import Kernel
package import Runtime
package import Studio

/// Makes pictures of pictures: smaller ones, and ones without what a camera wrote into them.
///
/// A picture that somebody sent is never decoded in this process. `vipsthumbnail` does it in one of its own, which
/// `prlimit` gives little memory and processor time, which is killed when it takes too long, and which is handed nothing
/// but the bytes: no file, no environment, no loader that libvips itself does not trust.
package final class ThumbnailRenderer: Sendable {
    private let work: BlockingPool
    /// For pictures that were made before: reading one never waits for the decoder.
    private let kept = BlockingPool(threads: 4, waitingMax: 4_096)
    private let process: PictureDecoder
    /// The program and its first arguments; those of the variant follow.
    private let decoder: [String]

    /// Pixels of a picture that is decoded at all; asked of its head before a process is started.
    static let pixelsMax = PictureHead.decodedPixelsMax

    /// - Parameter decoder: another program, for a test of what becomes of one that does not end.
    package init(_ configuration: ServiceConfiguration, decoder: [String]? = nil) {
        self.decoder = decoder ?? ["/usr/bin/vipsthumbnail", "stdin"]
        work = BlockingPool(threads: configuration.number(.picturesAtOnce), waitingMax: 1_024)
        process = PictureDecoder(configuration)
    }

    package func stop() async throws {
        try await work.stop()
        try await kept.stop()
    }

    /// A variant of a file's picture: as it was made before, or made now and kept.
    ///
    /// - Parameter counting: told of the bytes of one that is kept anew.
    func picture(
        _ variant: PictureVariant, of digest: Digest, in blobs: BlobStore, for requester: Requester,
        counting: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8] {
        if let known = try await known(variant.name, of: digest, in: blobs, for: requester) { return known }
        return try await work.run(for: requester, orSay: .busy) { [self] in
            // Made meanwhile, perhaps.
            if let known = try blobs.derived(variant.name, of: digest) { return known }
            let made = try made(variant, of: try blobs.read(digest))
            try blobs.keepDerived(made, variant.name, of: digest)
            counting(made.count)
            return made
        }
    }

    /// The same of a picture as a person edited it: turned, mirrored and cropped, so that nothing that was cut off is
    /// handed out.
    func picture(
        _ variant: PictureVariant, edited recipe: EditRecipe, of digest: Digest, in blobs: BlobStore,
        for requester: Requester, counting: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8] {
        guard recipe != .untouched else {
            return try await picture(variant, of: digest, in: blobs, for: requester, counting: counting)
        }
        let name = variant.name + "-" + recipe.word
        if let known = try await known(name, of: digest, in: blobs, for: requester) { return known }
        return try await work.run(for: requester, orSay: .busy) { [self] in
            if let known = try blobs.derived(name, of: digest) { return known }
            let made = try made(variant, of: try edited(try blobs.read(digest), recipe))
            try blobs.keepDerived(made, name, of: digest)
            counting(made.count)
            return made
        }
    }

    private func known(
        _ name: String, of digest: Digest, in blobs: BlobStore, for requester: Requester
    ) async throws -> [UInt8]? {
        try await kept.run(for: requester, orSay: .busy) { try blobs.derived(name, of: digest) }
    }

    private func edited(_ bytes: [UInt8], _ recipe: EditRecipe) throws -> [UInt8] {
        try process.edited(bytes, recipe) { try made(.upright, of: $0) }
    }

    /// The pixels of a picture as its person edited it, so that a provider sees what its person sees and nothing that was cut
    /// off.
    ///
    /// - Throws: `ProviderFailure` for one that cannot be decoded here; what the disk says.
    package func raster(of image: ArtImage, in blobs: BlobStore) async throws -> Raster {
        try await looking(at: image, in: blobs) { [self] original in
            let side = "\(Raster.sideMax)x\(Raster.sideMax)>"
            // What is cut off is shown as far as it goes, and not measured: a missing half would count as paper.
            _ = try process.run(
                over: original, ["/usr/bin/vipsthumbnail", "stdin[fail_on=truncated]", "--size", "16x16>", "-o", ".webp"])
            let bytes = try edited(original, image.recipe)
            let pixels = try process.run(
                over: bytes, ["/usr/bin/vipsthumbnail", "stdin", "--size", side, "-o", ".ppm[background=255]"])
            guard let raster = Raster(portablePixmap: pixels) else { throw ProviderFailure.badPicture }
            return raster
        }
    }

    /// The pictures that jobs look at.
    ///
    /// - Parameter reader: reads the writing in them.
    package func ofJobs(readBy reader: ModelReader) -> JobRunner.Pictures {
        JobRunner.Pictures(
            raster: { [self] image, workspace in try await raster(of: image, in: workspace.blobs) },
            jpeg: { [self] image, workspace in try await jpeg(of: image, in: workspace.blobs) },
            lines: { try await reader.lines(in: $0) })
    }

    /// The same as a JPEG that may leave this machine: as its person edited it, without what a camera wrote into it.
    ///
    /// - Throws: as `raster`.
    package func jpeg(of image: ArtImage, in blobs: BlobStore) async throws -> [UInt8] {
        try await looking(at: image, in: blobs) { [self] original in
            let side = "\(Raster.sideMax)x\(Raster.sideMax)>"
            return try process.run(
                over: try edited(original, image.recipe),
                ["/usr/bin/vipsthumbnail", "stdin", "--size", side, "-o", ".jpg[Q=80,strip,background=255]"])
        }
    }

    private func looking<Seen: Sendable>(
        at image: ArtImage, in blobs: BlobStore, _ look: @escaping @Sendable ([UInt8]) throws -> Seen
    ) async throws -> Seen {
        guard let digest = Digest(bytes: image.facts.file.digest), blobs.holds(digest) else { throw ProviderFailure.badPicture }
        do { return try await work.run(orSay: .busy) { try look(try blobs.read(digest)) } } catch let problem as ProblemDocument
        {
            switch problem.name {
            case PictureDecoder.undecodable.name, "notAPicture", "pictureTooLarge": throw ProviderFailure.badPicture
            case "noDecoder": throw ProviderFailure.declined(problem.detail)
            // The machine has too much to do: later.
            default: throw problem
            }
        }
    }

    /// - Throws: a problem for bytes that are no picture, or one that cannot be decoded within the limits.
    func make(_ variant: PictureVariant, of bytes: [UInt8]) async throws -> [UInt8] {
        try await work.run(orSay: .busy) { [self] in try made(variant, of: bytes) }
    }

    /// Blocks until the decoder has ended.
    private func made(_ variant: PictureVariant, of bytes: [UInt8]) throws -> [UInt8] {
        guard let head = PictureHead(bytes) else {
            throw ProblemDocument(
                .unsupportedMediaType, "notAPicture", "this file is not a picture of a kind that is known here")
        }
        let (pixels, isTooMany) = head.widthPixels.multipliedReportingOverflow(by: head.heightPixels)
        guard !isTooMany, pixels <= Self.pixelsMax else {
            throw ProblemDocument(
                .unprocessableContent, "pictureTooLarge",
                "this picture says that it has \(head.widthPixels) × \(head.heightPixels) pixels; "
                    + "\(Self.pixelsMax) are the most that are decoded")
        }
        var made = try process.run(over: bytes, decoder + variant.arguments)
        if case .thumbnail = variant { made = try PlainWebP.stripped(made) ?? { throw PictureDecoder.undecodable }() }
        guard PictureHead(made)?.mediaType == variant.mediaType else { throw PictureDecoder.undecodable }
        return made
    }
}

/// The variants that can be made of a picture. All of them are upright, and none says where or when it was taken.
enum PictureVariant: Sendable, Equatable {
    /// At most so many pixels wide and high, as WebP; never larger than the original.
    case thumbnail(Int)
    /// The whole picture as JPEG, or as PNG where it was one.
    case stripped(isPNG: Bool)
    /// The whole picture as PNG, quickly: a step on the way to another.
    case upright

    static let sizes = [160, 320, 640, 1280]
    static let sizeUsual = 320

    /// The name of the file that keeps it.
    var name: String {
        switch self {
        // Those that were kept as the number alone may say where they were taken.
        case .thumbnail(let size): "plain-\(size)"
        case .stripped(let isPNG): isPNG ? "stripped-png" : "stripped-jpeg"
        case .upright: "upright"
        }
    }

    var mediaType: String {
        switch self {
        case .thumbnail: "image/webp"
        case .stripped(let isPNG): isPNG ? "image/png" : "image/jpeg"
        case .upright: "image/png"
        }
    }

    /// The arguments of `vipsthumbnail`; it turns a picture as its EXIF orientation says unless it is told not to.
    fileprivate var arguments: [String] {
        switch self {
        case .thumbnail(let size): ["--size", "\(size)x\(size)>", "-o", ".webp[Q=80,strip]"]
        case .stripped(let isPNG):
            ["--size", "100000x100000>", "-o", isPNG ? ".png[strip]" : ".jpg[Q=92,strip,optimize-coding]"]
        case .upright: ["--size", "100000x100000>", "-o", ".png[strip,compression=1]"]
        }
    }
}
