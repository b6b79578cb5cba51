import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Commands of a hostile client")
struct HostileCommands {
    /// Around what 32 and 64 bits hold, and where sums and products of two would overflow.
    static let extremes = [
        "0", "1", "2147483647", "2147483648", "4294967296", "4611686018427387904", "9223372036854775806",
        "9223372036854775807", "18446744073709551615",
    ]

    @Test(arguments: Seed.hundred) func `with any numbers and days in it never bring the rules or the views down`(
        seed: Seed
    ) throws {
        var fixture = AnyWorkspace(seed)
        var decided = 0
        for _ in 0..<300 {
            let command = fixture.command()
            let json = hostile(command.json, &fixture.chance)
            guard let read = try? WorkspaceCommand(json: Array(json.utf8)) else { continue }
            _ = read.requiredPermissions(given: fixture.state)
            if !fixture.take(read).isEmpty { decided += 1 }
            if fixture.chance.once(in: 2) { fixture.take(command) }
        }
        #expect(decided > 20)
        #expect(!fixture.content.isEmpty)
        #expect(!fixture.view.attachments().text.isEmpty)
    }

    @Test func `who says how large files are cannot make the sum of them overflow`() throws {
        var fixture = AnyWorkspace(Seed(1))
        let note = NoteID(hi: 7, lo: 1)
        fixture.take(.notes(.createNote(note, title: nil, body: "", in: nil)))
        for number in 1...2 {
            let file = FileFacts(
                name: Name(recorded: "\(number)"), mediaType: "", sizeBytes: .max,
                digest: [UInt8](repeating: UInt8(number), count: 32))
            let attach = NoteCommand.attachFile(AttachmentID(hi: 8, lo: UInt64(number)), to: .note(note), file)
            #expect(!fixture.take(.notes(attach)).isEmpty)
        }
        #expect(fixture.view.attachments().bytesKept == .max)
    }

    /// Puts extremes in the place of some of the numbers and days; half the time of none.
    private func hostile(_ json: String, _ chance: inout SplitMix64) -> String {
        guard chance.once(in: 2) else { return json }
        var text = ""
        var rest = json[...]
        while let match = rest.firstMatch(of: /([:\[,])(\d+)([,}\]])|"(\d{4}-\d\d)(-\d\d)?"/) {
            text += rest[..<match.range.lowerBound]
            rest = rest[match.range.upperBound...]
            let isSpared = chance.once(in: 3)
            if isSpared {
                text += match.0
            } else if let before = match.1, let after = match.3 {
                text += before + Self.extremes[chance.below(Self.extremes.count)] + after
            } else {
                text += "\"" + (chance.once(in: 2) ? "0000-01" : "9999-12") + (match.5 == nil ? "" : "-01") + "\""
            }
        }
        return text + rest
    }
}
