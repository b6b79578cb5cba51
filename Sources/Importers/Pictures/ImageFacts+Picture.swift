import Cryptography
package import Kernel
package import Studio

extension ImageFacts {
    /// The facts of a picture that an artwork keeps: its size, which way up it is, when it was taken, and where its bytes are
    /// found.
    ///
    /// Nil when `bytes` are not a picture of a known kind. Nothing is decoded.
    package init?(picture bytes: [UInt8], id: ImageID, name: Name) {
        guard let picture = PictureFacts(bytes) else { return nil }
        let file = FileFacts(
            name: name, mediaType: picture.kind.mediaType, sizeBytes: bytes.count,
            digest: Array(SHA256.hash(data: bytes)))
        self.init(
            id: id, file: file, widthPixels: picture.widthPixels, heightPixels: picture.heightPixels,
            orientation: picture.orientation, taken: picture.taken)
    }
}
