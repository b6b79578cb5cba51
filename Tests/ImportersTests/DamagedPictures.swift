import Foundation
import Kernel
import KernelTesting
import Synchronization
import Testing
import Workspace

@testable import Importers

@Suite("F33: damage that the structure of a picture shows")
struct DamagedPictures {
    struct Sample: Sendable, CustomTestStringConvertible {
        var kind: PictureKind
        var bytes: [UInt8]
        var testDescription: String { kind.name }
    }

    /// A JPEG with a restart in its scan; the others have a part of each kind.
    static let samples: [Sample] = {
        let jpeg = Array(TakingInPictures.jpeg(40, 30, orientation: 6, taken: "2024:05:01 10:20:30"))
        let png = Array(TakingInPictures.png(40, 30))
        return [
            Sample(kind: .jpeg, bytes: jpeg.dropLast(2) + [0xFF, 0, 1, 0xFF, 0xD0, 2, 0xFF, 0xD1, 3, 0xFF, 0xD9]),
            Sample(kind: .png, bytes: png[..<33] + TakingInPictures.chunk("tEXt", [65, 0, 66]) + png[33...]),
            Sample(kind: .gif, bytes: TakingInPictures.gif([0x21, 0xF9, 4, 0, 0, 0, 0, 0])),
            Sample(
                kind: .webP,
                bytes: TakingInPictures.webP(
                    Array("VP8X".utf8) + [10, 0, 0, 0, 8, 0, 0, 0, 39, 0, 0, 29, 0, 0] + Array("EXIF".utf8) + [
                        2, 0, 0, 0, 1, 2,
                    ])),
        ]
    }()

    @Test(arguments: samples)
    func `a sound picture has none, and one that is cut anywhere has some`(sample: Sample) {
        #expect(PictureKind(sample.bytes) == sample.kind)
        #expect(PictureStructure.fault(in: sample.bytes, sample.kind) == nil)
        #expect(PictureFacts(sample.bytes)?.isWhole == true)
        for count in 16..<sample.bytes.count {
            let cut = Array(sample.bytes[..<count])
            #expect(
                PictureStructure.fault(in: cut, sample.kind) != nil || PictureFacts(cut)?.isWhole == false, "\(count)")
        }
    }

    /// Every byte of a PNG is under a checksum; of the others a changed byte is one that may be or one that may not.
    @Test(arguments: samples)
    func `a changed byte is seen where it can be, and never falls over`(sample: Sample) {
        var seenCount = 0
        for at in 12..<sample.bytes.count {
            for bit in [1, 0x80, 0xFF] as [UInt8] {
                var changed = sample.bytes
                changed[at] ^= bit
                if PictureStructure.fault(in: changed, sample.kind) != nil { seenCount += 1 }
            }
        }
        if sample.kind == .png { #expect(seenCount == 3 * (sample.bytes.count - 12)) }
        #expect(seenCount > 0)
    }

    @Test(arguments: [
        (
            [0xFF, 0xD0, 2, 0xFF, 0xD1], [0xFF, 0xD1, 2, 0xFF, 0xD1],
            "a restart of its scan at byte 182 is out of order"
        ),
        ([0xFF, 0xD0, 2], [0xFF, 0x3C, 2], "its scan is interrupted at byte 182"),
        ([0xFF, 0xDA], [0xFF, 0xFE], "it holds no image"),
    ])
    func `of a JPEG is said with its place`(part: [UInt8], instead: [UInt8], fault: String) throws {
        var bytes = Self.samples[0].bytes
        let range = try #require(bytes.firstRange(of: part))
        bytes.replaceSubrange(range, with: instead)
        #expect(
            PictureStructure.fault(in: bytes, .jpeg)?.replacing(/[0-9]+/, with: "")
                == fault.replacing(/[0-9]+/, with: ""))
    }

    @Test func `checksums are those of the standard`() {
        #expect(CRC32.of(Array("123456789".utf8)[...]) == 0xCBF4_3926)
        #expect(CRC32.of([]) == 0)
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
            #expect(CRC32.of(bytes[...]) == Packing.crc32(bytes))
        }
    }

    /// The names of the suite say which files are broken: those that begin with an x.
    @Test(.enabled(if: GivenData.isHere, GivenData.absent))
    func `of PngSuite and of what cameras made is none, but of the files that were broken`() throws {
        for name in ["pngsuite.zip", "exif-samples-a.zip"] {
            let tree = try SourceTree.archive(at: GivenData.file("images/\(name)"))
            for entry in tree.entries {
                guard case .file(_, let content) = entry.kind else { continue }
                let bytes = try content.read()
                guard let kind = PictureKind(bytes), PictureFacts(bytes) != nil else { continue }
                let isBroken = name == "pngsuite.zip" && lastName(entry.path).hasPrefix("x")
                // A colour type or a depth that no PNG has agrees with its checksum.
                if isBroken,
                    ["xc1n0g08", "xc9n2c08", "xd0n2c08", "xd3n2c08", "xd9n2c08"].contains(where: entry.path.contains)
                {
                    continue
                }
                let fault = PictureStructure.fault(in: bytes, kind)
                #expect((fault != nil) == isBroken, "\(entry.path): \(fault ?? "sound")")
            }
        }
    }
}

