import Foundation
import HTTPTypes
import Kernel
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// The page of a share link as its reader meets it: from whom, until when, pictures beside each other and one by one.
@Suite("Opening shared pages")
struct OpeningSharedPages {
    private struct Shared: Sendable {
        var home: ReadingOverHTTP.Furnished
        var link: SharingLinksOverHTTP.Link
    }

    /// An album of three works, one with two pictures, shared by Anna.
    private func furnish(_ fixture: ServiceFixture, _ more: String = "") async throws -> Shared {
        let home = try await ReadingOverHTTP.furnish(fixture)
        let runtime = fixture.pool.runtime
        try await fixture.keeps(.nameUser(home.anna.user, Name(recorded: "Anna & Co")), as: home.author)
        let album: AlbumID = runtime.mint()
        var commands: [WorkspaceCommand] = [.studio(.createAlbum(album, name: Name(recorded: "Summer")))]
        let today = try #require(CalendarDay(text: "2026-11-22"))
        for (title, count) in [("Sea", 1), ("<Sun>", 2), ("Moon", 1)] {
            let work: ArtworkID = runtime.mint()
            let images = (0..<count).map { number in
                let file = FileFacts(
                    name: Name(recorded: "IMG.png"), mediaType: "image/png", sizeBytes: 3,
                    digest: Digest(of: Array((title + "\(number)").utf8)).bytes)
                return ImageFacts(id: runtime.mint(), file: file, widthPixels: 3_000, heightPixels: 4_000)
            }
            let new = NewArtwork(images: images, uploaded: today, caption: Name(recorded: title))
            commands.append(.studio(.uploadArtwork(work, of: home.child, new)))
            commands.append(.studio(.addToAlbum(album, work, above: nil)))
        }
        let given = commands
        _ = try await fixture.pool.using(home.id) { try await $0.perform(given, as: home.author) }
        return Shared(home: home, link: try await SharingLinksOverHTTP.share(album.entity, more, of: home, at: fixture))
    }

    private func page(
        _ fixture: ServiceFixture, _ path: String, language: String? = nil
    ) async throws -> ServiceFixture.Answer {
        var headers = SharingLinksOverHTTP.html
        headers[.acceptLanguage] = language
        return try await fixture.get(path, headers: headers)
    }

