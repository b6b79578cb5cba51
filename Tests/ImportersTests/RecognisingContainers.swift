import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("F04: recognising containers by what they say they are")
struct RecognisingContainers {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    private static let picture = [UInt8](TakingInPictures.png(3, 4))

    private func archive(_ name: String, _ files: [(name: String, bytes: [UInt8])]) throws -> URL {
        let url = scratch.url.appending(path: name)
        try Packing.zip(files).write(to: url)
        return url
    }

    private static let ink = """
        <?xml version="1.0"?><xournal creator="Xournal++" fileversion="5"><page width="595" height="842">\
        <background type="solid" color="#ffffffff" style="lined"/><layer><stroke tool="pen" color="#000000ff" \
        width="1.41">10 10 20 20 30 30</stroke></layer></page></xournal>
        """

    private static let packaged: [(name: String, bytes: [UInt8])] = [
        ("mimetype", Array("application/xournal++".utf8)), ("META-INF/version", Array("current=1".utf8)),
        ("content.xml", Array(ink.utf8)), ("thumbnails/thumbnail.png", picture),
    ]

    @Test(arguments: [false, true])
    mutating func `packaged Xournal++ files in a folder or an archive are ink too`(isArchive: Bool) throws {
        let sketch = [UInt8](Packing.zip(Self.packaged))
        let letter = [UInt8](Packing.zip([("content.xml", Array("<office/>".utf8))]))
        let files = [("Book/one.xopp", sketch), ("two.xopp", sketch), ("letter.xopp", letter)]
        let url =
            isArchive
            ? try archive("all.zip", files)
            : try scratch.write(Dictionary(uniqueKeysWithValues: files.map { ($0.0, Data($0.1)) }), below: "all")
        let plan = try workshop.importing(url)
        #expect(plan.format == .ink)
        #expect(plan.created.notes == 2)
        #expect(plan.report == "file | letter.xopp | it is not ink\n")
        #expect(Set(workshop.notesByPath.keys.map { $0.suffix(3) }) == ["one", "two"])
    }

    @Test mutating func `a packaged Xournal++ file is ink, called like the file`() throws {
        let url = try archive("sketch.xopp", Self.packaged)
        let plan = try workshop.importing(url)
        #expect(plan.format == .ink)
        #expect(plan.created.notes == 1 && plan.created.artworks == 0)
        #expect(plan.report == "")
        #expect(workshop.notesByPath.keys.contains { $0.contains("sketch") })
    }

    @Test(arguments: [
        ["mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"],
        ["mimetype": "application/epub+zip", "META-INF/container.xml": "<x/>"], ["[Content_Types].xml": "<x/>"],
        ["Index/Document.iwa": "x"], ["data.bin": "x"],
    ])
    func `a document of another program is refused, whatever pictures lie in it`(files: [String: String]) throws {
        let own = files.map { (name: $0.key, bytes: Array($0.value.utf8)) }
        let pictures = files["data.bin"] == nil ? "Pictures/1.png" : "Thumbnails/thumbnail.png"
        let url = try archive("letter.odt", own + [(pictures, Self.picture)])
        #expect(throws: ImportFailure.self) { try ImportSource(url) }
    }

    /// F04: each of several bundles is a note under its own name, packed or not, wherever it lies.
    @Test(arguments: [false, true])
    mutating func `several text bundles are as many notes`(isArchive: Bool) throws {
        func bundle(_ root: String, _ text: String) -> [(name: String, bytes: [UInt8])] {
            [
                (root + "info.json", Array(#"{"version": 2}"#.utf8)), (root + text, Array("![](assets/map.png)".utf8)),
                (root + "assets/map.png", Self.picture),
            ]
        }
        var files = bundle("One.textbundle/", "text.md") + bundle("deep/Two.TextBundle/", "text.txt")
        files += [
            ("Three.textpack", [UInt8](Packing.zip(bundle("", "text.markdown")))),
            ("Four.textpack", [UInt8](Packing.zip(bundle("Other.textbundle/", "text.md")))),
            ("broken.textpack", Array("no zip".utf8)), ("plain.md", Array("p".utf8)),
        ]
        let url =
            isArchive
            ? try archive("all.zip", files)
            : try scratch.write(Dictionary(uniqueKeysWithValues: files.map { ($0.name, Data($0.bytes)) }), below: "all")
        let plan = try workshop.importing(url)
        #expect(plan.format == .markdown)
        #expect(
            workshop.notesByPath.keys.sorted() == [
                "all/Four.textbundle/Four", "all/One.textbundle/One", "all/Three.textbundle/Three",
                "all/deep/Two.TextBundle/Two", "all/plain",
            ])
        #expect(plan.created.attachments == 4 + 1)
        #expect(plan.notTaken.filter { $0.what == "text bundle" }.map(\.at) == ["broken.textpack"])
        #expect(!plan.notTaken.contains { $0.what == "embed" })
    }

    @Test(arguments: ["", "Trip.textbundle/"], ["markdown", "txt", "md"])
    mutating func `a text bundle is a note with its pictures`(root: String, ending: String) throws {
        let url = try archive(
            "Trip.textpack",
            [
                (root + "info.json", Array(#"{"version": 2}"#.utf8)),
                (root + "text." + ending, Array("# Trip\n![](assets/map.png)".utf8)),
                (root + "assets/map.png", Self.picture),
            ])
        let plan = try workshop.importing(url)
        #expect(plan.format == .markdown)
        #expect(plan.created.notes == 1 && plan.created.attachments == 1)
        #expect(workshop.notesByPath.keys.allSatisfy { $0.hasSuffix("/Trip") })
    }
}
