import Foundation
import Importers
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Taking stories away")
struct TakingStoriesAway {
    @Test(.shows("J-402", "J-414")) func `a story is a PDF with its pictures, its fonts, its title and its language`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (facts, pdf) = try await family.file(
                "{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"language\":\"pl\"}")
            #expect(facts["name"].string == "The whale & the Łódź.pdf" && facts["notes"].list.isEmpty)
            let text = try Validator.text(ofPDF: pdf)
            for words in [
                "The whale & the Łódź", "A story with Ada and Tom", "Ada and Tom sailed away.", "It was “The sea”.",
                "Привет, said the Ωmega whale.", "The sea · 2 September 2026", "Łódź & <Zoë> · 3 October 2026", "Good night!",
                "Told by daybook measures 1",
            ] { #expect(text.contains(words), "\(words) is not in \(text)") }
            #expect(!text.contains(TakenAwayHome.notSeen) && !text.contains("bedtime"))

            let info = try Validator.words("pdfinfo", on: pdf)
            #expect(info.contains(/Title: +The whale & the Łódź\n/))
            #expect(info.contains(/CreationDate: +Sun Nov 22 08:00:00 2026/))
            #expect(info.contains(/Pages: +4\n/) && info.contains("(A4)"))
            let root = try Validator.words("qpdf", ["--show-object=trailer"], on: pdf)
            let catalogue = try #require(root.firstMatch(of: /\/Root (\d+) 0 R/)?.1)
            let words = try Validator.words("qpdf", ["--show-object=\(catalogue)"], on: pdf)
            #expect(words.contains("/Lang (pl)") && words.contains("/DisplayDocTitle true"))

            // The picture of the second page is as it was edited: half as high.
            let images = try Validator.words("pdfimages", ["-list"], on: pdf).split(separator: "\n").dropFirst(2)
            let sizes = images.map { $0.split(separator: " ").dropFirst(2).prefix(3).joined(separator: " ") }
            #expect(sizes == ["image 16 16", "image 16 8"])
            #expect(images.allSatisfy { $0.contains(" jpeg ") })
        }
    }

    @Test(.shows("J-402")) func `a story is an EPUB whose first file says what it is, with words for every picture`()
        async throws
    {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let order = "{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"format\":\"epub\",\"language\":\"pl\"}"
            let (facts, epub) = try await family.file(order)
            #expect(facts["mediaType"].string == "application/epub+zip")
            // Where every reader looks for it: OCF, section 4.3.
            #expect(epub[30..<58].elementsEqual("mimetypeapplication/epub+zip".utf8))
            #expect(Array(epub[26..<30]) == [8, 0, 0, 0] && Array(epub[6..<10]) == [0, 0, 0, 0])
            #expect(try Validator.words("unzip", ["-tq"], on: epub).contains("No errors detected"))
            func file(_ name: String) throws -> String { try Validator.words("unzip", ["-p"], on: epub, then: [name]) }
            let book = try file("EPUB/book.opf")
            #expect(
                book.contains("<dc:title>The whale &amp; the Łódź</dc:title>") && book.contains("<dc:language>pl</dc:language>")
            )
            #expect(book.contains("dcterms:modified\">2026-11-22T08:00:00Z<") && book.contains("urn:uuid:" + family.story.text))
            #expect(book.contains("schema:accessibilityFeature\">alternativeText<"))
            let page = try file("EPUB/page-3.xhtml")
            #expect(page.contains("alt=\"Łódź &amp; &lt;Zoë&gt;\"") && page.contains("<p>Behind it lay Łódź.</p>"))
            #expect(try !file("EPUB/*.xhtml").contains(TakenAwayHome.notSeen))
            let list = try Validator.words("unzip", ["-v"], on: epub)
            #expect(list.contains(/Stored .* EPUB\/picture-2\.jpg/) && list.contains(/Defl:N .* EPUB\/page-1\.xhtml/))
        }
    }

    /// It needs a Java of half a gigabyte: where somebody has it, or in a full run.
    @Test(.enabled(if: Validator.isHere("epubcheck"), "epubcheck is not installed: apt-get install epubcheck"), .shows("J-402"))
    func `epubcheck has nothing to say of a story`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (_, epub) = try await family.file("{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"format\":\"epub\"}")
            let words = try Validator.words("epubcheck", ["--mode", "epub"], on: epub)
            #expect(words.contains("0 fatals / 0 errors / 0 warnings"), "\(words)")
        }
    }

    @Test(
        .enabled(
            if: Validator.isHere("espeak-ng") && Validator.isHere("opusenc") && Validator.isHere("opusinfo"),
            "espeak-ng and opus-tools are not installed"), .shows("J-404"))
    func `a story is read aloud into a file that can be played without a network`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            func aloud(_ language: String) async throws -> [UInt8] {
                try await family.file(
                    "{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"format\":\"opus\",\"language\":\"\(language)\"}"
                ).bytes
            }
            let english = try await aloud("en")
            let said = try Validator.words("opusinfo", on: english)
            #expect(said.contains("title=The whale & the Łódź"))
            let seconds = try #require(said.firstMatch(of: /Playback length: 0m:(\d+)\./).flatMap { Int($0.1) })
            #expect((4...40).contains(seconds))
            #expect(try await aloud("pl") != english)
        }
    }

    @Test func `what cannot be exported says in one sentence why, and the story is as it was`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let before = try await fixture.get(family.home.path + "/stories/\(family.story.text)", as: family.home.anna.secret)
            let untold: StoryID = fixture.pool.runtime.mint()
            let request = StoryRequest(
                artworks: Array(family.artworks.prefix(2)), theme: Name(recorded: "Sea"), names: [Name(recorded: "Ada")])
            _ = try await fixture.pool.using(family.home.id) {
                try await $0.perform([.studio(.requestStory(untold, request))], as: family.home.author)
            }
            let waiting = try await family.order("{\"kind\":\"story\",\"thing\":\"\(untold.text)\"}")
            #expect(waiting["state"].string == "failed")
            #expect(waiting["reason"].string == "this story has not been told yet; export it once it is")
            let nowhere = try await family.order("{\"kind\":\"story\",\"thing\":\"\(family.note.text)\"}")
            #expect(nowhere["reason"].string?.contains("no such story") == true)
            for (body, field) in [
                ("{\"kind\":\"story\"}", "thing"), ("{\"kind\":\"tale\"}", "kind"), ("{}", "kind"),
                ("{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"format\":\"webm\"}", "format"),
                ("{\"kind\":\"story\",\"thing\":\"\(family.story.text)\",\"language\":\"English (UK)\"}", "language"),
            ] {
                let answer = try await fixture.ask(.post, family.path, body, as: family.home.anna.secret)
                #expect(answer.status == 422 && answer.json["field"].string == field, "\(body): \(answer.text)")
            }
            let after = try await fixture.get(family.home.path + "/stories/\(family.story.text)", as: family.home.anna.secret)
            #expect(after.text == before.text)
        }
    }

    @Test func `a picture that cannot be decoded is left out and named, and letters that no font has are named`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (broken, story): (ArtworkID, StoryID) = (fixture.pool.runtime.mint(), fixture.pool.runtime.mint())
            let bytes = Array(QuarteredPicture.bytes.prefix(33))
            var image = try #require(
                ImageFacts(picture: QuarteredPicture.bytes, id: fixture.pool.runtime.mint(), name: Name(recorded: "torn.png")))
            image.file.digest = Digest(of: bytes).bytes
            let (torn, works) = (image, [family.artworks[0], broken])
            _ = try await fixture.pool.using(family.home.id) { workspace in
                _ = try workspace.blobs.keep(bytes, for: .child(family.home.child))
                let new = NewArtwork(images: [torn], uploaded: TakenAwayHome.today, caption: Name(recorded: "Torn"))
                let told = StoryText(
                    title: nil, passages: [.init("Ada saw 𒀀 there.", artworks: works)],
                    method: AnalysisMethod(provider: Name(recorded: "local"), model: Name(recorded: "by hand"), version: 1))
                return try await workspace.perform(
                    [
                        .studio(.uploadArtwork(broken, of: family.home.child, new)),
                        .studio(
                            .requestStory(
                                story,
                                StoryRequest(artworks: works, theme: Name(recorded: "Sea"), names: [Name(recorded: "Ada")]))),
                        .studio(.completeStory(story, version: 1, told, .passed, today: TakenAwayHome.today)),
                    ], as: family.home.author)
            }
            let (facts, pdf) = try await family.file("{\"kind\":\"story\",\"thing\":\"\(story.text)\"}")
            let notes = facts["notes"].list.compactMap(\.string)
            #expect(notes.contains("Torn: its picture cannot be read, and is not in the file"))
            #expect(notes.contains { $0.hasPrefix("no font here has 𒀀; ") }, "\(notes)")
            #expect(try Validator.text(ofPDF: pdf).contains("Torn"))
        }
    }
}
