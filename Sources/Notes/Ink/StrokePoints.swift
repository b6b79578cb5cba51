package import Kernel

/// Reads and writes the points of a stroke: where the pen was, how hard it was pressed, how it leaned, and when.
///
/// Requirement T-208. Each value is stored as the difference to the point before, so that a slow line costs few bytes.
///
/// - Format: one byte `1` (the version), then for each point six zigzag varints: x, y, pressure, tilt x, tilt y, time;
///   each less the value of the point before, which for the first point is zero.
package struct StrokePoints: Sendable, Equatable {
    package struct Point: Sendable, Equatable {
        /// Hundredths of a point, from the left and from the top of the drawing.
        package var x: Int
        package var y: Int
        /// From 0, no touch, to 65,535, the hardest the device knows.
        package var pressure: Int
        /// Degrees from upright, -90 to 90, to the right and towards the writer.
        package var tiltX: Int
        package var tiltY: Int
        /// Milliseconds since the pen came down.
        package var time: Int

        package init(x: Int, y: Int, pressure: Int, tiltX: Int = 0, tiltY: Int = 0, time: Int) {
            self.x = x
            self.y = y
            self.pressure = pressure
            self.tiltX = tiltX
            self.tiltY = tiltY
            self.time = time
        }
    }

    package var points: [Point]

    package init(_ points: [Point]) { self.points = points }

    /// Bytes that one packed stroke may have: hours of drawing without lifting the pen.
    package static let packedBytesMax = 1 << 20
    private static let version: UInt8 = 1
    /// Three kilometres, or eleven days: beyond it nobody draws. The difference of two such values fits into the 32 bits
    /// that a browser has, and that of two products of differences into 64.
    package static let coordinateMax = 1_000_000_000

    package var packed: Bytes {
        var bytes = [Self.version]
        var last = Point(x: 0, y: 0, pressure: 0, time: 0)
        for point in points {
            Self.append(point.x, after: last.x, to: &bytes)
            Self.append(point.y, after: last.y, to: &bytes)
            Self.append(point.pressure, after: last.pressure, to: &bytes)
            Self.append(point.tiltX, after: last.tiltX, to: &bytes)
            Self.append(point.tiltY, after: last.tiltY, to: &bytes)
            Self.append(point.time, after: last.time, to: &bytes)
            last = point
        }
        return Bytes(bytes)
    }

    /// Nil when the bytes are none that `packed` writes, or a value lies outside its bounds.
    package init?(packed: Bytes) {
        let bytes = packed.bytes
        guard bytes.first == Self.version, bytes.count <= Self.packedBytesMax else { return nil }
        points = []
        var at = 1
        var point = Point(x: 0, y: 0, pressure: 0, time: 0)
        while at < bytes.count {
            guard let x = Self.next(bytes, &at, after: point.x, within: Self.places),
                let y = Self.next(bytes, &at, after: point.y, within: Self.places),
                let pressure = Self.next(bytes, &at, after: point.pressure, within: 0...0xFFFF),
                let tiltX = Self.next(bytes, &at, after: point.tiltX, within: -90...90),
                let tiltY = Self.next(bytes, &at, after: point.tiltY, within: -90...90),
                let time = Self.next(bytes, &at, after: point.time, within: 0...Int64(Self.coordinateMax))
            else { return nil }
            point = Point(x: x, y: y, pressure: pressure, tiltX: tiltX, tiltY: tiltY, time: time)
            points.append(point)
        }
        if points.isEmpty { return nil }
    }

    private static func append(_ value: Int, after last: Int, to bytes: inout [UInt8]) {
        let difference = Int64(value) - Int64(last)
        var rest = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static var places: ClosedRange<Int64> { -Int64(coordinateMax)...Int64(coordinateMax) }

    /// The next value; nil at the end, when it is cut, or when it lies outside its bounds.
    private static func next(
        _ bytes: [UInt8], _ at: inout Int, after last: Int, within bounds: ClosedRange<Int64>
    ) -> Int? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 49 {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                let next = Int64(last) + (Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
                return bounds.contains(next) ? Int(next) : nil
            }
            shift += 7
        }
        return nil
    }
}
