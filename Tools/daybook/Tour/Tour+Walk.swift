import Foundation
import Importers
import Kernel

extension Tour {
    /// The main job, from a stranger's files to a proof that nothing was lost.
    func walk() async throws {
        let sample = try writeSample()
        try await bringIn(sample)
        try await readAround()
        try await capture(sample)
        try await collect(sample)
        try await change()
        try await lookBack()
        try await takeBack()
        try await rebuild()
        try await hold()
    }

    private func writeSample() throws(Problem) -> ShippedSample.Places {
        do {
            return try ShippedSample.write(to: place)
        } catch {
            throw Problem(.machine, "cannot write the sample to \(place.path): \(reason(for: error))")
        }
    }

    private func bringIn(_ sample: ShippedSample.Places) async throws {
        try await step("A vault of Markdown notes and a Trello board come in: everything in them becomes events.") {
            try await daybook("import", sample.vault.path)
            try await daybook("import", sample.board.path)
        }
        try await step("The same vault once more adds nothing: what came from where is remembered.") {
            try await daybook("import", sample.vault.path, linesMax: 1)
        }
    }

    private func readAround() async throws {
        try await step("From the events, views are posted: the folders, a note, the board.") {
            try await daybook("show", "folders")
            try await daybook("show", "note", "Packing the school bag")
            try await daybook("show", "board", "Moving house", linesMax: 30)
        }
    }

    private func capture(_ sample: ShippedSample.Places) async throws {
        try await step(
            "A thought is captured as it comes, and organised later or never. Tasks of Todoist become a plan."
        ) {
            try await daybook("capture", "Who still has a spare key of the old flat?", "--star")
            try await daybook("import", sample.tasks.path)
            try await daybook("list", "create", "Shopping")
            try await daybook("capture", "Light bulbs, six", "--to", "Shopping")
            try await daybook("show", "inbox")
            try await daybook("show", "plan", "The last week")
            try await daybook("show", "list", "Shopping")
        }
    }

    private func collect(_ sample: ShippedSample.Places) async throws {
        try await step(
            "A child's drawings are kept as they are, with what there is to say of them, and put into albums."
        ) {
            try await daybook("child", "add", "Mia", "--age", "6", "--emoji", "🐴")
            for (drawing, caption) in zip(sample.drawings, ["The apple tree next door", "Findus in box 3"]) {
                try await daybook("artwork", "add", drawing.path, "--caption", caption)
            }
            try await daybook("album", "create", "For Grandma Ingrid")
            try await daybook("album", "add", "For Grandma Ingrid", "Findus in box 3", "The apple tree next door")
            try await daybook("show", "gallery")
            try await daybook("show", "timeline")
            try await daybook("show", "album", "For Grandma Ingrid")
        }
    }

    private func change() async throws {
        let text = try await ask("show", "note", "Pancakes", "--body")
            .replacing("- 3 eggs", with: "- 4 eggs, they are small").replacing("20 minutes", with: "30 minutes")
        let edited = place.appending(path: "pancakes.md")
        do {
            try Data(text.utf8).write(to: edited)
        } catch {
            throw Problem(.machine, "cannot write \(edited.path): \(reason(for: error))")
        }
        try await step("A card is moved and a note is edited. Each is one more event; nothing is overwritten.") {
            try await daybook("move", "card", "Paint Mia's room", "--to", "Done")
            try await daybook("edit", "note", "Recipes/Pancakes", "--file", edited.path)
        }
    }

    private func lookBack() async throws {
        let last = try await sequences().last
        try await step("So a note has a history, which reads like a diff that a person would write.") {
            try await daybook("history", "Recipes/Pancakes", "--diff", linesMax: 60)
        }
        try await step("And any view can be seen as it was: here the board just before the card was moved.") {
            try await daybook("show", "board", "Moving house", "--at", String(last - 2), linesMax: 30)
        }
        try await step("The audit says who did what, from where and when; filtered, and as JSON or CSV for others.") {
            try await daybook("audit", "--kind", "card moved")
            try await daybook("audit", "--from", String(last - 1), "--csv")
        }
    }

    private func takeBack() async throws {
        let (imported, last) = try await sequences()
        try await step("Anything can be taken back, at any time: the card goes back, and redo moves it again.") {
            try await daybook("undo", String(last - 1))
            try await daybook("redo")
        }
        try await step(
            "An import is taken back as one. In a copy of the data, the whole vault goes; nothing else does."
        ) {
            try copyData()
            try await daybook("undo", String(imported), in: copy)
            try await daybook("show", "folders", in: copy)
            try await daybook("show", "boards", in: copy)
        }
    }

    private func rebuild() async throws {
        try await step(
            "Every view can be thrown away and rebuilt from the journal: on a fresh copy with the same digest."
        ) {
            try copyData()
            try await daybook("replay")
            try await daybook("replay", in: copy)
        }
    }

    private func hold() async throws {
        let record = place.appending(path: "views").path
        try await step("Snapshot tests: every view is recorded once, and later checked against the rebuilt ones.") {
            try await daybook("snapshot", "record", record)
            try await daybook("snapshot", "check", record)
        }
        try await step("At last every byte is checked. Keep the chain head elsewhere: it proves that history stayed.") {
            try await daybook("verify")
        }
    }

    /// The first record of the first import, and the last record of all.
    private func sequences() async throws -> (imported: Int, last: Int) {
        func number(_ line: Substring?) throws -> Int {
            try JSONDecoder().decode(Row.self, from: Data((line ?? "").utf8)).seq
        }
        let imported = try await ask("audit", "--json", "--cause", "import").split(separator: "\n").first
        let last = try await ask("audit", "--json", "--cause", "direct").split(separator: "\n").last {
            $0.hasPrefix("{")
        }
        return (try number(imported), try number(last))
    }

    private struct Row: Decodable {
        let seq: Int
    }

    private func copyData() throws(Problem) {
        do {
            let files = FileManager.default
            if files.fileExists(atPath: copy.path) { try files.removeItem(at: copy) }
            try files.copyItem(at: data, to: copy)
        } catch {
            throw Problem(.machine, "cannot copy \(data.path): \(reason(for: error))")
        }
    }
}