@Suite("F33: pictures are tried when they are taken in")
struct TryingPictures {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    @Test(arguments: [.undecodable, .damaged, .sound, nil] as [PictureTrial?])
    mutating func `F33: names the pictures that cannot be decoded, and keeps them`(trial: PictureTrial?) throws {
        var broken = TakingInPictures.png(2, 3, mark: 2)
        broken[45] ^= 1
        let root = try scratch.write(
            [
                "a.avif": TakingInPictures.heif("avif", taken: "2023:05:06 07:08:09"),
                "b.png": TakingInPictures.png(2, 3), "broken.png": broken,
                "cut.png": TakingInPictures.png(2, 3, mark: 1, isWhole: false), "d.bmp": Self.bmp,
                "e.gif": Data(TakingInPictures.gif()),
                "f.jpg": TakingInPictures.jpeg(4, 5, orientation: 1, taken: "2023:05:06 07:08:09"),
                "g.webp": Data(TakingInPictures.webP()),
            ], below: "in")
        let wish = PicturesWish(child: "Ada", age: 5, today: TakingInPictures.today) { _ in trial }
        let plan = try workshop.importing(root, pictures: wish)
        #expect(plan.created.artworks == 8 && plan.blobs.count == 8)
        func named(_ what: String) -> [String] { plan.notTaken.filter { $0.what == what }.map(\.at) }
        // Those first that their structure does not tell.
        let all = ["a.avif", "broken.png", "cut.png", "d.bmp", "b.png", "e.gif", "f.jpg", "g.webp"]
        #expect(named("view of a picture") == (trial == .undecodable ? all : []))
        // Each that is damaged has one line, no matter which check found it.
        #expect(
            named("damaged picture").sorted()
                == (trial == .damaged ? all.filter { $0 != "cut.png" }.sorted() : ["broken.png"]))
        #expect(named("end of a picture") == ["cut.png"])
        #expect(try workshop.plan(root, pictures: wish).steps == [])
    }

    private static var bmp: Data {
        func little(_ number: Int) -> [UInt8] { TakingInPictures.long(number).reversed() }
        return Data(
            Array("BM".utf8) + little(58) + little(0) + little(54) + little(40) + little(1) + little(1) + [1, 0, 24, 0]
                + [UInt8](repeating: 0, count: 28))
    }

    @Test mutating func `F33: tries pictures for a bounded time, those first that structure does not tell`() throws {
        var files = ["z.avif": TakingInPictures.heif("avif", taken: "2023:05:06 07:08:09")]
        for mark in 0..<5 { files["\(mark).png"] = TakingInPictures.png(2, 3, mark: UInt8(mark)) }
        let root = try scratch.write(files, below: "album")
        let tried = Mutex<[UInt8]>([])
        let ticks = Mutex(0)
        // Each trial takes ten seconds.
        let wish = PicturesWish(
            child: "Ada", age: 5, today: TakingInPictures.today,
            trial: { bytes in
                tried.withLock { $0.append(bytes[0]) }
                return .sound
            },
            clock: {
                ticks.withLock { ticks in
                    ticks += 10
                    return .seconds(ticks)
                }
            })
        let source = try ImportSource(root)
        for _ in 0..<2 {
            let plan = try source.plan(into: nil, pictures: wish, state: workshop.state) { _ in TextHistory() }
            #expect(plan.created.artworks == 6)
            #expect(
                plan.report == """
                    views of pictures | album | 3 of 6 were not decoded to see whether they can be shown, since that took \
                    30 seconds for the others; they are taken as they are

                    """)
        }
        // Planned again, nothing is decoded again.
        #expect(tried.withLock { $0 } == [0, 0x89, 0x89])
    }
}
