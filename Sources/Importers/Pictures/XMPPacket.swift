import Foundation
import Kernel

/// The day on which a picture was taken, as its XMP packet has it; asked where EXIF says nothing.
///
/// Its orientation is not read: neither browsers nor the decoder turn a picture by it.
///
/// Source: Adobe, XMP Specification, part 2 and 3; Metadata Working Group, Guidelines 2.0, 5.1: the order of the names.
enum XMPPacket {
    static let bytesMax = 65_536
    /// The marker of the packet in an APP1 segment of JPEG.
    static let jpegMark = "http://ns.adobe.com/xap/1.0/\0"

    /// Not `xmp:CreateDate`, which programs write of their own file, too.
    private static let names = ["exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized"]

    /// - Complexity: O(`bytesMax`).
    static func taken(_ packet: ArraySlice<UInt8>) -> CalendarDay? {
        guard !packet.isEmpty else { return nil }
        let text = String(decoding: packet.prefix(bytesMax), as: UTF8.self)
        for name in names {
            // A property is written as an attribute or as an element.
            for mark in [name + "=\"", name + "='", "<" + name + ">"] {
                guard let found = text.range(of: mark) else { continue }
                if let day = CameraNotes.day(Array(text[found.upperBound...].utf8.prefix(10))) { return day }
            }
        }
        return nil
    }
}
