import Accounts
import Foundation
import HTTPTypes
import Importers
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Sharing pictures")
struct SharingPictures {
    /// Something to share with a picture in it.
    private struct Shown {
        var thing: EntityID
        var digest: Digest
        var image: ImageID = .zero
    }

    private func perform(
        _ commands: [WorkspaceCommand], in home: ReadingOverHTTP.Furnished, _ fixture: ServiceFixture
    ) async throws {
        _ = try await fixture.pool.using(home.id) { try await $0.perform(commands, as: home.author) }
    }

    private func artwork(
        _ bytes: [UInt8], _ caption: String, in home: ReadingOverHTTP.Furnished, _ fixture: ServiceFixture
    ) async throws -> Shown {
        let (id, image): (ArtworkID, ImageID) = (
            fixture.pool.runtime.mint(), fixture.pool.runtime.mint()
        )
        let digest = try await fixture.pool.using(home.id) { try $0.blobs.keep(bytes, for: .child(home.child)) }
        let facts = try #require(ImageFacts(picture: bytes, id: image, name: Name(recorded: "DSCN0010 at home.jpg")))
        let day = try #require(CalendarDay(text: "2026-11-22"))
        let new = NewArtwork(
            images: [facts], uploaded: day, medium: Name(recorded: "crayon"), caption: Name(recorded: caption),
            notes: "Drawn after the quarrel", tags: [Name(recorded: "private")])
        try await perform([.studio(.uploadArtwork(id, of: home.child, new, ifKnown: .kept))], in: home, fixture)
        return Shown(thing: id.entity, digest: digest, image: image)
    }

    private func files(_ link: SharingLinksOverHTTP.Link, _ fixture: ServiceFixture) async throws -> [String] {
        let shown = try await fixture.get(link.path)
        try #require(shown.status == 200, "\(shown.text)")
        return shown.json["parts"].list.flatMap { $0["pictures"].list }.compactMap { $0["file"].string }
    }

