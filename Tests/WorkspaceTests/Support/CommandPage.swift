import Kernel
import Workspace

/// The page of all commands, written from the schema.
enum CommandPage {
    static var text: String {
        var schema = JSONFieldSchema()
        schema.define(WorkspaceCommand.self)
        let definitions = schema.definitions
        let commands = Dictionary(uniqueKeysWithValues: definitions.map { ($0.name, $0) })
        var text = introduction
        for (domain, title) in domains {
            text += "\n## \(title)\n\n| Type | Fields |\n|---|---|\n"
            for tag in WorkspaceCommand.Tag.allCases where tag.domain == domain {
                guard let definition = commands["Command." + tag.name] else { continue }
                text += "| `\(tag.name)`\(base(of: tag)) | \(fields(of: definition, separator: "<br>")) |\n"
            }
        }
        text += "\n## Values\n"
        for definition in definitions where !definition.name.hasPrefix("Command") && !definition.name.contains(".") {
            text += "\n### \(definition.name)\n\n"
            if definition.kinds.isEmpty {
                text += lines(of: definition)
            } else {
                text += "One of:\n\n"
                for kind in definition.kinds {
                    let held = commands[kind.definition].map { fields(of: $0, separator: ", ") } ?? ""
                    text += "- `\(kind.type)`\(held.isEmpty ? "" : ": " + held)\n"
                }
            }
        }
        return text
    }

    /// Returns whether the command asks for the revision that it was made on.
    private static func base(of tag: WorkspaceCommand.Tag) -> String {
        let replaced = FilledCommand.all.first { $0.tag == tag }?.replaced
        return replaced.map { $0.needsBase ? " (base)" : " (base°)" } ?? ""
    }

    private static let domains = [
        ("notes", "Notes and folders"), ("boards", "Boards"), ("capture", "Captures"), ("studio", "The studio"),
        ("across", "All domains at once"), ("registry", "The register"),
    ]

    private static let introduction = """
        # Every command, as JSON

        Written by a test from the field lists (`…Command+Fields.swift`); the same lists read and write the JSON and give
        its [schema](../../Tests/WorkspaceTests/Golden/commands.schema.json).
        An [example](../../Tests/WorkspaceTests/Golden/commands.jsonl) of each stands beside it. What a command does and
        when it is refused, its domain's page says: [Notes](../Notes/Notes.md), [Boards](../Boards/Boards.md),
        [Capture](../Capture/Capture.md), [Studio](../Studio/Studio.md).

        A command is an object with a `type`, such as `{"type":"boards.renameColumn","column":"…","name":"Done"}`. Fields come
        in any order. Those marked with ° may be left out or null; where null is an answer of its own, it must be said. A key
        that is not listed is an error, and so is one that is given twice; errors name the path, what was expected and
        what was found.

        - *identifier*: a UUID in its usual form, minted by the client (version 7), never all zeros. It is one thing's alone: making
          something under one that a thing of another kind has is refused (`across.identifierTaken`).
        - *name*: one line; trimmed and composed (NFC) when it is read, and never empty. A file's name keeps its bytes.
        - *day* `2026-11-21`, *month* `2026-11`, *moment* `2026-11-21T08:30:00Z`, with an offset or `Z`.
        - *number*: whole, written without a fraction or an exponent.
        - `above` names the thing that will stand just behind; without it, the place is the last one.
        - Types and fields are added, never renamed; a name is never used again for something else.

        Over HTTP they come in an envelope, `POST /v1/workspaces/{workspace}/commands`:

        ```json
        {"commands":[{"sequence":17,"base":4711,"command":{"type":"capture.rewordItem","item":"…","content":"Call Ada"}}]}
        ```

        `sequence` is the device's own number, from 1 on and ascending: sent again with the same number, a command is done once
        and answered as it was then. Another command under a number that was used is refused: 409 `sequenceTaken`, with the
        `next` free number, which `GET` on the same address tells too. `device` is by default the one that is signed in on; under a token
        any UUID (version 8) that begins with the `devices` of `GET /v1/session`, one for each client that numbers its own. Each command is decided separately,
        in order; a refused one keeps none from being done. Those of a device that name the same `batch`, a UUID that the client
        mints, are undone as one; what another device calls so is another batch. `base` is the `Daybook-Sequence` of the view that was seen. Commands
        marked (base) replace a text as a whole and need one: without it they get 428, and 409 with the changes when another
        device replaced the same text after it. Those marked (base°) are held to a base only when they say one. All others add,
        move, mark or merge, and ask for none ([decision 55](../../Journal/Decisions/55-a-base-is-asked-for-where-a-text-is-replaced.md)).
        What only a server can know is not taken from a client: what an AI was asked or answered (`servicesOnly`), names of other
        people and devices, days that it is nowhere (`wrongDay`), moments in the future (now is put in their place), files that
        are not kept, or out of one's reach (`fileNotKept`), and how large one is (`fileOfOtherSize`).

        """

    private static func fields(of definition: JSONFieldSchema.Definition, separator: String) -> String {
        definition.fields.filter { $0.name != "type" }
            .map { "`\($0.name)`\($0.isRequired ? "" : "°") \(linked($0))" }.joined(separator: separator)
            + definition.demands.map { separator + "expected: " + $0 }.joined()
    }

    private static func lines(of definition: JSONFieldSchema.Definition) -> String {
        definition.fields.map { "- `\($0.name)`\($0.isRequired ? "" : "°") \(linked($0))\n" }.joined()
            + definition.demands.map { "\nExpected: \($0).\n" }.joined()
    }

    /// The words, with a link where they name another value.
    private static func linked(_ field: JSONFieldSchema.Field) -> String {
        guard let reference = field.reference else { return field.words }
        let link = "[\(reference)](#\(reference.lowercased()))"
        return field.words.hasPrefix("list of: ")
            ? "list of: " + link : link + String(field.words.dropFirst(reference.count))
    }
}
