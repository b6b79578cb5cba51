import CTypesetting
import Glibc

/// A picture that cairo draws. A JPEG goes into a PDF byte for byte, and is never decoded here.
final class PictureSurface {
    let pointer: OpaquePointer

    init(_ picture: Picture) throws(Fault) {
        pointer = picture.isJPEG ? try Self.undecoded(picture) : try Self.decoded(picture)
    }

    deinit { cairo_surface_destroy(pointer) }

    private static func undecoded(_ picture: Picture) throws(Fault) -> OpaquePointer {
        guard
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_RGB24, Int32(picture.widthPixels), Int32(picture.heightPixels)),
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let copy = malloc(picture.bytes.count)
        else { throw Fault("memory for a picture is exhausted") }
        picture.bytes.withUnsafeBytes { raw in
            if let base = raw.baseAddress { memcpy(copy, base, raw.count) }
        }
        let status = cairo_surface_set_mime_data(
            surface, typesetting_jpeg, copy.assumingMemoryBound(to: UInt8.self), UInt(picture.bytes.count), { free($0) }, copy)
        guard status == CAIRO_STATUS_SUCCESS else { throw Fault("a picture cannot be attached") }
        return surface
    }

    /// Bytes that are read from their beginning on.
    private final class Input {
        let bytes: [UInt8]
        var at = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    private static func decoded(_ picture: Picture) throws(Fault) -> OpaquePointer {
        let input = Input(picture.bytes)
        let surface = cairo_image_surface_create_from_png_stream(
            { context, out, count in
                guard let context, let out else { return CAIRO_STATUS_READ_ERROR }
                let input = Unmanaged<Input>.fromOpaque(context).takeUnretainedValue()
                let count = Int(count)
                guard input.bytes.count - input.at >= count else { return CAIRO_STATUS_READ_ERROR }
                input.bytes.withUnsafeBytes { raw in
                    if let base = raw.baseAddress { memcpy(out, base + input.at, count) }
                }
                input.at += count
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(input).toOpaque())
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            throw Fault("a picture is not a PNG that can be read")
        }
        return surface
    }
}