    @Test(.enabled(if: PicturingFiles.isHere, PicturingFiles.absent), .shows("B-71", "B-68"))
    func `a picture says nothing of where and with what it was taken, in a note and in an artwork`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let taken = try #require(try PicturingFiles.pictures().first { $0.name.contains("/gps/") }).bytes
            let words = ["Exif", "GPS", "NIKON", "http://ns.adobe.com"]
            #expect(words.contains { Data(taken).range(of: Data($0.utf8)) != nil })
            let artwork = try await artwork(taken, "The sun", in: home, fixture)
            let digest = try await fixture.pool.using(home.id) { try $0.blobs.keep(taken, for: .workspace) }
            let runtime = fixture.pool.runtime
            let file = FileFacts(
                name: Name(recorded: "house.jpg"), mediaType: "image/jpeg", sizeBytes: taken.count, digest: digest.bytes)
            let paper = FileFacts(
                name: Name(recorded: "plan.pdf"), mediaType: "application/pdf", sizeBytes: 5,
                digest: try await fixture.pool.using(home.id) {
                    try $0.blobs.keep(Array("words".utf8), for: .workspace)
                }.bytes)
            try await perform(
                [
                    .notes(.attachFile(runtime.mint(), to: .note(home.notes[0]), file)),
                    .notes(.attachFile(runtime.mint(), to: .note(home.notes[0]), paper)),
                ], in: home, fixture)
            for thing in [artwork.thing, home.notes[0].entity] {
                let link = try await SharingLinksOverHTTP.share(thing, of: home, at: fixture)
                let address = try #require(try await files(link, fixture).first)
                #expect(address != digest.text)
                for query in ["", "?size=1280", "?size=160"] {
                    let path = link.path + "/files/" + address + query
                    let answer = try await fixture.get(path)
                    #expect(answer.status == 200, "\(query): \(answer.text.prefix(200))")
                    #expect(answer.headers[.contentType] == (query.isEmpty ? "image/jpeg" : "image/webp"))
                    #expect(answer.headers[.cacheControl] == "private, no-cache")
                    for word in words { #expect(Data(answer.bytes).range(of: Data(word.utf8)) == nil, "\(word)") }
                    #expect(PictureHead(answer.bytes)?.taken == nil)
                    let tag = try #require(answer.headers[.eTag])
                    #expect(try await fixture.get(path, headers: [.ifNoneMatch: tag]).status == 304)
                }
            }
            // What nothing can be taken out of is named, and not handed out.
            let note = try await SharingLinksOverHTTP.share(home.notes[0].entity, of: home, at: fixture)
            let part = try #require(try await fixture.get(note.path).json["parts"].list.first)
            #expect(part["pictures"].list.count == 1)
            #expect(part["files"].list.compactMap { $0["name"].string } == ["plan.pdf"])
        }
    }

    @Test(.enabled(if: PicturingFiles.isHere, PicturingFiles.absent), .shows("B-68"))
    func `a link hands out the pictures of its thing and no others, and to look at only never a whole one`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let bytes = try ReadingFilesOverHTTP.shared("images/exif-orientation/Landscape_6.jpg")
            let (sun, moon) = (
                try await artwork(bytes, "The sun", in: home, fixture),
                try await artwork(QuarteredPicture.bytes, "The moon", in: home, fixture)
            )
            let (link, other) = (
                try await SharingLinksOverHTTP.share(sun.thing, ",\"viewOnly\":true", of: home, at: fixture),
                try await SharingLinksOverHTTP.share(moon.thing, of: home, at: fixture)
            )
            let (own, foreign) = (try #require(try await files(link, fixture).first), try await files(other, fixture)[0])
            for address in [foreign, sun.digest.text, moon.digest.text, String(repeating: "0", count: 64)] {
                let answer = try await fixture.get(link.path + "/files/" + address + "?size=160")
                #expect(answer.status == 404 && answer.problem == "noSuchFile", "\(answer.text)")
            }
            #expect(try await fixture.get(link.path + "/files/x").status == 400)
            #expect(try await fixture.get(link.path + "/files/" + own + "?size=17").status == 400)
            let whole = try await fixture.get(link.path + "/files/" + own)
            #expect(whole.status == 403 && whole.problem == "viewOnly")
            #expect(try await fixture.get(link.path + "/files/" + own + "?size=1280").status == 200)
            let page = try await fixture.get(link.path, headers: SharingLinksOverHTTP.html)
            #expect(page.text.contains("src=\"\(link.secret)/files/\(own)?size=1280\"") && !page.text.contains("<a "))
            #expect(try await fixture.get(other.path, headers: SharingLinksOverHTTP.html).text.contains("<a href="))

            let shown = try await fixture.get(link.path)
            #expect(shown.json["title"].string == "The sun" && shown.json["viewOnly"] == .flag(true))
            #expect(shown.json["parts"].list.first?["medium"].string == "crayon")
            for word in ["Ada", "quarrel", "private", "DSCN0010", sun.digest.text, home.child.text] {
                #expect(!shown.text.contains(word) && !page.text.contains(word), "\(word)")
            }
            // A picture that is taken out of the artwork is out of the link.
            let another = try await artwork(QuarteredPicture.bytes, "Another", in: home, fixture)
            let facts = try #require(
                ImageFacts(
                    picture: QuarteredPicture.bytes, id: fixture.pool.runtime.mint(),
                    name: Name(recorded: "more.png")))
            let artwork = another.thing.as(Artwork.self)
            try await perform(
                [
                    .studio(.addImage(artwork, facts, above: nil, ifKnown: .kept)),
                    .studio(.editImage(artwork, facts.id, EditRecipe(isMirrored: true))),
                ], in: home, fixture)
            let both = try await SharingLinksOverHTTP.share(another.thing, of: home, at: fixture)
            let addresses = try await files(both, fixture)
            #expect(addresses.count == 2 && Set(addresses).count == 2)
            try await perform([.studio(.removeImage(artwork, facts.id))], in: home, fixture)
            #expect(try await files(both, fixture) == [addresses[0]])
            #expect(try await fixture.get(both.path + "/files/" + addresses[1] + "?size=160").status == 404)
        }
    }

    @Test(.enabled(if: PicturingFiles.isHere, PicturingFiles.absent), arguments: [false, true])
    func `a picture is handed out as it was edited, without what was cut off`(isEncrypted: Bool) async throws {
        try await ServiceFixture.open(isEncrypted: isEncrypted) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let shown = try await artwork(QuarteredPicture.bytes, "Squares", in: home, fixture)
            let link = try await SharingLinksOverHTTP.share(shown.thing, of: home, at: fixture)
            func corners(_ recipe: EditRecipe) async throws -> (size: [Int], colours: [String]) {
                try await perform(
                    [.studio(.editImage(shown.thing.as(Artwork.self), shown.image, recipe))], in: home, fixture)
                let address = try #require(try await files(link, fixture).first)
                var last = ServiceFixture.Answer(status: 0, headers: [:], bytes: [])
                // Made, and then as it was kept.
                for _ in 0..<2 { last = try await fixture.get(link.path + "/files/" + address) }
                #expect(last.status == 200, "\(last.text.prefix(200))")
                #expect(last.headers[.contentType] == "image/png")
                let head = try #require(PictureHead(last.bytes))
                let (right, bottom) = (head.widthPixels - 1, head.heightPixels - 1)
                let bytes = last.bytes
                let colours = try await fixture.pool.blocking.run(orSay: .stopping) {
                    try [(0, 0), (right, 0), (0, bottom), (right, bottom)].map {
                        try QuarteredPicture.colour($0.0, $0.1, of: bytes)
                    }
                }
                return ([head.widthPixels, head.heightPixels], colours)
            }
            let plain = try await files(link, fixture)
            #expect(try await corners(EditRecipe(isMirrored: true)).colours == ["green", "red", "white", "blue"])
            #expect(try await corners(EditRecipe(quarterTurns: 1)).colours == ["blue", "red", "white", "green"])
            #expect(try await corners(EditRecipe(quarterTurns: 2)).colours == ["white", "blue", "green", "red"])
            let turned = try await corners(EditRecipe(quarterTurns: 1, isMirrored: true, left: 5_000, width: 5_000))
            #expect(turned.size == [8, 16] && turned.colours == ["blue", "blue", "white", "white"])
            let cut = try await corners(EditRecipe(left: 0, top: 5_000, width: 5_000, height: 5_000))
            #expect(cut.size == [8, 8] && Set(cut.colours) == ["blue"])
            // What it was called before leads nowhere: the whole picture cannot be had any more.
            #expect(try await fixture.get(link.path + "/files/" + plain[0]).status == 404)
            let small = try #require(try await files(link, fixture).first)
            let thumbnail = try await fixture.get(link.path + "/files/" + small + "?size=160")
            #expect(PictureHead(thumbnail.bytes).map { [$0.widthPixels, $0.heightPixels] } == [8, 8])
        }
    }

    @Test(.enabled(if: PicturingFiles.isHere, PicturingFiles.absent), .shows("B-68"))
    func `an album is shown in its order, without what is in the trash`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (sun, moon) = (
                try await artwork(QuarteredPicture.bytes, "The sun", in: home, fixture),
                try await artwork(QuarteredPicture.bytes, "The moon", in: home, fixture)
            )
            let album: AlbumID = fixture.pool.runtime.mint()
            try await perform(
                [
                    .studio(.createAlbum(album, name: Name(recorded: "Sky"))),
                    .studio(.addToAlbum(album, moon.thing.as(Artwork.self), above: nil)),
                    .studio(.addToAlbum(album, sun.thing.as(Artwork.self), above: nil)),
                ], in: home, fixture)
            let link = try await SharingLinksOverHTTP.share(album.entity, of: home, at: fixture)
            func titles() async throws -> [String] {
                try await fixture.get(link.path).json["parts"].list.compactMap { $0["title"].string }
            }
            #expect(try await fixture.get(link.path).json["title"].string == "Sky")
            #expect(try await titles() == ["The moon", "The sun"])
            let page = try await fixture.get(link.path, headers: SharingLinksOverHTTP.html).text
            #expect(page.contains("<span class=\"name\">The moon</span>") && page.contains("November 22, 2026</time>"))
            try await perform([.studio(.trashArtwork(moon.thing.as(Artwork.self)))], in: home, fixture)
            #expect(try await titles() == ["The sun"])
            try await perform([.studio(.trashChild(home.child))], in: home, fixture)
            #expect(try await titles().isEmpty)
            try await perform([.studio(.trashAlbum(album))], in: home, fixture)
            #expect(try await fixture.get(link.path).status == 404)
        }
    }

    @Test(.shows("N-041"))
    func `a drawing stands in a shared note where it stands in the note, as lines and nothing else`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let (first, second): (InkID, InkID) = (runtime.mint(), runtime.mint())
            let points = StrokePoints([
                StrokePoints.Point(x: 1, y: 1, pressure: 1, time: 0), StrokePoints.Point(x: 90, y: 40, pressure: 1, time: 9),
            ])
            // The second one is put before the first.
            for (ink, at) in [(first, 5), (second, 0)] {
                let stroke = Stroke(
                    id: runtime.mint(), tool: .pencil, colour: 0xFF, width: 10, packed: points.packed)
                let view = try await fixture.pool.using(home.id) { await $0.view }
                let parents = try #require(view.notes.note(home.notes[0])?.parents)
                let edit = TextEdit(
                    parents: parents, runs: [TextRun(position: at, deleteCount: 0, insertion: Ink.anchor(ink))])
                try await perform(
                    [.notes(.addInk(home.notes[0], ink, edit: edit, strokes: [stroke]))], in: home, fixture)
            }
            let link = try await SharingLinksOverHTTP.share(home.notes[0].entity, of: home, at: fixture)
            let part = try #require(try await fixture.get(link.path).json["parts"].list.first)
            #expect(part["text"].string == "[drawing 1]Roses[drawing 2] 0")
            #expect(part["drawings"].list.count == 2)
            let page = try await fixture.get(link.path, headers: SharingLinksOverHTTP.html).text
            #expect(page.matches(of: #/<svg /#).count == 2)
            let between = #/</svg>\n?</div><div class="words"><p>Roses</p></div><div class="drawing"><svg/#
            #expect(page.firstMatch(of: between) != nil)
            for word in ["metadata", first.text, second.text, "(ink:"] { #expect(!page.contains(word), "\(word)") }
        }
    }
}
