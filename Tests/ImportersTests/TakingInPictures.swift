import Foundation
import Importers
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@Suite("Taking in pictures", .shows("B-70"))
struct TakingInPictures {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    static let today = CalendarDay(text: "2026-11-21")!
    static let ada = PicturesWish(child: "Ada", age: 5, today: today)

    /// A PNG that says it has this size, with its end; `mark` makes its bytes differ from others.
    static func png(_ width: Int, _ height: Int, mark: UInt8 = 0, isWhole: Bool = true) -> Data {
        let header = chunk("IHDR", long(width) + long(height) + [8, 2, 0, 0, 0])
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + header + chunk("IDAT", [mark])
                + (isWhole ? chunk("IEND", []) : []))
    }

    /// A chunk of a PNG.
    static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + bytes
        return long(bytes.count) + named + long(Int(Packing.crc32(named)))
    }

    /// A JPEG of a short scan with what a camera writes: which way up, and when.
    static func jpeg(_ width: Int, _ height: Int, orientation: UInt8, taken: String) -> Data {
        let date = Array(taken.utf8) + [0]
        // Little-endian: a directory with the orientation and the place of a second one, which has the date.
        let exif: [UInt8] =
            Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0] + [2, 0]
            + [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            + [0x69, 0x87, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0] + [0, 0, 0, 0]
            + [1, 0] + [0x03, 0x90, 2, 0, UInt8(date.count), 0, 0, 0, 56, 0, 0, 0] + [0, 0, 0, 0] + date
        func big(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
        let frame: [UInt8] = [0xFF, 0xC0] + big(11) + [8] + big(height) + big(width) + [1, 1, 0x11, 0]
        return Data([0xFF, 0xD8, 0xFF, 0xE1] + big(exif.count + 2) + exif + frame + scan + [0xFF, 0xD9])
    }

    private static let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x55]

    /// A GIF of 40 by 30 of one short image.
    static func gif(_ extensions: [UInt8] = []) -> [UInt8] {
        let image: [UInt8] = [0x2C, 0, 0, 0, 0, 40, 0, 30, 0, 0, 2, 1, 0x44, 0]
        return Array("GIF89a".utf8) + [40, 0, 30, 0, 0, 0, 0] + extensions + image + [0x3B]
    }

    /// A WebP of these chunks and a short image.
    static func webP(_ chunks: [UInt8] = []) -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { Self.long(number).reversed() }
        let inside = Array("WEBP".utf8) + chunks + Array("VP8L".utf8) + little(6) + [0x2F, 39, 0x40, 7, 0, 0]
        return Array("RIFF".utf8) + little(inside.count) + inside
    }

    private static func box(_ type: String, _ inside: [UInt8]) -> [UInt8] {
        long(inside.count + 8) + Array(type.utf8) + inside
    }

    static func long(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    /// A HEIF file of one image of 40 by 30 with these transforms, and an item of EXIF in its `idat`.
    static func heif(
        _ brand: String, taken: String, transforms: [[UInt8]] = [], isInFile: Bool = false, asXMP: Bool = false
    ) -> Data {
        let jpeg = Array(jpeg(1, 1, orientation: 6, taken: taken))
        let exif = Array(jpeg[6..<(4 + Int(jpeg[4]) << 8 + Int(jpeg[5]))])
        let item = asXMP ? xmp(taken) : long(6) + exif  // Six bytes are the mark of a JPEG.
        let kind = asXMP ? "mime\0application/rdf+xml\0" : "Exif\0"
        let list = [box("ispe", long(0) + long(40) + long(30))] + transforms
        let tied = [0x00, 0x01, UInt8(list.count)] + list.indices.map { UInt8($0 + 1) }
        let head = box("ftyp", Array(brand.utf8) + long(0) + Array("mif1".utf8))
        func meta(at offset: Int) -> [UInt8] {
            let method: [UInt8] = isInFile ? [0, 0] : [0, 1]
            let place: [UInt8] = [0, 2] + method + [0, 0] + [0, 1] + long(offset) + long(item.count)
            return box(
                "meta",
                long(0) + box("pitm", long(0) + [0, 1])
                    + box(
                        "iinf",
                        long(0) + [0, 2] + box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1\0".utf8))
                            + box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + Array(kind.utf8)))
                    + box("iloc", [1, 0, 0, 0, 0x44, 0, 0, 1] + place)
                    + box("iprp", box("ipco", list.flatMap { $0 }) + box("ipma", long(0) + long(1) + tied))
                    + (isInFile ? [] : box("idat", item)))
        }
        guard isInFile else { return Data(head + meta(at: 0)) }
        return Data(head + meta(at: head.count + meta(at: 0).count + 8) + box("mdat", item))
    }

    @Test(arguments: ["heic", "avif", "mif1"], [false, true])
    mutating func `F02: dates HEIC and AVIF by what the camera noted`(brand: String, isInFile: Bool) throws {
        let file = try scratch.write(
            ["a.heic": Self.heif(brand, taken: "2023:05:06 07:08:09", isInFile: isInFile)], below: "one")
        try workshop.importing(file, pictures: Self.ada)
        #expect(artworks == ["Ada: a.heic 40x30 turned 1 of 2023-05-06"])
    }

    /// An XMP packet, with the day as an attribute or as an element.
    private static func xmp(_ taken: String, asElement: Bool = false) -> [UInt8] {
        let name = "exif:DateTimeOriginal"
        let words = asElement ? "><\(name)>\(taken)</\(name)></rdf:Description>" : " \(name)=\"\(taken)\"/>"
        return Array("<x:xmpmeta><rdf:Description xmp:ModifyDate=\"2026-01-01\"\(words)</x:xmpmeta>".utf8)
    }

    /// A PNG of 40 by 30 with one text; `packed` is a zlib stream of one stored block.
    private static func png(_ type: String, _ head: String, _ text: [UInt8], packed: Bool = false) -> Data {
        func little(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
        let stored = [0x78, 0x01, 0x01] + little(text.count) + little(~text.count) + text + [0, 0, 0, 0]
        let chunk = Array(head.utf8) + (packed ? stored : text)
        var png = png(40, 30)
        png.insert(contentsOf: Self.chunk(type, chunk), at: 33)
        return png
    }

    /// EXIF of a day as ImageMagick writes it into a text.
    private static func profile(_ name: String, taken: String, marked: Bool) -> [UInt8] {
        let jpeg = Array(jpeg(1, 1, orientation: 1, taken: taken))
        let exif = jpeg[(marked ? 6 : 12)..<(4 + Int(jpeg[4]) << 8 + Int(jpeg[5]))]
        let digits = exif.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let lines = stride(from: 0, to: digits.count, by: 36).map { digits[$0..<min($0 + 36, digits.count)].joined() }
        return Array("\n\(name)\n      \(exif.count)\n\(lines.joined(separator: "\n"))\n".utf8)
    }

    @Test mutating func `F02: dates pictures by the texts of PNG and by XMP`() throws {
        let (exif, day) = ("2023:05:06 07:08:09", "2023-05-06T23:08:09-07:00")
        var jpeg = Self.jpeg(40, 30, orientation: 1, taken: "0000:00:00 00:00:00")
        let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.xmp(day)
        jpeg.insert(contentsOf: [0xFF, 0xE1, UInt8((packet.count + 2) >> 8), UInt8((packet.count + 2) & 0xFF)] + packet, at: 2)
        func little(_ number: Int) -> [UInt8] { Self.long(number).reversed() }
        let extended = Array("VP8X".utf8) + little(10) + [4, 0, 0, 0, 39, 0, 0, 29, 0, 0]
        let text = Self.xmp(day) + [UInt8](repeating: 0x20, count: Self.xmp(day).count % 2)
        let webP = Self.webP(extended + Array("XMP ".utf8) + little(text.count) + text)
        // What ends an XMP packet in a GIF: wherever blocks led to in it, they go on to the end from there.
        let gif = Self.gif(
            [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Self.xmp(day) + [1]
                + (0...255).reversed() + [0])
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            [UInt8(tag & 0xFF), UInt8(tag >> 8), 4, 0] + little(1) + little(value)
        }
        let tiff =
            Array("II*\0".utf8) + little(8) + [3, 0] + entry(256, 40) + entry(257, 30) + entry(700, 50) + little(0)
            + Self.xmp(day)
        let files = [
            "a.png": Self.png("tEXt", "Raw profile type exif\0", Self.profile("exif", taken: exif, marked: true)),
            "b.png": Self.png(
                "zTXt", "Raw profile type APP1\0\0", Self.profile("APP1", taken: exif, marked: false), packed: true),
            "c.png": Self.png("iTXt", "XML:com.adobe.xmp\0\0\0\0\0", Self.xmp(day, asElement: true)),
            "d.png": Self.png("iTXt", "XML:com.adobe.xmp\0\u{1}\0\0\0", Self.xmp(day), packed: true),
            "e.jpg": jpeg, "f.webp": Data(webP), "g.gif": Data(gif),
            "h.tiff": Data(tiff), "i.heic": Self.heif("heic", taken: day, asXMP: true),
        ]
        let plan = try workshop.importing(scratch.write(files, below: "one"), pictures: Self.ada)
        #expect(plan.report == "")
        #expect(artworks.count == files.count)
        for artwork in artworks { #expect(artwork.hasSuffix(" 40x30 turned 1 of 2023-05-06"), "\(artwork)") }
    }

    @Test(arguments: ["tEXt", "zTXt", "iTXt"])
    mutating func `F02: takes a PNG whose texts are damaged without their day`(type: String) throws {
        for (place, words) in ["Raw profile type exif\0", "Raw profile type exif", "XML:com.adobe.xmp\0\u{1}\0"].enumerated() {
            let text: [UInt8] = place == 0 ? [10, 101, 10] : [UInt8(place)]
            let file = try scratch.write(["a.png": Self.png(type, words, text)], below: "\(type)\(place)")
            #expect(try workshop.plan(file, pictures: Self.ada).created.artworks == 1)
        }
    }

    @Test mutating func `F33: reads turns, mirrors and crops of HEIC and AVIF in their order`() throws {
        let turn = Self.box("irot", [1])
        let mirror = Self.box("imir", [0])
        let crop = Self.box(
            "clap", [20, 1, 10, 1].flatMap { Self.long($0) } + Self.long(0) + Self.long(1) + Self.long(0) + Self.long(1))
        for (place, transforms) in [[turn], [turn, mirror], [mirror], [Self.box("imir", [1])], [crop]].enumerated() {
            let name = "long\(place).avif"
            let file = try scratch.write(
                [name: Self.heif("avif", taken: "2023:05:0\(place + 1) 07:08:09", transforms: transforms)],
                below: "f\(place)")
            try workshop.importing(file, pictures: Self.ada)
        }
        let sizes = ["40x30 turned 8", "40x30 turned 5", "40x30 turned 4", "40x30 turned 2", "20x10 turned 1"]
        #expect(artworks.count == 5)
        for size in sizes { #expect(artworks.contains { $0.contains(size) }, "\(size)") }
    }

    /// F02: EXIF turns a PNG and a WebP; a HEIC and an AVIF are turned by their own boxes alone, and XMP turns nothing.
    @Test func `F02: EXIF turns a PNG and a WebP`() throws {
        let jpeg = Array(Self.jpeg(1, 1, orientation: 6, taken: "2023:05:06 07:08:09"))
        let exif = Array(jpeg[12..<(4 + Int(jpeg[4]) << 8 + Int(jpeg[5]))])
        let png =
            Array(Self.png(2, 3, isWhole: false)) + Self.long(exif.count) + Array("eXIf".utf8) + exif + [0, 0, 0, 0]
        func little(_ number: Int) -> [UInt8] { Self.long(number).reversed() }
        let even = exif + (exif.count % 2 == 0 ? [] : [0])
        let webP =
            Array("RIFF".utf8) + little(30 + even.count) + Array("WEBPVP8X".utf8) + little(10)
            + [8, 0, 0, 0, 1, 0, 0, 2, 0, 0] + Array("EXIF".utf8) + little(exif.count) + even
        let root = try scratch.write(["a.png": Data(png), "b.webp": Data(webP)], below: "turned")
        var workshop = Workshop()
        try workshop.importing(root, pictures: Self.ada)
        let family = workshop.state.studio.model
        let images = family.artworks.all.flatMap { family.artworks[$0.slot].images.map(\.facts) }
        #expect(images.map(\.orientation) == [6, 6])
        #expect(images.map { $0.taken?.text } == ["2023-05-06", "2023-05-06"])
    }

    @Test mutating func `F33: says at once of a picture that it is too large to be decoded`() throws {
        let files = ["fits.png": Self.png(10_000, 10_000), "large.png": Self.png(10_000, 10_001)]
        let plan = try workshop.importing(scratch.write(files, below: "one"), pictures: Self.ada)
        #expect(plan.created.artworks == 2)
        #expect(
            plan.report
                == "view of a picture | large.png | it has 10000 × 10001 pixels, too many to be decoded here; it is taken as it is\n"
        )
    }

    @Test mutating func `F28: takes a JPEG with bytes between its segments, a film behind it and a day to come`() throws {
        var loose = Self.jpeg(40, 30, orientation: 1, taken: "2024:05:01 10:20:30")
        loose.insert(contentsOf: [0, 1, 2], at: loose.count - 26)
        let scan = Data([0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 2, 0xFF, 0xD9])
        let film =
            Self.jpeg(50, 30, orientation: 1, taken: "2024:05:02 10:20:30").dropLast(2) + scan
            + Data(repeating: 7, count: 3000)
        let cut = film.dropLast(3002)  // Without the end of the picture.
        let folder = try scratch.write(
            [
                "loose one.jpg": loose, "PXL_20240502_101112131.MP.jpg": film,
                "cut off.jpg": cut + Data(repeating: 7, count: 3000),
                "later on.jpg": Self.jpeg(60, 30, orientation: 1, taken: "2099:01:01 00:00:00"),
            ], below: "one")
        let plan = try workshop.importing(folder, pictures: Self.ada)
        #expect(plan.created.artworks == 4)
        #expect(artworks.contains("Ada: PXL_20240502_101112131.MP.jpg 50x30 turned 1 of 2024-05-02"))
        #expect(plan.report.contains("end of a picture | cut off.jpg"))
        #expect(!plan.report.contains("PXL"))
        #expect(plan.report.contains("day of a picture | later on.jpg | the camera wrote 2099-01-01"))
    }

    private var artworks: [String] {
        let family = workshop.state.studio.model
        return family.artworks.all.map(\.slot).map { family.artworks[$0] }.filter { family.isVisible($0) }.map {
            artwork in
            let images = artwork.shownImages.map { image in
                let facts = image.facts
                return "\(facts.file.name.text) \(facts.widthPixels)x\(facts.heightPixels) turned \(facts.orientation)"
            }
            let whose = family.children[artwork.child]?.name.text ?? ""
            let caption = artwork.caption.map { "“\($0.text)” " } ?? ""
            let tags = artwork.tags.map { " #" + $0.text }.joined()
            return "\(whose): \(caption)\(images.joined(separator: ", ")) of \(artwork.date.text)\(tags)"
        }
    }

    private var album: [String: Data] {
        [
            "IMG_0001.JPG": Self.jpeg(400, 300, orientation: 6, taken: "2024:05:01 10:20:30"),
            "Autumn/Red leaf.png": Self.png(30, 40), "Autumn/again.png": Self.png(30, 40),
            "Autumn/torn.png": Self.png(5, 6, mark: 1, isWhole: false),
            "broken.jpg": Data([0xFF, 0xD8, 0xFF, 0, 0, 1]),
            "letter.pdf": Data("%PDF".utf8), "no-size.png": Self.png(0, 5),
        ]
    }

    @Test mutating func `makes an artwork of each, with its size, its day and which way up it is`() throws {
        let plan = try workshop.importing(scratch.write(album, below: "pictures"), pictures: Self.ada)
        #expect(plan.format == .pictures)
        #expect(plan.created.children == 1)
        try expectGolden(
            artworks.joined(separator: "\n") + "\n\nNot taken over:\n" + plan.report, "pictures/album.txt")
        #expect(plan.blobs.count == plan.created.artworks)
    }

    @Test mutating func `takes each once, whatever it is called there and wherever it lies`() throws {
        try workshop.importing(scratch.write(album, below: "pictures"), pictures: Self.ada)
        let again = try workshop.plan(scratch.write(album, below: "pictures"), pictures: Self.ada)
        #expect(again.steps == [])
        #expect(again.unchanged == 3)
        let moved = try scratch.write(["Other/name.png": Self.png(30, 40)], below: "moved")
        #expect(try workshop.plan(moved, pictures: Self.ada).steps == [])
        // For the only child there is, without saying so.
        let unsaid = PicturesWish(child: nil, age: nil, today: Self.today)
        #expect(try workshop.plan(moved, pictures: unsaid).unchanged == 1)
    }

    @Test mutating func `reports what is here already as another's`() throws {
        try workshop.importing(scratch.write(["a.png": Self.png(1, 2)], below: "one"), pictures: Self.ada)
        let ben = PicturesWish(child: "Ben", age: 7, today: Self.today)
        let plan = try workshop.importing(
            scratch.write(["a.png": Self.png(1, 2), "b.png": Self.png(3, 4)], below: "two"), pictures: ben)
        #expect(plan.report == "duplicate | a.png | it is here already, as an artwork of Ada\n")
        #expect(plan.created.artworks == 1)
    }

    @Test mutating func `says nothing of pictures of children that the person must not know of`() throws {
        let first = try scratch.write(["a.png": Self.png(1, 2)], below: "one")
        try workshop.importing(first, pictures: Self.ada)
        try workshop.importing(
            scratch.write(["b.png": Self.png(3, 4)], below: "two"),
            pictures: PicturesWish(child: "Ben", age: 7, today: Self.today))
        let ben = try #require(workshop.state.studio.model.children.ids.last)
        let narrow = PicturesWish(child: "Ben", age: nil, today: Self.today, reach: [ben])
        let plan = try workshop.importing(first, pictures: narrow)
        #expect(plan.report.isEmpty && plan.created.artworks == 1, "\(plan.report)")
        #expect(workshop.state.studio.model.artworks.entries.count { $0.child == ben } == 2)
        #expect(try workshop.plan(first, pictures: narrow).unchanged == 1)
    }

    @Test mutating func `goes to another child where the one of that name is called otherwise by now`() throws {
        let first = try scratch.write(["a.png": Self.png(1, 2)], below: "one")
        try workshop.importing(first, pictures: Self.ada)
        let renamed = try #require(workshop.state.studio.model.children.ids.first)
        try workshop.perform(ImportStep(.studio(.renameChild(renamed, to: try Name("Ada Maria")))))
        // The same pictures are here already: nothing comes twice, and nobody is added for them.
        let again = try workshop.plan(first, pictures: Self.ada)
        #expect(again.steps == [])
        #expect(again.report == "duplicate | a.png | it is here already, as an artwork of Ada Maria\n")
        let second = try scratch.write(["a.png": Self.png(1, 2), "b.png": Self.png(3, 4)], below: "two")
        let plan = try workshop.importing(second, pictures: Self.ada)
        #expect(plan.created.children == 1 && plan.created.artworks == 1)
        #expect(artworks.map { $0.prefix { $0 != ":" } } == ["Ada Maria", "Ada"])
        #expect(try workshop.plan(second, pictures: Self.ada).steps == [])
        // Who has the name again is meant by it.
        let ada = try #require(workshop.state.studio.model.children.ids.last)
        try workshop.perform(ImportStep(.studio(.renameChild(ada, to: try Name("Adele")))))
        try workshop.perform(ImportStep(.studio(.renameChild(renamed, to: try Name("Ada")))))
        #expect(try workshop.plan(second, pictures: Self.ada).unchanged == 1)
    }

    @Test(.shows("B-63")) mutating func `does not bring back what was deleted here`() throws {
        let folder = try scratch.write(["a.png": Self.png(1, 2)], below: "one")
        try workshop.importing(folder, pictures: Self.ada)
        let id = try #require(workshop.state.studio.model.artworks.ids.first)
        try workshop.perform(ImportStep(.studio(.trashArtwork(id))))
        let plan = try workshop.plan(folder, pictures: Self.ada)
        #expect(plan.steps == [])
        #expect(plan.report == "deleted picture | a.png | it was deleted here; it stays so\n")
    }

    @Test(arguments: [true, false])
    mutating func `brings everything back after the import was undone`(forgetting: Bool) throws {
        let folder = try scratch.write(album, below: "pictures")
        let first = try workshop.importing(folder, pictures: Self.ada)
        let before = artworks
        try workshop.withdraw(since: 0, forgetting: forgetting)
        #expect(artworks == [])
        #expect(try workshop.importing(folder, pictures: Self.ada).created == first.created)
        #expect(artworks == before)
    }

    @Test(
        arguments: [
            (PicturesWish(child: nil, age: nil, today: today), "there is no child yet"),
            (PicturesWish(child: "Ada", age: nil, today: today), "say how old with --age"),
            (PicturesWish(child: "Ada", age: 40, today: today), "“Ada” cannot be added"),
        ])
    mutating func `is refused where nobody can tell whose they are`(wish: PicturesWish, problem: String) throws {
        let folder = try scratch.write(["a.png": Self.png(1, 2)], below: "one")
        let failure = #expect(throws: ImportFailure.self) { try workshop.plan(folder, pictures: wish) }
        #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
    }

    @Test mutating func `is refused where two children have the name`() throws {
        for number in 1...2 {
            let adding = StudioCommand.addChild(
                ChildID(hi: 7, lo: UInt64(number)), name: try Name("Ada"), birth: nil, age: 5, avatar: .none,
                today: Self.today)
            try workshop.perform(ImportStep(.studio(adding)))
        }
        let folder = try scratch.write(["a.png": Self.png(1, 2)], below: "one")
        let failure = #expect(throws: ImportFailure.self) { try workshop.plan(folder, pictures: Self.ada) }
        #expect(failure?.message.contains("2 children are called “Ada”") == true)
    }

    @Test mutating func `of an archive that leads outside is refused`() throws {
        let folder = try scratch.write(["a.png": Self.png(1, 2)], below: "inner/deep")
        let file = scratch.url.appending(path: "slip.tar")
        _ = try output(of: "tar", "-cPf", file.path, "../deep/a.png", in: folder)
        let failure = #expect(throws: ImportFailure.self) { try workshop.plan(file, pictures: Self.ada) }
        guard case .hostile(_, let problem)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem.contains("leads outside the archive"))
    }

    @Test mutating func `of a folder leaves out links, and of an archive with links takes nothing`() throws {
        let folder = try scratch.write(["a.png": Self.png(1, 2)], below: "album")
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "b.png").path, withDestinationPath: "/etc/passwd")
        let plan = try workshop.plan(folder, pictures: Self.ada)
        #expect(plan.created.artworks == 1)
        #expect(plan.report == "symbolic link | b.png | links are not followed\n")
        let file = scratch.url.appending(path: "album.tar")
        _ = try output(of: "tar", "-cf", file.path, ".", in: folder)
        let failure = #expect(throws: ImportFailure.self) { try workshop.plan(file, pictures: Self.ada) }
        #expect(failure?.message.contains("its entry “b.png” is a symbolic link") == true)
    }

    @Test mutating func `of an archive that unpacks to far more than it is is refused`() throws {
        let folder = try scratch.write(["a.png": Self.png(1, 2)], below: "album")
        let big = folder.appending(path: "big.png")
        try #require(FileManager.default.createFile(atPath: big.path, contents: nil))
        try #require(truncate(big.path, 64 << 20) == 0)
        let file = scratch.url.appending(path: "bomb.tar.gz")
        _ = try output(of: "tar", "-czf", file.path, ".", in: folder)
        let failure = #expect(throws: ImportFailure.self) { try workshop.plan(file, pictures: Self.ada) }
        #expect(failure?.message.contains("like a bomb") == true)
    }
}