    @Test(.shows("J-402", "J-415"))
    func `a story is read with its pictures, each described by what was seen in it, and nothing around it`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let link = try await SharingLinksOverHTTP.share(family.story.entity, of: family.home, at: fixture)
            let shown = try await fixture.get(link.path)
            #expect(shown.json["kind"].string == "story" && shown.json["title"].string == "The whale & the Łódź")
            let parts = shown.json["parts"].list
            #expect(parts.map { $0["text"].string?.prefix(8) } == ["Ada and ", "It was “", "Behind i", "Good nig"])
            #expect(parts.map { $0["pictures"].list.count } == [0, 1, 1, 0])
            #expect(
                parts.flatMap { $0["pictures"].list }.map { $0["alternative"].string }
                    == ["The sea: Waves & a boat.", "Łódź & <Zoë>"])
            let page = try await page(fixture, link.path).text
            #expect(page.contains("alt=\"The sea: Waves &amp; a boat.\"") && page.contains("Привет, said the Ωmega whale."))
            let (first, picture) = (try #require(page.range(of: "It was “")), try #require(page.range(of: "alt=\"The sea")))
            #expect(picture.lowerBound < first.lowerBound, "a picture stands above the words that tell of it")
            for word in [TakenAwayHome.notSeen, "told at bedtime", family.home.child.text, "Try 0", "smoothness"] {
                #expect(!shown.text.contains(word) && !page.contains(word), "\(word)")
            }
            // In the trash it is not to be seen.
            _ = try await fixture.pool.using(family.home.id) {
                try await $0.perform([.studio(.trashStory(family.story))], as: family.home.author)
            }
            #expect(try await fixture.get(link.path).status == 404)
        }
    }

    @Test(.shows("B-68"))
    func `a shared note is read as it is meant, and only what Daybook writes is markup`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func shown(_ body: String) async throws -> String {
                let note: NoteID = fixture.pool.runtime.mint()
                _ = try await fixture.pool.using(home.id) {
                    try await $0.perform(
                        [.notes(.createNote(note, title: Name(recorded: "Dough"), body: body, in: nil))], as: home.author)
                }
                let link = try await SharingLinksOverHTTP.share(note.entity, of: home, at: fixture)
                let page = try await page(fixture, link.path).text
                return String(try #require(page.firstMatch(of: #/<div class="words">(.*)</div>/#.dotMatchesNewlines())?.1))
            }
            #expect(
                try await shown(
                    """
                    # Rye
                    *slow*, **cold**, ~~fast~~, `2 < 3`
                    over night: https://example.org/a?b=1&c="2"

                    - [x] flour
                    - [ ] water
                      1. warm

                    > He said *so*

                    | part | grams |
                    |:--|--:|
                    | rye | 500 |

                    ```
                    <b>
                    ```
                    """)
                    == "<h3>Rye</h3><p><em>slow</em>, <strong>cold</strong>, <s>fast</s>, <code>2 &lt; 3</code>\nover night: "
                    + "<a href=\"https://example.org/a?b=1&amp;c=&quot;2\" rel=\"noopener nofollow\">"
                    + "https://example.org/a?b=1&amp;c=\"2</a>\"</p>"
                    + "<ul><li class=\"task\">☑ flour</li><li class=\"task\">☐ water<ol><li>warm</li></ol></li></ul>"
                    + "<blockquote><p>He said <em>so</em></p></blockquote>"
                    + "<table><tr><th>part</th><th class=\"right\">grams</th></tr>"
                    + "<tr><td>rye</td><td class=\"right\">500</td></tr></table><pre>&lt;b&gt;\n</pre>")
            let hostile = try await shown(
                """
                a <script>a</script> [x](javascript:alert) [y](JaVaScRiPt:a) [z](data:text/html,a) ![p](https://t.example/i.png)
                [q](https://a.example/"onclick="b) [n](daybook:note/1) <u>under</u>

                <img src=x onerror=y>

                <div onclick=z>

                \(String(repeating: ">", count: 5_000)) deep
                """)
            for mark in ["<script", "<img", "<div", "javascript:", "data:", "daybook:", "t.example", "\"onclick", "<u>"] {
                #expect(!hostile.contains(mark), "\(mark): \(hostile.prefix(900))")
            }
            for text in ["<p>a &lt;script&gt;a&lt;/script&gt; x y z p", "&lt;img src=x onerror=y&gt;"] {
                #expect(hostile.contains(text), "\(hostile.prefix(900))")
            }
            let tags = hostile.matches(of: #/<[^>]*>/#).map { String($0.0) }.filter { !$0.hasPrefix("<a ") }
            #expect(
                Set(tags).isSubset(of: ["<p>", "</p>", "<pre>", "</pre>", "</a>", "<blockquote>", "</blockquote>"]),
                "\(Set(tags))")
        }
    }

    @Test(.shows("B-68", "J-019"))
    func `a page says from whom it is and until when, in words of its reader's language`() async throws {
        try await ServiceFixture.open { fixture in
            let shared = try await furnish(fixture, ",\"days\":10")
            for (language, until) in [
                (nil, "December 2, 2026"), ("de-AT,de;q=0.9,en;q=0.8", "2. Dezember 2026"), ("fr", "2 décembre 2026"),
                ("<b>", "December 2, 2026"), (String(repeating: "x", count: 99), "December 2, 2026"),
            ] as [(String?, String)] {
                let page = try await page(fixture, shared.link.path, language: language)
                #expect(page.status == 200)
                #expect(page.text.contains("From Anna &amp; Co · to be seen until"), "\(page.text)")
                #expect(page.text.contains(">\(until)</time>"), "\(language ?? "none"): \(page.text)")
            }
            let json = try await fixture.get(shared.link.path).json
            #expect(json["from"].string == "Anna & Co")
            let texts = json["parts"].list.flatMap { $0["pictures"].list }.compactMap { $0["alternative"].string }
            #expect(texts == ["Sea", "<Sun>, picture 1 of 2", "<Sun>, picture 2 of 2", "Moon"])
        }
    }

    @Test(.shows("B-68", "J-019"))
    func `several pictures are a grid in their sizes, and each has a page with the next and the previous`() async throws {
        try await ServiceFixture.open { fixture in
            let shared = try await furnish(fixture)
            let (path, secret) = (shared.link.path, shared.link.secret)
            let whole = try await page(fixture, path).text
            #expect(whole.matches(of: #/<li>/#).count == 4 && whole.matches(of: #/<img /#).count == 4)
            #expect(whole.contains("alt=\"&lt;Sun&gt;, picture 2 of 2\" width=\"3000\" height=\"4000\""))
            for size in ["160 120w", "1280 960w"] { #expect(whole.contains("?size=\(size)"), "\(size)") }
            for number in 1...4 {
                #expect(whole.contains("href=\"\(secret)?picture=\(number)\""))
                let one = try await page(fixture, path + "?picture=\(number)").text
                #expect(one.matches(of: #/<img /#).count == 1 && one.contains("<p class=\"from\">\(number) of 4</p>"))
                #expect(one.contains("rel=\"prev\" href=\"\(secret)?picture=\(number - 1)\"") == (number > 1))
                #expect(one.contains("rel=\"next\" href=\"\(secret)?picture=\(number + 1)\"") == (number < 4))
                #expect(one.contains("<a href=\"\(secret)\">All pictures</a>"))
            }
            let none = try await page(fixture, path + "?picture=5")
            #expect(none.status == 404 && none.text.contains("4 pictures"))
            #expect(try await page(fixture, path + "?picture=0").status == 400)
            for mark in ["<script", " style=", "onclick", "http://", "https://"] { #expect(!whole.contains(mark), "\(mark)") }
            for rule in ["prefers-color-scheme:dark", "@media print", "auto-fill"] { #expect(whole.contains(rule)) }
        }
    }
}
