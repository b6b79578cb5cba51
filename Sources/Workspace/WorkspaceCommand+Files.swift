import Boards
import Capture
package import Kernel
import Notes
import Studio

extension WorkspaceCommand {
    /// The files that it speaks of: their bytes must be kept before it is decided.
    package var files: [FileFacts] {
        switch self {
        case .notes(.attachFile(_, _, let file)), .boards(.attachFile(_, _, let file)),
            .capture(.attachFile(_, _, let file)):
            [file]
        case .studio(.uploadArtwork(_, _, let upload, _)): upload.images.map { $0.file }
        case .studio(.addImage(_, let image, _, _)): [image.file]
        case .studio(.portrayChild(_, .photo(let file))), .studio(.addChild(_, _, _, _, .photo(let file), _)): [file]
        default: []
        }
    }
}
