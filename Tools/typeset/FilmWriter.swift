import CTypesetting

/// The pages as a film, one after the other and faded into each other: YUV4MPEG2, which encoders read.
struct FilmWriter {
    private let width: Int
    private let height: Int
    private let write: ([UInt8]) throws(Fault) -> Void

    /// Three planes of a frame: luma, and both chromas of every second pixel of every second line.
    private typealias Frame = [UInt8]

    static func write(
        _ description: Description, width: Int, height: Int, perSecond: Int, held: Int, faded: Int,
        to write: @escaping ([UInt8]) throws(Fault) -> Void
    ) throws(Fault) {
        guard (16...3840).contains(width), (16...2160).contains(height), width.isMultiple(of: 2), height.isMultiple(of: 2),
            (1...60).contains(perSecond), (1...600).contains(held), (0...60).contains(faded)
        else { throw Fault("a film of \(width) × \(height) pixels with \(perSecond) pictures in a second cannot be made") }
        try FilmWriter(width: width, height: height, write: write).run(description, perSecond, held, faded)
    }

    private func run(_ description: Description, _ perSecond: Int, _ held: Int, _ faded: Int) throws(Fault) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            let drawing = cairo_create(surface)
        else { throw Fault("memory for a frame is exhausted") }
        defer {
            cairo_destroy(drawing)
            cairo_surface_destroy(surface)
        }
        try write(Array("YUV4MPEG2 W\(width) H\(height) F\(perSecond):1 Ip A1:1 C420jpeg\n".utf8))
        var before: Frame?
        let margin = Double(height) * 0.05
        let geometry = PageSetter.Geometry(
            width: Double(width), height: Double(height), left: margin * 2, right: margin * 2, top: margin, bottom: margin,
            isDark: true)
        let setter = PageSetter(description, on: drawing, geometry) { () throws(Fault) in
            guard cairo_status(drawing) == CAIRO_STATUS_SUCCESS else { throw Fault("a frame cannot be drawn") }
            let frame = frame(of: surface)
            if let before, faded > 0 {
                for step in 1...faded { try put(mixed(before, frame, step * 256 / (faded + 1))) }
            }
            for _ in 0..<held { try put(frame) }
            before = frame
        }
        try setter.set()
    }

    private func put(_ frame: Frame) throws(Fault) {
        try write(Array("FRAME\n".utf8))
        try write(frame)
    }

    private func mixed(_ a: Frame, _ b: Frame, _ weight: Int) -> Frame {
        var out = a
        for index in a.indices { out[index] = UInt8((Int(a[index]) * (256 - weight) + Int(b[index]) * weight) >> 8) }
        return out
    }

    /// BT.709 of video range, as players take for granted of films in high definition.
    private func frame(of surface: OpaquePointer) -> Frame {
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        var frame = [UInt8](repeating: 128, count: width * height * 3 / 2)
        guard let pixels = cairo_image_surface_get_data(surface) else { return frame }
        let (blue, red) = (width * height, width * height * 5 / 4)
        for y in 0..<height {
            let row = UnsafeRawPointer(pixels + y * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                let pixel = Int(row[x])
                let (r, g, b) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
                frame[y * width + x] = UInt8(16 + (47 * r + 157 * g + 16 * b + 128) >> 8)
                guard x & 1 == 0, y & 1 == 0 else { continue }
                let place = (y / 2) * (width / 2) + x / 2
                frame[blue + place] = UInt8(clamping: 128 + (-26 * r - 86 * g + 112 * b + 128) >> 8)
                frame[red + place] = UInt8(clamping: 128 + (112 * r - 102 * g - 10 * b + 128) >> 8)
            }
        }
        return frame
    }
}