@Suite("Real pictures", .enabled(if: GivenData.isHere, GivenData.absent), .shows("B-70"))
struct RealPictures {
    private func family(_ path: String) throws -> (family: StudioModel, plan: ImportPlan) {
        var workshop = Workshop()
        let plan = try workshop.importing(
            GivenData.file("images/\(path)"), format: .pictures, pictures: TakingInPictures.ada)
        return (workshop.state.studio.model, plan)
    }

    private func images(_ path: String) throws -> [ImageFacts] {
        let family = try family(path).family
        return family.artworks.all.flatMap { family.artworks[$0.slot].images.map(\.facts) }
    }

    @Test func `keep which way up the camera was held`() throws {
        let found = try images("exif-orientation").map {
            "\($0.file.name.text) \($0.widthPixels)x\($0.heightPixels) \($0.orientation)"
        }
        #expect(
            found == [
                "Landscape_1.jpg 1800x1200 1", "Landscape_3.jpg 1800x1200 3", "Landscape_6.jpg 1200x1800 6",
                "Landscape_8.jpg 1200x1800 8",
            ])
        #expect(try images("avif/kimono.rotate90.avif").map(\.orientation) == [6])
    }

    @Test func `keep the day they were taken on`() throws {
        let found = try images("exif-samples-a.zip")
        #expect(found.count == 26)
        let days = Dictionary(found.map { ($0.file.name.text, $0.taken?.text) }) { first, _ in first }
        #expect(days["canon-ixus.jpg"] == "2001-06-09")
        #expect(days["DSCN0010.jpg"] == "2008-10-22")
        #expect(days["no_exif.jpg"] == .some(nil))
    }

    /// The names of the suite say which files are broken: those that begin with an x.
    @Test func `of PngSuite all have the size they should`() throws {
        let found = try images("pngsuite.zip")
        #expect(found.count > 150)
        for image in found where image.file.name.text.hasPrefix("s") {
            let size = Int(image.file.name.text.dropFirst().prefix(2))
            if let size { #expect(image.widthPixels == size && image.heightPixels == size, "\(image.file.name.text)") }
        }
        #expect(found.allSatisfy { (1...100_000).contains($0.widthPixels) })
    }

    static let hostile = [
        "gif-afl-a.zip", "jpeg-afl-a.zip", "png-fuzz-a.zip", "libwebp-a.zip", "pillow-a.zip", "gofuzz-bmp.zip",
        "gofuzz-tiff.zip", "libvips",
    ]

    @Test(arguments: hostile)
    func `made to break a decoder are taken or reported, and nothing falls over`(name: String) throws {
        let (family, plan) = try family(name)
        #expect(plan.created.artworks + plan.notTaken.count > 0)
        for (_, slot) in family.artworks.all {
            for image in family.artworks[slot].images {
                #expect((1...ImageFacts.pixelsMax).contains(image.facts.widthPixels))
                #expect((1...8).contains(image.facts.orientation))
            }
        }
        let files = Set(plan.blobs.map(\.digest))
        #expect(files.count == plan.created.artworks)
    }
}
