import Importers
import Kernel
import Runtime
import Studio
import Workspace

extension DeviceCommand {
    /// The images of the command whose facts the client left out, in part or wholly.
    private var images: [ImageFacts] {
        switch command {
        case .studio(.uploadArtwork(_, _, let upload, _)): upload.images
        case .studio(.addImage(_, let image, _, _)): [image]
        default: []
        }
    }

    /// True if the service may know more of its pictures than the client said.
    var lacksPictureFacts: Bool { images.contains { $0.taken == nil || $0.orientation == 1 || $0.widthPixels == 0 } }

    /// Adds the facts that are read from the pictures themselves where the client left them out: size, orientation, and the
    /// day they were taken. A picture that is not kept here, or that cannot be read, adds nothing; the rules refuse it.
    ///
    /// - Complexity: O(bytes of the pictures). Blocks.
    mutating func fillPictureFacts(from blobs: BlobStore) {
        func filled(_ image: ImageFacts) -> ImageFacts {
            guard let digest = Digest(bytes: image.file.digest), let bytes = try? blobs.read(digest),
                let head = PictureHead(bytes)
            else { return image }
            var image = image
            if image.taken == nil { image.taken = head.taken }
            if image.orientation == 1 { image.orientation = head.orientation }
            if image.widthPixels == 0, image.heightPixels == 0 {
                (image.widthPixels, image.heightPixels) = (head.widthPixels, head.heightPixels)
            }
            return image
        }
        switch command {
        case .studio(.uploadArtwork(let id, let child, var upload, let ifKnown)):
            upload.images = upload.images.map(filled)
            command = .studio(.uploadArtwork(id, of: child, upload, ifKnown: ifKnown))
        case .studio(.addImage(let id, let image, let next, let ifKnown)):
            command = .studio(.addImage(id, filled(image), above: next, ifKnown: ifKnown))
        default: break
        }
    }
}
