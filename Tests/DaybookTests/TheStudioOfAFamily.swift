import Foundation
import KernelTesting
import Testing

@Suite("The studio of a family, from the command line")
struct TheStudioOfAFamily {
    /// The smallest picture there is, and another for every number: what follows the end of a PNG is not looked at.
    private func picture(_ number: Int, in daybook: Program) throws -> String {
        let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        let file = daybook.scratch.appending(path: "picture-\(number).png")
        try (#require(Data(base64Encoded: pixel)) + Data("\(number)".utf8)).write(to: file)
        return file.path
    }

    /// Mia, Ben and a picture of each.
    private func family(_ daybook: Program) throws {
        try daybook.done("child", "add", "Mia", "--born", "2020-06", "--emoji", "🦊")
        try daybook.done("child", "add", "Ben", "--age", "9")
        try daybook.done(
            "artwork", "add", picture(1, in: daybook), "--child", "Mia", "--caption", "The cat", "--date", "2026-10-30",
            "--tag", "pets", "--notes", "- with whiskers")
        try daybook.done(
            "artwork", "add", picture(2, in: daybook), picture(3, in: daybook), "--child", "Ben", "--caption", "Tower",
            "--date", "2026-11-17", "--category", "craft", "--medium", "wood")
    }

    private func titles(_ daybook: Program, _ arguments: String...) throws -> [String] {
        let run = try daybook.run(["--data", daybook.data.path, "show", "gallery", "--json"] + arguments)
        return try run.json().array.compactMap { $0["title"].text }
    }

    @Test func `an artwork is taken in, read, changed, moved, trashed and restored`() throws {
        try inScratch { daybook in
            try family(daybook)
            let cat = try daybook.done("show", "artwork", "the cat", "--json").json()["artwork"]
            #expect(cat["title"].text == "The cat")
            #expect(cat["age"].int == 6)
            #expect(cat["date"].text == "2026-10-30")
            let blobs = try FileTree(daybook.data.appending(path: "workspaces/home/blobs"))
            let digest = try #require(cat["digest"].text)
            #expect(blobs.names.contains { $0.replacing("/", with: "") == digest })
            #expect(try titles(daybook) == ["Tower", "The cat"])
            #expect(try titles(daybook, "--child", "Ben", "--category", "craft") == ["Tower"])
            #expect(try titles(daybook, "--tag", "pets", "--through", "2026-10-30") == ["The cat"])

            try daybook.done("artwork", "date", "The cat", "2026-11-20")
            try daybook.done("artwork", "caption", "The cat", "Our cat")
            try daybook.done(
                "artwork", "edit", "Our cat", "--category", "painting", "--medium", "crayon", "--body", "Miau.")
            try daybook.done("artwork", "tag", "Our cat", "animals")
            try daybook.done("artwork", "untag", "Our cat", "pets")
            try daybook.done("artwork", "favourite", "Our cat")
            try daybook.done("artwork", "move", "Our cat", "--to", "Ben")
            let text = try daybook.done("show", "artwork", "Ben/Our cat").text
            for part in ["2026-11-20", "painting", "crayon", "animals", "Miau.", "favourite", "Ben"] {
                #expect(text.contains(part), "\(part)")
            }
            try daybook.done("artwork", "favourite", "Our cat", "--off")
            #expect(try titles(daybook, "--favourites").isEmpty)

            try daybook.done("artwork", "trash", "Our cat")
            #expect(try daybook("show", "artwork", "Our cat").status == 4)
            try daybook.done("artwork", "restore", "Our cat")
            #expect(try titles(daybook) == ["Our cat", "Tower"])
            try daybook.done("undo")
            #expect(try titles(daybook) == ["Tower"])
        }
    }

    @Test func `what is no picture, or is here already, is refused and leaves no file behind`() throws {
        try inScratch { daybook in
            let text = daybook.scratch.appending(path: "letter.txt")
            try Data("Dear all".utf8).write(to: text)
            #expect(try daybook("artwork", "add", text.path).status == 3)
            #expect(!FileManager.default.fileExists(atPath: daybook.data.path))
            #expect(try daybook("artwork", "add", picture(1, in: daybook)).status == 2)
            try family(daybook)
            let blobs = daybook.data.appending(path: "workspaces/home/blobs")
            let before = try FileTree(blobs)

            let twice = try daybook("artwork", "add", picture(1, in: daybook), "--child", "Mia")
            #expect(twice.status == 3)
            #expect(twice.err.contains("the very same image"))
            let asked = try daybook("artwork", "add", picture(9, in: daybook))
            #expect(asked.status == 2)
            #expect(asked.err.contains("--child: Ben, Mia"))
            let missing = try daybook("artwork", "add", "nowhere.png", "--child", "Ben")
            #expect(missing.status == 5)
            #expect(try FileTree(blobs) == before)

            try daybook.done("artwork", "add", picture(1, in: daybook), "--child", "Mia", "--again")
            #expect(try titles(daybook).count == 3)
            let same = try daybook.done("show", "duplicates", "--json").json()
            #expect(same["exact"].array.count == 1)
        }
    }

    @Test func `the timeline comes in pages that fit together, and as it was`() throws {
        try inScratch { daybook in
            try family(daybook)
            let first = try daybook.done("show", "timeline", "--limit", "1", "--json").json()
            let cursor = try #require(first["next"].text)
            let second = try daybook.done("show", "timeline", "--limit", "1", "--after", cursor, "--json").json()
            let pages = [first, second].flatMap { $0["months"].array.flatMap { $0["artworks"].array } }
            #expect(pages.compactMap { $0["title"].text } == ["Tower", "The cat"])
            #expect(second["next"] == .null)
            #expect(try daybook("show", "timeline", "--after", "2026").status == 2)
            #expect(try daybook("show", "timeline", "--limit", "201").status == 2)

            let gallery = try daybook.done("show", "gallery", "--json")
            let last = try #require(try daybook.done("artwork", "trash", "Tower", "--json").json()["first"].int)
            #expect(try titles(daybook) == ["The cat"])
            #expect(try daybook.done("show", "gallery", "--json", "--at", "\(last - 1)").out == gallery.out)
            let tower = try daybook.done("show", "artwork", "Tower", "--at", "\(last - 1)", "--json").json()["artwork"]
            #expect(tower["title"].text == "Tower")
        }
    }

    @Test func `the children, their progress and their week`() throws {
        try inScratch { daybook in
            try family(daybook)
            let children = try daybook.done("show", "children", "--json").json().array
            #expect(children.compactMap { $0["name"].text } == ["Ben", "Mia"])
            #expect(children.first?["age"].int == 9)
            try daybook.done("child", "rename", "Ben", "Benjamin")
            try daybook.done("child", "edit", "Mia", "--born", "2021-01", "--emoji", "🐻")
            let mia = try daybook.done("show", "child", "Mia", "--json").json()
            #expect(mia["born"].text == "2021-01")
            #expect(mia["avatar"].text == "🐻")
            #expect(try daybook.done("show", "progress", "Mia").text.contains("nobody has agreed to it"))
            try daybook.done("consent", "give", "analysis", "--notice", "2026-11")
            #expect(try daybook.done("show", "progress", "Mia").text.contains("Add more uploads for better insights!"))
            #expect(try daybook.done("show", "heatmap", "Mia", "--json").json()["rows"] == .array([]))
            #expect(try daybook.done("show", "consents").text.contains("all children"))
            try daybook.done("consent", "withdraw", "analysis", "--child", "Mia")
            #expect(try daybook.done("show", "consents", "--json").text.contains("withdrawn"))
            let week = try daybook.done("show", "week", "--json").json()
            #expect(week["uploads"].int == 2)
            #expect(week["milestones"].int == 2)
            #expect(try daybook.done("show", "week", "2020-01-01").text.contains("A quiet week."))
            for day in ["0000-01-01", "9999-12-31"] { #expect(try daybook("show", "week", day).status == 2) }

            let trashed = try daybook.done("child", "trash", "Benjamin")
            #expect(trashed.text.contains("1 artwork with it"))
            #expect(try titles(daybook) == ["The cat"])
            try daybook.done("child", "restore", "Benjamin")
            #expect(try titles(daybook) == ["Tower", "The cat"])
            #expect(try daybook("child", "add", "Grandma", "--age", "70").status == 3)
            #expect(try daybook.done("show", "storage", "--json").json()["files"].int == 3)
            #expect(try daybook.done("show", "reminders").text.contains("Reminders are on"))
            #expect(try daybook.done("show", "tips").text.contains("No tips."))
        }
    }

    @Test func `albums in an order of one's own, and albums that fill themselves`() throws {
        try inScratch { daybook in
            try family(daybook)
            try daybook.done("album", "create", "Best")
            try daybook.done("album", "add", "Best", "The cat", "Tower")
            try daybook.done("album", "move", "Best", "Tower", "--above", "The cat")
            func best() throws -> [String] {
                try daybook.done("show", "album", "Best", "--json").json()["artworks"].array
                    .compactMap { $0["title"].text }
            }
            #expect(try best() == ["Tower", "The cat"])
            try daybook.done("artwork", "trash", "Tower")
            #expect(try best() == ["The cat"])
            try daybook.done("artwork", "restore", "Tower")
            #expect(try best() == ["Tower", "The cat"])
            try daybook.done("album", "remove", "Best", "The cat")
            #expect(try best() == ["Tower"])
            try daybook.done("album", "create", "Crafts", "--smart", "--category", "craft")
            #expect(try daybook("album", "create", "Odd", "--category", "craft").status == 2)
            #expect(try daybook.done("show", "albums").text == "Best · 1 artwork\nCrafts · smart · 1 artwork\n")
            try daybook.done("album", "rename", "Best", "Finest")
            try daybook.done("album", "trash", "Finest")
            #expect(try daybook("show", "album", "Finest").status == 4)
            try daybook.done("album", "restore", "Finest")
            #expect(try daybook.done("show", "albums").text.contains("Finest"))
        }
    }

    @Test func `stories told by a person, and days worth remembering`() throws {
        try inScratch { daybook in
            try family(daybook)
            #expect(try daybook("story", "request", "Tower", "The cat", "--theme", "Adventure").status == 3)
            try daybook.done("consent", "give", "stories")
            try daybook.done("story", "request", "Tower", "The cat", "--theme", "Adventure")
            let short = try daybook("story", "tell", "Adventure", "--body", "Mia met Ben.\n@ Tower")
            #expect(short.status == 3)
            try daybook.done(
                "story", "tell", "Adventure", "--title", "Up high", "--file", "-",
                input: "Mia met Ben.\n@ Tower\n\nThe end.\n@ The cat\n")
            let story = try daybook.done("show", "story", "Up high").text
            #expect(story.contains("Mia met Ben.\n"))
            #expect(story.contains("The end.\n"))
            try daybook.done("story", "again", "Up high", "--theme", "Space")
            #expect(try daybook.done("show", "stories").text.contains("2 versions"))
            try daybook.done("story", "retitle", "Up high", "The climb")
            try daybook.done("story", "trash", "The climb")
            #expect(try daybook.done("show", "stories").text == "No stories yet.\n")
            try daybook.done("story", "restore", "The climb")

            try daybook.done("milestone", "add", "First day of school", "--child", "Mia", "--on", "2026-09-01")
            #expect(try daybook.done("show", "timeline").text.contains("* 2026-09-01  First day of school · Mia"))
            let celebrated = try daybook.done("show", "milestones", "--child", "Mia").text
            for words in ["First day of school", "First story", "First upload"] { #expect(celebrated.contains(words)) }
            try daybook.done("milestone", "hide", "First day of school")
            #expect(try !daybook.done("show", "milestones").text.contains("First day of school"))
            #expect(try daybook.done("show", "milestones", "--hidden").text.contains("First day of school"))
            try daybook.done("milestone", "show", "First day of school")
            #expect(try daybook.done("show", "milestones").text.contains("First day of school"))
        }
    }

    @Test func `a record of the views holds the studio, and a trashed artwork is found to be missing`() throws {
        try inScratch { daybook in
            try family(daybook)
            try daybook.done("album", "create", "Best")
            try daybook.done("snapshot", "record", "views")
            let views = try FileTree(daybook.scratch.appending(path: "views")).names
            for name in ["children.txt", "gallery.json", "milestones.txt", "consents.json"] {
                #expect(views.contains(name), "\(name)")
            }
            for folder in ["artworks/", "albums/", "heatmaps/"] {
                #expect(views.contains { $0.hasPrefix(folder) && $0.hasSuffix(".txt") }, "\(folder)")
            }
            try daybook.done("snapshot", "check", "views")
            try daybook.done("artwork", "trash", "Tower")
            let check = try daybook("snapshot", "check", "views")
            #expect(check.status == 1)
            #expect(check.text.contains("gallery.txt"))
        }
    }

    @Test func `two artworks of one name are told apart by their child or their id`() throws {
        try inScratch { daybook in
            try family(daybook)
            try daybook.done("artwork", "caption", "Tower", "The cat")
            let run = try daybook("artwork", "trash", "The cat")
            #expect(run.status == 4)
            #expect(run.err.contains("Ben/The cat"))
            #expect(run.err.contains("Mia/The cat"))
            let cat = try daybook.done("show", "artwork", "Mia/The cat", "--json").json()["artwork"]
            #expect(cat["childName"].text == "Mia")
            let id = try #require(cat["id"].text)
            #expect(try daybook.done("show", "artwork", id, "--json").json()["artwork"] == cat)
            let unknown = try daybook("show", "child", "Nobody")
            #expect(unknown.status == 4)
            #expect(unknown.err.contains("There is no child \"Nobody\""))
        }
    }
}
