private import CExif
import Kernel

/// The camera's metadata in a picture (EXIF) that an archive needs: which way up it is, and when it was taken.
///
/// libexif reads it, and only the block of metadata is handed to it, never the picture:
/// Journal/Decisions/30-pictures-are-measured-not-decoded.md.
struct CameraNotes: Sendable, Equatable {
    /// 1 to 8; 1 where nobody says.
    var orientation = 1
    /// The day it was taken, else digitised; not the one on which a program last wrote it.
    var taken: CalendarDay?

    /// Bytes of a block of metadata; a JPEG can hold no larger one.
    static let blockBytesMax = 65_536

    init() {}

    /// - Parameter block: what follows `Exif\0\0`: a small TIFF.
    init(block: ArraySlice<UInt8>) {
        // What lies beyond is notes of the maker and previews; the directories come first.
        let whole = Array("Exif\0\0".utf8) + block.prefix(Self.blockBytesMax)
        guard let data = exif_data_new_from_data(whole, UInt32(whole.count)) else { return }
        defer { exif_data_unref(data) }
        let order = exif_data_get_byte_order(data)
        let (main, details) = (data.pointee.ifd.0, data.pointee.ifd.2)
        if let bytes = Self.bytes(EXIF_TAG_ORIENTATION, in: main), bytes.count >= 2 {
            let value = Int(bytes.withUnsafeBufferPointer { exif_get_short($0.baseAddress, order) })
            if (1...8).contains(value) { orientation = value }
        }
        taken =
            Self.day(EXIF_TAG_DATE_TIME_ORIGINAL, in: details) ?? Self.day(EXIF_TAG_DATE_TIME_DIGITIZED, in: details)
    }

    private static func bytes(_ tag: ExifTag, in content: UnsafeMutablePointer<ExifContent>?) -> [UInt8]? {
        guard let content, let entry = exif_content_get_entry(content, tag), let data = entry.pointee.data else {
            return nil
        }
        return Array(UnsafeBufferPointer(start: data, count: Int(entry.pointee.size)))
    }

    /// `2026:11:21 08:30:00`, of which some cameras write a part and some write zeroes.
    private static func day(_ tag: ExifTag, in content: UnsafeMutablePointer<ExifContent>?) -> CalendarDay? {
        bytes(tag, in: content).flatMap(day)
    }

    /// The day that a date begins with, whatever stands between its numbers.
    static func day(_ bytes: [UInt8]) -> CalendarDay? {
        guard bytes.count >= 10 else { return nil }
        let parts = bytes.prefix(10).split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        guard parts.count == 3, parts[0] >= 1826 else { return nil }  // Before that there was no photograph.
        return CalendarDay(year: parts[0], month: parts[1], day: parts[2])
    }
}
